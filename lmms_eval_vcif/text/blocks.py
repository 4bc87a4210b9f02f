"""The block structure of a Markdown answer: headings, paragraphs, lists, tables, code, quotes, rules.

A reading by lines, linear in the text, with CommonMark's block rules as its guide and what CommonMark does not know
added: the list marks of Chinese, and lists whose nested items are indented by less than their parent's mark is wide.
An indented line without a mark is text, not code: models write code in fences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .inline import Inline, read_inline
from .lazy import lazy
from .lists import OPENING, Marker, is_rule, read_marker

MAX_DEPTH = 12
"""Containers nested more deeply than this are read as text."""

_SPECIAL = re.compile(rf"^[ \t\u3000]*(?:[#>`~=_]|{OPENING})|\|", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_QUOTE = re.compile(r" {0,3}> ?")
_DELIMITER = re.compile(r":?-+:?")
_STOP_AT_END = re.compile(r"[.!?…。！？:：;；,，][\"'”’»)\]）】」』*_]*$")


@dataclass
class Block:
    """A block of the answer. `lines` are its lines without the marks of enclosing containers; `start` and `end` number the
    lines of the answer (from 0, `end` excluded). `level` is a heading's, `info` a code block's language."""

    kind: str
    lines: list[str]
    start: int
    level: int = 0
    info: str = ""
    items: tuple[Item, ...] = ()
    body: list[str] | None = None
    depth: int = 0

    @property
    def end(self) -> int:
        return self.start + len(self.lines)

    @lazy
    def source(self) -> str:
        return "\n".join(self.lines).strip()

    @lazy
    def inline(self) -> Inline:
        """The inline marks of a paragraph's or heading's text."""
        return read_inline("\n".join(self.body if self.body is not None else self.lines))

    @lazy
    def text(self) -> str:
        """The text as rendered, without marks."""
        return "\n".join(line for line in plain_lines(self) if line.strip()).strip()

    @lazy
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A table's rows of cells as rendered, the header first."""
        if self.kind != "table":
            return ()
        return tuple(tuple(read_inline(c).plain for c in cells(line)) for line in self.lines[:1] + self.lines[2:])

    @lazy
    def children(self) -> tuple[Block, ...]:
        """The blocks inside a quote or a list's items."""
        if self.kind == "list":
            return tuple(block for item in self.items for block in item.blocks)
        if self.kind == "quote":
            return read_blocks(self.body or [], self.start, self.depth + 1)
        return ()


@dataclass
class Item:
    """A list item: `kind` bullet or numbered, `marker` as written, `ordinal` of a numbered one, `line` its first line's
    number, `lines` its content without mark and indentation."""

    kind: str
    marker: str
    ordinal: int | None
    lines: list[str]
    line: int
    depth: int
    spaced: bool = True

    @lazy
    def source(self) -> str:
        """The item's content as written, without its mark."""
        return "\n".join(self.lines).strip()

    @lazy
    def blocks(self) -> tuple[Block, ...]:
        return read_blocks(self.lines, self.line, self.depth + 1)

    @lazy
    def text(self) -> str:
        """The item's own text as rendered, without its mark and without nested items."""
        return "\n".join(block.text for block in self.blocks if block.kind != "list").strip()

    @lazy
    def children(self) -> tuple[Item, ...]:
        return tuple(item for block in self.blocks for item in block.items)


def read_blocks(lines: list[str], start: int = 0, depth: int = 0) -> tuple[Block, ...]:
    """The blocks of `lines`, the first of which has the number `start`."""
    return tuple(_Reader(lines, start, depth).read())


def read_text(source: str) -> tuple[Block, ...]:
    """The blocks of an answer; one without any mark of Markdown is parted at blank lines at once."""
    lines = source.split("\n")
    if _SPECIAL.search(source) is not None:
        return read_blocks(lines)
    blocks, first = [], 0
    for number, line in enumerate([*lines, ""]):
        if not line.strip():
            if first < number:
                blocks.append(Block("paragraph", lines[first:number], first))
            first = number + 1
    return tuple(blocks)


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks and all inside them, in order."""
    for block in blocks:
        yield block
        if block.kind in ("list", "quote"):
            yield from walk(block.children)


def cells(line: str) -> list[str]:
    """The cells of a table row, escaped pipes kept as pipes."""
    row = line.strip()
    row = row[1:] if row.startswith("|") else row
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    if "\\|" not in row:
        return [cell.strip() for cell in row.split("|")]
    return [cell.replace("\0", "|").strip() for cell in row.replace("\\|", "\0").split("|")]


def plain_lines(block: Block, code: bool = True) -> list[str]:
    """As many lines as the block has, without their marks. Without `code` also without code."""
    if block.kind in ("paragraph", "heading"):
        text = (block.inline.plain if code else block.inline.prose).split("\n")
        return text + [""] * (len(block.lines) - len(text))
    if block.kind == "code":
        body = block.body or []
        return ["", *body, *[""] * (len(block.lines) - len(body) - 1)] if code else [""] * len(block.lines)
    if block.kind == "table":
        rows = [" ".join(read_inline(cell)[0 if code else 1] for cell in cells(line)) for line in block.lines]
        rows[1] = ""
        return rows
    lines = [""] * len(block.lines)
    for child in block.children:
        lines[child.start - block.start : child.end - block.start] = plain_lines(child, code)
    return lines


class _Reader:
    def __init__(self, lines: list[str], start: int, depth: int):
        self.lines, self.start, self.depth = lines, start, depth
        self.blocks: list[Block] = []
        self.paragraph = -1

    def read(self) -> list[Block]:
        number, lines = 0, self.lines
        while number < len(lines):
            if not lines[number].strip():
                self._end_paragraph(number)
                number += 1
                continue
            end = self._special(number)
            if end is None:
                if self.paragraph < 0:
                    self.paragraph = number
                number += 1
            else:
                number = end
        self._end_paragraph(number)
        return self.blocks

    def _end_paragraph(self, number: int) -> None:
        if self.paragraph >= 0:
            self._add("paragraph", self.paragraph, number)
            self.paragraph = -1

    def _add(self, kind: str, first: int, end: int, **more) -> int:
        self.blocks.append(Block(kind, self.lines[first:end], self.start + first, depth=self.depth, **more))
        return end

    def _special(self, number: int) -> int | None:
        """Read the block other than a paragraph that starts at the line; gives the number of the line after it."""
        line = self.lines[number]
        head = line.lstrip(" \t\u3000")[:1]
        if head in "`~" and (match := _FENCE.match(line)) is not None:
            return self._fence(number, match)
        if head == "#" and (match := _HEADING.match(line)) is not None:
            self._end_paragraph(number)
            return self._add("heading", number, number + 1, level=len(match[1]), body=[_title(line, match.end())])
        if self.paragraph == number - 1 and head in "=-" and (match := _UNDERLINE.match(line)) is not None:
            title = self.lines[number - 1]
            if match[1][0] == "=" or _STOP_AT_END.search(title.rstrip()) is None:
                first, self.paragraph = self.paragraph, -1
                return self._add("heading", first, number + 1, level=1 + (match[1][0] == "-"), body=[title.strip()])
        if head in "-*_" and is_rule(line):
            self._end_paragraph(number)
            return self._add("rule", number, number + 1)
        if self.depth < MAX_DEPTH:
            if head == ">" and _QUOTE.match(line):
                return self._quote(number)
            if (marker := read_marker(line)) is not None and self._may_open(marker):
                return self._list(number, marker)
        if "|" in line and self._is_table(number):
            return self._table(number)
        return None

    def _may_open(self, marker: Marker) -> bool:
        """A number opens a list inside a paragraph only if it is 1, as a wrapped line may begin with any other."""
        return self.paragraph < 0 or marker.kind == "bullet" or marker.ordinal == 1

    def _fence(self, number: int, opening: re.Match) -> int:
        self._end_paragraph(number)
        end = _fence_end(self.lines, number, opening["fence"])
        closed = end - number > 1 and _closes(self.lines[end - 1], opening["fence"])
        body = self.lines[number + 1 : end - closed]
        info = opening["info"].strip().split(" ")[0]
        return self._add("code", number, end, info=info, body=body)

    def _quote(self, number: int) -> int:
        self._end_paragraph(number)
        end, body = number, []
        while end < len(self.lines) and (match := _QUOTE.match(self.lines[end])):
            body.append(self.lines[end][match.end() :])
            end += 1
        return self._add("quote", number, end, body=body)

    def _is_table(self, number: int) -> bool:
        if number + 1 >= len(self.lines):
            return False
        below = self.lines[number + 1]
        if "-" not in below or below.strip("|:- \t"):
            return False
        delimiters = cells(below)
        return all(map(_DELIMITER.fullmatch, delimiters)) and len(cells(self.lines[number])) == len(delimiters)

    def _table(self, number: int) -> int:
        self._end_paragraph(number)
        end = number + 2
        while end < len(self.lines) and "|" in self.lines[end]:
            end += 1
        return self._add("table", number, end)

    def _list(self, number: int, marker: Marker) -> int:
        self._end_paragraph(number)
        first, family, items = number, _family(marker), []
        while True:
            end = _item_end(self.lines, number, marker)
            items.append(self._item(number, end, marker))
            following = _skip_blank(self.lines, end)
            next_marker = read_marker(self.lines[following]) if following < len(self.lines) else None
            if next_marker is None or _family(next_marker) != family or next_marker.indent >= marker.indent + 2:
                return self._add("list", first, end, items=tuple(items))
            if is_rule(self.lines[following]):
                return self._add("list", first, end, items=tuple(items))
            number, marker = following, next_marker

    def _item(self, number: int, end: int, marker: Marker) -> Item:
        width = marker.end
        content = [self.lines[number][marker.end :]]
        for line in self.lines[number + 1 : end]:
            body = line.lstrip(" \t")
            content.append(line[width:] if len(line) - len(body) >= width else body)
        spaced = marker.end - marker.indent > len(marker.text)
        return Item(marker.kind, marker.text, marker.ordinal, content, self.start + number, self.depth, spaced)


def _title(line: str, start: int) -> str:
    """A heading's text: what follows the marks, without marks that close it."""
    title = line[start:].strip()
    if title.endswith("#"):
        bare = title.rstrip("#")
        if not bare or bare[-1] in " \t":
            return bare.rstrip()
    return title


def _family(marker: Marker) -> str:
    """What a list's items share: the bullet, or the way in which the number is written."""
    if marker.kind == "bullet":
        return marker.text
    return re.sub(r"[\d\ufe0f]+|[零〇一二三四五六七八九十百]+", "1", marker.text) if len(marker.text) > 1 else "①"


def _item_end(lines: list[str], number: int, marker: Marker) -> int:
    """The line after the item's last: indented lines belong to it, and unindented text that follows without a blank line."""
    end = last = number + 1
    blank = False
    while end < len(lines):
        line = lines[end]
        body = line.lstrip(" \t")
        if not body:
            blank = True
            end += 1
            continue
        if len(line) - len(body) >= marker.indent + 2:
            if body[0] in "`~" and (match := _FENCE.match(body)) is not None:
                end = last = _fence_end(lines, end, match["fence"])
                blank = False
                continue
        elif blank or _starts_block(line):
            break
        blank = False
        end = last = end + 1
    return last


def _starts_block(line: str) -> bool:
    return (
        _FENCE.match(line) is not None
        or _HEADING.match(line) is not None
        or _QUOTE.match(line) is not None
        or is_rule(line)
        or read_marker(line) is not None
    )


def _fence_end(lines: list[str], number: int, fence: str) -> int:
    for end in range(number + 1, len(lines)):
        if _closes(lines[end], fence):
            return end + 1
    return len(lines)


def _closes(line: str, fence: str) -> bool:
    body = line.strip()
    return body.startswith(fence) and not body.strip(fence[0])


def _skip_blank(lines: list[str], number: int) -> int:
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number
