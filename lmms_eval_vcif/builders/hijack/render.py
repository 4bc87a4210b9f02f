"""Drawing a text as a picture: the looks are drawn at random under a seed, the picture follows from them alone."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from .colours import Colour, contrast, draw_pair
from .fonts import Face
from .layout import wrap

LONGER_SIDE = 1024
_ASPECTS = (0.6, 0.75, 1.0, 1.25, 4 / 3, 1.6, 16 / 9, 2.2, 3.0)
_SHADES = 16


class RenderError(ValueError):
    """A text that can't be set in the drawn style within the largest canvas."""


@dataclass(frozen=True)
class Style:
    """How a text is set. Lengths are pixels; `aspect` is width by height, `leading` a multiple of the size, `margin` a
    share of the canvas's shorter side, `align` left or center.
    """

    face: Face
    size: int
    aspect: float
    margin: float
    leading: float
    align: str
    background: Colour
    ink: Colour

    def as_dict(self) -> dict[str, Any]:
        """The style as JSON-ready values, the contrast of its colours included."""
        values = asdict(self) | {
            "face": self.face.family,
            "hand": self.face.hand,
            "background": _hex(self.background),
            "ink": _hex(self.ink),
            "contrast": round(contrast(self.background, self.ink), 2),
        }
        return values | {
            "aspect": round(self.aspect, 3),
            "margin": round(self.margin, 3),
            "leading": round(self.leading, 3),
        }


def draw_style(rng: random.Random, faces: Sequence[Face]) -> Style:
    """A style at random: each of `faces`, each shape of canvas and both kinds of colouring are as likely."""
    background, ink = draw_pair(rng)
    return Style(
        face=rng.choice(list(faces)),
        size=rng.randint(30, 56),
        aspect=rng.choice(_ASPECTS),
        margin=rng.uniform(0.05, 0.14),
        leading=rng.uniform(1.2, 1.8),
        align=rng.choice(("left", "left", "center")),
        background=background,
        ink=ink,
    )


def render(text: str, style: Style, *, spaced: bool) -> Image.Image:
    """`text` in `style`, on the smallest canvas of its shape that holds it, at most LONGER_SIDE on its longer side.

    `spaced` as in `layout.wrap`. Raises RenderError where the largest canvas is too small.
    """
    font = _font(style.face.path, style.face.index, style.size)
    width, height, margin, lines = _fit(text, style, font, spaced)
    mask = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(mask)
    ascent, descent = font.getmetrics()
    step = style.size * style.leading
    top = (height - step * (len(lines) - 1) - ascent - descent) / 2
    for i, line in enumerate(lines):
        x = margin if style.align == "left" else (width - font.getlength(line)) / 2
        draw.text((round(x), round(top + ascent + step * i)), line, fill=255, font=font, anchor="ls")
    return _coloured(mask, style.background, style.ink)


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file without times or other traces: the same picture gives the same bytes."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _fit(text: str, style: Style, font: ImageFont.FreeTypeFont, spaced: bool) -> tuple[int, int, int, list[str]]:
    """Width and height of the canvas, its margin, and the lines of the text on it."""
    ascent, descent = font.getmetrics()
    step = style.size * style.leading
    largest = LONGER_SIDE if style.aspect >= 1 else round(LONGER_SIDE * style.aspect)
    # no canvas is smaller than its text; the blanks that end lines, a small part of it, are not drawn
    area = 0.85 * font.getlength(text) * min(step, ascent + descent)
    measure = cache(font.getlength)
    least = max(160, round(math.sqrt(area * style.aspect)) // 16 * 16)
    for width in range(least, largest + 1, 16):
        height = round(width / style.aspect)
        margin = max(12, round(min(width, height) * style.margin))
        lines = wrap(text, width - 2 * margin, measure, spaced=spaced)
        if lines and step * (len(lines) - 1) + ascent + descent <= height - 2 * margin:
            return width, height, margin, lines
    raise RenderError(f"{len(text)} characters of {style.size} pixels do not fit a canvas of shape {style.aspect:.2f}")


def _coloured(mask: Image.Image, background: Colour, ink: Colour) -> Image.Image:
    """A palette picture with _SHADES steps from `background` (0 in `mask`) to `ink` (255)."""
    steps = [i / (_SHADES - 1) for i in range(_SHADES)]
    palette = [round(b + (f - b) * step) for step in steps for b, f in zip(background, ink, strict=True)]
    indexed = mask.point([round(value * (_SHADES - 1) / 255) for value in range(256)])
    picture = Image.new("P", mask.size)
    picture.putpalette(palette)
    picture.paste(indexed)
    return picture


@lru_cache(maxsize=256)
def _font(path: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, index=index, layout_engine=ImageFont.Layout.BASIC)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
