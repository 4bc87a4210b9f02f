"""Wordings: which apply to a constraint's parameters, and how values read in each language."""

from random import Random

import pytest

from lmms_eval_vcif.constraints import CatalogueError, Entry
from lmms_eval_vcif.constraints.wording import join, placeholders, quote, render, wordings

ENTRY = Entry.parse(
    {
        "id": "sample",
        "meaning": {"en": "A sample.", "zh": "样例。"},
        "benchmarks": {"vcifbench": {"dimension": "format"}},
        "parameters": {
            "min": {"type": "integer"},
            "max": {"type": "integer"},
            "min_rows": {"type": "integer"},
            "max_rows": {"type": "integer"},
            "ratio": {"type": "number"},
            "box": {"type": "array"},
            "value": {"type": "string", "reference": True},
            "phrases": {"type": "array"},
            "text": {"type": ["string", "array"]},
            "columns": {"type": ["integer", "array"]},
            "elements": {"type": "array", "words": {"en": {"bold": "bold text", "list": "a list"}}},
            "scope": {
                "enum": ["response", "item"],
                "default": "response",
                "words": {"en": {"item": "each item"}, "zh": {"item": "每一条"}},
            },
        },
        "wordings": {
            "en": [
                "Write exactly {exact} sentences.",
                "Use {exact} short words of praise.",
                "Between {min} and {max} words.",
                "At most {max} words in {scope}.",
                "Include {phrases}.",
                "Use {elements}.",
                "Open every sentence with '{text}'.",
                "Open the sentences with {text_list}, one each.",
                "Use {columns} columns.",
                "Use the columns {columns_list}.",
                "Write {exact_rows} rows.",
                "A ratio of {ratio}.",
                "The box is {box}.",
                "Say {{nothing}}.",
            ],
            "zh": ["写{exact}句话。", "{scope}不超过{max}个字。", "要有{phrases}。"],
        },
    },
    "family",
    "family/sample.yml",
)


@pytest.mark.parametrize(
    ("language", "params", "text"),
    [
        ("en", {"min": 3, "max": 3}, "Write exactly 3 sentences."),
        ("en", {"min": 1, "max": 1}, "Write exactly 1 sentence."),
        ("en", {"min": 1, "max": 2}, "Between 1 and 2 words."),
        ("en", {"max": 1, "scope": "item"}, "At most 1 word in each item."),
        ("en", {"min": 3, "max": 3, "scope": "response"}, "Write exactly 3 sentences."),
        ("en", {"phrases": ["a"]}, 'Include "a".'),
        ("en", {"phrases": ["a", "b"]}, 'Include "a" and "b".'),
        ("en", {"phrases": ["a", "b", "c"]}, 'Include "a", "b" and "c".'),
        ("en", {"phrases": ['say "x"']}, 'Include “say "x"”.'),
        ("en", {"phrases": ["1 words"]}, 'Include "1 words".'),
        ("en", {"text": "So"}, "Open every sentence with 'So'."),
        ("en", {"text": ["So"]}, "Open every sentence with 'So'."),
        ("en", {"text": ["So", "But"]}, 'Open the sentences with "So" and "But", one each.'),
        ("en", {"columns": 2}, "Use 2 columns."),
        ("en", {"columns": ["id"]}, 'Use the columns "id".'),
        ("en", {"elements": ["bold", "list"]}, "Use bold text and a list."),
        ("en", {"min_rows": 1, "max_rows": 1}, "Write 1 row."),
        ("en", {"ratio": 0.5}, "A ratio of 0.5."),
        ("en", {"ratio": 2.0, "value": "never said"}, "A ratio of 2."),
        ("en", {"box": [[1, 2], [3, 4]]}, "The box is [1, 2] and [3, 4]."),
        ("en", {}, "Say {nothing}."),
        ("zh", {"min": 1, "max": 1}, "写1句话。"),
        ("zh", {"max": 9, "scope": "item"}, "每一条不超过9个字。"),
        ("zh", {"phrases": ["甲", "乙", "丙"]}, "要有“甲”“乙”和“丙”。"),
    ],
)
def test_a_wording_says_exactly_the_parameters(language, params, text):
    assert render(ENTRY, params, language) == text


def test_a_combination_that_no_wording_says_is_an_error_with_the_file_and_the_placeholders():
    with pytest.raises(CatalogueError, match=r"family/sample.yml: wordings.en: none has exactly \{max\}, \{phrases\}"):
        render(ENTRY, {"max": 3, "phrases": ["a"]}, "en")
    assert wordings(ENTRY, {"max": 3, "phrases": ["a"]}, "en") == []


def test_an_index_wraps_round_and_a_seed_draws():
    assert wordings(ENTRY, {"min": 2, "max": 2}, "en") == ["Write exactly 2 sentences.", "Use 2 short words of praise."]
    assert render(ENTRY, {"min": 2, "max": 2}, "en", 3) == "Use 2 short words of praise."
    drawn = {render(ENTRY, {"min": 2, "max": 2}, "en", Random(seed)) for seed in range(20)}
    assert len(drawn) == 2
    assert render(ENTRY, {"min": 2, "max": 2}, "en", Random(7)) == render(ENTRY, {"min": 2, "max": 2}, "en", Random(7))


def test_only_the_noun_counted_becomes_singular():
    one = wordings(ENTRY, {"min": 1, "max": 1}, "en")
    assert one[1] == "Use 1 short word of praise."


def test_quotation_marks_and_lists_of_each_language():
    assert quote("“甲”", "zh") == "「“甲”」"
    assert join(["a list"], "en") == "a list"
    assert join(["标题", "列表", "表格"], "zh") == "标题、列表和表格"
    assert join([], "en") == ""


def test_placeholders_are_names_and_doubled_braces_are_none():
    assert placeholders("{a} {{b}} {c}") == {"a", "c"}
