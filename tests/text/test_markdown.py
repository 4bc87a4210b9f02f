"""Markdown: hand cases, and markdown-it-py as the oracle where CommonMark and answers agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.text.inline import _only_bold, _Reader, read_inline


@pytest.mark.parametrize(
    ("response", "bold", "italic", "plain"),
    [
        ("This is **important**.", ["important"], [], "This is important."),
        ("un**believ**able", ["believ"], [], "unbelievable"),
        ("__bold__ and *italic* and _also_", ["bold"], ["italic", "also"], "bold and italic and also"),
        ("***both***", ["both"], ["both"], "both"),
        ("**a *b* c**", ["a b c"], ["b"], "a b c"),
        ("2 * 3 * 4 = 24", [], [], "2 * 3 * 4 = 24"),
        ("2 ** 3 ** 4 is big", [], [], "2 ** 3 ** 4 is big"),
        ("\\*not italic\\*", [], [], "*not italic*"),
        ("Set my_var_name and __init__x", [], [], "Set my_var_name and __init__x"),
        ("**open", [], [], "**open"),
        ("`**code**` ~~gone~~", [], [], "**code** gone"),
        ("**这是“重点”**的", ["这是“重点”"], [], "这是“重点”的"),
        ("**注意：**请", ["注意："], [], "注意：请"),
        ("**标题（一）**内容", ["标题（一）"], [], "标题（一）内容"),
        ("__粗体__中文", ["粗体"], [], "粗体中文"),
        ("这是*斜体*字", [], ["斜体"], "这是斜体字"),
        ("＊＊重点＊＊：早睡。", [], [], "＊＊重点＊＊：早睡。"),
        ("价格2*3*4元", [], ["3"], "价格234元"),
        ("\\*\\*不是粗体\\*\\*", [], [], "**不是粗体**"),
        ("**没有结束", [], [], "**没有结束"),
    ],
)
def test_emphasis(response, bold, italic, plain):
    text = Text(response, "zh")
    assert (list(text.bold), list(text.italic), text.plain) == (bold, italic, plain)


def test_links_and_code_spans():
    text = Text(
        'See [the **docs**](https://a.org/x_(y) "t"), ![pic](p.png), <https://b.org>, [no link] and ``a`b``.', "en"
    )
    assert text.links == ("the docs", "pic", "https://b.org")
    assert text.code_spans == ("a`b",)
    assert text.plain == "See the docs, pic, https://b.org, [no link] and a`b."


@pytest.mark.parametrize(
    ("response", "kinds"),
    [
        (
            "# T\n\ntext\n\n- a\n\n> q\n\n```\nx\n```\n\n---\n\n|a|b|\n|-|-|\n|c|d|",
            "heading paragraph list quote code rule table",
        ),
        ("#1 in sales\n\n#tag\n\n####### seven", "paragraph paragraph paragraph"),
        ("Title\n=====\n\nTitle\n-----", "heading heading"),
        ("```bash\n# comment\n- a", "code"),
        ("a | b\n- | -\nc | d\ntext", "table paragraph"),
        ("a | b\nno table", "paragraph"),
        ("text\n# heading\ntext", "paragraph heading paragraph"),
        ("~~~\n```\n~~~\ntext", "code paragraph"),
        ("一。\n\n\u3000> 引\n\u3000> 用\n\n\u3000\u3000二。", "paragraph quote paragraph"),
    ],
)
def test_blocks(response, kinds):
    assert [block.kind for block in Text(response, "en").blocks] == kinds.split()


def test_what_blocks_hold():
    text = Text(
        "## A *b* ##\n\n- x\n  ```python\n  y\n  ```\n\n> ### Q\n> text\n\n|a\\|b|`c`|\n|:-|-:|\n|**d**||", "en"
    )
    assert [(block.level, block.text) for block in text.headings] == [(2, "A b"), (3, "Q")]
    assert [(block.info, block.text) for block in text.code_blocks] == [("python", "y")]
    assert text.tables[0].rows == (("a|b", "c"), ("d", ""))
    assert text.quotes == ("Q\ntext",)
    assert [(block.start, block.end) for block in text.blocks] == [(0, 1), (2, 6), (7, 9), (10, 13)]


@pytest.mark.parametrize(
    "element", ["heading", "bold", "italic", "bullet_list", "numbered_list", "table", "code", "quote", "link"]
)
def test_every_element_is_found_where_it_is_and_only_there(element):
    samples = {
        "heading": "# a",
        "bold": "**a**",
        "italic": "*a*",
        "bullet_list": "- a",
        "numbered_list": "1. a",
        "table": "|a|\n|-|",
        "code": "`a`",
        "quote": "> a",
        "link": "[a](b)",
    }
    assert {name for name, sample in samples.items() if Text(sample, "en").has_markup(element)} == {element}


def test_an_unknown_element_is_refused():
    with pytest.raises(ValueError, match="'boldness' is no element"):
        Text("a", "en").has_markup("boldness")


def test_plain_keeps_lines_and_prose_drops_code_and_addresses():
    text = Text("# T\n\n- a `x`\n\n```\ny\n```\nat https://a.org/b or c@d.org.", "en")
    assert text.plain == "T\n\na x\n\n\ny\n\nat https://a.org/b or c@d.org."
    assert text.prose.split() == ["T", "a", "at", "or", "."]


ORACLE = MarkdownIt("commonmark")
MARKS = st.lists(
    st.sampled_from(["*", "**", "***", "_", "__", "a", "b", " ", ".", "`", "\\", "[", "](u)", "!", "\n"]), max_size=14
)


def _rendered(text: str) -> tuple[str, int, int]:
    """What the oracle shows of a paragraph, and how many strong and emphasised spans are not inside another."""
    strong = emphasis = depth_strong = depth_emphasis = 0
    shown = []
    for token in ORACLE.parseInline(text)[0].children:
        if token.type == "strong_open":
            strong += depth_strong == 0
            depth_strong += 1
        elif token.type == "em_open":
            emphasis += depth_emphasis == 0
            depth_emphasis += 1
        depth_strong -= token.type == "strong_close"
        depth_emphasis -= token.type == "em_close"
        if token.type in ("softbreak", "hardbreak"):
            shown.append("\n")
        elif token.type in ("text", "code_inline", "image"):
            shown.append(token.content)
    return "".join("".join(shown).split()), strong, emphasis


@given(MARKS)
@settings(max_examples=400)
def test_inline_marks_as_markdown_it_reads_them(parts):
    text = "a" + "".join(parts) + "a"
    found = read_inline(text)
    if "](u)" in text and found.links:
        return  # brackets change how emphasis may nest, which answers do not rely on
    if "\\\n" in text or "\\[" in text or "\\]" in text:
        return  # hard breaks
    assert ("".join(found.plain.split()), len(found.bold), len(found.italic)) == _rendered(text)


@given(
    st.lists(st.sampled_from(["**", "**", "*", "a", "1", " ", ".", "：", "中", "”", "\n"]), max_size=14).map("".join)
)
@settings(max_examples=400)
def test_the_short_way_for_bold_reads_as_the_long_one(text):
    assert _only_bold(text) in (None, _Reader(text).read())


LINES = st.lists(
    st.sampled_from(
        ["text", "more text.", "# head", "- item", "- item two", "1. first", "> quote", "```", "", "", "***", "    "]
    ),
    max_size=12,
)
KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "quote",
    "fence": "code",
    "hr": "rule",
}


@given(LINES)
@settings(max_examples=400)
def test_blocks_as_markdown_it_reads_them(lines):
    source = "\n".join(lines).strip()
    lazily_quoted = any(a == "> quote" and b in ("text", "more text.") for a, b in zip(lines, lines[1:], strict=False))
    if lazily_quoted:
        return  # CommonMark takes the line after a quote into it, a reader does not
    expected = [KINDS[token.type] for token in ORACLE.parse(source) if token.level == 0 and token.type in KINDS]
    assert [block.kind for block in Text(source, "en").blocks] == expected
