"""Inputs that public graders got wrong, with the right verdict: every one must come out as recorded."""

import json
from pathlib import Path

import pytest

from lmms_eval_vcif.verdicts import verify

FILE = Path(__file__).parents[1] / "golden" / "verifier_cases.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['id']}-{case['type']}") for case in CASES])
def test_golden_case(case):
    verdict = verify(case["type"], case["response"], case["params"], case["language"])
    assert verdict.passed is case["expected"], f"{verdict.reason} {verdict.notes}; {case['text']} {case['why']}"
