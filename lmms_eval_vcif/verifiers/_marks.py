"""Punctuation marks: where a mark stands in what a reader sees, and half-width marks in Chinese text."""

from __future__ import annotations

import re
from functools import lru_cache

from ..text import Text
from ..text.characters import HAN, has_han

OF_MARKDOWN = frozenset("*_#`|>~")
"""Marks that rendering would take away: they are looked for in the answer as written."""

_SPECIAL = {
    '"': '["“”„‟＂]',
    "'": "['’‘‛＇ʼ]",
    # a decimal point is no full stop, and an ellipsis is a mark of its own
    ".": r"(?<![.．])[.．](?![.．])(?!(?<=\d.)\d)",
    "．": r"(?<![.．])[.．](?![.．])(?!(?<=\d.)\d)",
    "—": "—+",
    "——": "—{2,}|⸺",
    "-": "[-‐‑－]",
}
_ELLIPSIS = re.compile(r"…+|\.{3,}")


@lru_cache(maxsize=256)
def mark_pattern(mark: str) -> re.Pattern[str]:
    """The pattern of one occurrence of a mark, in full and half width, in any shape of a straight quote."""
    if mark in _SPECIAL:
        return re.compile(_SPECIAL[mark])
    if _ELLIPSIS.fullmatch(mark):
        return _ELLIPSIS
    return re.compile("".join(f"[{re.escape(character + _other_width(character))}]" for character in mark))


def _other_width(character: str) -> str:
    code = ord(character)
    if 0x21 <= code <= 0x7E:
        return chr(code + 0xFEE0)
    if 0xFF01 <= code <= 0xFF5E:
        return chr(code - 0xFEE0)
    return {"。": "｡", "｡": "。", "、": "､", "､": "、"}.get(character, "")


def count_mark(text: Text, mark: str) -> tuple[int, int]:
    """How often the mark occurs, and how often of that between two digits (1,000; 10:30)."""
    seen = text.source if OF_MARKDOWN.intersection(mark) else text.plain
    count = inside = 0
    for match in mark_pattern(mark).finditer(seen):
        count += 1
        start, end = match.span()
        inside += seen[start - 1 : start].isdigit() and seen[end : end + 1].isdigit()
    return count, inside


_HALF_WIDTH = re.compile(r"[,.!?:;()\"']")
_FOREIGN = re.compile(
    rf"""“[^“”\n{HAN}]*” | ‘[^‘’\n{HAN}]*’ | 「[^「」\n{HAN}]*」 | 《[^《》\n{HAN}]*》 | （[^（）\n{HAN}]*）
    | \$[^$\n{HAN}]*\$                           # mathematics
    | (?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_.]{{0,60}}\([^()\n{HAN}]{{0,200}}\)  # a call: print(x)
    | (?<![A-Za-z])(?:[A-Za-z]\.){{2,}}          # U.S.
    """,
    re.VERBOSE,
)
_LABEL = re.compile(r"[ \t]*(?:\d{1,3}|[A-Za-z])[.)](?![0-9A-Za-z])")
_CONTEXT = 4


def half_width_marks(prose: str) -> list[str]:
    """The half-width marks of Chinese text, each with the characters round it.

    Lines without Chinese are left out, unless nothing in the text is Chinese; so are the mark of a label that begins a
    line (A.), and marks inside a number, a foreign word or name, a quotation without Chinese, a call or mathematics.
    """
    chinese = has_han(prose)
    found = []
    for line in prose.split("\n"):
        if chinese and not has_han(line):
            continue
        if chinese:
            label = _LABEL.match(line)
            line = _FOREIGN.sub(_blanked, line[label.end() :] if label else line)
        for match in _HALF_WIDTH.finditer(line):
            if not (chinese and _inside_foreign(line, match.start())):
                found.append(line[max(0, match.start() - _CONTEXT) : match.end() + _CONTEXT].strip())
    return found


def _blanked(match: re.Match) -> str:
    return "“”" if match[0][0] in "“‘「《（" else " "


def _inside_foreign(line: str, position: int) -> bool:
    """Whether the mark stands in a number or a foreign word, or (a comma or a point) between the words of a name."""
    before, mark, after = line[position - 1 : position], line[position], line[position + 1 : position + 2]
    if mark in ",." and after == " ":
        after = line[position + 2 : position + 3]
    return all(neighbour.isascii() and neighbour.isalnum() for neighbour in (before, after))
