"""JSON and CSV beyond the catalogue's cases: what machines write is read, and faults are named by their place."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verifiers import structured

# What cleaning changes (white space at the ends, other line ends, composed characters) is no business of these checks.
PRINTABLE = st.text(st.characters(codec="ascii", min_codepoint=32, exclude_characters="<"), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | PRINTABLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PRINTABLE, inner, max_size=3),
)


def as_json(response, **params):
    return structured.json(Text(response, "en"), **params)


def as_csv(response, **params):
    return structured.csv(Text(response, "en"), **params)


@given(value=st.dictionaries(PRINTABLE, VALUES, max_size=4), indent=st.sampled_from([None, 2]))
def test_every_object_that_a_machine_writes_is_json(value, indent):
    verdict = as_json(json.dumps(value, indent=indent), root="object")
    assert (verdict.passed, verdict.notes) == (True, ())


@given(value=st.dictionaries(PRINTABLE, VALUES, min_size=1, max_size=4), data=st.data())
def test_an_object_cut_short_is_no_json(value, data):
    written = json.dumps(value)
    cut = data.draw(st.integers(1, len(written) - 1))
    assert as_json(written[:cut]).passed is False


def test_a_key_that_stands_twice_is_noted():
    verdict = as_json('{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}')
    assert verdict.passed
    assert verdict.notes == (
        "the key 'c' stands more than once in an object",
        "the key 'a' stands more than once in an object",
    )


def test_an_integer_of_thousands_of_digits_is_json():
    assert as_json(f'{{"n": {"9" * 10_000}}}').passed


@pytest.mark.parametrize("depth", [201, 100_000])
@pytest.mark.parametrize(("open", "close"), ["[]", ('{"a":', "}")])
def test_deep_nesting_fails_and_does_not_raise(depth, open, close):
    verdict = as_json(open * depth + "1" + close * depth)
    assert verdict.passed is False
    assert "nested" in verdict.reason


def test_brackets_in_a_string_are_no_nesting():
    assert as_json(json.dumps({"a": "[" * 1000 + '\\"' + "{" * 1000})).passed


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ('{"a": 1,\n "b": }', "not JSON: expecting value at line 2, column 7"),
        ('{"a": -Infinity}', "not JSON: -Infinity is no JSON value"),
        ("3", "the outermost value is no object or array"),
        ('[{"a": 1}, 2]', "element 2 is no object"),
        ("[]", "the array is empty, so that no element has the required keys"),
        ('{"b": 1}', "the object lacks 'a'"),
    ],
)
def test_the_reason_says_what_is_wrong_with_json(response, reason):
    assert as_json(response, required_keys=["a"]).reason == reason


@given(
    rows=st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(PRINTABLE, min_size=n, max_size=n), min_size=2)),
    delimiter=st.sampled_from([",", ";", "|"]),
)
def test_every_table_that_a_machine_writes_is_csv(rows, delimiter):
    rows = [[f"r{number}{row[0]}", *row[1:-1], f"{row[-1]}."] for number, row in enumerate(rows)]
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows(rows)
    params = {"columns": len(rows[0]), "delimiter": delimiter, "min_rows": len(rows) - 1, "max_rows": len(rows) - 1}
    verdict = as_csv(written.getvalue(), **params)
    assert verdict.passed, verdict.reason
    assert verdict.observed == {"columns": len(rows[0]), "rows": len(rows) - 1}


@pytest.mark.parametrize(
    ("response", "params", "reason"),
    [
        ('a,b\n1,"2', {}, "not CSV: an unclosed quote in row 2"),
        ('a,b\n1,x"2"', {}, "not CSV: a quote in a bare field in row 2"),
        ('a,b\n1,"2"x', {}, "not CSV: text after a closing quote in row 2"),
        ('a,b\n1, "2"', {}, "not CSV: a quote in a bare field in row 2"),
        ("a,b\n1,2\n \n3,4", {}, "not CSV: row 3 is blank"),
        ("a,b\n1,2,3", {}, "not CSV: row 2 has 3 fields, row 1 has 2"),
        ("|a|b|\n|:-:|--|\n|1|2|", {"delimiter": "|"}, "not CSV: row 2 is the rule of a Markdown table"),
        ("a,b", {}, "2 columns; 0 data rows, at least 1 required"),
        ("a\n1", {}, "one column, which is no table"),
        ("a\n1", {"columns": 1}, "1 column; 1 data row, at least 1 required"),
        ("a,b\n1,2", {"columns": ["a", "B"]}, "the header is ['a', 'b'], not ['a', 'B']"),
        ("1,2", {"columns": ["a", "b"], "header": False}, "2 columns; 1 data row, at least 1 required"),
        ("```\na,b\n1,2\n```\n```\n3,4\n```", {}, "not CSV: row 2 has 2 fields, row 1 has 1"),
    ],
)
def test_the_reason_says_what_was_seen_of_the_csv(response, params, reason):
    assert as_csv(response, **params).reason == reason


def test_a_header_is_compared_in_composed_form():
    assert as_csv("café,b\n1,2", columns=["cafe\u0301", "b"]).passed
    assert as_json('{"café": 1}', required_keys=["cafe\u0301"]).passed


@pytest.mark.parametrize("mark", ["```", "````", "~~~"])
@pytest.mark.parametrize("info", ["", "json", " JSON "])
def test_one_fence_round_the_whole_is_taken_off(mark, info):
    fence = mark + info
    assert as_json(f"{fence}\n[1]\n{mark}").passed
    assert not as_json(f"{fence}\n[1]").passed
    assert not as_json(f"{fence}\n[1]\n{mark}\n{fence}\n[2]\n{mark}").passed


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("info", "fits"),
    [
        ("", True),
        ("json", True),
        (" JSON ", True),
        ("objective-c++", True),
        ("Here you are:", False),
        ("json 数据如下", False),
    ],
)
def test_only_a_language_stands_behind_the_marks_of_a_fence(language, info, fits):
    assert structured.json(Text(f'```{info}\n{{"a": 1}}\n```', language)).passed is fits
    assert structured.csv(Text(f"```{info}\na,b\n1,2\n```", language)).passed is fits
