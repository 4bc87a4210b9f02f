"""What the cases of the script entries leave open: many spellings of contractions, titles and half-width marks."""

import pytest

from lmms_eval_vcif.verdicts import verify
from lmms_eval_vcif.verifiers._contractions import contractions
from lmms_eval_vcif.verifiers._marks import half_width_marks


@pytest.mark.parametrize(
    "text",
    [
        "isn't",
        "AIN’T",
        "Iʼm",
        "they´re",
        "shouldn't've",
        "he'd",
        "who'd've",
        "that's",
        "let's",
        "'twas",
        "y'all're",
        "Ann'll",
    ]
    + ["dont", "wouldnt", '"I\'ll"', "c'mon", "what's-his-name"],
)
def test_a_contraction_is_found_in_any_spelling(text):
    assert len(contractions(f"So {text} there.")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "James's car",
        "the students' books",
        "o'clock",
        "the '60s",
        "rock 'n' roll",
        "OK'd",
        "D'Angelo",
        "L'Oréal",
        "'no'",
    ]
    + ["its", "were", "ill", "shell", "cannot", "gonna", "isn 't"],
)
def test_what_only_looks_like_a_contraction_is_none(text):
    assert contractions(f"So {text} there.") == []


@pytest.mark.parametrize(
    ("title", "passed"),
    [
        ("War & Peace", True),
        ("2nd Street Station", True),
        ("State-of-the-art Design", True),
        ("NASA and ESA Launch Two Probes", True),
        ("Visit https://example.com Today", True),
        ("From Here to There.\nBack Again.", True),
        ("A Guide To The City", True),
        ("NASA", True),
        ("Don'T Stop", False),
        ("gREAT Expectations", False),
        ("“the End”", False),
        ("- First Item\n- second Item", False),
    ],
)
def test_title_case(title, passed):
    assert verify("title_case", title, {}, "en").passed is passed


def test_a_case_names_what_breaks_it():
    verdict = verify("uppercase", "THE dog AND the CAT", {}, "en")
    assert verdict.observed == ["dog", "the"]
    assert verdict.reason.startswith("2 of 5 words")


def test_a_case_of_words_without_words_is_unjudged():
    assert verify("letter_case", "text", {"case": "upper", "scope": "words"}, "en").passed is None


def test_a_verdict_that_hangs_on_words_of_one_letter_is_noted():
    verdict = verify("capital_word_frequency", "I saw A SIGN.", {"max": 1}, "en")
    assert verdict.passed
    assert verdict.notes


@pytest.mark.parametrize(
    "text",
    [
        "他来自Austin, Texas。",
        "这是U.S.A.的地图。",
        "调用print(x, 1)即可。",
        "第一行。\nAll English here, ok.\n第二行。",
        "5:3的比分",
        "选项如下\nA. 涨价\nB) 降价",
        "设$f(x)=x!$成立。",
    ],
)
def test_half_width_marks_of_what_is_not_chinese_are_left_alone(text):
    assert half_width_marks(text) == []


@pytest.mark.parametrize(
    "text", ["价格是3,000元,很贵。", "函数f('你好')。", "I like it.", "你好...", "步骤(一)。", "我用func接口(API)。"]
)
def test_half_width_marks_of_chinese_are_found(text):
    assert half_width_marks(text)


@pytest.mark.parametrize(
    ("response", "mark", "count"),
    [
        ("Wait... what.", ".", 1),
        ("It is 2.5 m. Go.", ".", 2),
        ("走——吧——", "——", 2),
        ("a—b", "—", 1),
        ("**a** *b*", "*", 6),
        ("- a\n- b-c", "-", 1),
        ("1,000, or so", ",", 2),
        ("啊……嗯…", "…", 2),
    ],
)
def test_marks_are_counted_as_a_reader_sees_them(response, mark, count):
    params = {"mark": mark, "min": count, "max": count}
    verdict = verify("punctuation_frequency", response, params, "zh")
    assert verdict.observed == count


def test_a_comma_that_stands_inside_numbers_only_is_noted():
    verdict = verify("punctuation_exclusion", "About 12,000 people came.", {"marks": [","]}, "en")
    assert not verdict.passed
    assert verdict.observed == {",": 1}
    assert verdict.notes


def test_the_characters_of_the_other_script_are_named():
    verdict = verify("chinese_script", "我們在公园裡", {"script": "traditional"}, "zh")
    assert verdict.observed == {"simplified": 1, "traditional": 2}
    assert "园" in verdict.reason
