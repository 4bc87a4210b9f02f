"""Things of the kitchen for clips: a cup, a kettle, layers of a sandwich, a flame, smoke and a cloth."""

from __future__ import annotations

import math

from ..scenes.canvas import Canvas, Point, shade
from .flat import turned

_LAYERS = {
    "bread": ("#d9a866", 26, 10),
    "lettuce": ("#7fae3f", 14, 6),
    "tomato": ("#c8392f", 16, 8),
    "cheese": ("#f2c14e", 12, 2),
    "ham": ("#e79aa0", 14, 6),
}
"""Colour, height and roundness of each layer."""


def cup(canvas: Canvas, at: Point, size: float, colour: str, level: float = 0.0, steam: bool = False) -> None:
    """A glass cup with a coloured rim and handle; `level` from 0 (empty) to 1 says how much tea is in it."""
    x, y = at
    half = size * 0.42
    canvas.arc((x + half * 0.6, y - size * 0.8, x + half * 1.8, y - size * 0.25), 0, 360, colour, size * 0.1)
    canvas.rect((x - half, y - size, x + half, y), "#f4f8fa", outline=colour, width=4, radius=8)
    if level > 0.03:
        canvas.rect((x - half + 6, y - 6 - (size - 16) * level, x + half - 6, y - 6), "#b5702f", radius=5)
    if steam:
        for dx in (-0.2, 0.05, 0.28):
            points = [(x + size * dx + 5 * math.sin(i / 1.6), y - size * 1.06 - 5 * i) for i in range(9)]
            canvas.line(points, "#ffffff", 3)


def kettle(canvas: Canvas, at: Point, tilt: float, pouring: bool, colour: str, fall: float = 70) -> None:
    """A kettle, its spout to the right, tipped by `tilt` degrees; `at` is its middle; its water falls `fall` pixels."""
    turn = turned(at, tilt)
    canvas.line(turn([(-34, -36), (-30, -66), (30, -66), (34, -36)]), "#39424e", 8)
    canvas.polygon(turn([(-34, -40), (34, -40), (52, 42), (-52, 42)]), colour)
    canvas.polygon(turn([(40, -4), (46, 16), (82, -26), (72, -32)]), shade(colour, 0.8))
    canvas.polygon(turn([(-20, -40), (20, -40), (14, -50), (-14, -50)]), shade(colour, 0.7))
    if pouring:
        (x, y), *_ = turn([(79, -28)])
        canvas.line([(x, y), (x + 2, y + fall)], "#7ec3e6", 6)


def tea_bag(canvas: Canvas, at: Point, colour: str) -> None:
    """A tea bag on its string; `at` is the upper end of the string, which carries a tag of `colour`."""
    x, y = at
    canvas.line([(x, y), (x, y + 34)], "#5d6b78", 2)
    canvas.rect((x - 9, y - 10, x + 9, y + 4), colour, radius=2)
    canvas.rect((x - 14, y + 34, x + 14, y + 64), "#f3e9d9", outline="#b98b5e", width=2, radius=3)
    canvas.rect((x - 10, y + 44, x + 10, y + 61), "#8a5f3b", radius=2)


def layer(canvas: Canvas, at: Point, kind: str, width: float = 170) -> None:
    """A layer of a sandwich (bread, lettuce, tomato, cheese or ham) from the side; `at` is the middle of its foot."""
    colour, height, radius = _LAYERS[kind]
    x, y = at
    canvas.rect(
        (x - width / 2, y - height, x + width / 2, y), colour, outline=shade(colour, 0.75), width=2, radius=radius
    )
    if kind == "lettuce":
        for i in range(9):
            canvas.disc((x - width / 2 + width * (i + 0.5) / 9, y - 3), 8, shade(colour, 0.9))


def board(canvas: Canvas, at: Point, width: float, colour: str = "#a9764a") -> None:
    """A cutting board from the side; `at` is the middle of its top."""
    x, y = at
    canvas.rect((x - width / 2, y, x + width / 2, y + 14), colour, radius=4)


def stove(canvas: Canvas, at: Point, width: float, ring: bool) -> None:
    """A stove from the front, its ring glowing or off; `at` is the middle of its top."""
    x, y = at
    canvas.rect((x - width / 2, y, x + width / 2, y + 120), "#5d6b78", radius=4)
    canvas.rect((x - width / 2, y - 8, x + width / 2, y + 8), "#39424e", radius=3)
    canvas.rect((x - 62, y - 13, x + 62, y - 7), "#e2522b" if ring else "#22303c", radius=3)
    for dx in (-0.3, -0.1, 0.1, 0.3):
        canvas.disc((x + width * dx, y + 30), 8, "#aeb8c2")


def cloth(canvas: Canvas, at: Point, colour: str, charred: float = 0.0) -> None:
    """A striped kitchen cloth in a heap; `charred` from 0 to 1 blackens it; `at` is the middle of its foot."""
    x, y = at
    points = [(-50, 0), (-42, -22), (-18, -34), (6, -26), (28, -36), (46, -18), (54, 0)]
    dark = shade(colour, 1 - 0.8 * charred)
    canvas.polygon([(x + px, y + py) for px, py in points], dark)
    for dx in (-26, 4, 30):
        canvas.line([(x + dx, y - 24), (x + dx + 6, y - 2)], shade(dark, 1.5 - 0.4 * charred), 4)


def flame(canvas: Canvas, at: Point, size: float, phase: float = 0.0) -> None:
    """Flames of `size` pixels, licking to the sides with `phase`; `at` is the middle of their foot."""
    x, y = at
    for dx, height, colour in (
        (-0.28, 0.7, "#e2522b"),
        (0.26, 0.78, "#e2522b"),
        (0, 1, "#f2902e"),
        (0, 0.6, "#fbe26a"),
    ):
        lean = math.sin(phase + 4 * dx) * size * 0.12
        foot = x + dx * size
        canvas.polygon([(foot - size * 0.22, y), (foot + lean, y - size * height), (foot + size * 0.22, y)], colour)


def smoke(canvas: Canvas, at: Point, size: float, colour: str = "#7b8794") -> None:
    """A cloud of smoke that rises from `at`, `size` pixels high."""
    x, y = at
    for i in range(5):
        canvas.disc(
            (x + 12 * math.sin(i * 1.7), y - size * (i + 0.5) / 5), size * (0.1 + 0.03 * i), shade(colour, 1 + 0.1 * i)
        )


THINGS = {f.__name__: f for f in (cup, kettle, tea_bag, layer, board, stove, cloth, flame, smoke)}
