"""What the cases of the numeric entries leave open: patterns from rows, many spellings of values, hostile numbers."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from lmms_eval_vcif.records import RecordError
from lmms_eval_vcif.verdicts import verify
from lmms_eval_vcif.verifiers import _wrappers
from lmms_eval_vcif.verifiers._values import read_quantity, same_value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,234.50", "1234.5"),
        ("7{,}200", "7200"),
        (r"7\,200", "7200"),
        ("１０", "10"),
        ("−7", "-7"),
        (r"\frac12", "1/2"),
        (r"-\dfrac{3}{4}", "-3/4"),
        (r"2\frac{2}{3}", "8/3"),
        ("2 1/2", "5/2"),
        ("2½", "5/2"),
        ("x = 48", "48"),
        ("$1,200", "1200"),
        ("48 cm", "48"),
        (r"48\text{ cm}", "48"),
        ("50%", "1/2"),
        (r"50\%", "1/2"),
        ("50 percent", "1/2"),
        ("百分之50", "1/2"),
        ("1.2 million", "1200000"),
        ("1.2M", "1200000"),
        ("300 K", "300"),
        ("1.2万人", "12000"),
        ("3千", "3000"),
        ("3千克", "3"),
        ("1.2e3", "1200"),
        (r"1.2 \times 10^{-3}", "12/10000"),
        ("1.2×10⁵", "120000"),
    ],
)
def test_a_number_is_read_as_people_and_latex_write_it(written, value):
    assert read_quantity(written).value == Fraction(value)


@pytest.mark.parametrize(
    "written",
    ["48 or 50", "3-5", "10:30", "1:2", "2024-05-06", "1/0", "1e999999999", "9" * 5000, "1/2/3", "1.2.3", "none", ""],
)
def test_what_is_no_single_number_is_not_read_as_one(written):
    assert read_quantity(written) is None


@pytest.mark.parametrize(
    ("content", "value", "precision", "same"),
    [
        ("3.14", "3.145", {"decimals": 2}, True),  # a tie may be rounded either way
        ("3.15", "3.145", {"decimals": 2}, True),
        ("3.16", "3.145", {"decimals": 2}, False),
        ("12.35%", "0.12345", {"decimals": 2}, True),  # so many decimals as written, in per cent
        ("0.12", "12.345%", {"decimals": 2}, True),
        ("1,235", "1234.6", {"decimals": 0}, True),
        ("1/2", "0.5", {"decimals": 1}, False),  # a fraction has no decimals
        ("1200", "1234", {"significant_digits": 2}, True),
        ("1200", "1234", {"significant_digits": 3}, False),
        ("1200", "1200.4", {"significant_digits": 4}, True),  # its zeros may be significant
        ("0.00123", "0.0012345", {"significant_digits": 3}, True),
        ("10.0", "9.996", {"significant_digits": 3}, True),
        ("10.0", "9.98", {"significant_digits": 3}, False),
        ("52%", "50%", {"tolerance": 2}, True),  # two in the terms of the value: percentage points
        ("53%", "50%", {"tolerance": 2}, False),
        ("0.1", 0.1, {}, True),
        ("0.30000000000000004", 0.3, {}, False),
        ("48 cm", "48 m", {}, False),
        ("48 cm", "48", {}, True),
        (r"\Delta", r"\delta", {}, False),
        ("New  York.", "new york", {}, True),
    ],
)
def test_values_are_compared_at_the_precision_asked_for(content, value, precision, same):
    assert (same_value(content, value, **precision) == "") is same


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"pattern": "(a+"}, "does not compile"),
        ({"pattern": "Answer: .*"}, "0 groups"),
        ({"pattern": "(a)(b)"}, "2 groups"),
        ({"pattern": "((?:a{900}){900})"}, "repeats"),
        ({"pattern": f"({'a' * 300})"}, "too long"),
        ({"open": "<a>", "pattern": "(b)"}, "not both"),
        ({"wrapper": "boxed", "pattern": "(b)"}, "not both"),
        ({"close": "</a>"}, "needs open or pattern or wrapper"),
    ],
)
def test_a_wrapper_that_can_not_be_looked_for_is_refused_before_any_response(params, problem):
    with pytest.raises(RecordError, match=problem):
        verify("answer_wrapper", "text", params, "en")


@pytest.mark.parametrize("type_", ["answer_wrapper", "answer_value"])
def test_a_pattern_that_takes_too_long_leaves_the_constraint_unjudged(monkeypatch, type_):
    monkeypatch.setattr(_wrappers, "PATTERN_SECONDS", 0.02)
    params = {"pattern": "((?:a|aa)+)$"} | ({"value": "a"} if type_ == "answer_value" else {})
    verdict = verify(type_, "a" * 60 + "!", params, "en")
    assert verdict.passed is None
    assert "pattern" in verdict.reason


@pytest.mark.parametrize(
    ("response", "contents"),
    [
        (r"\boxed{a{b}c} and \boxed{d}", ["a{b}c", "d"]),
        (r"\boxed{\boxed{4}}", ["4"]),
        (r"\boxed{\boxed{7}", ["7"]),  # the outer one is never closed
        (r"\boxed{\{1\}}", [r"\{1\}"]),
        (r"\fbox{42} } {", []),
    ],
)
def test_boxes_nest(response, contents):
    assert [box.content for box in _wrappers.boxes(response)] == contents


@pytest.mark.parametrize("hostile", ["\\boxed{" * 20_000, "{" * 100_000, "\\" * 100_001, "}" * 100_000])
def test_braces_that_never_match_hold_no_box(hostile):
    assert _wrappers.boxes(hostile) == []


def test_the_pattern_of_a_row_may_say_where_a_line_begins_and_ends():
    params = {"pattern": r"^(\d+) boats$", "value": 12}
    assert verify("answer_value", "I see many.\n12 boats\nThat is all.", params, "en").passed
    assert not verify("answer_value", "I see 12 boats", params, "en").passed


def test_observed_is_what_a_reader_of_the_log_needs():
    verdict = verify("answer_wrapper", "<a>3</a> <a>4</a>", {"open": "<a>", "close": "</a>"}, "en")
    assert verdict.observed == {"count": 2, "content": "4"}
    assert verify("number_precision", "2.5 m, 3 m", {"decimals": 1}, "en").observed == ["2.5", "3"]


@pytest.mark.parametrize(("language", "sentence"), [("en", "The answer is {}"), ("zh", "答案是{}")])
@pytest.mark.parametrize("stop", ["", "."])
@pytest.mark.parametrize("value", ["1/2", "3 1/2"])
def test_a_fraction_at_the_end_of_a_sentence_is_read_whole(language, sentence, stop, value):
    response = sentence.format(value) + stop
    assert verify("answer_value", response, {"value": value, "extract": "last_number"}, language).passed


def test_many_threads_do_not_use_up_the_time_of_a_pattern():
    params = {"pattern": r"(?:\w+ )*Answer: (\d+)"}
    response = ("word " * 60 + "Answer: 5\n") * 1200
    with ThreadPoolExecutor(16) as pool:
        verdicts = list(pool.map(lambda _: verify("answer_wrapper", response, params, "en").passed, range(32)))
    assert verdicts == [True] * 32
