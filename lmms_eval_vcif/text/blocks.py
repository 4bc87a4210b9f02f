"""The blocks of a Markdown answer, their items and cells, and how each reads without its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .inline import Inline, read_inline
from .lazy import lazy

_ALL_BOLD = re.compile(r"(?:\*\*[^*]+\*\*|__[^_]+__)[:：]?")
_MARKDOWN_MARKER = re.compile(r"[-*+]|[0-9]+[.)]")


@dataclass(eq=False)
class Block:
    """A block of the answer.

    `kind` is heading, paragraph, list, table, code, quote or rule. `lines` are its lines without the marks of enclosing
    containers; `start` and `end` number the lines of the answer, from 0, `end` excluded. `body` holds what is inside
    the marks of a heading or of code, `level` a heading's level, `info` a code block's language, `items` a list's
    items, `blocks` a quote's blocks.
    """

    kind: str
    lines: list[str]
    start: int
    body: list[str] | None = None
    level: int = 0
    info: str = ""
    items: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()

    @property
    def end(self) -> int:
        return self.start + len(self.lines)

    @lazy
    def source(self) -> str:
        """The block as written."""
        return "\n".join(self.lines).strip()

    @lazy
    def text(self) -> str:
        """The block as rendered, without marks and empty lines."""
        lines = [""] * len(self.lines)
        write_plain(self, lines, self.start)
        return "\n".join(line for line in lines if line.strip()).strip()

    @lazy
    def inline(self) -> Inline:
        """The inline marks of a paragraph's, a heading's or a table's text."""
        return read_inline("\n".join(self.lines if self.body is None else self.body))

    @lazy
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A table's rows of cells as rendered, the header first."""
        if self.kind != "table":
            return ()
        return tuple(tuple(read_inline(cell).plain for cell in cells(line)) for line in self.lines[:1] + self.lines[2:])

    @property
    def children(self) -> tuple[Block, ...]:
        """The blocks inside a quote or a list's items."""
        return self.blocks + tuple(block for item in self.items for block in item.blocks)


@dataclass(eq=False)
class Item:
    """A list item.

    `kind` is bullet or numbered, `marker` as written, `ordinal` a numbered one's value, `lines` the content without
    mark and indentation, `line` the number of its first line, `spaced` whether a blank follows the mark, `blocks` the
    content's blocks.
    """

    kind: str
    marker: str
    ordinal: int | None
    lines: list[str]
    line: int
    spaced: bool
    blocks: tuple[Block, ...]

    @lazy
    def source(self) -> str:
        """The content as written."""
        return "\n".join(self.lines).strip()

    @lazy
    def text(self) -> str:
        """The item's own text as rendered, without nested items."""
        return "\n".join(block.text for block in self.blocks if block.kind != "list").strip()

    @property
    def is_markdown(self) -> bool:
        """Whether the mark is one that Markdown knows (not •, 1、 or an emoji)."""
        return self.spaced and _MARKDOWN_MARKER.fullmatch(self.marker) is not None

    @lazy
    def children(self) -> tuple[Item, ...]:
        """The items of the lists inside this one."""
        return tuple(item for block in self.blocks for item in block.items)


def is_all_bold(line: str) -> bool:
    """Whether a line is a heading by its being bold throughout."""
    return _ALL_BOLD.fullmatch(line) is not None


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and all inside them, in order."""
    for block in blocks:
        yield block
        if block.items or block.blocks:
            yield from walk(block.children)


def cells(line: str) -> list[str]:
    """The cells of a table row; an escaped pipe is part of its cell."""
    row = line.strip().replace("\\|", "\0")
    return [cell.replace("\0", "|").strip() for cell in row.removeprefix("|").removesuffix("|").split("|")]


def write_plain(block: Block, lines: list[str], first: int = 0, code: bool = True) -> None:
    """Write the block without marks over `lines`, empty ones that stand for the answer's from line `first` on.

    Without `code`, code is left out too.
    """
    begin, kind = block.start - first, block.kind
    if kind in ("paragraph", "heading"):
        written = (block.inline.plain if code else block.inline.prose).split("\n")
    elif kind == "code":
        written = ["", *block.body] if code else []
    elif kind == "table":
        rows = [read_inline(" ".join(cells(line))) for line in block.lines]
        written = [row.plain if code else row.prose for row in rows]
        written[1] = ""  # the line under the header
    else:
        for child in block.children:
            write_plain(child, lines, first, code)
        return
    lines[begin : begin + len(written)] = written
