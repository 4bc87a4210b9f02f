"""What holds for every text: no exception, one reading in all threads, outer white space is nothing, linear work."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lmms_eval_vcif.text import Text, clean, sentences

READINGS = (
    *(
        "lines",
        "plain",
        "prose",
        "words",
        "segments",
        "sentences",
        "paragraphs",
        "items",
        "bullets",
        "numbered",
        "headings",
    ),
    *("tables", "code_blocks", "quotes", "bold", "italic", "code_spans", "links", "folded", "letters", "numbers"),
)
FRAGMENTS = st.sampled_from(
    [
        *(
            "- ",
            "* ",
            "1. ",
            "1、",
            "（1）",
            "①",
            "# ",
            "> ",
            "```\n",
            "~~~",
            "**",
            "*",
            "_",
            "`",
            "[",
            "](",
            ")",
            "|",
            "|-|",
        ),
        *(" ", "\n", "\n\n", "    ", ". ", "?", "。", "！", "……", "... ", "“", "”", "《", "》", "(", ")", "---", "==="),
        *("a", "B", "中", "\ud800", "𠮷", "é", "😀", "1", "3.5 kg", "Dr. ", "e.g. ", "it’s ", "说", "http://a.b"),
        *("<think>", "</think>", "\u200b", "\r\n", "\u3000"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(FRAGMENTS, max_size=40).map("".join), st.text(st.characters(), max_size=40)
)
RUN_TOGETHER = [
    *("Aa", "bb", "C", "中", "说", "है", "1", "½", "1️⃣", "Mr", "!", ".", "?", "。", "…", "،", "!!", "，", " ", "\n"),
    *("- ", "“", "”", "(", ")", "[", "](", "]", "|", "**", "_", "`", "http://a.Bb "),
]
LANGUAGES = st.sampled_from(["en", "zh", "fr", "ja"])
HOSTILE = [
    *(
        "> ",
        "[",
        "- ",
        "**a ",
        "*a ",
        "`",
        "`a",
        "1. a\n",
        "- a\n",
        "| a ",
        "\\",
        "_",
        "<a:",
        "](",
        "A. ",
        "“a”",
        "《",
        "((",
    ),
    *(". ", "… ", "。", "1", "1,", "@", "www.", "http://a", "\ud800", "\ufe0f", "😀a\n", "\n", "a\n=\n", "第1", "a_b"),
    *("|-|-|\n", "<think>", "</think>", "- - a\n", "\u3000> ", "\u3000- a\n"),
]


def _readings(text: Text) -> dict[str, str]:
    return {name: repr(_bare(getattr(text, name))) for name in READINGS}


def _bare(value):
    """Blocks and items compare by what they hold."""
    if isinstance(value, tuple):
        return [getattr(part, "source", part) for part in value]
    return value


@given(TEXTS, LANGUAGES)
@example("> \u3000> quoted", "zh")
@example("- \u3000- item\n\u3000\n\u3000- item", "zh")
@settings(max_examples=300)
def test_no_reading_raises(response, language):
    text = Text(response, language)
    _readings(text)
    text.find(response)
    text.starts_with(response)
    text.ends_with(response)
    text.is_in("zh")
    assert sentences(response, language) == [segment.text for segment in text.segments]


@given(TEXTS, LANGUAGES, st.sampled_from([" ", "\n", "\r\n\t", "\u3000\n", "\ufeff", "\u200b"]))
@settings(max_examples=200)
def test_white_space_round_a_response_changes_nothing(response, language, blank):
    assert _readings(Text(f"{blank}{response}{blank}", language)) == _readings(Text(response, language))


@given(TEXTS)
@settings(max_examples=200)
def test_cleaning_twice_is_cleaning_once(response):
    assert clean(clean(response)) == clean(response)


@given(TEXTS, LANGUAGES)
@settings(max_examples=200)
def test_readings_keep_what_was_written(response, language):
    text = Text(response, language)
    assert text.plain.count("\n") == text.source.count("\n")
    assert all(line in text.source for line in text.lines)
    assert all(word in text.plain for word in text.words)
    lines = text.source.split("\n")
    assert all(block.start < block.end <= len(lines) for block in text.blocks)
    assert sum(block.kind == "list" for block in text.blocks) <= len(text.items)
    letters = [c for c in text.source if c.isalnum()]
    assert letters == [] or text.blocks


@given(
    st.lists(
        st.tuples(st.sampled_from(["Rain fell", "We left", "They ran", "It was late"]), st.sampled_from(".!?")),
        min_size=1,
    )
)
def test_sentences_made_of_simple_ones_count_as_many(parts):
    assert len(Text(" ".join(words + stop for words, stop in parts), "en").sentences) == len(parts)


@given(
    st.lists(
        st.tuples(st.sampled_from(["下雨了", "我们走了", "他们跑了", "很晚了"]), st.sampled_from("。！？")), min_size=1
    )
)
def test_chinese_sentences_made_of_simple_ones_count_as_many(parts):
    assert len(Text("".join(words + stop for words, stop in parts), "zh").sentences) == len(parts)


@given(st.one_of(TEXTS, st.lists(st.sampled_from(RUN_TOGETHER), max_size=20).map("".join)), LANGUAGES)
@example("Aa!Bb!Cc!Dd", "en")
@example("①# **", "en")
@example("~1️⃣~", "fr")
@example("他说“停。”然后走了！好", "en")
@settings(max_examples=500)
def test_a_sentence_holds_a_word(response, language):
    text = Text(response, language)
    assert len(text.sentences) <= len(text.words)


@given(TEXTS, LANGUAGES)
@settings(max_examples=20, deadline=None)
def test_threads_that_share_a_text_see_one_reading(response, language):
    expected, text = _readings(Text(response, language)), Text(response, language)
    with ThreadPoolExecutor(16) as pool:
        assert all(found == expected for found in pool.map(_readings, [text] * 16))


def test_a_shared_reading_is_one_object():
    text = Text("One. Two.\n\n- a", "en")
    with ThreadPoolExecutor(16) as pool:
        assert len({id(blocks) for blocks in pool.map(lambda _: text.blocks, range(64))}) == 1


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_a_hostile_text_is_read_to_its_end(unit):
    """A quadratic reading of 100,000 characters would take minutes here, a recursive one would raise."""
    text = Text(unit * (100_000 // len(unit)) + "\nend", "en")
    _readings(text)
    text.is_in("en")
    assert text.blank or text.plain.endswith("end") or text.source.endswith("end")
