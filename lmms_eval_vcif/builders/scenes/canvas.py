"""A drawing surface with smooth edges: everything is drawn at three times its size and brought down at the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from PIL import Image, ImageDraw, ImageFont

SCALE = 3
INK = "#22303c"
PALETTES = (
    ("#2f6f9f", "#e08e45", "#4f9d69", "#b5546a", "#8a6fb0", "#c9a227"),
    ("#1f7a8c", "#bf4342", "#e1a730", "#5b8c5a", "#6d597a", "#d97d54"),
    ("#33658a", "#f26419", "#86bb4d", "#758e4f", "#9d4edd", "#f6ae2d"),
)
_FACES = {"sans": "NotoSansSC-Regular.otf", "serif": "NotoSerifSC-Regular.otf"}

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def typeface(face: str) -> str:
    """The file of a typeface, sans or serif."""
    return str(resources.files("pylopdf_fonts_zh_cn") / _FACES[face])


@lru_cache(maxsize=128)
def _font(face: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(typeface(face), pixels)


class Canvas:
    """A picture of `width` by `height` pixels. All coordinates and sizes are pixels of the finished picture."""

    def __init__(self, width: int, height: int, background: str = "#ffffff"):
        self.width, self.height = width, height
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), background)
        self._draw = ImageDraw.Draw(self._image)

    def image(self) -> Image.Image:
        """The finished picture."""
        return self._image.resize((self.width, self.height), Image.Resampling.LANCZOS)

    def rect(
        self, box: Box, fill: str | None, *, outline: str | None = None, width: float = 2, radius: float = 0
    ) -> None:
        """A rectangle, with round corners where `radius` is given."""
        stroke = round(width * SCALE) if outline else 0
        self._draw.rounded_rectangle(_scaled(box), radius * SCALE, fill=fill, outline=outline, width=stroke)

    def ellipse(self, box: Box, fill: str | None, *, outline: str | None = None, width: float = 2) -> None:
        """The ellipse that fills `box`."""
        self._draw.ellipse(_scaled(box), fill=fill, outline=outline, width=round(width * SCALE) if outline else 0)

    def disc(
        self, centre: Point, radius: float, fill: str | None, *, outline: str | None = None, width: float = 2
    ) -> None:
        """A circle."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline=outline, width=width)

    def polygon(self, points: Sequence[Point], fill: str, *, outline: str | None = None, width: float = 2) -> None:
        """A closed shape."""
        flat = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.polygon(flat, fill=fill, outline=outline, width=round(width * SCALE) if outline else 1)

    def line(self, points: Sequence[Point], fill: str, width: float = 2) -> None:
        """A line through `points`, its corners rounded."""
        flat = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(flat, fill=fill, width=round(width * SCALE), joint="curve")

    def slice(
        self, box: Box, start: float, end: float, fill: str, *, outline: str = "#ffffff", width: float = 2
    ) -> None:
        """A slice of a pie; angles in degrees clockwise from three o'clock."""
        self._draw.pieslice(_scaled(box), start, end, fill=fill, outline=outline, width=round(width * SCALE))

    def arc(self, box: Box, start: float, end: float, fill: str, width: float = 2) -> None:
        """A part of the outline of an ellipse; angles as in `slice`."""
        self._draw.arc(_scaled(box), start, end, fill=fill, width=round(width * SCALE))

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        fill: str = INK,
        anchor: str = "lm",
        face: str = "sans",
        bold: bool = False,
    ) -> float:
        """Write one line of text, anchored as Pillow's anchors say ("lm": left, middle). Returns its width."""
        font = _font(face, round(size * SCALE))
        stroke = max(1, round(size * SCALE / 40)) if bold else 0
        x, y = at
        self._draw.text(
            (x * SCALE, y * SCALE), text, font=font, fill=fill, anchor=anchor, stroke_width=stroke, stroke_fill=fill
        )
        return font.getlength(text) / SCALE


def shade(colour: str, factor: float) -> str:
    """`colour` (#rrggbb) made darker (`factor` under 1) or lighter (over 1, up to 2 for white)."""
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    if factor <= 1:
        channels = [round(c * factor) for c in channels]
    else:
        channels = [round(c + (255 - c) * (factor - 1)) for c in channels]
    return "#" + "".join(f"{c:02x}" for c in channels)


def sorted_box(x0: float, y0: float, x1: float, y1: float) -> Box:
    """The box between two corners given in any order."""
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _scaled(box: Box) -> list[float]:
    return [v * SCALE for v in box]
