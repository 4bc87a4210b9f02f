"""A response that transcribes a text has no words of its own, but for those that are asked for in so many words.

The tolerance of the check is for errors of reading. So a transcription is tried as it is, in the dresses that a form
may ask for, and with the texts that another constraint requires at its edges; where no such response satisfies both
constraints, they contradict each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from .facts import End, Fact, LineStart, Literal, Start

_DRESSES = (
    *("{}", "**{}**", "*{}*", "# {}", "## {}", "- {}", "• {}", "1. {}", "一、{}", "> {}", "`{}`", "```\n{}\n```"),
    *("[{}](a)", "<<{}>>", "“{}”"),
)
_MOST_LINES = 6


def transcription(text: str, facts: Iterable[Fact], passes: Callable[[str], bool]) -> str | None:
    """A transcription of `text` that `passes`, dressed as the facts of another constraint may ask for; None where there
    is none."""
    return next(filter(passes, _transcriptions(text.strip(), list(facts))), None)


def _transcriptions(text: str, facts: list[Fact]) -> Iterator[str]:
    yield text
    for lines in _broken(text):
        for dress in _DRESSES:
            dressed = [dress.replace("{}", line) for line in lines]
            yield "\n".join(dressed)
            yield "\n\n".join(dressed)
    yield from (text.upper(), text.lower(), " ".join(word[:1].upper() + word[1:] for word in text.split(" ")))
    yield json.dumps([text], ensure_ascii=False)
    yield json.dumps({"text": text}, ensure_ascii=False)
    yield from _with_texts(text, facts)


def _broken(text: str) -> Iterator[list[str]]:
    """The text in its own lines, and in 1 to `_MOST_LINES` lines of about the same length, broken between words."""
    yield [line for line in text.split("\n") if line.strip()]
    words = text.split() if " " in text else list(text)
    blank = " " if " " in text else ""
    for count in range(1, min(_MOST_LINES, len(words)) + 1):
        edges = [round(index * len(words) / count) for index in range(count + 1)]
        yield [blank.join(words[start:end]) for start, end in pairwise(edges)]


def _with_texts(text: str, facts: list[Fact]) -> Iterator[str]:
    """With the texts that have to be there: before it, after it, on both sides, and on lines of their own."""
    before = [fact.texts[0] for fact in facts if isinstance(fact, Start)]
    after = [fact.text for fact in facts if isinstance(fact, (End, LineStart))]
    inside = [fact.text for fact in facts if isinstance(fact, Literal) for _ in range(fact.times)]
    if len(inside) == 2:
        yield f"{inside[0]}{text}{inside[1]}"
    for first, last in ((before, after), (inside, []), ([], inside), (inside[:1], inside[1:])):
        if first or last:
            for gap in (" ", "\n", "\n\n", ""):
                yield gap.join([*first, text, *last])
