"""The draft of a response: blocks of slots, each slot a sentence, an item, a title or a cell that words fill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .bank import Word
from .numbers import split

STOPS = {"en": (".", "!", "?"), "zh": ("。", "！", "？")}
ENDS = ".!?。！？…;；:："

PROSE, BULLETS, NUMBERED, QUOTE = "prose", "bullets", "numbered", "quote"
TITLE, HEADING, TABLE, CODE, LINE = "title", "heading", "table", "code", "line"
MARK, RULE = "mark", "rule"
JSON, CSV = "json", "csv"
LISTS = (BULLETS, NUMBERED)
ELASTIC = (PROSE, BULLETS, NUMBERED, QUOTE, JSON, CSV)
"""Blocks whose slots take as many words as are needed."""


@dataclass
class Slot:
    """One run of words. `head` and `tail` are fixed texts at its ends, `pieces` words and required phrases in order.

    `units` is the size wanted of the whole slot, fixed texts included; `sentences` is how many it is split into; `stop`
    ends each. A `merged` tail belongs to the last sentence even where it could stand alone; after a `final` one nothing
    stands.
    """

    kind: str = "sentence"
    units: int = 0
    head: str = ""
    tail: str = ""
    phrases: list[str] = field(default_factory=list)
    pieces: list[Word] = field(default_factory=list)
    stop: str = ""
    sentences: int = 1
    merged: bool = False
    final: bool = False
    language: str = ""

    def text(self, spaced: bool) -> str:
        """The slot as it is written."""
        if self.kind in ("name", "line", "mark"):
            return join([part for part in (self.head, *map(str, self.pieces), self.tail) if part], spaced)
        chunks = _chunks(self.pieces, self.sentences)
        bodies = [join([str(piece) for piece in chunk], spaced) for chunk in chunks]
        stopped = [self._stopped(_capital(body.rstrip("，,"))) for body in bodies[:-1]]
        last = bodies[-1] if bodies else ""
        if last and (stopped or not self.head or self.head.rstrip()[-1:] in ".!?"):
            last = _capital(last)
        if stopped and self.head and self.head.rstrip()[-1:] not in ".!?":
            stopped[0] = self._stopped(bodies[0])
        tail = self.tail
        if tail and last and not self.merged and _stands_alone(tail):
            last = self._stopped(last)
        elif tail and last:
            last = last.rstrip("，,")
        text = join([part for part in (self.head, *stopped, last, tail) if part], spaced)
        return text if tail and (self.final or not tail[-1].isalnum()) else self._stopped(text)

    def _stopped(self, text: str) -> str:
        bare = text.rstrip('"”’)*`')
        return text if not text or bare[-1:] in ENDS else text + self.stop


@dataclass
class Block:
    """A block of the response. `breaks` are the slots of prose that begin a line, `glued` says that no blank line
    stands before the block, and `attrs` hold what its kind needs."""

    kind: str
    slots: list[Slot] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)
    language: str = ""
    attrs: dict[str, Any] = field(default_factory=dict)
    glued: bool = False

    @property
    def is_paragraph(self) -> bool:
        """Whether the block is a paragraph of its own, or the first part of one."""
        return self.kind not in (HEADING, RULE) and not self.glued and not self.attrs.get("heading")

    def lines(self) -> int:
        """How many non-empty lines the block takes."""
        if self.kind == PROSE:
            return 1 + len(self.breaks)
        if self.kind == TABLE:
            return 2 + len(self.slots) // len(self.attrs["columns"])
        if self.kind == CODE:
            return 2 + len(self.slots)
        return max(1, len(self.slots))


def chains(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks that make one paragraph together; headings and rules are in none."""
    found: list[list[Block]] = []
    for block in blocks:
        if block.is_paragraph:
            found.append([block])
        elif block.glued and found:
            found[-1].append(block)
    return found


def parted(members: Sequence[Any], paragraphs: int) -> list[Sequence[Any]]:
    """The members of a document in so many paragraphs: one each, the rest in the last."""
    return [*([member] for member in members[: paragraphs - 1]), members[paragraphs - 1 :]]


def join(parts: Sequence[str], spaced: bool) -> str:
    """Words side by side, with blanks in languages that have them, none before a mark."""
    if not spaced:
        return "".join(parts)
    text = ""
    for part in parts:
        text += part if not text or part[:1] in ".,;:!?)" else " " + part
    return text


def _chunks(pieces: list[Word], count: int) -> list[list[Word]]:
    count = max(1, min(count, len(pieces)))
    found, start = [], 0
    for size in split(len(pieces), count):
        found.append(pieces[start : start + size])
        start += size
    return found


def _capital(text: str) -> str:
    """The text with a capital first letter; as it is where it begins with a sign such as ``<`` or a digit."""
    bare = text.lstrip("*`\"'“‘([")
    start = len(text) - len(bare)
    return text if text[:1] == "[" else text[:start] + bare[:1].upper() + bare[1:]


def _stands_alone(tail: str) -> bool:
    """Whether a fixed ending is a sentence of its own."""
    return tail[-1] in ".!?。！？" and len(tail) > 2 and (tail[0].isupper() or not tail[0].isascii())
