"""Outdoor pictures: a park, a street plan and a weather map, with the names that the caller gives."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from PIL import Image

from . import figures
from .canvas import INK, PALETTES, Canvas, Point, shade

_SHIRTS = ("#c8392f", "#2f6f9f", "#e0a52e", "#6d597a", "#4f9d69")


def park(rng: random.Random, *, kites: int = 2, ducks: int = 3) -> Image.Image:
    """A sunny park: children with kites on a meadow, a pond with ducks, an empty bench, trees, and a dog."""
    canvas = Canvas(960, 640, "#bfe0f2")
    figures.sun(canvas, (850, 90), 46)
    for x, y, size in ((180, 90, 150), (470, 60, 120), (660, 130, 110)):
        figures.cloud(canvas, (x, y), size)
    hills = [(x, 330 + 26 * math.sin(x / 130)) for x in range(0, 961, 6)]
    canvas.polygon([*hills, (960, 420), (0, 420)], "#9ccb8b")
    canvas.rect((0, 370, 960, 640), "#86bb6f")
    for x, size in ((70, 250), (250, 190), (905, 230)):
        figures.tree(canvas, (x, 405), size)
    canvas.ellipse((560, 440, 940, 600), "#e3d6ae")
    canvas.ellipse((574, 450, 926, 590), "#5fa8d3")
    for i in range(ducks):
        _duck(canvas, (640 + 90 * i, 500 + 36 * (i % 2)), 46)
    shirts = rng.sample(_SHIRTS, kites)
    for i in range(kites):
        at = (330 + 130 * i, 545 - 30 * (i % 2))
        hand = figures.person(
            canvas, at, 130, shirt=shirts[i], trousers="#39424e", hair=("#5b3a23", "#22303c")[i % 2], arm_up=True
        )
        _kite(canvas, hand, (430 + 170 * i, 190 - 40 * (i % 2)), shirts[-1 - i])
    _bench(canvas, (130, 500))
    _dog(canvas, (240, 600), 70)
    return canvas.image()


def street_plan(
    rng: random.Random, *, streets: Sequence[str], avenues: Sequence[str], places: Sequence[str], scale: str, north: str
) -> Image.Image:
    """A plan of a town: two streets across, two avenues down, and nine blocks, each with the name of its place.

    `places` are read row by row from the top left; an empty name leaves a park with trees and no label.
    """
    palette = rng.choice(PALETTES)
    canvas = Canvas(960, 720, "#e9edf0")
    columns, rows = (40, 330, 630, 920), (40, 240, 460, 660)
    for i, name in enumerate(places):
        left, right = columns[i % 3] + 12, columns[i % 3 + 1] - 12
        top, bottom = rows[i // 3] + 12, rows[i // 3 + 1] - 12
        if not name:
            canvas.rect((left, top, right, bottom), "#b9dba8", radius=10)
            for x in (0.22, 0.5, 0.78):
                figures.tree(canvas, (left + (right - left) * x, bottom - 24), 90)
            continue
        canvas.rect((left, top, right, bottom), "#ffffff", radius=10)
        inner = (left + 50, top + 24, right - 50, bottom - 62)
        canvas.rect(inner, shade(palette[i % 6], 1.35), outline=palette[i % 6], width=3, radius=4)
        canvas.text(((left + right) / 2, bottom - 34), name, 20, anchor="mm", bold=True)
    for y, name in zip(rows[1:3], streets, strict=True):
        canvas.rect((0, y - 20, 960, y + 20), "#fff3c9", outline="#d8c88f", width=2)
        canvas.text((172, y), name, 18, anchor="mm", fill="#6b5d2e")
    for x, name in zip(columns[1:3], avenues, strict=True):
        canvas.rect((x - 20, 0, x + 20, 720), "#fff3c9", outline="#d8c88f", width=2)
        canvas.rect((x - 19, 90, x + 19, 96), "#fff3c9")
        _upright(canvas, (x, 140), name)
    for y in rows[1:3]:
        for x in columns[1:3]:
            canvas.rect((x - 19, y - 19, x + 19, y + 19), "#fff3c9")
    canvas.polygon([(900, 672), (914, 706), (900, 698), (886, 706)], INK)
    canvas.text((868, 692), north, 20, anchor="rm", bold=True)
    canvas.line([(60, 688), (60, 696), (210, 696), (210, 688)], INK, 3)
    canvas.text((222, 690), scale, 16)
    return canvas.image()


def weather_map(
    rng: random.Random, *, title: str, places: Sequence[tuple[str, str, str]], sea: str, note: str
) -> Image.Image:
    """An island with up to seven towns; each has a name, a sky (sun, cloud, rain, snow, storm) and a temperature."""
    canvas = Canvas(960, 700, "#a9d3ea")
    phases = [rng.uniform(0, 2 * math.pi) for _ in range(4)]
    for inset, colour in ((0, "#8cc0dd"), (10, "#dfe9c8"), (20, "#bfd8a0")):
        canvas.polygon(_coast(phases, inset), colour)
    canvas.text((40, 52), title, 32, bold=True)
    canvas.text((110, 560), sea, 22, fill="#33658a", anchor="mm", face="serif")
    spots = ((330, 190), (580, 180), (250, 360), (480, 350), (720, 330), (400, 530), (640, 510))
    for (name, sky, temperature), (x, y) in zip(places, spots, strict=False):
        _sky(canvas, sky, (x, y - 46))
        canvas.disc((x - 56, y + 22), 5, "#b5433c")
        width = canvas.text((x - 44, y + 22), name, 20, bold=True)
        canvas.text((x - 30 + width, y + 22), temperature, 20, fill="#b5433c", bold=True)
    canvas.text((40, 668), note, 17, fill="#33485a")
    return canvas.image()


def _coast(phases: Sequence[float], inset: float) -> list[Point]:
    """The outline of the island, shaped by the `phases` of its waves and drawn `inset` pixels inside the outermost
    one.
    """
    points = []
    for i in range(180):
        angle = 2 * math.pi * i / 180
        wave = sum(math.sin((k + 2) * angle + phase) / (k + 2) for k, phase in enumerate(phases))
        points.append(
            (490 + math.cos(angle) * (380 + 22 * wave - inset), 360 + math.sin(angle) * (255 + 18 * wave - inset))
        )
    return points


def _sky(canvas: Canvas, sky: str, at: Point) -> None:
    x, y = at
    if sky == "sun":
        figures.sun(canvas, at, 20)
        return
    grey = {"cloud": "#ffffff", "rain": "#8493a3", "snow": "#e8eef4", "storm": "#5d6b78"}[sky]
    figures.cloud(canvas, (x, y - 8), 86, grey)
    for i in range(4):
        left = x - 24 + 17 * i
        if sky == "rain":
            canvas.line([(left, y + 16), (left - 6, y + 30)], "#2f6f9f", 4)
        elif sky == "snow":
            canvas.disc((left - 2, y + 22 + 6 * (i % 2)), 4, "#ffffff", outline="#8cb3cf", width=1.5)
    if sky == "storm":
        canvas.polygon(
            [(x + 4, y + 4), (x - 14, y + 24), (x - 2, y + 24), (x - 10, y + 40), (x + 14, y + 16), (x + 2, y + 16)],
            "#f2b134",
        )


def _upright(canvas: Canvas, at: Point, name: str) -> None:
    """Write a name downwards, letter under letter."""
    step = 19
    for i, letter in enumerate(name):
        canvas.text((at[0], at[1] - step * (len(name) - 1) / 2 + step * i), letter, 16, anchor="mm", fill="#6b5d2e")


def _duck(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    canvas.ellipse((x - size * 0.5, y - size * 0.35, x + size * 0.4, y + size * 0.2), "#f7f3e8")
    canvas.polygon(
        [(x - size * 0.45, y - size * 0.1), (x - size * 0.7, y - size * 0.32), (x - size * 0.3, y - size * 0.25)],
        "#f7f3e8",
    )
    canvas.disc((x + size * 0.36, y - size * 0.46), size * 0.2, "#f7f3e8")
    canvas.polygon(
        [(x + size * 0.52, y - size * 0.5), (x + size * 0.78, y - size * 0.42), (x + size * 0.52, y - size * 0.36)],
        "#e08e45",
    )
    canvas.disc((x + size * 0.41, y - size * 0.5), size * 0.035, INK)


def _kite(canvas: Canvas, hand: Point, at: Point, colour: str) -> None:
    x, y = at
    canvas.line([hand, ((hand[0] + x) / 2 + 14, (hand[1] + y) / 2 + 20), (x, y + 44)], "#5d6b78", 1.5)
    canvas.polygon([(x, y - 50), (x + 34, y - 8), (x, y + 44), (x - 34, y - 8)], colour)
    canvas.polygon([(x, y - 50), (x + 34, y - 8), (x, y - 8)], shade(colour, 1.4))
    canvas.polygon([(x, y + 44), (x - 34, y - 8), (x, y - 8)], shade(colour, 1.4))
    for i in range(3):
        canvas.disc((x - 6 + 8 * (i % 2), y + 56 + 14 * i), 5, shade(colour, 1.2))


def _bench(canvas: Canvas, at: Point) -> None:
    x, y = at
    for dx in (-70, 62):
        canvas.rect((x + dx, y - 60, x + dx + 8, y + 8), "#4b5563")
    for dy in (-58, -42):
        canvas.rect((x - 82, y + dy, x + 82, y + dy + 11), "#a9764a", radius=3)
    canvas.rect((x - 86, y - 24, x + 86, y - 12), "#b58557", radius=3)


def _dog(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    coat = "#8a5f3b"
    canvas.line([(x - size * 0.45, y - size * 0.5), (x - size * 0.7, y - size * 0.8)], coat, size * 0.09)
    for dx in (-0.4, -0.26, 0.22, 0.36):
        canvas.line([(x + size * dx, y - size * 0.35), (x + size * dx, y)], shade(coat, 0.85), size * 0.1)
    canvas.rect((x - size * 0.5, y - size * 0.62, x + size * 0.45, y - size * 0.25), coat, radius=size * 0.17)
    canvas.disc((x + size * 0.52, y - size * 0.72), size * 0.22, coat)
    canvas.rect((x + size * 0.6, y - size * 0.74, x + size * 0.86, y - size * 0.56), coat, radius=size * 0.07)
    canvas.ellipse((x + size * 0.32, y - size * 0.9, x + size * 0.48, y - size * 0.52), shade(coat, 0.7))
    canvas.disc((x + size * 0.84, y - size * 0.7), size * 0.04, INK)
    canvas.disc((x + size * 0.6, y - size * 0.78), size * 0.03, INK)
    canvas.line([(x + size * 0.36, y - size * 0.5), (x + size * 0.56, y - size * 0.46)], "#c8392f", size * 0.06)
