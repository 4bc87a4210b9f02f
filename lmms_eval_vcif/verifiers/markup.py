"""Markdown and its absence: lists, tables, headings, emphasis, code, titles and section labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from unicodedata import normalize

from ..records import Verdict
from ..text import Block, Item, Text, fold_quotes, fold_width
from ._bounds import counted, within
from ._json import Numeral, read_json

_ELEMENTS = ("heading", "bold", "italic", "bullet_list", "numbered_list", "table", "code", "quote", "link")
_MARKDOWN_MARKER = re.compile(r"[-*+]|\d+[.)]")
_STRUCK = re.compile(r"~~[^~\s](?:[^~\n]*[^~\s])?~~")
_ADDRESS = re.compile(r"<([^<>\s]+)>")
_LANGUAGES = {
    alias: names[0]
    for names in (
        ("bash", "sh", "shell", "zsh"),
        ("c#", "csharp", "cs"),
        ("c++", "cpp", "cxx"),
        ("go", "golang"),
        ("html", "htm"),
        ("javascript", "js"),
        ("kotlin", "kt"),
        ("markdown", "md"),
        ("python", "py", "python3"),
        ("ruby", "rb"),
        ("rust", "rs"),
        ("text", "plain", "plaintext", "txt"),
        ("typescript", "ts"),
        ("yaml", "yml"),
    )
    for alias in names
}
_TITLE_MARKS = re.compile(r"(?:#{1,6}[ \t]+)?[*_]*[ \t]*")
_SECTION_NUMBER = (
    r"(?:[0-9]{1,4}(?![0-9])|[零〇一二三四五六七八九十百]{1,5}"
    r"|(?<![A-Za-z])(?:[IVXLC]{1,7}|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
    r"(?![A-Za-z]))"
)


def bullet_list(text: Text, *, min: int | None = None, max: int | None = None) -> Verdict:
    """The bulleted items at the top level, over all lists together, lie within the bounds; one at least."""
    return within(len(text.bullets), 1 if min is None else min, max, "bulleted items")


def numbered_list(text: Text, *, min: int | None = None, max: int | None = None) -> Verdict:
    """The numbered items at the top level, over all lists together, lie within the bounds; one at least."""
    return within(len(text.numbered), 1 if min is None else min, max, "numbered items")


def markdown(text: Text, *, elements: Sequence[str] | None = None, min: int = 1) -> Verdict:
    """Each of `elements` occurs at least `min` times; without `elements`, all of Markdown together does.

    A list counts once, and only where its marks are Markdown's (``•`` and ``1、`` make a list for readers alone).
    """
    counts = {element: _count(text, element) for element in elements or _ELEMENTS}
    if not elements:
        return within(sum(counts.values()), min, None, "elements of Markdown")
    few = [element for element, count in counts.items() if count < min]
    said = ", ".join(f"{element} {counts[element]}" for element in few or elements)
    return Verdict(not few, counts, f"{said}; at least {min} of each required")


def markdown_table(text: Text, *, columns: Sequence[str] | int | None = None, min_rows: int | None = None) -> Verdict:
    """One of the tables has the `columns` (names in order, or how many) and enough data rows, one unless said."""
    if not text.tables:
        return Verdict(False, [], "no Markdown table")
    sizes = [{"columns": len(table.rows[0]), "rows": len(table.rows) - 1} for table in text.tables]
    problems = [_table_problem(table, columns, 1 if min_rows is None else min_rows) for table in text.tables]
    if "" in problems:
        columns_, rows = sizes[problems.index("")].values()
        return Verdict(True, sizes, f"a table of {counted(columns_, 'columns')} and {counted(rows, 'data rows')}")
    return Verdict(False, sizes, "; ".join(f"table {n}: {problem}" for n, problem in enumerate(problems[:5], 1)))


def markdown_heading(
    text: Text, *, level: int | None = None, min: int | None = None, max: int | None = None
) -> Verdict:
    """The headings (of `level`, 1 to 6) lie within the bounds; one at least."""
    count = sum(1 for heading in text.headings if level in (None, heading.level))
    return within(count, 1 if min is None else min, max, f"headings of level {level}" if level else "headings")


def bold_emphasis(
    text: Text, *, min: int | None = None, max: int | None = None, phrases: Sequence[str] | None = None
) -> Verdict:
    """The passages in bold lie within the bounds (one at least), and each phrase stands in one of them."""
    verdict = within(len(text.bold), 1 if min is None else min, max, "passages in bold")
    plain = [p for p in phrases or () if not any(text.find(p, within=passage) for passage in text.bold)]
    if verdict.passed and plain:
        return Verdict(False, verdict.observed, f"not in bold: {', '.join(map(repr, plain))}")
    return verdict


def code_block(text: Text, *, language: str | None = None) -> Verdict:
    """There is a fenced code block that is not empty, its fence naming the language where one is asked for."""
    blocks = [block for block in text.code_blocks if any(line.strip() for line in block.body or ())]
    found = [block.info for block in blocks]
    if not blocks:
        return Verdict(False, found, "the code blocks are empty" if text.code_blocks else "no fenced code block")
    if language is None or _language(language) in map(_language, found):
        return Verdict(True, found, counted(len(blocks), "code blocks"))
    named = ", ".join(dict.fromkeys(info or "no language" for info in found))
    return Verdict(False, found, f"code blocks in {named}, none in {language}")


def plain_text(text: Text) -> Verdict:
    """Nothing in the response would be rendered as Markdown, and it is no JSON document.

    A single line with a dash, numbered lines, round bullets, rules and addresses are plain text.
    """
    found = [kind for kind, present in _formatting(text) if present]
    return Verdict(not found, found, f"not plain: {', '.join(found)}" if found else "no Markdown")


def title_wrapper(text: Text, *, open: str = "<<", close: str = ">>") -> Verdict:
    """The first line is a title between the marks and nothing else, marks of emphasis or of a heading aside."""
    fold = _fold_widths if text.han else fold_quotes
    first = text.lines[0]
    bare = first[_TITLE_MARKS.match(first).end() :].rstrip("*_# \t")
    marks = [fold(normalize("NFC", mark).strip()) for mark in (open, close)]
    if any(_is_wrapped(fold(line), *marks) for line in (first, bare)):
        return Verdict(True, first, "the first line is a title so wrapped")
    return Verdict(False, first, f"the first line is no title between {open} and {close} alone")


def section_labels(text: Text, *, label: str, min: int | None = None, max: int | None = None) -> Verdict:
    """The sections, whose label and number stand at the start of a line, lie within the bounds; one at least.

    A capital N that stands alone in the label is the place of the number, which otherwise follows it. Sections of the
    same number (a table of contents, say) are one.
    """
    pattern = _section_label(_fold_widths(normalize("NFC", label)))
    numbers = dict.fromkeys(match[1].casefold() for match in pattern.finditer(_fold_widths(text.plain)))
    verdict = within(len(numbers), 1 if min is None else min, max, f"sections labelled {label!r}")
    return Verdict(verdict.passed, list(numbers), verdict.reason)


def _count(text: Text, element: str) -> int:
    if element not in ("bullet_list", "numbered_list"):
        return text.count_markup(element)
    kind = element.removesuffix("_list")
    lists = [block.items for block in _lists(text.blocks) if block.items[0].kind == kind]
    return sum(any(map(_is_markdown, items)) for items in lists)


def _lists(blocks: Iterable[Block]) -> Iterator[Block]:
    """The lists among `blocks` and inside them."""
    for block in blocks:
        if block.kind == "list":
            yield block
        yield from _lists(block.children)


def _is_markdown(item: Item) -> bool:
    """Whether Markdown knows the item's mark, which a blank must follow."""
    return item.spaced and _MARKDOWN_MARKER.fullmatch(item.marker) is not None


def _table_problem(table: Block, columns: Sequence[str] | int | None, min_rows: int) -> str:
    header = [name.strip() for name in table.rows[0]]
    if isinstance(columns, int) and len(header) != columns:
        return f"{counted(len(header), 'columns')}, exactly {columns} required"
    if columns is not None and not isinstance(columns, int):
        wanted = [normalize("NFC", name).strip() for name in columns]
        if header != wanted:
            return f"the header is {header}, not {wanted}"
    verdict = within(len(table.rows) - 1, min_rows, None, "data rows")
    return "" if verdict.passed else verdict.reason


def _language(name: str) -> str:
    name = name.strip().casefold()
    return _LANGUAGES.get(name, name)


def _formatting(text: Text) -> Iterator[tuple[str, bool]]:
    """Each kind of formatting, and whether the response has it."""
    yield "headings", bool(text.headings)
    yield "bold", bool(text.bold)
    yield "italics", bool(text.italic)
    yield "struck-out text", "~~" in text.source and _STRUCK.search(text.source) is not None
    yield "code", bool(text.code_spans or text.code_blocks)
    yield "links", bool(text.links) and not set(text.links) <= set(_ADDRESS.findall(text.source))
    yield "tables", bool(text.tables)
    yield "quotations", bool(text.quotes)
    yield "a list", any(sum(map(_is_dashed, block.items)) > 1 for block in _lists(text.blocks))
    yield "a JSON document", text.source[:1] in "{[" and _is_json(text.source)


def _is_json(source: str) -> bool:
    """Whether the whole is JSON with names or strings in it; a row of numbers in brackets is plain enough."""
    try:
        value, _ = read_json(source)
    except ValueError:
        return False
    return not (isinstance(value, list) and all(isinstance(member, Numeral) for member in value))


def _is_dashed(item: Item) -> bool:
    return item.kind == "bullet" and _is_markdown(item)


def _is_wrapped(line: str, open: str, close: str) -> bool:
    inner = line[len(open) : len(line) - len(close)]
    return (
        len(line) > len(open) + len(close)
        and line.startswith(open)
        and line.endswith(close)
        and close not in inner
        and any(map(str.isalnum, inner))
    )


def _fold_widths(text: str) -> str:
    return fold_quotes(fold_width(text))


@lru_cache(maxsize=256)
def _section_label(label: str) -> re.Pattern[str]:
    """A label with its number at the start of a line; group 1 is the number."""
    before, *after = re.split(r"(?<![A-Za-z])N(?![A-Za-z])", label, maxsplit=1)
    before, after = (r"\s+".join(map(re.escape, part.split())) for part in (before, after[0] if after else ""))
    boundary = r"(?![A-Za-z])" if after[-1:].isalpha() else ""
    after = rf"[ \t]*{after}{boundary}" if after else r"(?![0-9A-Za-z])"
    return re.compile(rf"^[ \t]*[\[(【《〈「\"]?{before}[ \t]*#?({_SECTION_NUMBER}){after}", re.MULTILINE)
