"""Reading an answer into blocks: by lines, linear in the text.

CommonMark's block rules are the guide. What answers need and CommonMark lacks is added: the list marks of Chinese,
nested items indented by less than their parent's mark is wide, and a rule right under a sentence, which is no heading.
An indented line without a mark is text, not code: models write code in fences.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from string import ascii_letters

from .blocks import Block, Item, cells
from .characters import EMOJI
from .lists import OPENING, Marker, is_rule, read_marker

MAX_DEPTH = 12
"""Containers nested more deeply than this are read as text."""

_OPENS_BLOCK = re.compile(rf"\n[ \t\u3000]*(?:[#>`~=_]|[{EMOJI}]|{OPENING})")
_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_HEADING = re.compile(r"(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*$")
_QUOTE = re.compile(r"[ \t\u3000]*> ?")
_DELIMITER = re.compile(r":?-+:?")
_ENDED = re.compile(r"[.!?…。！？．:：;；,，][\"'”’»)\]）】」』》*_]*$")
_PLAIN_START = frozenset(ascii_letters)


def read_blocks(source: str) -> tuple[Block, ...]:
    """The blocks of an answer; one without any mark of Markdown is parted at blank lines at once."""
    lines = source.split("\n")
    if not is_running(source):
        return tuple(_Reader(lines, 0, 0).read())
    blocks, first = [], 0
    for number, line in enumerate([*lines, ""]):
        if not line or line.isspace():
            if first < number:
                blocks.append(Block("paragraph", lines[first:number], first))
            first = number + 1
    return tuple(blocks)


def is_running(source: str) -> bool:
    """Whether nothing in a text can open a block but a paragraph."""
    return "|" not in source and _OPENS_BLOCK.search(f"\n{source}") is None


class _Reader:
    """The state of a reading: `paragraph` is the index of the open paragraph's first line, -1 where none is open."""

    def __init__(self, lines: list[str], start: int, depth: int):
        self.lines, self.start, self.depth = lines, start, depth
        self.blocks: list[Block] = []
        self.paragraph = -1

    def read(self) -> list[Block]:
        index, lines = 0, self.lines
        while index < len(lines):
            line = lines[index]
            body = line.lstrip(" \t\u3000")
            if not body or body.isspace():
                self._end_paragraph(index)
                index += 1
                continue
            end = None if _is_plain(body) else self._special(index, line, body)
            if end is None:
                if self.paragraph < 0:
                    self.paragraph = index
                index += 1
            else:
                index = end
        self._end_paragraph(index)
        return self.blocks

    def _end_paragraph(self, index: int) -> None:
        if self.paragraph < 0:
            return
        first, self.paragraph = self.paragraph, -1
        if index - first > 1 and all(map(_starts_with_emoji, self.lines[first:index])):
            items = tuple(self._emoji_item(i) for i in range(first, index))
            self._add("list", first, index, items=items)
        else:
            self._add("paragraph", first, index)

    def _add(self, kind: str, first: int, end: int, **more) -> int:
        self.blocks.append(Block(kind, self.lines[first:end], self.start + first, **more))
        return end

    def _inside(self, lines: list[str], index: int) -> tuple[Block, ...]:
        """The blocks of a container's content, which begins at line `index`."""
        if len(lines) == 1 and (_is_plain(lines[0]) or is_running(lines[0])):
            return (Block("paragraph", lines, self.start + index),) if lines[0].strip() else ()
        return tuple(_Reader(lines, self.start + index, self.depth + 1).read())

    def _special(self, index: int, line: str, body: str) -> int | None:
        """Read the block other than a paragraph that starts at the line; gives the index of the line after it."""
        head = body[0]
        if head in "`~" and (match := _FENCE.match(body)) is not None:
            return self._fence(index, match)
        if head == "#" and (match := _HEADING.match(body)) is not None:
            self._end_paragraph(index)
            return self._add("heading", index, index + 1, level=len(match[1]), body=[_title(body, match.end())])
        if head in "=-" and self.paragraph >= 0 and _UNDERLINE.match(body) and self._is_underlined(index, head):
            first, self.paragraph = self.paragraph, -1
            title = [text.strip() for text in self.lines[first:index]]
            return self._add("heading", first, index + 1, level=1 + (head == "-"), body=title)
        if head in "-*_" and is_rule(body):
            self._end_paragraph(index)
            return self._add("rule", index, index + 1)
        if self.depth < MAX_DEPTH:
            if head == ">":
                return self._quote(index)
            if (marker := read_marker(line)) is not None and self._may_open(index, marker):
                return self._list(index, marker)
        if "|" in body and self._is_table(index):
            return self._table(index)
        return None

    def _is_underlined(self, index: int, mark: str) -> bool:
        """Whether an underline makes the open paragraph a heading: hyphens only one line without a stop, as they are a
        rule elsewhere."""
        if mark == "=":
            return True
        return self.paragraph == index - 1 and _ENDED.search(self.lines[index - 1].rstrip()) is None

    def _may_open(self, index: int, marker: Marker) -> bool:
        """Whether a mark opens a list here: inside a paragraph a number other than 1 may only begin a wrapped line."""
        if self.paragraph < 0 or marker.ordinal in (None, 1) or not marker.text.isascii():
            return True
        return _ENDED.search(self.lines[index - 1].rstrip()) is not None

    def _fence(self, index: int, opening: re.Match) -> int:
        self._end_paragraph(index)
        fence = opening["fence"]
        end = _fence_end(self.lines, index, fence)
        closed = end - index > 1 and _closes(self.lines[end - 1], fence)
        info = opening["info"].split()
        return self._add("code", index, end, info=info[0] if info else "", body=self.lines[index + 1 : end - closed])

    def _quote(self, index: int) -> int:
        self._end_paragraph(index)
        end, body = index, []
        while end < len(self.lines) and (match := _QUOTE.match(self.lines[end])):
            body.append(self.lines[end][match.end() :])
            end += 1
        return self._add("quote", index, end, blocks=self._inside(body, index))

    def _is_table(self, index: int) -> bool:
        below = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        if "-" not in below or below.strip("|:- \t"):
            return False
        delimiters = cells(below)
        return all(map(_DELIMITER.fullmatch, delimiters)) and len(cells(self.lines[index])) == len(delimiters)

    def _table(self, index: int) -> int:
        self._end_paragraph(index)
        end = index + 2
        while end < len(self.lines) and "|" in self.lines[end]:
            end += 1
        return self._add("table", index, end)

    def _list(self, index: int, marker: Marker) -> int:
        """Read the items with marks of one kind; a mark indented by two or more belongs to the item above it."""
        self._end_paragraph(index)
        first, family, items = index, _family(marker.kind, marker.text), []
        while True:
            end = _item_end(self.lines, index, marker.indent)
            items.append(self._item(index, end, marker))
            index = _skip_blank(self.lines, end)
            following = read_marker(self.lines[index]) if index < len(self.lines) else None
            if following is None or following.indent >= marker.indent + 2:
                return self._add("list", first, end, items=tuple(items))
            if _family(following.kind, following.text) != family:
                return self._add("list", first, end, items=tuple(items))
            marker = following

    def _item(self, index: int, end: int, marker: Marker) -> Item:
        content = [self.lines[index][marker.end :]]
        for line in self.lines[index + 1 : end]:
            body = line.lstrip(" \t\u3000")
            content.append(line[marker.end :] if len(line) - len(body) >= marker.end else body)
        spaced = marker.end - marker.indent > len(marker.text)
        blocks = self._inside(content, index)
        return Item(marker.kind, marker.text, marker.ordinal, content, self.start + index, spaced, blocks)

    def _emoji_item(self, index: int) -> Item:
        line = self.lines[index].strip()
        content = [line.lstrip("".join(c for c in line[:4] if not c.isalnum()) + " ")]
        marker, number = line[: len(line) - len(content[0])].strip(), self.start + index
        return Item("bullet", marker, None, content, number, True, (Block("paragraph", content, number),))


def _is_plain(line: str) -> bool:
    """Whether a line, seen at a glance, opens no block but a paragraph."""
    return line[:1] in _PLAIN_START and "|" not in line


def _starts_with_emoji(line: str) -> bool:
    """Whether the line is a pictograph and a text, as models write lists in posts."""
    body = line.strip()
    return ord(body[0]) >= 0x2600 and unicodedata.category(body[0]) == "So" and any(map(str.isalnum, body))


def _title(body: str, start: int) -> str:
    """A heading's text: what follows its marks, without marks that close it."""
    title = body[start:].strip()
    if title.endswith("#"):
        bare = title.rstrip("#")
        if not bare or bare[-1] in " \t":
            return bare.rstrip()
    return title


@lru_cache(maxsize=1024)
def _family(kind: str, mark: str) -> str:
    """What a list's items share: the bullet, or the way in which the number is written."""
    if kind == "bullet":
        return mark
    return "".join("1" if c.isnumeric() else c for c in mark).replace("11", "1").replace("11", "1")


def _item_end(lines: list[str], index: int, indent: int) -> int:
    """The line after an item's last: indented lines belong to it, and text that follows without a blank line."""
    end = last = index + 1
    blank = False
    while end < len(lines):
        line = lines[end]
        body = line.lstrip(" \t\u3000")
        if not body or body.isspace():
            blank = True
            end += 1
            continue
        if len(line) - len(body) >= indent + 2:
            if body[0] in "`~" and (match := _FENCE.match(body)) is not None:
                end = last = _fence_end(lines, end, match["fence"])
                blank = False
                continue
        elif blank or _starts_block(line, body):
            break
        blank = False
        end = last = end + 1
    return last


def _starts_block(line: str, body: str) -> bool:
    head = body[0]
    if head in "`~#>":
        return head == ">" or bool((_HEADING if head == "#" else _FENCE).match(body))
    return head not in _PLAIN_START and (is_rule(body) or read_marker(line) is not None)


def _fence_end(lines: list[str], index: int, fence: str) -> int:
    for end in range(index + 1, len(lines)):
        if _closes(lines[end], fence):
            return end + 1
    return len(lines)


def _closes(line: str, fence: str) -> bool:
    body = line.strip()
    return body.startswith(fence) and not body.strip(fence[0])


def _skip_blank(lines: list[str], index: int) -> int:
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index
