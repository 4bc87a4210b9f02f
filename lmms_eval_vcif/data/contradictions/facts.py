"""What a constraint says about every response that satisfies it, in terms that constraints of all types share.

Facts that exclude each other are a contradiction. They hold for responses as people write them: that ``cat/dog`` is one
word, or that an array of numbers may also read as a CSV table, is a trick, and saves no pair of constraints.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

INFINITY = math.inf

_CURLY = str.maketrans({"'": "’", '"': "”"})
_WIDE = str.maketrans(":,!?()[]{}", "：，！？（）［］｛｝")
_NARROW = str.maketrans("：，！？（）［］｛｝", ":,!?()[]{}")


@dataclass(frozen=True)
class Bound:
    """A quantity ("words", "bold passages", "words in each sentence") lies between `low` and `high`."""

    quantity: str
    low: float = 0
    high: float = INFINITY


@dataclass(frozen=True)
class Ratio:
    """There are at least `least` of `whole` for each one of `part`."""

    whole: str
    part: str
    least: float


@dataclass(frozen=True)
class Literal:
    """A text that stands in what a reader sees, at least `times` times without overlap.

    `exact` says that its case counts, `any_width` that full- and half-width marks are one; `apart` that blanks part it
    from what stands beside it; `place` where it stands, if that matters ("key", "first line", "item").
    """

    text: str
    exact: bool = True
    times: int = 1
    any_width: bool = False
    apart: bool = True
    place: str = ""

    def forms(self) -> Iterator[str]:
        """The forms in which the text may stand: straight or curly quotes, and cases and widths where they are free."""
        cases = (str,) if self.exact else (str, str.lower, str.upper, _capitalised)
        widths = (_WIDE, _NARROW) if self.any_width else ({},)
        for case, width, quotes in product(cases, widths, ({}, _CURLY)):
            yield case(self.text).translate(width).translate(quotes)


@dataclass(frozen=True)
class Ban:
    """Something may not stand in the response, or in one `place` of it; `hits` says whether a text holds it.

    `characters` says that single characters decide, whatever stands beside them.
    """

    name: str
    hits: Callable[[str], bool]
    place: str = ""
    characters: bool = False


@dataclass(frozen=True)
class Count:
    """Something occurs between `low` and `high` times.

    `count` says how often it does in a text; `samples` are the texts of which each occurrence is one. `characters` says
    that single characters are counted, whatever stands beside them.
    """

    name: str
    count: Callable[[str], int]
    low: float = 0
    high: float = INFINITY
    samples: tuple[str, ...] = ()
    characters: bool = True


@dataclass(frozen=True)
class Start:
    """Every part of a kind ("response", "sentence", "paragraph", "line", "item") begins with the text, or each with its
    own of several."""

    part: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class End:
    """Every part of a kind ends with the text."""

    part: str
    text: str


@dataclass(frozen=True)
class Format:
    """The response as a whole is one document: json or csv.

    `begins` are the characters that it and its lines may begin with, "" for any; `head` is the text of its first line
    where that is known; `may_end` says whether it may end with a text.
    """

    name: str
    begins: str = ""
    head: str = ""
    may_end: Callable[[str], bool] = lambda text: True


@dataclass(frozen=True)
class LineStart:
    """Some line begins with the text."""

    text: str


@dataclass(frozen=True)
class Order:
    """The first occurrences of the phrases stand in this order."""

    phrases: tuple[str, ...]


@dataclass(frozen=True)
class Feature:
    """A property of which a response has one value: ("case", "upper"), ("script", "Han")."""

    name: str
    value: str


def _capitalised(text: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))


def occurrences(name: str, least: int | None, *wholes: str) -> Iterator[Fact]:
    """Something that occurs at least so often, each time as one more of each whole."""
    if least:
        yield Bound(name, least)
        yield from (Ratio(whole, name, 1) for whole in wholes)


Fact = Bound | Ratio | Literal | Ban | Count | Start | End | Format | LineStart | Order | Feature
