"""The formats of parameters: a pattern from a row is refused before it can do harm."""

import pytest
from jsonschema import Draft202012Validator

from lmms_eval_vcif.constraints.formats import LONGEST, format_checker


def problem(value):
    validator = Draft202012Validator({"format": "one-group-pattern"}, format_checker=format_checker())
    error = next(validator.iter_errors(value), None)
    return "" if error is None else str(error.cause)


@pytest.mark.parametrize(
    "pattern", [r"Answer: (\d+)", r"答案：(?:选项)?([A-D])", r"^(\p{Han}+)$", r"(a{3,5})b{2}", r"(\()"]
)
def test_a_pattern_with_one_group_is_taken(pattern):
    assert problem(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "cause"),
    [
        ("(", "does not compile"),
        ("a", "it has 0 groups"),
        ("(a)|(b)", "it has 2 groups"),
        ("(?:(a{999}){999}){999}", "counted repeats"),
        ("(a){,100000}", "counted repeats"),
        ("(?P<x>a)(?P=y)", "does not compile"),
    ],
)
def test_another_is_refused_with_the_cause(pattern, cause):
    assert cause in problem(pattern)


def test_what_the_schema_refuses_anyway_is_not_compiled():
    assert problem(5) == ""
    assert problem("(" * (LONGEST + 1)) == ""
