"""Every case of every entry of the catalogue gets the verdict that the entry promises, where a check can give it.

The cases of judged types are for measuring a judge; those of a judged type that shares a check get its verdict too.
"""

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.verdicts import bound, verify

BY_A_JUDGE_ALONE = {entry.id for entry in catalogue() if entry.judged and entry.check is None}

CASES = [
    pytest.param(entry.id, language, case, id=f"{entry.id}-{language}-{number}")
    for entry in catalogue()
    if entry.id not in BY_A_JUDGE_ALONE
    for language, cases in entry.cases.items()
    for number, case in enumerate(cases, 1)
]


@pytest.mark.parametrize(("type_", "language", "case"), CASES)
def test_case(type_, language, case):
    verdict = verify(type_, case["response"], case["params"], language)
    assert verdict.passed is case["passes"], f"{verdict.reason} {verdict.notes}; the entry says: {case['why']}"
    assert verdict.reason


def test_what_is_left_out_here_is_what_no_check_decides():
    assert {entry.id for entry in catalogue()} - set(bound()) == BY_A_JUDGE_ALONE
