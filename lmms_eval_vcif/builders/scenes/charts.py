"""Charts from given values: bars, lines and pies. What is drawn is what is passed; the seed chooses only the looks."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from PIL import Image

from .canvas import INK, PALETTES, Canvas

WIDTH, HEIGHT = 960, 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 90, 930, 118, 560
_GRID = "#dde3e8"
_MUTED = "#5d6b78"


def bar_chart(
    rng: random.Random,
    *,
    title: str,
    unit: str,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    note: str = "",
) -> Image.Image:
    """Upright bars, one group a category and one colour a series, each with its value above it.

    `unit` names the value axis, `note` is written below the chart.
    """
    canvas, palette = _sheet(rng, title, unit, note)
    top = _nice_top(max(max(values) for values in series.values()))
    _grid(canvas, top)
    group = (_RIGHT - _LEFT) / len(categories)
    bar = group * 0.72 / len(series)
    for i, category in enumerate(categories):
        start = _LEFT + group * i + group * 0.14
        for j, values in enumerate(series.values()):
            x, y = start + bar * j, _height_of(values[i], top)
            canvas.rect((x + 1, y, x + bar - 1, _BOTTOM), palette[j])
            canvas.text((x + bar / 2, y - 13), f"{values[i]:g}", 16, anchor="mm")
        canvas.text((_LEFT + group * (i + 0.5), _BOTTOM + 20), category, 18, anchor="mm")
    _legend(canvas, palette, list(series))
    return canvas.image()


def line_chart(
    rng: random.Random,
    *,
    title: str,
    unit: str,
    categories: Sequence[str],
    series: Mapping[str, Sequence[float]],
    note: str = "",
) -> Image.Image:
    """One line a series over `categories` in order, with a mark at each value and the values of each line beside its
    marks.
    """
    canvas, palette = _sheet(rng, title, unit, note)
    top = _nice_top(max(max(values) for values in series.values()))
    _grid(canvas, top)
    step = (_RIGHT - _LEFT) / len(categories)
    for i, category in enumerate(categories):
        canvas.text((_LEFT + step * (i + 0.5), _BOTTOM + 20), category, 18, anchor="mm")
    lines = list(series.values())
    for j, values in enumerate(lines):
        points = [(_LEFT + step * (i + 0.5), _height_of(value, top)) for i, value in enumerate(values)]
        canvas.line(points, palette[j], 4)
        for i, (x, y) in enumerate(points):
            canvas.disc((x, y), 6, "#ffffff", outline=palette[j], width=3)
            others = [other[i] for k, other in enumerate(lines) if k != j]
            above = all(values[i] >= other for other in others)
            canvas.text((x, y - 18 if above else y + 19), f"{values[i]:g}", 15, fill=palette[j], anchor="mm", bold=True)
    _legend(canvas, palette, list(series))
    return canvas.image()


def pie_chart(
    rng: random.Random, *, title: str, shares: Mapping[str, float], unit: str = "%", note: str = ""
) -> Image.Image:
    """A pie whose slices follow `shares` in order from twelve o'clock, with a key that gives each value and its
    unit.
    """
    canvas = Canvas(WIDTH, HEIGHT, "#fbfaf7")
    palette = rng.choice(PALETTES)
    canvas.text((WIDTH / 2, 56), title, 32, anchor="mm", bold=True)
    centre, radius, total, angle = (300, 340), 210, sum(shares.values()), -90.0
    for colour, value in zip(palette, shares.values(), strict=False):
        sweep = 360 * value / total
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        canvas.slice(box, angle, angle + sweep, colour, width=3)
        middle = math.radians(angle + sweep / 2)
        if sweep > 18:
            at = (centre[0] + math.cos(middle) * radius * 0.66, centre[1] + math.sin(middle) * radius * 0.66)
            canvas.text(at, f"{value:g}{unit}", 20, fill="#ffffff", anchor="mm", bold=True)
        angle += sweep
    top = 340 - 27 * (len(shares) - 1)
    for i, (label, value) in enumerate(shares.items()):
        y = top + 54 * i
        canvas.rect((590, y - 13, 616, y + 13), palette[i], radius=4)
        canvas.text((632, y), label, 21)
        canvas.text((910, y), f"{value:g}{unit}", 21, anchor="rm", fill=_MUTED)
    canvas.text((WIDTH / 2, HEIGHT - 34), note, 16, fill=_MUTED, anchor="mm")
    return canvas.image()


def _sheet(rng: random.Random, title: str, unit: str, note: str) -> tuple[Canvas, Sequence[str]]:
    canvas = Canvas(WIDTH, HEIGHT, "#fcfcfb")
    canvas.text((_LEFT - 30, 46), title, 30, bold=True)
    canvas.text((_LEFT - 30, 92), unit, 17, fill=_MUTED)
    canvas.text((_LEFT - 30, HEIGHT - 22), note, 15, fill=_MUTED)
    return canvas, rng.choice(PALETTES)


def _grid(canvas: Canvas, top: float) -> None:
    for i in range(6):
        value = top * i / 5
        y = _height_of(value, top)
        canvas.line([(_LEFT, y), (_RIGHT, y)], _GRID if i else INK, 1.5)
        canvas.text((_LEFT - 12, y), f"{value:g}", 16, fill=_MUTED, anchor="rm")


def _legend(canvas: Canvas, palette: Sequence[str], names: Sequence[str]) -> None:
    if len(names) < 2:
        return
    x = float(_RIGHT)
    for colour, name in reversed(list(zip(palette, names, strict=False))):
        width = canvas.text((x, 92), name, 17, anchor="rm")
        canvas.rect((x - width - 26, 84, x - width - 10, 100), colour, radius=3)
        x -= width + 50


def _height_of(value: float, top: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * value / top


def _nice_top(largest: float) -> float:
    """The smallest 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 or 10 times a power of ten with a twelfth of room above `largest`."""
    needed = largest * 1.08
    power = 10 ** math.floor(math.log10(needed))
    return next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= needed)
