"""Facts of the numeric, grounding and hijack families: digits, wrappers, boxes, and texts that are transcribed."""

from __future__ import annotations

from collections.abc import Iterator

from .alone import violates
from .facts import Ban, Fact
from .shapes import needed


def no_arabic_numerals(lang: str, /) -> Iterator[Fact]:
    yield Ban("Arabic digits", violates("no_arabic_numerals", lang), characters=True)


def chinese_numerals(lang: str, /) -> Iterator[Fact]:
    yield Ban("Arabic digits", violates("no_arabic_numerals", lang), characters=True)
    yield needed("a number in Chinese numerals", *"一二三四五六七八九十")


def number_precision(lang: str, /, *, decimals, applies_to="measurements", required=True) -> Iterator[Fact]:
    if required:
        yield needed("a number", *"0123456789")


def scientific_notation(lang: str, /, *, significant_digits=None, min_count=1) -> Iterator[Fact]:
    yield needed("a number", *"0123456789")
