"""Letter case: which words of an answer are not in upper, lower, title or sentence case.

A letter counts where it has two forms. Title case follows the common part of the style guides: main words begin with a
capital, small words (articles, conjunctions, prepositions) may stay small unless they come first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ..text import Text, fold_quotes

NAMES = {"upper": "upper case", "lower": "lower case", "title": "title case", "sentence": "sentence case"}

_SMALL_WORDS = """
a an the and but or nor for so yet as if than that via per vs versus about above across after against along
amid among around at before behind below beneath beside besides between beyond by despite down during except
from in inside into like near of off on onto out outside over past since through throughout till to toward
towards under underneath until unto up upon with within without aboard alongside amidst atop concerning
opposite regarding
de la le du da di del der den van von el al y e et
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_BRAND = re.compile(r"(?:[ie]-?[A-Z]\w*|(?:mac|tv|watch|vision|web)OS|jQuery|npm|xAI|arXiv|bioRxiv|k-means)(?:'s)?")
_SUFFIX_IN_CAPITALS = re.compile(r"[a-z]'(?:T|S|RE|VE|LL|D|M)$")
_AFTER_COLON = re.compile(r"[:：]\s+")
_ADDRESS = re.compile(r"://|^www\.|@[\w-]+\.")
_ENOUGH_TO_TELL = 3
"""Of fewer words beside the first nobody can say whether capitals mark names or title case."""


def misfits(text: Text, case: str, fragments: Sequence[str]) -> tuple[list[str], int]:
    """The words of the fragments that are not in the case, and how many words there are with letters that have a case.

    Each fragment (a sentence, a heading, an item) begins anew: its first word comes first.
    """
    if case in ("upper", "lower"):
        words = [word for fragment in fragments for word in _cased(text.words_in(fragment))]
        return _in_other_form(case, words), len(words)
    phrases = [_phrase(text, fragment) for fragment in fragments]
    words = [word for phrase in phrases for word, _ in phrase]
    if _all_capitals(words):
        return words, len(words)
    judge = _not_title if case == "title" else _not_sentence
    return judge(phrases), len(words)


def response_misfits(text: Text, case: str) -> tuple[list[str], int]:
    """`misfits` of the whole response."""
    if case in ("upper", "lower"):
        words = _cased(text.words)
        return _in_other_form(case, words), len(words)
    return misfits(text, case, [segment.sentence for segment in text.segments])


def written_otherwise(case: str, phrase: str) -> bool:
    """Whether a phrase, as written, is not in the case."""
    words = [(word, position == 0) for position, word in enumerate(fold_quotes(phrase).split()) if _has_case(word)]
    if case in ("upper", "lower"):
        return bool(_in_other_form(case, [word for word, _ in words]))
    if case == "title":
        return bool(_not_title([words]))
    return bool(words) and phrase != phrase[:1].upper() + phrase[1:].lower()


def _in_other_form(case: str, words: Iterable[str]) -> list[str]:
    form: Callable[[str], str] = str.upper if case == "upper" else str.lower
    return [word for word in words if form(word) != word]


def _cased(words: Iterable[str]) -> list[str]:
    return [word for word in words if (word.isascii() and word.isalpha()) or _has_case(word)]


def _has_case(word: str) -> bool:
    """Whether the word has a letter with two forms; an address has to keep its own and counts as without."""
    return word.lower() != word.upper() and not ((":" in word or "." in word) and _ADDRESS.search(word))


def _phrase(text: Text, fragment: str) -> list[tuple[str, bool | None]]:
    """The cased words of a fragment; each with whether it comes first, None right after a colon, where either form is
    right."""
    words: list[tuple[str, bool | None]] = []
    for part, piece in enumerate(_AFTER_COLON.split(fold_quotes(fragment))):
        for position, word in enumerate(text.words_in(piece)):
            if _has_case(word):
                words.append((word, None if part and position == 0 else part == position == 0))
    return words


def _all_capitals(words: Sequence[str]) -> bool:
    """Whether there are several words of two letters or more, and all of them are capitals throughout."""
    longer = [word for word in words if sum(map(str.isalpha, word)) > 1]
    return len(longer) > 1 and all(word.upper() == word for word in longer)


def _not_title(phrases: Iterable[Sequence[tuple[str, bool | None]]]) -> list[str]:
    return [word for phrase in phrases for word, first in phrase if not _fits_title(word, first)]


def _fits_title(word: str, first: bool | None) -> bool:
    if word.lower() in _SMALL:
        if len(word) > 1 and word.upper() == word:
            return False  # THE is no acronym
        if not first:
            return True
    if first is None or not word[0].isalpha() or _BRAND.fullmatch(word):
        return True
    return word[0].lower() != word[0] and _SUFFIX_IN_CAPITALS.search(word) is None


def _not_sentence(phrases: Sequence[Sequence[tuple[str, bool | None]]]) -> list[str]:
    """First words that are small; or, where most of the other main words have capitals, those."""
    small = [w for phrase in phrases for w, first in phrase[:1] if first and w[0].islower() and not _BRAND.fullmatch(w)]
    others = [w for phrase in phrases for w, _ in phrase[1:] if w.lower() not in _SMALL and w.upper() != w]
    capitals = [word for word in others if word[0].isupper()]
    if len(others) >= _ENOUGH_TO_TELL and 2 * len(capitals) > len(others):
        return small + capitals
    return small
