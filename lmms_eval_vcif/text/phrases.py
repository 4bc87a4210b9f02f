"""Words and phrases in a text, and phrases at its beginning or end.

A boundary is asked for only where the phrase's edge is a letter or a digit of a script with blanks, so ``C++``,
``A$AP``, ``,`` and Chinese words can be looked for alike. The texts are folded (`characters.fold_quotes`) already.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .characters import CLOSING_BRACKETS, CLOSING_QUOTES, fold_case, fold_quotes, is_unspaced

_HEAD_MARKS = re.compile(r"(?:#{1,6}[ \t]+)?(?:[*_]|~{1,2}(?!~)|`{1,2}(?!`))*")
_TAIL_MARKS = re.compile(r"(?:[*_]|(?<!~)~{1,2}|(?<!`)`{1,2})+$")
FENCES = ("```", "~~~")
"""What a code fence is made of: no emphasis, so that nothing is looked for behind it."""


class Phrase(NamedTuple):
    """A phrase as it is looked for: its pieces between blanks, in its own case and without, and whether it has none."""

    pieces: tuple[str, ...]
    caseless: tuple[str, ...]
    small: bool

    @classmethod
    @lru_cache(maxsize=4096)
    def read(cls, written: str) -> Phrase:
        folded = fold_quotes(unicodedata.normalize("NFC", written))
        return cls(tuple(folded.split()), tuple(fold_case(folded).split()), folded == folded.lower())


def find(text: str, pieces: tuple[str, ...], whole: bool, parts: bool) -> list[tuple[int, int]]:
    """Where the pieces stand with white space between them, as (start, end), without overlaps.

    `whole` asks for boundaries; `parts` lets the parts of a hyphenated word be words. No pieces are found nowhere.
    """
    spans: list[tuple[int, int]] = []
    reach = 0
    for start, end in _candidates(text, pieces):
        if start >= reach and (not whole or _stands_alone(text, start, end, parts)):
            spans.append((start, end))
            reach = end
    return spans


def _candidates(text: str, pieces: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Every place of the pieces, overlapping ones too."""
    if not pieces or any(piece not in text for piece in pieces):
        return
    first, rest = pieces[0], pieces[1:]
    start = text.find(first)
    while start >= 0:
        end = start + len(first)
        for piece in rest:
            begin = _skip_blanks(text, end)
            if begin == end or not text.startswith(piece, begin):
                break
            end = begin + len(piece)
        else:
            yield start, end
        start = text.find(first, start + 1)


def _skip_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _stands_alone(text: str, start: int, end: int, parts: bool) -> bool:
    """Whether no word or number goes on across the edges of a place."""
    return _begins(text, start, parts) and _ends(text, end, parts)


def _begins(text: str, start: int, parts: bool) -> bool:
    first, before, further = text[start], text[start - 1 : start], text[start - 2 : start - 1]
    if _is_letter(first) and (_is_letter(before) or (_joins(before, parts) and _is_letter(further))):
        return False
    return not (first.isdigit() and before in (".", ",") and further.isdecimal())


def _ends(text: str, end: int, parts: bool) -> bool:
    last, after, further = text[end - 1], text[end : end + 1], text[end + 1 : end + 2]
    if _is_letter(last):
        if _is_letter(after):
            return False
        if _joins(after, parts) and _is_letter(further) and not (after == "'" and _is_possessive(text, end + 1)):
            return False
    return not (last.isdigit() and after in (".", ",") and further.isdecimal())


def _joins(mark: str, parts: bool) -> bool:
    """Whether the mark makes one word of the letters on its sides."""
    return mark in ("'", "_") or (mark in ("-", "‐", "‑") and not parts)


def _is_possessive(text: str, position: int) -> bool:
    """Whether the letter after an apostrophe is the s that ends a possessive."""
    after = text[position + 1 : position + 2]
    return text[position] in "sS" and not (after.isalnum() or after == "_")


def _is_letter(character: str) -> bool:
    """Whether it is a letter or a digit of a script with blanks between words."""
    return character.isalnum() and not is_unspaced(character)


def starts_with(text: str, phrase: str) -> bool:
    """Whether a folded text begins with a folded phrase; heading and emphasis marks before it do not matter."""
    phrase = phrase.lstrip()
    for candidate in (text, text[_HEAD_MARKS.match(text).end() :].lstrip()):
        if candidate.startswith(phrase) and _is_apart(phrase[-1:], candidate[len(phrase) : len(phrase) + 1]):
            return True
    return False


def ends_with(text: str, phrase: str) -> bool:
    """Whether a folded text ends with a folded phrase; emphasis marks and one closing quote or bracket after it do not
    matter."""
    phrase = phrase.rstrip()
    bare = _TAIL_MARKS.sub("", text[-200 - len(phrase) :]).rstrip()
    unquoted = bare[:-1] if bare[-1:] in CLOSING_QUOTES + CLOSING_BRACKETS else bare
    for candidate in (text, bare, unquoted, _TAIL_MARKS.sub("", unquoted)):
        if candidate.endswith(phrase) and _is_apart(phrase[:1], candidate[: -len(phrase) or None][-1:]):
            return True
    return False


def _is_apart(edge: str, neighbour: str) -> bool:
    """Whether a phrase's edge and the character beside it are not two letters of one word."""
    return not (_is_letter(edge) and _is_letter(neighbour))
