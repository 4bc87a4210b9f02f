"""Things of the street for clips: a car, a bus, a traffic light, a walker, a door and a sign with a name."""

from __future__ import annotations

import math

from ..scenes.canvas import INK, Canvas, Point, shade

_LIGHTS = {"red": "#e0352b", "yellow": "#f2c12e", "green": "#3fae5a"}


def road(canvas: Canvas, at: Point, height: float) -> None:
    """A road across the whole picture with a dashed middle line; `at` is a point of its upper edge."""
    y = at[1]
    canvas.rect((0, y, canvas.width, y + height), "#5d6670")
    for x in range(10, canvas.width, 70):
        canvas.rect((x, y + height / 2 - 3, x + 36, y + height / 2 + 3), "#f4f4f2")


def zebra(canvas: Canvas, at: Point, height: float) -> None:
    """A zebra crossing; `at` is the middle of its upper edge."""
    x, y = at
    for i in range(5):
        canvas.rect((x - 45 + 20 * i, y, x - 33 + 20 * i, y + height), "#f4f4f2")


def car(canvas: Canvas, at: Point, size: float, colour: str, braking: bool = False) -> None:
    """A car that points to the right; `at` is the middle between its wheels on the road, `size` its length."""
    x, y = at
    canvas.polygon(
        [
            (x - size * 0.3, y - size * 0.26),
            (x - size * 0.2, y - size * 0.42),
            (x + size * 0.14, y - size * 0.42),
            (x + size * 0.28, y - size * 0.26),
        ],
        shade(colour, 0.85),
    )
    canvas.polygon(
        [
            (x - size * 0.24, y - size * 0.27),
            (x - size * 0.17, y - size * 0.38),
            (x + size * 0.12, y - size * 0.38),
            (x + size * 0.22, y - size * 0.27),
        ],
        "#cfe3f5",
    )
    canvas.rect((x - size * 0.5, y - size * 0.28, x + size * 0.5, y - size * 0.08), colour, radius=size * 0.06)
    canvas.rect(
        (x - size * 0.5, y - size * 0.24, x - size * 0.46, y - size * 0.16), "#ff4a3d" if braking else "#8c2f39"
    )
    _wheels(canvas, (x, y), size, (-0.28, 0.28), size * 0.1)


def bus(canvas: Canvas, at: Point, size: float, colour: str, number: str) -> None:
    """A bus that points to the left, its number on its side; `at` and `size` as for a car."""
    x, y = at
    canvas.rect((x - size * 0.5, y - size * 0.42, x + size * 0.5, y - size * 0.07), colour, radius=size * 0.04)
    for i in range(5):
        left = x - size * 0.46 + size * 0.18 * i
        canvas.rect((left, y - size * 0.37, left + size * 0.15, y - size * 0.24), "#cfe3f5", radius=3)
    canvas.text((x + size * 0.1, y - size * 0.16), number, size * 0.12, fill="#ffffff", anchor="mm", bold=True)
    _wheels(canvas, (x, y), size, (-0.3, 0.3), size * 0.075)


def traffic_light(canvas: Canvas, at: Point, light: str) -> None:
    """A traffic light on a pole that shows red, yellow or green; `at` is the foot of the pole."""
    x, y = at
    canvas.rect((x - 4, y - 110, x + 4, y), "#39424e")
    canvas.rect((x - 20, y - 202, x + 20, y - 100), "#22303c", radius=6)
    for i, (name, colour) in enumerate(_LIGHTS.items()):
        canvas.disc((x, y - 183 + 32 * i), 12, colour if name == light else "#4b5563")


def walker(canvas: Canvas, at: Point, size: float, coat: str, stride: float = 0.0) -> None:
    """A person in a coat, seen from the side; legs swing with `stride` (radians)."""
    x, y = at
    swing = math.sin(stride) * size * 0.14
    for sign in (-1, 1):
        canvas.line([(x, y - size * 0.42), (x + sign * swing, y)], "#39424e", size * 0.08)
    canvas.rect((x - size * 0.13, y - size * 0.78, x + size * 0.13, y - size * 0.32), coat, radius=size * 0.06)
    canvas.disc((x, y - size * 0.88), size * 0.11, "#e8b88f")
    canvas.slice((x - size * 0.12, y - size, x + size * 0.12, y - size * 0.77), 180, 360, INK, outline=INK, width=1)


def door(canvas: Canvas, at: Point, width: float, height: float, colour: str, opening: float = 0.0) -> None:
    """A door in its frame; `opening` from 0 (shut) to 1 shows the room behind; `at` is the middle of its foot."""
    x, y = at
    left, right = x - width / 2, x + width / 2
    canvas.rect((left - 8, y - height - 8, right + 8, y), "#f7f3e8")
    canvas.rect((left, y - height, right, y), "#f9e7b0")
    edge = right - width * 0.75 * opening
    canvas.polygon([(left, y - height), (edge, y - height + 14 * opening), (edge, y - 8 * opening), (left, y)], colour)
    canvas.disc((edge - 14, y - height * 0.48), 6, "#e5d3b3")


def plate(canvas: Canvas, at: Point, width: float, lines: list, colour: str = "#ffffff", size: float = 17) -> None:
    """A small sign with lines of text; `at` is its middle."""
    x, y = at
    height = (size + 7) * len(lines) + 10
    canvas.rect((x - width / 2, y - height / 2, x + width / 2, y + height / 2), colour, outline=INK, width=2, radius=4)
    for i, line in enumerate(lines):
        canvas.text((x, y - height / 2 + 5 + (size + 7) * (i + 0.5)), line, size, anchor="mm", bold=True)


def _wheels(canvas: Canvas, at: Point, size: float, places: tuple[float, ...], radius: float) -> None:
    for dx in places:
        canvas.disc((at[0] + size * dx, at[1] - radius), radius, "#22303c")
        canvas.disc((at[0] + size * dx, at[1] - radius), radius * 0.45, "#aeb8c2")


THINGS = {f.__name__: f for f in (road, zebra, car, bus, traffic_light, walker, door, plate)}
