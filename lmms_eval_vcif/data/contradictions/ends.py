"""Two texts at one place: parts of a response that would have to begin, or to end, in two ways at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...text import Text, fold_marks, fold_quotes
from .facts import End, LineStart, Start

Found = tuple[frozenset[int], str]

_SAME_BEGINNING = (
    {"response", "line"},
    {"paragraph", "sentence"},
    {"line", "sentence"},
    {"line", "paragraph"},
    {"line", "item"},
    {"item", "sentence"},
)
"""Kinds of part of which the first ones begin together."""

_SAME_END = (
    {"response", "last line"},
    {"paragraph", "sentence"},
    {"first line", "sentence"},
    {"first line", "paragraph"},
)

_MARK_BEGINNINGS = "-*+•·#>(（0123456789①"
_AFTER_END = "\"'”’»)]）】」』*_`"
_AFTER_WORD = ".!?…。！？．~～" + _AFTER_END + " "


def beginnings(starts: list[tuple[int, Start]], language: str, documents: bool) -> Iterator[Found]:
    """Parts that would have to begin with two texts at once; of a document all parts begin where it begins."""
    for (source, start), (other, second) in combinations(starts, 2):
        same = start.part == second.part
        if not same and not documents and {start.part, second.part} not in _SAME_BEGINNING:
            continue
        pairs = list(zip(start.texts, second.texts, strict=False)) if same else [(start.texts[0], second.texts[0])]
        if same and 1 in (len(start.texts), len(second.texts)):
            pairs = [(text, further) for text in start.texts for further in second.texts]
        for text, further in pairs:
            if not _one_begins_the_other(text, further, language):
                reason = f"{text!r} and {further!r} would have to stand at the same beginning"
                yield frozenset({source, other}), reason
                break


def lines(starts: list[tuple[int, Start]], some: list[tuple[int, LineStart]], language: str) -> Iterator[Found]:
    """A line that has to be there, where every line begins otherwise."""
    for source, start in starts:
        for other, line in some:
            fits = any(_one_begins_the_other(text, line.text, language) for text in start.texts)
            if start.part == "line" and not fits:
                yield frozenset({source, other}), f"no line would begin with {line.text!r}"


def _one_begins_the_other(text: str, further: str, language: str) -> bool:
    if text[:1] in _MARK_BEGINNINGS or further[:1] in _MARK_BEGINNINGS:
        return True
    text, further = folded(text, language), folded(further, language)
    return text.startswith(further) or further.startswith(text)


def folded(text: str, language: str) -> str:
    """A text as phrases at a place are compared: blanks, quotes and, in Chinese, full-width marks folded."""
    text = fold_quotes(" ".join(text.split()))
    return fold_marks(text) if Text("", language).han else text


def endings(ends: list[tuple[int, End]], language: str) -> Iterator[Found]:
    """Parts that would have to end with two texts at once."""
    for (source, end), (other, second) in combinations(ends, 2):
        if end.part != second.part and {end.part, second.part} not in _SAME_END:
            continue
        text, further = _as_they_end(end, second, language)
        if not text.endswith(further) and not further.endswith(text):
            reason = f"{end.text!r} and {second.text!r} would have to stand at the same end"
            yield frozenset({source, other}), reason


def _as_they_end(end: End, second: End, language: str) -> list[str]:
    """Two endings without the marks that may follow them: a stop after a sentence's last word, quotes and brackets, and
    after what has to be the last line's end any marks at all."""
    texts = [folded(found.text, language) for found in (end, second)]
    parts = [end.part, second.part]
    if "last line" in parts:
        return [
            text if part == "last line" else text.rstrip(_AFTER_WORD) for text, part in zip(texts, parts, strict=True)
        ]
    texts = [text.rstrip(_AFTER_END) for text in texts]
    if any(text[-1:].isalnum() for text in texts) and not {"response", "first line"} & set(parts):
        return [text.rstrip(_AFTER_WORD) for text in texts]
    return texts
