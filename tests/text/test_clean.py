"""What is removed from a response before any check."""

from __future__ import annotations

import pytest

from lmms_eval_vcif.text import Text, clean

CASES = [
    ("<think>plan</think>\nA cat.", "A cat.", "a reasoning block"),
    ("<THINK>plan</Think>\nA cat.", "A cat.", "in any case"),
    ("plan\n</think>\n\nA cat.", "A cat.", "a lone closing tag"),
    ("<think>plan without end", "", "an unclosed block leaves nothing"),
    ("A cat. <think>plan without end", "A cat.", "an unclosed block takes what follows it"),
    ("<think>a <think>b</think> c</think>A cat.", "A cat.", "nested blocks"),
    ("<think>I said <think> once</think>A cat.", "A cat.", "a tag that is only mentioned in the block"),
    ("One. <think>x</think>Two. <think>y</think>Three.", "One. Two. Three.", "several blocks"),
    ("I think so.", "I think so.", "the word is no tag"),
    ("<think>想</think>\n一只猫。", "一只猫。", "a reasoning block in Chinese"),
    ("a\r\nb\rc", "a\nb\nc", "line ends"),
    ("\ufeffb\u200bad\u2060", "bad", "byte-order mark and zero-width characters"),
    ("机\u200b器", "机器", "zero-width characters in Chinese"),
    ("co\u00adoperate", "cooperate", "a soft hyphen"),
    ("cafe\u0301", "café", "NFC"),
    ("\u3000\u3000第一段。\n", "第一段。", "outer white space, the ideographic one too"),
    ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧", "the joiner inside an emoji is part of it"),
]


@pytest.mark.parametrize(("response", "answer", "why"), CASES)
def test_clean(response, answer, why):
    assert clean(response) == answer, why


@pytest.mark.parametrize("response", [case[0] for case in CASES])
def test_cleaning_twice_is_cleaning_once(response):
    assert clean(clean(response)) == clean(response)


@pytest.mark.parametrize("response", ["", " \n\u3000", "<think>only this</think>", "\u200b\ufeff", "\r\n"])
def test_a_response_without_an_answer_is_blank(response):
    assert Text(response, "en").blank


def test_a_text_names_its_answer_and_language():
    assert repr(Text(" Yes. ", "en")) == "Text('Yes.', 'en')"
