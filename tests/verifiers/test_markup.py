"""Markdown checks beyond the catalogue's cases: each kind of formatting, names of languages, labels of sections."""

import pytest

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verifiers import markup

FORMATTED = {
    "headings": ("# Sea", "Sea\n===", "- ## Sea"),
    "bold": ("**sea**", "__sea__", "# **sea**", "| a |\n|---|\n| **b** |", "***sea***", "海**大**"),
    "italics": ("*sea*", "_sea_", "海*大*海"),
    "struck-out text": ("~~sea~~", "~~the sea~~", "海~~大~~"),
    "code": ("`sea`", "```\nsea\n```", "~~~\nsea\n~~~", "- a\n\n  ```\n  sea\n  ```"),
    "links": ("[sea](sea.html)", "![sea](sea.png)", "海[大](sea.html)"),
    "tables": ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n--|--\n1 | 2"),
    "quotations": ("> sea", "Sea:\n\n> sea\n> land"),
    "a list": ("- a\n- b", "* a\n* b", "+ a\n\n+ b", "1. a\n   - b\n   - c", "- a\n  - b\n- c"),
}
PLAIN = (
    "- a",
    "- a\n\nSea.\n\n- b",
    "1. a\n2. b",
    "• a\n• b",
    "-苹果\n-香蕉",
    "2 * 3 * 4",
    "a*b",
    "snake_case_name and other_name",
    "~5 and ~~6",
    "#1 and # 2 are numbers",
    "a > b < c",
    "[1] and (see there)",
    "5 | 6",
    "---",
    "Sea.\n\n***\n\nLand.",
    "<https://example.org/a_b_c>",
    "https://example.org/a_b_c",
    "\\*sea\\*",
    "$x_1 + x_2$",
    "It's a ` tick",
)


@pytest.mark.parametrize(("kind", "response"), [(kind, text) for kind, texts in FORMATTED.items() for text in texts])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_formatting_is_seen_and_named(kind, response, language):
    verdict = markup.plain_text(Text(f"The sea is wide.\n\n{response}\n\nThat is all.", language))
    assert verdict.passed is False
    assert kind in verdict.observed


@pytest.mark.parametrize("response", PLAIN)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_only_resembles_markdown_is_plain(response, language):
    verdict = markup.plain_text(Text(f"The sea is wide.\n\n{response}\n\nThat is all.", language))
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize("response", [text for texts in FORMATTED.values() for text in texts if "~~" not in text])
def test_what_is_not_plain_is_markdown(response):
    assert markup.markdown(Text(f"Sea.\n\n{response}", "en")).passed


@pytest.mark.parametrize("response", PLAIN[4:11])
def test_what_is_plain_is_no_markdown(response):
    assert not markup.markdown(Text(f"Sea.\n\n{response}", "en")).passed


@pytest.mark.parametrize(
    ("asked", "named"),
    [("python", "py"), ("Python", "PYTHON3"), ("C++", "cpp"), ("yaml", "yml"), ("bash", "sh"), ("Lean", "lean")],
)
def test_a_language_goes_by_its_usual_names(asked, named):
    for fence in ("```", "~~~"):
        assert markup.code_block(Text(f"{fence}{named}\nx\n{fence}", "en"), language=asked).passed
    assert not markup.code_block(Text("```java\nx\n```", "en"), language=asked).passed


def test_the_languages_of_all_code_blocks_are_observed():
    verdict = markup.code_block(Text("```py\n1\n```\n\n```\n2\n```\n\n```js\n\n```", "en"), language="go")
    assert verdict.observed == ["py", ""]
    assert verdict.reason == "code blocks in py, no language, none in go"


@pytest.mark.parametrize(
    ("label", "line", "counts"),
    [
        ("Section", "Section 1", True),
        ("Section", "Section 12: The sea", True),
        ("Section", "**Section 3 — Sea**", True),
        ("Section", "[Section 1]", True),
        ("Section", "Section #1", True),
        ("Section", "Section IV.", True),
        ("Section", "Section One", True),
        ("Section", "- Section 1", True),
        ("Section", "Section", False),
        ("Section", "Section A", False),
        ("Section", "Section Onetime", False),
        ("Section", "Sections 1", False),
        ("Section", "This is Section 1", False),
        ("Section", "section 1", False),
        ("Part N:", "Part 1: sea", True),
        ("Part N:", "Part 1 sea", False),
        ("Part N of the tale", "Part 2 of the tale", True),
        ("SECTION", "SECTION 2", True),
        ("第N部分：", "第二部分:海", True),
        ("第N部分", "第十二部分", True),
        ("第N部分", "【第1部分】海", True),
        ("第N部分", "第几部分", False),
        ("第N部分", "第部分", False),
        ("（N）", "（三）海", False),
        ("步骤", "步骤一：看海", True),
        ("步骤", "步骤1看海", True),
        ("C++ (N)", "C++ (4) sea", True),
    ],
)
def test_what_labels_a_section(label, line, counts):
    verdict = markup.section_labels(Text(f"Sea.\n\n{line}\nLand.", "zh" if "部" in label else "en"), label=label)
    assert verdict.passed is counts, verdict.reason


@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("<<Sea>>", True),
        ("## <<Sea>>", True),
        ("**<<Sea>>**", True),
        ("<<**Sea**>>", True),
        ("<<Sea>> and <<Land>>", False),
        ("<<Sea>>.", False),
        ("Title: <<Sea>>", False),
        ("<<Sea>", False),
        ("<<<<>>>>", False),
        ("<<>>", False),
    ],
)
def test_what_a_wrapped_title_is(line, passes):
    assert markup.title_wrapper(Text(f"{line}\nThe sea is wide.", "en")).passed is passes


def test_one_table_of_several_is_enough():
    tables = "| a |\n|---|\n| 1 |\n\nThen:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"
    assert markup.markdown_table(Text(tables, "en"), columns=["a", "b"], min_rows=2).passed
    verdict = markup.markdown_table(Text(tables, "en"), columns=2, min_rows=3)
    assert verdict.reason == "table 1: 1 column, exactly 2 required; table 2: 2 data rows, at least 3 required"
