"""Figures of outdoor scenes: trees, people, the sun and clouds. `at` is the middle of the foot, `size` the height."""

from __future__ import annotations

import math

from .canvas import Canvas, Point, sorted_box


def tree(canvas: Canvas, at: Point, size: float) -> None:
    """A broad-leaved tree."""
    x, y = at
    canvas.polygon(
        [
            (x - size * 0.05, y),
            (x + size * 0.05, y),
            (x + size * 0.03, y - size * 0.5),
            (x - size * 0.03, y - size * 0.5),
        ],
        "#7a5536",
    )
    for dx, dy, r, green in (
        (-0.18, -0.55, 0.19, "#3f7d4e"),
        (0.18, -0.55, 0.19, "#3f7d4e"),
        (0, -0.5, 0.18, "#478a57"),
        (-0.09, -0.74, 0.2, "#57975f"),
        (0.1, -0.76, 0.19, "#5fa368"),
    ):
        canvas.disc((x + size * dx, y + size * dy), size * r, green)


def person(
    canvas: Canvas, at: Point, size: float, *, shirt: str, trousers: str, hair: str, arm_up: bool = False
) -> Point:
    """A standing person; with `arm_up` the right arm is raised. Returns the place of that hand."""
    x, y = at
    skin = "#e8b88f"
    for sign in (-1, 1):
        canvas.line([(x + sign * size * 0.05, y - size * 0.42), (x + sign * size * 0.07, y)], trousers, size * 0.085)
        canvas.ellipse(
            sorted_box(x + sign * size * 0.03, y - size * 0.04, x + sign * size * 0.15, y + size * 0.01), "#39424e"
        )
    canvas.line([(x - size * 0.1, y - size * 0.72), (x - size * 0.17, y - size * 0.45)], skin, size * 0.05)
    hand = (x + size * 0.3, y - size * 0.95) if arm_up else (x + size * 0.17, y - size * 0.45)
    canvas.line([(x + size * 0.1, y - size * 0.72), hand], skin, size * 0.05)
    canvas.rect((x - size * 0.13, y - size * 0.78, x + size * 0.13, y - size * 0.4), shirt, radius=size * 0.06)
    canvas.disc((x, y - size * 0.89), size * 0.1, skin)
    canvas.slice(
        (x - size * 0.11, y - size * 1.0, x + size * 0.11, y - size * 0.78), 180, 360, hair, outline=hair, width=1
    )
    return hand


def sun(canvas: Canvas, centre: Point, radius: float) -> None:
    """A sun with rays."""
    x, y = centre
    for i in range(12):
        angle = math.radians(30 * i)
        inner, outer = radius * 1.2, radius * 1.55
        canvas.line(
            [
                (x + math.cos(angle) * inner, y + math.sin(angle) * inner),
                (x + math.cos(angle) * outer, y + math.sin(angle) * outer),
            ],
            "#f2b134",
            radius * 0.14,
        )
    canvas.disc(centre, radius, "#f8c63d")


def cloud(canvas: Canvas, centre: Point, size: float, colour: str = "#ffffff") -> None:
    """A cloud about `size` wide."""
    x, y = centre
    for dx, dy, r in ((-0.26, 0.04, 0.17), (0, -0.08, 0.24), (0.26, 0.03, 0.18)):
        canvas.disc((x + size * dx, y + size * dy), size * r, colour)
    canvas.rect((x - size * 0.34, y, x + size * 0.36, y + size * 0.21), colour, radius=size * 0.1)
