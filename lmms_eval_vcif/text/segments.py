"""The segments of an answer: its sentences, list items, titles, headings, table rows and code, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .blocks import Block, Item, is_all_bold
from .characters import ALPHANUMERIC
from .sentences import split

_STOP = re.compile(r"[.!?…。！？．｡؟।][\"'”’»)\]）】」』》*_`~\s]*$")
_FIRST = re.compile(r"[\s\"'“‘(*_`~]*")


class Segment(NamedTuple):
    """A segment: `text` as written, `mark` the list mark in it, `kind` sentence, item, title, heading, row or code.

    `counted` says whether it is a sentence in a count.
    """

    text: str
    kind: str
    counted: bool
    mark: str = ""

    @property
    def sentence(self) -> str:
        """The text without its list mark."""
        return self.text[len(self.mark) :].lstrip()


def segments(blocks: Iterable[Block]) -> Iterator[Segment]:
    """The segments of `blocks`, in order."""
    for block in blocks:
        if block.kind == "paragraph":
            yield from _paragraph(block.lines)
        elif block.kind == "heading":
            if block.text:
                yield Segment(block.source, "heading", False)
        elif block.kind == "list":
            for item in block.items:
                yield from _item(item)
        elif block.kind == "quote":
            yield from segments(block.children)
        elif block.kind == "table":
            yield from (Segment(line.strip(), "row", False) for line in block.lines[:1] + block.lines[2:])
        elif block.kind == "code":
            yield Segment(block.source, "code", False)


def _paragraph(lines: list[str]) -> Iterator[Segment]:
    for chunk in _chunks(lines):
        if is_all_bold(chunk):
            yield Segment(chunk, "heading", False)
            continue
        pieces = split(chunk)
        for piece in pieces:
            if ALPHANUMERIC.search(piece):
                title = len(pieces) == 1 and _STOP.search(piece) is None
                yield Segment(piece, "title" if title else "sentence", True)


def _item(item: Item) -> Iterator[Segment]:
    """An item's segments; its mark goes with the first of them."""
    mark = item.marker
    for segment in segments(item.blocks):
        if not mark:
            yield segment
            continue
        blank = " " if item.spaced else ""
        kind = "item" if segment.kind in ("sentence", "title", "heading") else segment.kind
        counted = segment.counted or (segment.kind == "heading" and ALPHANUMERIC.search(segment.text) is not None)
        yield Segment(f"{mark}{blank}{segment.text}", kind, counted, mark)
        mark = ""


def _chunks(lines: list[str]) -> Iterator[str]:
    """The lines, joined where one has no stop and the next goes on in lower case."""
    chunk = ""
    for line in lines:
        line = line.strip()
        if chunk and _continues(chunk, line):
            chunk = f"{chunk} {line}"
            continue
        if chunk:
            yield chunk
        chunk = line
    if chunk:
        yield chunk


def _continues(chunk: str, line: str) -> bool:
    begin = _FIRST.match(line).end()
    return line[begin : begin + 1].islower() and _STOP.search(chunk[-20:]) is None
