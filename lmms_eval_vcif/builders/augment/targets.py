"""Objects to be found in pictures: where each record comes from, and whether a row can be made of it.

The plain form is JSON lines: ``image`` (relative to the folder of pictures), ``text`` (what the object is called),
``box`` (four numbers, or null for an object that is not in the picture), and, if wanted, ``box_layout`` (xyxy),
``box_scale`` (pixel), ``width``, ``height``, ``language``, ``source``, ``source_id``, ``license``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from ...data.problems import Problem
from ...data.readers import read_records
from ...records import LANGUAGES
from ...verifiers._boxes import box_of, limits, rescaled

LAYOUTS = ("xyxy", "xywh", "pairs", "nested")
"""Layouts of reference boxes, as in the parameters of box_iou."""

SCALES = ("pixel", "norm1", "norm1000")
LEAST_SIDE = Fraction(1, 50)
"""The least width and height of an object, of those of its picture: a smaller one can hardly be boxed well."""

LONGEST_TEXT = 120
_LETTER = re.compile(r"[^\W\d_]")


class Unusable(ValueError):
    """A source record of which no row can be made. `reason` is one of a few, to be counted; the message says more."""

    def __init__(self, reason: str, detail: str = ""):
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, kw_only=True)
class Item:
    """What a row is made of: a picture, the language of the row, and where they come from."""

    image: str
    language: str
    source: str = ""
    source_id: str = ""
    license: str = ""


@dataclass(frozen=True, kw_only=True)
class Target(Item):
    """An object in (or, with no box, absent from) a picture, under the name by which it is asked for."""

    text: str
    width: int
    height: int
    box: tuple[float, ...] | None
    box_layout: str = "xyxy"
    box_scale: str = "pixel"

    def edges(self) -> tuple[Fraction, ...]:
        """Left, top, right and bottom edge, in fractions of the picture. The target has a box."""
        box = box_of([str(number) for number in self.box], self.box_layout, None)
        return tuple(rescaled(box, limits(self.box_scale, self.width, self.height)))


Found = tuple[str, Item | Unusable]
"""Where a record stands, for a person, and what it came to."""


def read_plain(path: Path, images: Path, languages: Sequence[str]) -> Iterator[Found]:
    """The targets of a JSON-lines file in the plain form, in order. Raises DataError where it can't be read at all."""
    for number, value in read_records(path):
        where = f"{path.name}:{number}"
        try:
            if isinstance(value, Problem):
                raise Unusable("unreadable", value.message)
            yield where, checked(_plain(value, images), languages)
        except Unusable as error:
            yield where, error


def _plain(value: Any, images: Path) -> Target:
    if not isinstance(value, Mapping):
        raise Unusable("unreadable", f"a record is an object, not {value!r:.60}")
    image = picture_name(value.get("image"))
    width, height = picture_size(images, image, value.get("width"), value.get("height"))
    return Target(
        image=image,
        text=name_of(value.get("text")),
        language=value.get("language") or language_of(str(value.get("text"))),
        width=width,
        height=height,
        box=numbers_of(value.get("box")),
        box_layout=value.get("box_layout") or "xyxy",
        box_scale=value.get("box_scale") or "pixel",
        **credit(value),
    )


def checked(target: Target, languages: Sequence[str]) -> Target:
    """The target, if a row can be made of it. Raises Unusable."""
    check_language(target.language, languages)
    if target.box_layout not in LAYOUTS or target.box_scale not in SCALES:
        raise Unusable("layout or scale unknown", f"{target.box_layout!r:.30} in {target.box_scale!r:.30}")
    if target.box is None:
        return target
    left, top, right, bottom = target.edges()
    if right <= left or bottom <= top:
        raise Unusable("box without an area", str(list(target.box)))
    margin = Fraction(2, min(target.width, target.height))
    if min(left, top) < -margin or max(right, bottom) > 1 + margin:
        raise Unusable("box outside the picture", f"{list(target.box)} in {target.width} × {target.height}")
    if min(right - left, bottom - top) < LEAST_SIDE:
        raise Unusable("box too small", f"{list(target.box)} in {target.width} × {target.height}")
    return target


def check_language(language: Any, languages: Sequence[str]) -> None:
    """Raises Unusable for a language that no row is in, or that is not asked for."""
    if language not in LANGUAGES:
        raise Unusable("language unknown", repr(language)[:30])
    if language not in languages:
        raise Unusable("language not asked for", language)


def language_of(text: str) -> str:
    """zh where a text holds a Han character, else en."""
    return "zh" if re.search(r"[\u3400-\u9fff]", text) else "en"


def picture_name(value: Any) -> str:
    """A path that stays inside the folder of pictures. Raises Unusable."""
    if not isinstance(value, str) or not value.strip():
        raise Unusable("no picture", repr(value)[:60])
    path = PurePosixPath(value.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts:
        raise Unusable("no picture", f"{value[:80]} leaves the folder of pictures")
    return str(path)


def picture_size(images: Path, name: str, width: Any = None, height: Any = None) -> tuple[int, int]:
    """Width and height of a picture, which have to be those of the annotation. Raises Unusable."""
    size = _size(images / name)
    if size is None:
        raise Unusable("no picture", f"{name} does not open in {images}")
    stated = (width or size[0], height or size[1])
    if stated != size:
        raise Unusable("size differs", f"{name} is {size[0]} × {size[1]}, not {stated[0]} × {stated[1]}")
    return size


@lru_cache(maxsize=65536)
def _size(path: Path) -> tuple[int, int] | None:
    from PIL import Image

    try:
        with Image.open(path) as image:
            image.load()
            return image.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def name_of(value: Any) -> str:
    """What an object is called, in one line, without a final stop. Raises Unusable."""
    text = " ".join(value.split()).rstrip(".。") if isinstance(value, str) else ""
    if not _LETTER.search(text):
        raise Unusable("no name", repr(value)[:60])
    if len(text) > LONGEST_TEXT:
        raise Unusable("name too long", f"{len(text)} characters, at most {LONGEST_TEXT}")
    return text


def numbers_of(value: Any) -> tuple[float, ...] | None:
    """The four numbers of a box, also as two lists of two; None for an absent object. Raises Unusable."""
    if value is None:
        return None
    parts = value if isinstance(value, list) else [value]
    numbers = [number for part in parts for number in (part if isinstance(part, list) else [part])]
    plain = all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in numbers)
    if len(numbers) != 4 or not plain or not all(abs(number) < 1e9 for number in numbers):
        raise Unusable("box unreadable", repr(value)[:60])
    return tuple(numbers)


def credit(value: Mapping[str, Any]) -> dict[str, str]:
    """Source, its id and licence of a record, "" where it has none."""
    return {name: str(value.get(name) or "") for name in ("source", "source_id", "license")}
