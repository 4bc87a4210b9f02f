"""A response that transcribes a text has few characters of its own: what else is asked for has to fit into them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...text import Text, fold_quotes, fold_width
from .facts import INFINITY, Ban, Bound, Count, End, Format, Literal, Start, Transcript

_COSTS = {
    "headings": 2,
    "headings or bold lines": 2,
    "bold passages": 4,
    "italic passages": 2,
    "code": 2,
    "tables": 5,
    "quotes": 1,
    "links": 4,
    "bullets": 1,
    "numbered items": 1,
    "list items": 1,
}
"""The fewest characters that make one element of Markdown where the text has none."""

_MARKS = frozenset("*_#`|>[]-+•·①1234567890=~<")


def transcripts(facts: list, language: str) -> Iterator[tuple[frozenset[int], str]]:
    """The demands that a transcription leaves no room for, with the reason."""
    for source, transcript in facts:
        if isinstance(transcript, Transcript) and transcript.max_distance < 1:
            copy = _Copy(transcript, language)
            for other, fact in facts:
                reason = copy.leaves_no_room_for(fact) if other != source else ""
                if reason:
                    yield frozenset({source, other}), reason


class _Copy:
    """What a transcription may look like. `edits` is how many characters may differ, `longest` how long it may be."""

    def __init__(self, transcript: Transcript, language: str):
        self.language = language
        self.text = _folded(transcript.text)
        self.longest = math.floor(len(self.text) / (1 - transcript.max_distance) + 1e-9)
        self.edits = math.floor(self.longest * transcript.max_distance + 1e-9)
        self.words = len(Text(transcript.text, language).words)

    def leaves_no_room_for(self, fact) -> str:
        """Why the transcription can't have what the fact says, "" where it can."""
        if isinstance(fact, Bound):
            return self._bound(fact)
        if isinstance(fact, Literal):
            return self._text(fact)
        if isinstance(fact, (Start, End)) and fact.part in ("response", "line"):
            return self._edge(fact)
        if isinstance(fact, Ban) and fact.characters and not fact.place:
            wrong = sum(1 for character in self.text if not character.isspace() and fact.hits(character))
            return f"the text to transcribe needs {wrong} characters of {fact.name}" if wrong > self.edits else ""
        if isinstance(fact, Count) and fact.characters and fact.samples:
            return self._count(fact)
        if isinstance(fact, Format) and fact.name == "json":
            new = (self.text[:1] not in "[{`") + (self.text[-1:] not in "]}`")
            return "the text to transcribe is no JSON document" if new > self.edits else ""
        return ""

    def _bound(self, fact: Bound) -> str:
        letters = sum(map(str.isalpha, self.text))
        low, high = {
            "words": (self.words - self.edits, self.words + self.edits),
            "characters": (letters - self.edits, self.longest),
            "sentences": (0, self.words + self.edits),
            "paragraphs": (0, self.longest),
            "lines": (0, self.longest),
        }.get(fact.quantity, (0, INFINITY))
        cost = _COSTS.get(fact.quantity)
        if cost and not _MARKS & set(self.text):
            high = self.edits // cost
        if fact.low > high:
            return (
                f"the text to transcribe leaves room for {high:g} {fact.quantity}, at least {fact.low:g} are asked for"
            )
        if low > fact.high:
            return f"the text to transcribe has at least {low:g} {fact.quantity}, at most {fact.high:g} are allowed"
        return ""

    def _text(self, fact: Literal) -> str:
        fewest = min(_distance_inside(_folded(form), self.text) for form in fact.forms())
        return f"{fact.text!r} is not in the text to transcribe" if fewest > self.edits else ""

    def _edge(self, fact: Start | End) -> str:
        wanted = _folded(fact.texts[0] if isinstance(fact, Start) else fact.text)
        text = self.text
        if isinstance(fact, End):
            wanted, text = wanted[::-1], text[::-1]
        fewest = min(_last_row(wanted, text[: 2 * len(wanted)], anchored=True))
        return f"the text to transcribe can't begin or end with {wanted!r}" if fewest > self.edits else ""

    def _count(self, fact: Count) -> str:
        there = max(self.text.count(_folded(sample)) for sample in fact.samples)
        there = max(there, fact.count(self.text))
        if fact.low - there > self.edits:
            return f"{fact.name}: at least {fact.low:g}, but the text to transcribe has {there}"
        if there - self.edits > fact.high:
            return f"{fact.name}: at most {fact.high:g}, but the text to transcribe has {there}"
        return ""


def _folded(text: str) -> str:
    """As the check of a transcription compares: one width, one kind of quotes, blanks folded."""
    return fold_quotes(fold_width(" ".join(text.split())))


def _distance_inside(wanted: str, text: str) -> int:
    """The fewest edits that make some stretch of `text` the wanted one."""
    return min(_last_row(wanted, text, anchored=False))


def _last_row(wanted: str, text: str, *, anchored: bool) -> list[int]:
    """Edits from `wanted` to the nearest stretch of `text` with that end; `anchored` ones begin where the text does."""
    row = list(range(len(text) + 1)) if anchored else [0] * (len(text) + 1)
    for cost, character in enumerate(wanted, 1):
        above, row = row, [cost]
        for column, other in enumerate(text, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (character != other)))
    return row
