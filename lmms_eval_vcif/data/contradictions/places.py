"""Facts of the position family: what the response and its parts begin and end with."""

from __future__ import annotations

from collections.abc import Iterator

from ...text import Text
from .facts import Bound, End, Fact, LineStart, Literal, Ratio, Start
from .shapes import _at_least_one

_QUANTITY = {"sentence": "sentences", "paragraph": "paragraphs", "line": "lines", "item": "labelled items"}
_MARKS_UNSEEN = frozenset("*-_=#~`+> ")
"""Signs that Markdown may take for its own: a separator of them is not read as text."""


def fixed_opening(lang: str, /, *, text) -> Iterator[Fact]:
    """The response begins with the text."""
    yield Start("response", (text,))
    yield Literal(text, any_width=True, place="first line")
    yield from _several_sentences(text, lang)


def fixed_closing(lang: str, /, *, text) -> Iterator[Fact]:
    """The response ends with the text."""
    yield End("response", text)
    yield Literal(text, any_width=True)
    yield from _several_sentences(text, lang)


def sentence_opening(lang: str, /, *, text) -> Iterator[Fact]:
    """Every sentence begins with the text, or each with its own."""
    return _begin("sentence", text, lang)


def paragraph_opening(lang: str, /, *, text) -> Iterator[Fact]:
    """Every paragraph begins with the text, or each with its own."""
    return _begin("paragraph", text, lang)


def prefix_label(lang: str, /, *, labels, scope="item") -> Iterator[Fact]:
    """Every part of a kind begins with the label, or each with its own."""
    return _begin(scope, labels, lang)


def sentence_closing(lang: str, /, *, text) -> Iterator[Fact]:
    """Every sentence ends with the text."""
    return _end("sentence", text, lang)


def paragraph_closing(lang: str, /, *, text) -> Iterator[Fact]:
    """Every paragraph ends with the text."""
    return _end("paragraph", text, lang)


def postscript(lang: str, /, *, marker) -> Iterator[Fact]:
    """A line below others begins with the marker."""
    yield LineStart(marker)
    yield Literal(marker, any_width=True)
    yield Bound("lines", 2)


def separator(lang: str, /, *, text, min=None, max=None) -> Iterator[Fact]:
    """The mark stands there so many times."""
    least = 1 if min is None else min
    yield _at_least_one(f'separators "{text}"', min, max)
    if not set(text) <= _MARKS_UNSEEN:
        yield Literal(text, times=least, apart=False, place="separator")


def _begin(part: str, wanted: str | list[str], lang: str) -> Iterator[Fact]:
    """Every part begins with the text, or each with its own; a list of more than one says how many parts there are."""
    texts = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    yield Start(part, texts)
    for text in texts:
        yield Literal(text, any_width=True, place="item" if part == "item" else "")
    if part == "response":
        return
    several = len(texts) > 1
    yield Bound(_QUANTITY[part], len(texts), len(texts)) if several else Bound(_QUANTITY[part], 1)
    yield from _size(part, max(len(Text(text, lang).words) for text in texts), several)


def _end(part: str, text: str, lang: str) -> Iterator[Fact]:
    yield End(part, text)
    yield Literal(text, any_width=True)
    yield Bound(_QUANTITY[part], 1)
    yield from _size(part, len(Text(text, lang).words), False)


def _size(part: str, words: int, several: bool) -> Iterator[Fact]:
    """What stands in every part makes it at least so long."""
    if part in ("sentence", "paragraph") and words:
        yield Bound(f"words in each {part}", words)
        if not several:
            yield Ratio("words", _QUANTITY[part], words)


def _several_sentences(text: str, lang: str) -> Iterator[Fact]:
    """The sentences of a text of several; one alone may as well be a title or go on."""
    sentences = len(Text(text, lang).sentences)
    if sentences > 1:
        yield Bound("sentences", sentences)
