"""Facts of the keyword family: phrases that stand in the response, so often, there, in this order, or do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...text import Text
from .alone import counts, verdict, violates
from .facts import INFINITY, Ban, Bound, Count, Fact, Literal, Order, occurrences
from .lengths import PARTS


def exact_word_inclusion(lang: str, /, *, phrases, min_count=1, case_sensitive=None) -> Iterator[Fact]:
    """Each phrase stands there, so many times; in its case where the check asks for it."""
    for phrase in phrases:
        exact = phrase != phrase.lower() if case_sensitive is None else case_sensitive
        yield Literal(phrase, exact, times=min_count)


def exact_word_exclusion(lang: str, /, *, phrases, as_characters=False, case_sensitive=None) -> Iterator[Fact]:
    """None of the phrases stands anywhere."""
    how = {"as_characters": as_characters, "case_sensitive": case_sensitive}
    characters = as_characters or Text("", lang).han
    for phrase in phrases:
        hits = violates("exact_word_exclusion", lang, phrases=[phrase], **how)
        yield Ban(f'"{phrase}"', hits, characters=characters)


def keyword_frequency(lang: str, /, *, keyword, min=None, max=None) -> Iterator[Fact]:
    """The keyword stands there at least, and at most, so many times."""
    if max == 0:
        yield from exact_word_exclusion(lang, phrases=[keyword])
        return
    if min:
        yield from exact_word_inclusion(lang, phrases=[keyword], min_count=min)
    if max is not None:
        count = counts("keyword_frequency", lang, keyword=keyword, max=max)
        yield Count(f'"{keyword}"', count, high=max, characters=Text("", lang).han)


def keyword_position(lang: str, /, *, keyword, unit, index) -> Iterator[Fact]:
    """The keyword stands in a sentence or paragraph of a number, which has to be there and hold it."""
    yield from exact_word_inclusion(lang, phrases=[keyword])
    yield Literal(keyword, keyword != keyword.lower(), place=f"{unit} {index}")
    yield Bound(PARTS[unit], abs(index))
    yield Bound(f"words in each {unit}", len(Text(keyword, lang).words))


def keyword_order(lang: str, /, *, keywords) -> Iterator[Fact]:
    """The keywords stand there, and the first occurrences in this order."""
    yield from exact_word_inclusion(lang, phrases=keywords)
    yield Order(tuple(keyword.lower() for keyword in keywords))


def letter_frequency(lang: str, /, *, letter, min=None, max=None) -> Iterator[Fact]:
    """The letter, in either case, occurs so many times."""
    samples = (letter.lower(), letter.upper())
    yield _count(f'the letter "{letter}"', "letter_frequency", lang, min, max, samples, letter=letter)
    yield from occurrences(f"letters {letter}", min, "characters")


def hanzi_frequency(lang: str, /, *, character, min=None, max=None) -> Iterator[Fact]:
    """The character occurs so many times."""
    yield _count(f'"{character}"', "hanzi_frequency", lang, min, max, (character,), character=character)
    yield from occurrences(f"characters {character}", min, "characters", *(["words"] if Text("", lang).han else []))


def lexical_diversity(
    lang: str, /, *, max_repeats=None, words=None, min_type_token_ratio=None, banned=None
) -> Iterator[Fact]:
    """Banned words do not occur, others not too often."""
    if banned:
        yield from exact_word_exclusion(lang, phrases=banned)
    for word in words or ():
        most = max_repeats or 1
        count = counts("keyword_frequency", lang, keyword=word.lower(), max=most)
        yield Count(f'"{word}"', count, high=most, characters=Text("", lang).han)
    if max_repeats and not words and not Text("", lang).han:
        yield Count("the same content word", _most_repeated(lang, max_repeats), high=max_repeats, characters=False)
    if min_type_token_ratio:
        yield Bound("share of different words", min_type_token_ratio)


def _most_repeated(lang: str, most: int):
    """How often a text holds the content word that it repeats most."""

    def count(text: str) -> int:
        observed = verdict("lexical_diversity", text, lang, {"max_repeats": most}).observed
        return observed.get("count", 0) if isinstance(observed, dict) else 0

    return count


def _count(name: str, check: str, lang: str, low, high, samples: Sequence[str], **params) -> Count:
    count = counts(check, lang, min=0, **params)
    return Count(name, count, low or 0, INFINITY if high is None else high, tuple(samples))
