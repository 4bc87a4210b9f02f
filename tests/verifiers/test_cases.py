"""Every case of every entry of the catalogue gets the verdict that the entry promises."""

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.verdicts import verify

CASES = [
    pytest.param(entry.id, language, case, id=f"{entry.id}-{language}-{number}")
    for entry in catalogue()
    if entry.check is not None
    for language, cases in entry.cases.items()
    for number, case in enumerate(cases, 1)
]


@pytest.mark.parametrize(("type_", "language", "case"), CASES)
def test_case(type_, language, case):
    verdict = verify(type_, case["response"], case["params"], language)
    assert verdict.passed is case["passes"], f"{verdict.reason} {verdict.notes}; the entry says: {case['why']}"
    assert verdict.reason
