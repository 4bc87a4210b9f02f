"""What stands where, beyond the catalogue's cases: edges are the text model's, and reasons name the place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verifiers import position

PIECES = [
    "So",
    "so",
    "So,",
    "“So",
    "it's",
    "it’s",
    "**",
    "*",
    "# ",
    "- ",
    "> ",
    " ",
    "\n",
    ".",
    "！",
    "!",
    "（",
    "所以",
    "所",
]
PHRASES = ["So", "So,", '"So', "it's", "所以", "！", "!", ".", "(", "So it's"]


@given(parts=st.lists(st.sampled_from(PIECES), min_size=1, max_size=8), phrase=st.sampled_from(PHRASES))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_edges_are_those_of_the_text_model(parts, phrase, language):
    text = Text("".join(parts), language)
    if not text.blank:
        assert position.fixed_opening(text, text=phrase).passed is text.starts_with(phrase)
        assert position.fixed_closing(text, text=phrase).passed is text.ends_with(phrase)


def test_an_edge_is_read_however_long_the_response_is():
    text = Text("**So it's done.** " + "The sea is wide. " * 5000 + "*That is all.*", "en")
    assert position.fixed_opening(text, text="So it’s done.").passed
    assert position.fixed_closing(text, text="That is all.").passed


@pytest.mark.parametrize(
    ("check", "params", "response", "reason"),
    [
        ("fixed_opening", {"text": "Sea:"}, "The sea.", "the response begins with 'The ', not 'Sea:'"),
        ("fixed_closing", {"text": "land."}, "The sea.", "the response ends with ' sea.', not 'land.'"),
        (
            "sentence_opening",
            {"text": "We"},
            "We go. They stay. We see.",
            "sentence 2 of 3 begins with 'They stay.', not 'We'",
        ),
        ("sentence_opening", {"text": ["We", "They"]}, "We go.", "1 sentence for 2 phrases"),
        ("sentence_opening", {"text": "We"}, "# We go", "no sentences"),
        ("sentence_closing", {"text": "now"}, "We go now. We stay.", "sentence 2 of 2 ends with 'We stay.', not 'now'"),
        ("paragraph_opening", {"text": "We"}, "We go.\n\nWe stay.", "each of 2 paragraphs begins as required"),
        ("prefix_label", {"labels": ["A:", "B:"], "scope": "line"}, "A: x", "1 line for 2 phrases"),
        ("postscript", {"marker": "P.S."}, "We go.", "no line begins with 'P.S.'"),
        ("postscript", {"marker": "P.S."}, "We go.\n\nP.S.", "nothing follows 'P.S.', where one paragraph should"),
        (
            "postscript",
            {"marker": "P.S."},
            "We go.\n\nP.S. So.\n\nMore.",
            "2 paragraphs follow 'P.S.', where one paragraph should",
        ),
        ("separator", {"text": "*"}, "A\n\nB", "0 marks '*' with text on both sides, at least 1 required"),
    ],
)
def test_the_reason_names_the_place(check, params, response, reason):
    assert getattr(position, check)(Text(response, "en"), **params).reason == reason


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("Tip:", "Tip: go"),
        ("Tip:", "- Tip: go"),
        ("Tip:", "1) **Tip:** go"),
        ("Tip:", "> Tip: go"),
        ("Tip:", "- [Tip:](tip.html) go"),
        ("①", "① go"),
        ("1.", "1. go"),
        ("- ", "- go"),
        ("★", "★go"),
        ("“Go”", '"Go" now'),
    ],
)
def test_marks_before_a_label_may_be_its_own_or_not(label, line):
    for scope in ("line", "item"):
        assert position.prefix_label(Text(line, "en"), labels=label, scope=scope).passed, scope


def test_without_a_list_lines_are_items_and_headings_none():
    text = Text("## Steps\n\nStep 1: Go.\nStep 2: Stop.", "en")
    assert position.prefix_label(text, labels=["Step 1:", "Step 2:"]).passed
    assert not position.prefix_label(text, labels=["Step 1:", "Step 2:"], scope="line").passed


@pytest.mark.parametrize("stop", [".", "!", "?", "…", '."', ".)", "", "*."])
def test_a_stop_may_follow_a_last_word(stop):
    text = Text(f"We go {'*' if '*' in stop else ''}now{stop}", "en")
    assert position.sentence_closing(text, text="now").passed
    assert position.paragraph_closing(text, text="now").passed
    assert not position.sentence_closing(text, text="no").passed


@pytest.mark.parametrize(
    ("mark", "response", "dividing"),
    [
        ("***", "A\n\n***\n\nB\n***\nC", 2),
        ("***", "A *** B", 1),
        ("***", "A***B***C", 0),
        ("***", "***\nA\n***\nB\n***", 1),
        ("***", "A\n***\n***\nB", 1),
        ("---", "A\n----\nB", 0),
        ("---", "A\n---\nB\n\n| a |\n| --- |\n| 1 |", 1),
        ("|", "a|b||c", 1),
        ("//", "a//b // c", 2),
        ("END", "a END b WEEKEND c", 1),
        ("——", "船——桥————灯", 1),
        ("分割线", "船\n分割线\n桥", 1),
        (" ~ ", "a ~ b~c", 1),
    ],
)
def test_which_marks_divide(mark, response, dividing):
    verdict = position.separator(Text(response, "en"), text=mark, min=1)
    assert verdict.observed == dividing
    assert verdict.passed is (dividing > 0)


def test_marks_that_divide_nothing_count_towards_the_most():
    text = Text("A\n***\nB\n***\nC\n***", "en")
    assert position.separator(text, text="***", min=2).passed
    assert not position.separator(text, text="***", min=2, max=2).passed
    assert position.separator(text, text="***", min=2, max=3).passed
