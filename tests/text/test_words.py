"""Words of English and units of Chinese."""

from __future__ import annotations

import pytest

from lmms_eval_vcif.text import Text

EN = [
    ("Please don't stop now.", ["Please", "don't", "stop", "now"]),
    ("well-known and/or 24/7", ["well-known", "and/or", "24/7"]),
    ("It costs 3.50 or 1,200 euros.", ["It", "costs", "3.50", "or", "1,200", "euros"]),
    ("We won—they lost – twice--really", ["We", "won", "they", "lost", "twice", "really"]),
    ("sun–rain, 1990–2000", ["sun", "rain", "1990–2000"]),
    ("1. red\n2) green\n- blue\n• pink\n(4) grey", ["red", "green", "blue", "pink", "grey"]),
    ("1️⃣ red\n2️⃣ green 🎉", ["red", "green"]),
    ("# Big news\n\n**un**believ**able** _really_ `good`", ["Big", "news", "unbelievable", "really", "good"]),
    ("| a | b |\n|---|---|\n| c | d |", ["a", "b", "c", "d"]),
    ("> [the docs](https://a.org/x) & more + 🎉🎉", ["the", "docs", "more"]),
    ("```python\nx = 1\n```", ["x", "1"]),
    ("“Stop!” (he said) ... 'no'", ["Stop", "he", "said", "no"]),
    ("snake_case __init__ *x*", ["snake_case", "init", "x"]),
    ("team🎉 naïve café's", ["team", "naïve", "café's"]),
    ("We won!You lost.See a.org", ["We", "won", "You", "lost", "See", "a.org"]),
    ("a foo@ and foo@ – naïve", ["a", "foo", "and", "foo", "naïve"]),
]
ZH = [
    ("我用Python写代码。", ["我", "用", "Python", "写", "代", "码"]),
    ("2024年有366天。", ["2024", "年", "有", "366", "天"]),
    ("身高1.75米，共1,200人", ["身", "高", "1.75", "米", "共", "1,200", "人"]),
    ("你好 世\u3000界", ["你", "好", "世", "界"]),
    ("好……真的——好！", ["好", "真", "的", "好"]),
    ("1、红\n（2）绿\n③蓝\n·粉\n四、灰", ["红", "绿", "蓝", "粉", "灰"]),
    ("1️⃣ 红\n2️⃣ 绿 🎉", ["红", "绿"]),
    ("# 大\n\n**不**可_思_`议`", ["大", "不", "可", "思", "议"]),
    ("| 甲 | 乙 |\n|---|---|\n| 丙 | 丁 |", ["甲", "乙", "丙", "丁"]),
    ("> [文档](https://a.org/x) & 更 + 🎉🎉", ["文", "档", "更"]),
    ("```python\nx = 1\n```", ["x", "1"]),
    ("“停！”（他说）……‘不’", ["停", "他", "说", "不"]),
    ("𠮷野家二〇二四，人々", ["𠮷", "野", "家", "二", "〇", "二", "四", "人", "々"]),
    ("全角１２３和Ｐｙ", ["全", "角", "１２３", "和", "Ｐｙ"]),
    ("我赢了!你输了.见a.org", ["我", "赢", "了", "你", "输", "了", "见", "a", "org"]),
    ("好foo@和foo@", ["好", "foo", "和", "foo"]),
]


def test_both_languages_have_as_many_cases():
    assert len(EN) == len(ZH)


@pytest.mark.parametrize(("response", "words"), EN)
def test_english(response, words):
    assert list(Text(response, "en").words) == words


@pytest.mark.parametrize(("response", "words"), ZH)
def test_chinese(response, words):
    assert list(Text(response, "zh").words) == words


@pytest.mark.parametrize(("language", "unit", "han"), [("en", "words", False), ("zh-Hant", "characters", True)])
def test_a_language_names_what_it_counts(language, unit, han):
    text = Text("x", language)
    assert (text.unit, text.han) == (unit, han)


def test_words_of_a_part_leave_its_marks_out():
    assert Text("x", "en").words_in("- **Two** words") == ("Two", "words")
    assert Text("x", "zh").words_in("1、**两**字") == ("两", "字")


@pytest.mark.parametrize(
    ("language", "response", "count"),
    [
        ("fr", "L’été est là, n’est-ce pas ?", 5),
        ("ru", "Привет, мир!", 2),
        ("ja", "今日は晴れ", 5),
        ("ko", "날씨가 좋아요.", 2),
    ],
)
def test_other_languages_have_a_default(language, response, count):
    assert len(Text(response, language).words) == count
