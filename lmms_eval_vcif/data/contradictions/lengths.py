"""Facts of the length family: bounds on counts, of the whole and of each part."""

from __future__ import annotations

from collections.abc import Iterator

from .facts import INFINITY, Bound, Fact, Literal, Ratio
from .shapes import csv_facts, json_facts, numbered_items

PARTS = {"sentence": "sentences", "paragraph": "paragraphs", "item": "list items"}


def word_count(lang: str, /, *, min=None, max=None, scope="response") -> Iterator[Fact]:
    """The words of the response, or of each part of it, are bounded."""
    return _counted("words", min, max, scope)


def sentence_count(lang: str, /, *, min=None, max=None, scope="response") -> Iterator[Fact]:
    """The sentences of the response, or of each part of it, are bounded."""
    return _counted("sentences", min, max, scope)


def paragraph_count(lang: str, /, *, min=None, max=None, separator=None) -> Iterator[Fact]:
    """The paragraphs are bounded; parted by a separator, they need it between them."""
    if separator is None:
        yield bound("paragraphs", min, max)
    elif min is not None and min > 1:
        yield Literal(separator, times=min - 1, apart=False, place="separator")


def line_count(lang: str, /, *, min=None, max=None) -> Iterator[Fact]:
    """The lines are bounded."""
    yield bound("lines", min, max)


def character_count(lang: str, /, *, min=None, max=None) -> Iterator[Fact]:
    """The characters are bounded."""
    yield bound("characters", min, max)


def item_count(lang: str, /, *, min=None, max=None, kind="any", separator=None) -> Iterator[Fact]:
    """The items of a kind are bounded, and of a document's kind only a document has them."""
    if separator is not None:
        if min is not None and min > 1:
            yield Literal(separator, times=min - 1, any_width=True, apart=False)
    elif kind == "json":
        yield from json_facts(elements=min or 0)
        yield bound("JSON elements", min, max)
    elif kind == "csv_rows":
        yield from csv_facts(lang, min_rows=min, max_rows=max)
    elif kind == "any":
        yield Bound("list items", 0, INFINITY if max is None else max)  # a JSON document has elements instead
        yield bound("list items or JSON elements", min, max)
    elif kind == "numbered":
        yield from numbered_items(lang, min, max)
    else:
        yield bound("bullets", min, max)


def bound(quantity: str, low: float | None, high: float | None) -> Bound:
    """The bound of a check's parameters, None where one is open."""
    return Bound(quantity, low or 0, INFINITY if high is None else high)


def _counted(quantity: str, low: int | None, high: int | None, scope: str) -> Iterator[Fact]:
    """A count bounded in the response, or in every part of it; then there is a part."""
    if scope == "response":
        yield bound(quantity, low, high)
        return
    yield bound(f"{quantity} in each {scope}", low, high)
    yield Bound(PARTS[scope], 1)
    if low:
        yield Ratio(quantity, PARTS[scope], low)
