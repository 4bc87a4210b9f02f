"""Words and phrases in a text, and at its edges."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.text.characters import UNSPACED, fold_case
from lmms_eval_vcif.text.phrases import Phrase, find

COUNTS = [
    ("en", "We start now.", "art", 0, "part of a word"),
    ("en", "Cats are nice.", "cat", 0, "no inflection"),
    ("en", "Cat, cat and CAT.", "cat", 3, "case is ignored"),
    ("en", "us and US", "US", 1, "a phrase with a capital is matched in its case"),
    ("en", "Ticket 120243, 3.2024 or 2,024", "2024", 0, "part of a number"),
    ("en", "In 2024, 2024.", "2024", 2, "marks after a number"),
    ("en", "C++ beats C, and C++ wins.", "C++", 2, "signs belong to the name"),
    ("en", "The A$AP band in the U.S. now", "A$AP", 1, "signs are literal"),
    ("en", "a well-known man", "known", 0, "part of a hyphenated word"),
    ("en", "It is the dog’s bowl.", "dog's", 1, "quotes are folded"),
    ("en", "A _great_ day, **gr**eat", "great", 2, "marks of emphasis are no letters"),
    ("en", "the old\nman", "old man", 1, "white space is white space"),
    ("en", "no no no", "no no", 1, "without overlaps"),
    ("en", "hello_cat_x, ____cat", "cat", 1, "part of a name with low lines"),
    ("zh", "我爱北京天安门。", "京天", 1, "a substring"),
    ("zh", "机器學習", "机器学习", 0, "another form of the script"),
    ("zh", "Python很好，我用PYTHON和python。", "python", 3, "case is ignored"),
    ("zh", "用ai和AI", "AI", 1, "a phrase with a capital is matched in its case"),
    ("zh", "编号120243，共3.2024元", "2024", 0, "part of a number"),
    ("zh", "在2024年，2024。", "2024", 2, "beside Han characters"),
    ("zh", "C++比C好，用C++吧", "C++", 2, "signs belong to the name"),
    ("zh", "请看A$AP乐队", "A$AP", 1, "signs are literal"),
    ("zh", "全球-化", "球化", 0, "a mark between"),
    ("zh", "他说‘好’", "'好'", 1, "quotes are folded"),
    ("zh", "很_好_，**很**好", "很好", 2, "marks of emphasis are no characters"),
    ("zh", "机器\u200b学习", "机器学习", 1, "invisible characters"),
    ("zh", "哈哈哈哈", "哈哈", 2, "without overlaps"),
    ("zh", "变量hello_cat_x和____cat", "cat", 1, "part of a name with low lines"),
]


@pytest.mark.parametrize(("language", "response", "phrase", "count", "why"), COUNTS)
def test_count(language, response, phrase, count, why):
    assert Text(response, language).count(phrase) == count, why


def test_both_languages_have_as_many_cases():
    assert sum(case[0] == "en" for case in COUNTS) == sum(case[0] == "zh" for case in COUNTS)


def test_the_ways_of_looking():
    text = Text("1. A well-known Cat’s 5km bath.", "en")
    assert text.count("known", parts=True) == 1
    assert text.count("bat", as_characters=True) == 1
    assert text.count("cat", ignore_case=False) == 0
    assert text.count("CAT", ignore_case=True) == 1, "a possessive holds its word"
    assert text.count("5") == 0
    assert text.count("5", as_characters=True) == 1
    assert text.count("1", as_characters=True) == 1, "list marks are looked at as characters"
    assert text.count("1") == 0
    assert text.count("dog", within="A dog.") == 1
    assert text.count(" ") == 0


def test_offsets_are_those_of_the_folded_text():
    text = Text("**It’s** it’s", "en")
    assert [text.folded[start:end] for start, end in text.find("it's")] == ["It's", "it's"]


@pytest.mark.parametrize(
    ("language", "response", "phrase", "starts"),
    [
        ("en", "Dear Sam, thanks.", "Dear Sam,", True),
        ("en", "**Dear Sam,** thanks.", "Dear Sam,", True),
        ("en", "# Dear *Sam*, thanks.", "Dear Sam,", True),
        ("en", "“Well,” he said", '"Well,"', True),
        ("en", "dear Sam, thanks.", "Dear Sam,", False),
        ("en", "Sure! Dear Sam,", "Dear Sam,", False),
        ("en", "Notebook prices", "Note", False),
        ("en", "**Note** this", "**Note**", True),
        ("en", "Dear\nSam, hi", "Dear Sam,", True),
        ("en", "`Dear` Sam, hi", "Dear", True),
        ("en", "```\nDear Sam,\n```", "Dear Sam,", False),
        ("en", "```json\n{}\n```", "json", False),
        ("zh", "尊敬的用户：您好。", "尊敬的用户:", True),
        ("zh", "**尊敬的用户：**您好。", "尊敬的用户：", True),
        ("zh", "# 尊敬的*用户*：您好。", "尊敬的用户：", True),
        ("zh", "“好”，他说", '"好"', True),
        ("zh", "尊敬的用戶：您好。", "尊敬的用户：", False),
        ("zh", "好的！尊敬的用户：", "尊敬的用户：", False),
        ("zh", "AIDS很可怕", "AI", False),
        ("zh", "**注意**这个", "**注意**", True),
        ("zh", "尊敬的用户：\n您好", "尊敬的用户： 您好", True),
        ("zh", "`尊敬`的用户", "尊敬", True),
        ("zh", "```\n尊敬的用户：\n```", "尊敬的用户：", False),
        ("zh", "~~~json\n{}\n~~~", "json", False),
    ],
)
def test_starts_with(language, response, phrase, starts):
    assert Text(response, language).starts_with(phrase) is starts


@pytest.mark.parametrize(
    ("language", "response", "phrase", "ends"),
    [
        ("en", "Done. That’s all.", "That's all.", True),
        ("en", "Done. **That's all.**", "That's all.", True),
        ("en", "Done. *That's* all.", "That's all.", True),
        ("en", "He said, “That's all.”", "That's all.", True),
        ("en", "Any questions? 😊", "Any questions?", False),
        ("en", "Any questions? Ask.", "Any questions?", False),
        ("en", "a footnote", "note", False),
        ("en", "That is `all`", "all", True),
        ("en", "```\nThat is all\n```", "That is all", False),
        ("zh", "就是这些。谢谢!", "谢谢！", True),
        ("zh", "就是这些。**谢谢！**", "谢谢！", True),
        ("zh", "就是这些。*谢*谢！", "谢谢！", True),
        ("zh", "他说：“谢谢！”", "谢谢！", True),
        ("zh", "谢谢！😊", "谢谢！", False),
        ("zh", "谢谢！请问。", "谢谢！", False),
        ("zh", "用OpenAI", "AI", False),
        ("zh", "就是`这些`", "这些", True),
        ("zh", "```\n就是这些\n```", "就是这些", False),
    ],
)
def test_ends_with(language, response, phrase, ends):
    assert Text(response, language).ends_with(phrase) is ends


def test_edges_of_a_part():
    text = Text("x", "en")
    assert text.starts_with("Tip:", within="Tip: sleep")
    assert text.ends_with("well.", within="sleep well.")


LETTER = rf"[^\W_{UNSPACED}]"
ANY_CHARACTER = st.one_of(
    st.sampled_from([*"aAbsSIi2.,'-‐_ \n+$#*", "中", "あ", "é", "ß", "ς", "Σ", "İ", "ı", "ſ", "\u2009", "\ud800", "²"]),
    st.characters(exclude_categories=()),
)


def as_pattern(phrase, ignore_case, whole, parts):
    """The same search as one regular expression: the definition, too slow to compile for each phrase of a data set."""
    pieces = phrase.split()
    body = r"\s+".join(map(re.escape, pieces))
    if whole:
        joins = "" if parts else "-‐‑"
        first, last = pieces[0][0], pieces[-1][-1]
        if re.match(LETTER, first):
            body = rf"(?<!{LETTER})(?<!{LETTER}[{joins}'])" + body
        if first.isdigit():
            body = r"(?<!\d[.,])" + body
        if re.match(LETTER, last):
            body += rf"(?!{LETTER})(?!'(?![sS]\b){LETTER})" + (f"(?![{joins}]{LETTER})" if joins else "")
        if last.isdigit():
            body += r"(?![.,]\d)"
    return re.compile(body, re.IGNORECASE if ignore_case else 0)


@given(
    text=st.text(ANY_CHARACTER, max_size=60),
    phrase=st.text(ANY_CHARACTER, min_size=1, max_size=5).filter(str.strip),
    cut=st.tuples(st.integers(0, 59), st.integers(1, 6)),
    inside=st.booleans(),
    ignore_case=st.booleans(),
    whole=st.booleans(),
    parts=st.booleans(),
)
@settings(max_examples=600, deadline=None)
def test_a_phrase_is_found_where_its_regular_expression_matches(text, phrase, cut, inside, ignore_case, whole, parts):
    if inside:
        phrase = text[cut[0] : sum(cut)].strip() or phrase
    wanted = fold_case(phrase) if ignore_case else phrase
    place = fold_case(text) if ignore_case else text
    expected = [match.span() for match in as_pattern(wanted, False, whole, parts).finditer(place)]
    assert find(place, tuple(wanted.split()), whole, parts) == expected


@given(text=st.text(ANY_CHARACTER, max_size=60))
@settings(max_examples=500)
def test_folding_the_case_keeps_offsets_and_compares_as_a_regular_expression_does(text):
    folded = fold_case(text)
    assert len(folded) == len(text)
    simple = [c for c in text if c.upper() == c.upper().lower().upper() and len(c.upper()) == 1]
    for character in simple:
        assert re.fullmatch(re.escape(character), character.upper(), re.IGNORECASE)
        assert fold_case(character) == fold_case(character.upper())


def test_a_phrase_is_read_once_for_both_ways():
    assert Phrase.read("  It’s\tOdd ") == (("It's", "Odd"), ("it's", "odd"), False)
    assert Phrase.read(" ").pieces == ()
