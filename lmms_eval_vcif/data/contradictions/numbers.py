"""Facts of the numeric, grounding and hijack families: digits, wrappers, boxes, and texts that are transcribed."""

from __future__ import annotations

from collections.abc import Iterator

from .alone import violates
from .facts import INFINITY, Ban, Bound, End, Fact, Feature, Literal
from .shapes import json_facts, needed

_DIGITS = tuple("0123456789")
_BRACKETS = {"xyxy": "[]", "xywh": "[]", "pairs": "()", "nested": "[]"}


def no_arabic_numerals(lang: str, /) -> Iterator[Fact]:
    """No digit stands anywhere."""
    yield Ban("Arabic digits", violates("no_arabic_numerals", lang), characters=True)


def chinese_numerals(lang: str, /) -> Iterator[Fact]:
    """No digit stands anywhere, and a Chinese numeral does."""
    yield from no_arabic_numerals(lang)
    yield needed("a number in Chinese numerals", *"一二三四五六七八九十")


def number_precision(lang: str, /, *, decimals, applies_to="measurements", required=True) -> Iterator[Fact]:
    """There is a number with so many decimals, where one is required."""
    if required:
        yield needed("a number", *_DIGITS)
        yield Feature("decimals", str(decimals))
        if applies_to != "percent":
            yield Feature("decimals of numbers in scientific notation", str(decimals))


def scientific_notation(lang: str, /, *, significant_digits=None, min_count=1) -> Iterator[Fact]:
    """There is a number in scientific notation, with so many digits."""
    yield needed("a number in scientific notation", *_DIGITS)
    if significant_digits is not None:
        yield Feature("significant digits", str(significant_digits))
        yield Feature("decimals of numbers in scientific notation", str(significant_digits - 1))


def answer_wrapper(
    lang: str, /, *, open=None, close=None, pattern=None, wrapper=None, count=None, position=None
) -> Iterator[Fact]:
    """The marks of the wrapper stand there, at the end of the last line where that is asked for."""
    open, close = (r"\boxed{", "}") if wrapper == "boxed" else (open, close)
    for mark in (open, close):
        if mark:
            yield Literal(mark, apart=False)
    if close and position == "last_line":
        yield End("last line", close)


def answer_value(lang: str, /, *, value, extract=None, decimals=None, **wrapping) -> Iterator[Fact]:
    """The marks of the wrapper stand there, and the value."""
    wrapping = {name: given for name, given in wrapping.items() if name in ("open", "close", "wrapper", "position")}
    yield from answer_wrapper(lang, **wrapping)
    if any(digit in str(value) for digit in _DIGITS):
        yield needed("a number", *_DIGITS)
        yield Feature("value of the answer", str(value))
        if decimals is not None:
            form = wrapping.get("open") or wrapping.get("wrapper") or extract
            yield Feature(f"decimals of the answer in {form}", str(decimals))
            yield Feature("decimals", str(decimals))


def box_format(lang: str, /, *, layout="xyxy", scale="pixel", count=None, keys=None, **_) -> Iterator[Fact]:
    """There are so many boxes of one form, or none."""
    yield Bound("boxes", 1 if count is None else count, INFINITY if count is None else count)
    if layout == "json":
        yield from json_facts("object" if count == 1 else "either", elements=count or 0)
    if count != 0:
        yield from _box(layout, scale, keys, 1 if count is None else count)


def box_iou(
    lang: str, /, *, box, box_layout="xyxy", box_scale="pixel", layout="xyxy", scale="pixel", keys=None, **_
) -> Iterator[Fact]:
    """There is a box of one form on the object, or none where it is absent."""
    yield Bound("boxes", 0, 0) if box is None else Bound("boxes", 1)
    if box is not None:
        yield Feature(f"the reference as {box_layout} in {box_scale}", str(box))
        yield from _box(layout, scale, keys, 1)


def _box(layout: str, scale: str, keys: list[str] | None, count: int) -> Iterator[Fact]:
    """Numbers that could be read in two layouts or scales are two different boxes."""
    yield Feature("layout of a box", layout)
    yield Feature("scale of a box", scale)
    yield needed("a box of numbers", *_DIGITS)
    yield needed("the commas of boxes", ",", least=3 * count)
    if layout != "json":
        yield from (needed(f"the {bracket} of boxes", bracket, least=count) for bracket in _BRACKETS[layout])
    if keys:
        yield Feature("keys of a box", str(list(keys)))
        yield from (Literal(key, apart=False, place="key") for key in keys)


def ocr_transcription(lang: str, /, *, text, max_distance=0.2) -> Iterator[Fact]:
    """Nothing that others could be held against: what a transcription allows is tried (`transcripts`)."""
    return iter(())  # what a transcription allows is tried, in `transcripts`
