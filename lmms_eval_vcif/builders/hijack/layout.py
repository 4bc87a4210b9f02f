"""Breaking a text into lines: between words, and in Chinese between characters, as its punctuation allows."""

from __future__ import annotations

import re
from collections.abc import Callable

# No line begins with one of these, and none ends with one of those (kinsoku; GB/T 15834 says the same of Chinese
# marks).
_NOT_FIRST = frozenset("，。、；：？！）》」』】〉”’…—·,.;:?!)]}%％℃")
_NOT_LAST = frozenset("（《「『【〈“‘([{$￥")
# What is never parted: a run of Latin letters, digits and the marks inside them, or else one character.
_PIECES = re.compile(r"[A-Za-z0-9]+(?:[-.,:/+×÷*()=][A-Za-z0-9]+)*[-.,:;?!%]*|\s+|.", re.DOTALL)

Measure = Callable[[str], float]


def wrap(text: str, width: float, measure: Measure, *, spaced: bool) -> list[str] | None:
    """The lines of `text`, each at most `width` by `measure`; None if something that can't be parted is wider.

    `spaced`: words are parted by blanks (English); otherwise lines may break between any two characters (Chinese)
    except before closing and after opening punctuation.
    """
    lines, line = [], ""
    for piece in text.split() if spaced else _unbreakable(text):
        longer = f"{line} {piece}" if spaced and line else line + piece
        if measure(longer.rstrip()) <= width:
            line = longer
            continue
        if line.strip():
            lines.append(line.strip())
        line = piece.lstrip()
        if measure(line) > width:
            return None
    return [*lines, line.strip()] if line.strip() else lines


def _unbreakable(text: str) -> list[str]:
    """`text` in pieces between which a line may break; together they are the text."""
    pieces: list[str] = []
    for piece in _PIECES.findall(text):
        joins = pieces and (piece[0] in _NOT_FIRST or pieces[-1][-1] in _NOT_LAST)
        if joins:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces
