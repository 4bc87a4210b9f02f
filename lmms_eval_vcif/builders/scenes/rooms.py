"""Indoor scenes: a desk, a kitchen and a shelf. The seed chooses colours and arrangement; counts are the caller's."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from PIL import Image

from . import figures, things
from .canvas import PALETTES, Canvas, shade

_WALLS = ("#dfe8e6", "#efe3d3", "#dde3ef")
_WOODS = ("#c2925f", "#a9764a", "#b58557")


def desk(rng: random.Random, *, books: int = 4, hour: int = 10, minute: int = 10) -> Image.Image:
    """A desk before a wall: laptop, mug, lamp, a pile of books, a plant, and a wall clock that shows the given time."""
    palette, wood = rng.choice(PALETTES), rng.choice(_WOODS)
    canvas = Canvas(960, 640, rng.choice(_WALLS))
    _window(canvas, (90, 60, 330, 290))
    things.clock(canvas, (480, 130), 66, hour, minute)
    canvas.rect((620, 70, 850, 230), "#c9a77c", outline=shade(wood, 0.7), width=8)
    for i, (dx, dy, colour) in enumerate(
        ((20, 20, "#f7e07e"), (90, 30, "#a7d3f2"), (160, 18, "#f3b0b0"), (50, 92, "#b9e0b0"), (130, 96, "#f7e07e"))
    ):
        canvas.rect((620 + dx, 70 + dy, 620 + dx + 52, 70 + dy + 46), colour)
        canvas.disc((620 + dx + 26, 70 + dy + 5), 4, palette[i % len(palette)])
    canvas.rect((0, 470, 960, 520), wood)
    canvas.rect((0, 520, 960, 640), shade(wood, 0.82))
    canvas.rect((330, 545, 630, 610), shade(wood, 0.92), outline=shade(wood, 0.65), width=3, radius=6)
    canvas.disc((480, 577), 9, "#e5d3b3")
    things.plant(canvas, (64, 494), 110, "#c8663e")
    things.lamp(canvas, (196, 492), 230, palette[0])
    things.laptop(canvas, (470, 494), 180, "#2f4858")
    things.mug(canvas, (676, 494), 62, palette[1])
    things.book_pile(canvas, (842, 494), 28 * books, [palette[(i + 2) % 6] for i in range(books)])
    return canvas.image()


def kitchen(rng: random.Random, *, apples: int = 5, bottles: int = 3) -> Image.Image:
    """A kitchen: a stove with a pot, a counter with a bowl of apples and bottles, cupboards, a tiled wall and a
    window.
    """
    palette, wood = rng.choice(PALETTES), rng.choice(_WOODS)
    canvas = Canvas(960, 640, "#f2efe8")
    for y in range(250, 430, 36):
        for x in range(0, 960, 60):
            canvas.rect((x + 1, y + 1, x + 59, y + 35), "#ffffff" if (x // 60 + y // 36) % 2 else "#e3eef2")
    _window(canvas, (380, 40, 600, 225))
    for left in (30, 190, 640, 800):
        canvas.rect((left, 30, left + 145, 220), palette[0], outline=shade(palette[0], 0.7), width=3, radius=6)
        canvas.rect((left + 14, 44, left + 131, 206), None, outline=shade(palette[0], 1.4), width=3, radius=4)
        canvas.disc((left + (125 if left in (30, 640) else 20), 125), 6, "#e5d3b3")
    canvas.rect((0, 430, 960, 458), wood)
    canvas.rect((0, 458, 960, 640), shade(palette[0], 1.15))
    for left in (300, 520, 740):
        canvas.rect((left + 8, 475, left + 202, 625), None, outline=shade(palette[0], 0.7), width=3, radius=6)
        canvas.rect((left + 80, 490, left + 130, 498), "#e5d3b3", radius=4)
    _stove(canvas, (40, 430), palette[1])
    canvas.polygon([(400, 384), (580, 384), (552, 430), (428, 430)], palette[3])
    for i in range(apples):
        row = 0 if i < 3 else 1
        x = 440 + 50 * i if row == 0 else 465 + 50 * (i - 3)
        things.apple(canvas, (x, 390 - 30 * row), 44, ("#c8392f", "#7fae3f")[(i + apples) % 2])
    canvas.polygon([(396, 384), (584, 384), (579, 394), (401, 394)], shade(palette[3], 0.8))
    for i in range(bottles):
        things.bottle(canvas, (670 + 52 * i, 430), 120, ("#3c6e47", "#7a4b2a", "#2f5d8a")[i % 3])
    things.vase(canvas, (880, 430), 150, palette[2], ["#e0637c", "#f2b134", "#e0637c"])
    return canvas.image()


def shelf(rng: random.Random, *, layout: Sequence[Sequence[str]]) -> Image.Image:
    """A shelf against a wall, one board a row of `layout`, things from left to right.

    Names: books, plant, teddy, globe, camera, clock, mug, vase, bottle, apple.
    """
    palette, wood = list(rng.choice(PALETTES)), rng.choice(_WOODS)
    step = 205
    canvas = Canvas(960, 60 + step * len(layout) + 40, rng.choice(_WALLS))
    bottom = 60 + step * len(layout)
    canvas.rect((80, 36, 880, bottom + 14), shade(wood, 0.62), radius=4)
    for i, row in enumerate(layout):
        y = 60 + step * (i + 1) - 14
        canvas.rect((100, y - step + 28, 860, y), shade(wood, 1.55))
        for j, name in enumerate(row):
            x = 100 + 760 * (j + 0.5) / len(row)
            _put(canvas, name, (x, y), palette[(i * 2 + j) % 6], palette)
        canvas.rect((80, y, 880, y + 16), wood)
    for x in (80, 862):
        canvas.rect((x, 36, x + 18, bottom + 14), wood)
    canvas.rect((80, 36, 880, 54), wood)
    return canvas.image()


def _put(canvas: Canvas, name: str, at: tuple[float, float], colour: str, palette: list[str]) -> None:
    x, y = at
    draw = {
        "books": lambda: things.book_row(canvas, (x - 90, y), 140, palette),
        "plant": lambda: things.plant(canvas, at, 150, colour),
        "teddy": lambda: things.teddy(canvas, at, 150, "#b98b5e"),
        "globe": lambda: things.globe(canvas, at, 150),
        "camera": lambda: things.camera(canvas, at, 100, "#4b5563"),
        "clock": lambda: things.clock(canvas, (x, y - 62), 60, 7, 25, colour),
        "mug": lambda: things.mug(canvas, at, 80, colour),
        "vase": lambda: things.vase(canvas, at, 150, colour, ["#e0637c", "#f2b134", "#8a6fb0"]),
        "bottle": lambda: things.bottle(canvas, at, 140, "#3c6e47"),
        "apple": lambda: things.apple(canvas, at, 62, "#c8392f"),
    }
    draw[name]()


def _window(canvas: Canvas, box: tuple[float, float, float, float]) -> None:
    left, top, right, bottom = box
    canvas.rect(box, "#bfe0f2")
    hill = [(x, bottom - 34 - 22 * math.sin((x - left) / 50)) for x in range(round(left), round(right) + 1, 4)]
    canvas.polygon([*hill, (right, bottom), (left, bottom)], "#8fbf7f")
    figures.cloud(canvas, (left + (right - left) * 0.35, top + 70), 90)
    canvas.rect(box, None, outline="#ffffff", width=12)
    canvas.line([((left + right) / 2, top), ((left + right) / 2, bottom)], "#ffffff", 8)
    canvas.line([(left, (top + bottom) / 2), (right, (top + bottom) / 2)], "#ffffff", 8)
    canvas.rect((left - 14, bottom - 4, right + 14, bottom + 12), "#ffffff", radius=4)


def _stove(canvas: Canvas, at: tuple[float, float], pot: str) -> None:
    x, y = at
    canvas.rect((x, y - 6, x + 240, 640), "#4b5563", radius=6)
    canvas.rect((x + 20, y + 74, x + 220, y + 180), "#22303c", radius=8)
    canvas.rect((x + 30, y + 58, x + 210, y + 66), "#cfd6dd", radius=4)
    for i in range(4):
        canvas.disc((x + 45 + 50 * i, y + 28), 13, "#cfd6dd")
        canvas.line([(x + 45 + 50 * i, y + 28), (x + 45 + 50 * i, y + 17)], "#22303c", 3)
    things.pan(canvas, (x + 120, y - 6), 100, pot)
