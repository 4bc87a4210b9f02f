"""What lengths note beside their verdict, and what is counted where the cases of the catalogue do not reach."""

import pytest

from lmms_eval_vcif.verdicts import verify


def observed(type_, response, language="en", **params):
    return verify(type_, response, {"min": 1, **params}, language).observed


@pytest.mark.parametrize(
    ("type_", "language", "params", "response", "note"),
    [
        ("word_count", "en", {"max": 3}, "Salt and/or pepper", "4 if words joined by a slash are parted"),
        ("word_count", "zh", {"max": 4}, "你好，世界！", "6 if punctuation counts"),
        ("word_count", "zh", {"min": 5}, "共2024年。", "6 if each digit counts"),
        ("sentence_count", "en", {"max": 1}, "# Lake\n\nIt is calm.", "2 if headings, table rows and code count"),
        ("sentence_count", "en", {"min": 2}, "- a lake\n- a boat", "0 if titles and list items without a stop"),
        ("paragraph_count", "zh", {"min": 2}, "湖面平静。\n天鹅游过。", "1 if only a blank line parts paragraphs"),
        ("character_count", "en", {"max": 4}, "**calm**", "8 if Markdown and list marks count"),
        ("item_count", "en", {"max": 1}, "- a\n  - b", "2 if sub-items count"),
        ("item_count", "en", {"min": 2}, "a lake\na boat", "2 if each line is an item without a mark"),
    ],
)
def test_a_reading_that_turns_the_verdict_is_noted(type_, language, params, response, note):
    assert any(found.startswith(note) for found in verify(type_, response, params, language).notes)


@pytest.mark.parametrize(
    ("type_", "language", "params", "response"),
    [
        ("word_count", "en", {"max": 9}, "Salt and/or pepper"),
        ("word_count", "en", {"max": 9}, "See https://a.example/b/c/d/e/f/g/h/i/j."),
        ("sentence_count", "en", {"max": 2}, "# Lake\n\nIt is calm."),
        ("paragraph_count", "en", {"max": 1}, "It is calm.\nA swan drifts by."),
    ],
)
def test_a_reading_that_changes_nothing_is_not_noted(type_, language, params, response):
    assert verify(type_, response, params, language).notes == ()


@pytest.mark.parametrize(
    ("response", "count"),
    [
        ("abc def", 6),
        ("caf\u0065\u0301", 4),
        ("🇨🇳🇫🇷🇮🇹", 3),
        ("👍🏽!", 2),
        ("👨\u200d👩\u200d👧", 1),
        ("\ud800\udfff", 2),
    ],
)
def test_characters_are_what_a_reader_sees(response, count):
    assert observed("character_count", response) == count


@pytest.mark.parametrize(
    ("document", "count"),
    [
        ("[1, 2, [3, 4]]", 3),
        ('{"a": 1, "b": 2}', 2),
        ('{"title": "x", "steps": ["a", "b", "c"]}', 3),
        ('{"a": [1], "b": [1, 2, 3]}', 2),
        ("```json\n[]\n```", 0),
    ],
)
def test_elements_of_a_json_document(document, count):
    assert observed("item_count", document, kind="json") == count
    assert observed("item_count", document) == count


@pytest.mark.parametrize(
    ("kind", "response", "reason"),
    [("json", "[1, 2,]", "not JSON"), ("csv_rows", "a,b\n1", "not CSV"), ("csv_rows", "prose\nin lines", "one column")],
)
def test_what_is_no_document_has_no_items(kind, response, reason):
    verdict = verify("item_count", response, {"min": 0, "kind": kind}, "en")
    assert verdict.passed is False
    assert verdict.reason.startswith(reason)


@pytest.mark.parametrize(
    ("separator", "response", "count"),
    [
        ("|", "a | b | c |", 3),
        ("\n", "a\nb\n\nc", 3),
        (" ", "red green", 2),
        ("，", "🍎, 🍐, 🍊", 3),
        (",", "1,500 m, 2,000 m", 2),
        (".", "3.14", 1),
    ],
)
def test_items_of_an_enumeration(separator, response, count):
    assert observed("item_count", response, separator=separator) == count


def test_no_part_at_all_fails_a_bound_on_every_part():
    verdict = verify("word_count", "No list here.", {"max": 5, "scope": "item"}, "en")
    assert (verdict.passed, verdict.reason) == (False, "no list items")
