"""Bounding boxes in answers: read in one declared layout, order and scale, in exact numbers.

Nothing is guessed: a box in another layout is no box, and one in another scale is outside or elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..text import Text
from ._json import Numeral, read_json

_PLAIN = r"-?\d{1,12}(?:\.\d{1,12})?"
_NUMERAL = re.compile(_PLAIN)
_N = rf"\s*({_PLAIN})\s*"
_FLAT = re.compile(rf"\[{_N},{_N},{_N},{_N}\]")
_PATTERNS = {
    "xyxy": _FLAT,
    "xywh": _FLAT,
    "pairs": re.compile(rf"\({_N},{_N}\)\s*,\s*\({_N},{_N}\)"),
    "nested": re.compile(rf"\[\s*\[{_N},{_N}\]\s*,\s*\[{_N},{_N}\]\s*\]"),
}
_EMPTY = re.compile(r"\[\s*\]|\(\s*\)|\bnull\b|\A[\s`*]*[Nn]one[\s`*.]*\Z")


class Reading(NamedTuple):
    """The boxes of an answer, each as four numbers as written; `absent` where it says in the form asked for that there
    is none; `problem` is what is wrong with the form as a whole; `in_list` whether the last stands in a list."""

    boxes: list[tuple[str, ...]]
    absent: bool
    problem: str = ""
    in_list: bool = False


class Box(NamedTuple):
    """A box by its edges, in its own scale."""

    x1: Fraction
    y1: Fraction
    x2: Fraction
    y2: Fraction

    @property
    def area(self) -> Fraction:
        """0 where the corners are inverted or on a line."""
        return max(Fraction(0), self.x2 - self.x1) * max(Fraction(0), self.y2 - self.y1)

    def as_list(self) -> list[float]:
        return [round(float(edge), 6) for edge in self]


def read_boxes(text: Text, layout: str, keys: Sequence[str] | None) -> Reading:
    """The boxes of an answer in a layout; prose may stand round those that are not JSON."""
    if layout == "json":
        return _read_json_boxes(text.source, keys)
    source, found, last = text.source, [], None
    for last in _PATTERNS[layout].finditer(source):
        found.append(last.groups())
    if last is None:
        return Reading([], _EMPTY.search(source) is not None)
    in_list = source[: last.start()].rstrip().endswith("[") and source[last.end() :].lstrip().startswith("]")
    return Reading(found, False, "", in_list)


def read_last_json(text: Text, keys: Sequence[str] | None) -> Reading:
    """The boxes of an answer that is JSON, or of the last code block that is."""
    reading = _read_json_boxes(text.source, keys)
    for block in reversed(text.code_blocks if reading.problem else ()):
        inside = _read_json_boxes("\n".join(block.body or ()), keys)
        if not inside.problem:
            return inside
    return reading


def _read_json_boxes(source: str, keys: Sequence[str] | None) -> Reading:
    try:
        value = read_json(source)[0]
    except ValueError as error:
        return Reading([], False, f"the response is not JSON: {error}")
    objects = value if isinstance(value, list) else [value]
    if value is None or not any(objects):
        return Reading([], True)
    boxes: list[tuple[str, ...]] = []
    empty = 0
    for position, item in enumerate(objects, 1):
        numbers = _numbers_under(item, keys)
        if isinstance(numbers, str):
            return Reading([], False, f"object {position}: {numbers}" if len(objects) > 1 else numbers)
        if numbers:
            boxes.append(numbers)
        else:
            empty += 1
    problem = "boxes and empty ones stand side by side" if boxes and empty else ""
    return Reading(boxes, not boxes, problem)


def _numbers_under(item: Any, keys: Sequence[str] | None) -> tuple[str, ...] | str:
    """The four numbers under the keys of a JSON object, none where they are null or empty; or what is wrong with it."""
    if not isinstance(item, dict):
        return "a JSON object is needed, with the coordinates under its keys"
    if keys is None:
        keys = [key for key, value in item.items() if isinstance(value, (Numeral, list))]
    missing = [key for key in keys if key not in item]
    if missing:
        return f"there is no key {missing[0]!r}"
    present = [key for key in item if key in keys]
    if present != list(keys):
        return f"the keys stand in the order {', '.join(present)}"
    values = [item[key] for key in keys]
    if all(value is None or value == [] for value in values):
        return ()
    while any(isinstance(value, list) for value in values) and len(values) <= 4:
        values = [part for value in values for part in (value if isinstance(value, list) else [value])]
    if len(values) != 4 or not all(isinstance(value, Numeral) for value in values):
        return "the keys do not hold four numbers"
    if not all(map(_NUMERAL.fullmatch, values)):
        return "a coordinate is no plain decimal number"
    return tuple(values)


def box_of(numbers: Sequence[str], layout: str, order: Sequence[str] | None) -> Box:
    """The box that four numbers are, in the order given: ``x1 y1 x2 y2``, or ``x1 y1 w h`` where the layout is xywh.

    An order names x1, y1, x2 or w, and y2 or h.
    """
    order = order or (("x1", "y1", "w", "h") if layout == "xywh" else ("x1", "y1", "x2", "y2"))
    named = dict(zip(order, map(Fraction, numbers), strict=True))
    x1, y1 = named["x1"], named["y1"]
    x2 = named["x2"] if "x2" in named else x1 + named["w"]
    y2 = named["y2"] if "y2" in named else y1 + named["h"]
    return Box(x1, y1, x2, y2)


def limits(scale: str, width: int | None, height: int | None) -> tuple[int, int] | None:
    """The largest x and y of a scale; None where they are pixels of an image of unknown size."""
    if scale == "pixel":
        return (width, height) if width and height else None
    return (1, 1) if scale == "norm1" else (1000, 1000)


def form_problem(numbers: Sequence[str], box: Box, scale: str, largest: tuple[int, int] | None) -> str:
    """What is wrong with a box as an answer in its scale; "" where nothing is."""
    if scale == "norm1000" and any("." in number for number in numbers):
        return "thousandths are integers"
    if box.x2 <= box.x1 or box.y2 <= box.y1:
        return "the corners are not in order, or there is no area"
    if box.x1 < 0 or box.y1 < 0:
        return "a coordinate is negative"
    if largest and (box.x2 > largest[0] or box.y2 > largest[1]):
        return f"it ends outside {largest[0]} × {largest[1]}"
    return ""


def clipped(box: Box, largest: tuple[int, int] | None) -> Box:
    """The part of a box inside the image."""
    zero = Fraction(0)
    width, height = map(Fraction, largest or (box.x2, box.y2))
    return Box(max(box.x1, zero), max(box.y1, zero), min(box.x2, width), min(box.y2, height))


def rescaled(box: Box, largest: tuple[int, int]) -> Box:
    """A box in fractions of the image whose largest coordinates are given."""
    width, height = largest
    return Box(box.x1 / width, box.y1 / height, box.x2 / width, box.y2 / height)


def iou(one: Box, other: Box) -> Fraction:
    """Intersection over union; 0 where either has no area."""
    shared = Box(*map(max, one[:2], other[:2]), *map(min, one[2:], other[2:])).area
    union = one.area + other.area - shared
    return shared / union if one.area and other.area else Fraction(0)


def seems_other_scale(box: Box, scale: str) -> bool:
    """Whether a box in pixels or thousandths lies within 1, as boxes in fractions do: worth a note, never a guess."""
    return scale != "norm1" and max(box) <= 1
