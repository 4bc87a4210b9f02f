"""Paragraphs, and the parts between separators."""

from __future__ import annotations

import pytest

from lmms_eval_vcif.text import Text

CASES = [
    ("en", "One.\r\n\r\nTwo.", ["One.", "Two."], "a blank line parts"),
    ("en", "One.\nTwo.", ["One.\nTwo."], "a line end does not"),
    ("en", "\n\nOne.\n \t\n\n\nTwo.\n", ["One.", "Two."], "several blank lines are one break"),
    ("en", "# Title\n\nOne.\n\n---\n\nTwo.\n***\nThree.", ["One.", "Two.", "Three."], "headings and rules are none"),
    ("en", "## Title\nOne.", ["One."], "a heading is no part of what it stands over"),
    ("en", "Title\n=====\nOne.", ["One."], "an underlined heading neither"),
    ("en", "One.\n---\nTwo.", ["One.", "Two."], "hyphens under a sentence are a rule"),
    ("en", "Two:\n- a\n- b\n\nEnd.", ["Two:\n- a\n- b", "End."], "a list right under its lead is one with it"),
    ("en", "Two:\n\n1. a\n\n2. b\n\n   more\n\nEnd.", ["Two:", "1. a\n\n2. b\n\n   more", "End."], "a list is one"),
    ("en", "```\na\n\nb\n```\n\nEnd.", ["```\na\n\nb\n```", "End."], "code is one"),
    ("en", "|a|b|\n|-|-|\n|c|d|", ["|a|b|\n|-|-|\n|c|d|"], "a table is one"),
    ("en", "**Title**\n\nOne.\n\n**Note:** two.", ["One.", "**Note:** two."], "a line all in bold is a heading"),
    ("en", "__Title__\n\nOne **bold** word.", ["One **bold** word."], "in either mark"),
    ("zh", "**标题**\n\n一。\n\n**注意：**二。", ["一。", "**注意：**二。"], "a line all in bold is a heading"),
    ("zh", "**标题**\n一。\n二。", ["一。", "二。"], "also where each line is a paragraph"),
    ("zh", "一。\r\n\r\n二。", ["一。", "二。"], "a blank line parts"),
    ("zh", "一。\n二。\n\n三。", ["一。\n二。", "三。"], "where there is a blank line, a line end does not"),
    ("zh", "一。\n\u3000\u3000二。\n三。", ["一。", "二。", "三。"], "without any, each line is one"),
    ("zh", "# 标题\n\n一。\n\n---\n\n二。\n***\n三。", ["一。", "二。", "三。"], "headings and rules are none"),
    ("zh", "## 标题\n一。", ["一。"], "a heading is no part of what it stands over"),
    ("zh", "标题\n=====\n一。", ["一。"], "an underlined heading neither"),
    ("zh", "一。\n---\n二。", ["一。", "二。"], "hyphens under a sentence are a rule"),
    ("zh", "两点：\n- 甲\n- 乙\n\n完。", ["两点：\n- 甲\n- 乙", "完。"], "a list right under its lead is one with it"),
    ("zh", "两点：\n1、甲\n2、乙", ["两点：", "1、甲\n2、乙"], "without blank lines a list is one of the lines"),
    ("zh", "```\n甲\n\n乙\n```\n\n完。", ["```\n甲\n\n乙\n```", "完。"], "code is one"),
    ("zh", "|甲|乙|\n|-|-|\n|丙|丁|", ["|甲|乙|\n|-|-|\n|丙|丁|"], "a table is one"),
]


@pytest.mark.parametrize(("language", "response", "paragraphs", "why"), CASES)
def test_paragraphs(language, response, paragraphs, why):
    assert list(Text(response, language).paragraphs) == paragraphs, why


def test_both_languages_have_as_many_cases():
    assert sum(case[0] == "en" for case in CASES) == sum(case[0] == "zh" for case in CASES)


@pytest.mark.parametrize(
    ("response", "separator", "parts"),
    [
        ("One.\n***\nTwo ***bold*** words.", "***", ["One.", "Two ***bold*** words."]),
        ("One. *** Two. *** ", "***", ["One.", "Two."]),
        ("One.\n\nTwo.\n \nThree.", "\n\n", ["One.", "Two.\n \nThree."]),
        ("One.\nTwo.", "\n", ["One.", "Two."]),
        ("甲\n＊\n乙", "＊", ["甲", "乙"]),
        ("One.", "", ["One."]),
    ],
)
def test_parts_between_separators(response, separator, parts):
    assert list(Text(response, "en").paragraphs_by(separator)) == parts


def test_lines_are_stripped_and_not_empty():
    assert Text("one\n \n\u3000two \n", "en").lines == ("one", "two")
