"""Things to put into a room: each stands on `at`, the middle of its foot, and is about `size` pixels high."""

from __future__ import annotations

import math

from .canvas import Canvas, Point, shade, sorted_box


def mug(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A mug with its handle on the right and steam above."""
    x, y = at
    width = size * 0.8
    canvas.arc(
        (x + width * 0.25, y - size * 0.8, x + width * 0.85, y - size * 0.25), 0, 360, shade(colour, 0.8), size * 0.1
    )
    canvas.rect((x - width / 2, y - size, x + width / 2, y), colour, radius=size * 0.14)
    canvas.ellipse((x - width / 2, y - size * 1.08, x + width / 2, y - size * 0.9), shade(colour, 1.4))
    canvas.ellipse((x - width * 0.4, y - size * 1.05, x + width * 0.4, y - size * 0.93), "#5b3a23")
    for dx in (-0.16, 0.16):
        points = [(x + size * (dx + 0.06 * math.sin(t / 2)), y - size * (1.2 + t * 0.06)) for t in range(9)]
        canvas.line(points, "#ffffff", size * 0.04)


def book_row(canvas: Canvas, at: Point, size: float, colours: list[str]) -> float:
    """Upright books side by side from `at` (the left end of their foot). Returns the width of the row."""
    x, y = at
    for i, colour in enumerate(colours):
        width, height = size * (0.2 + 0.05 * (i % 3)), size * (1 - 0.08 * (i % 3))
        canvas.rect((x, y - height, x + width, y), colour, radius=3)
        for part in (0.16, 0.78):
            canvas.rect(
                (x + 3, y - height * (1 - part), x + width - 3, y - height * (1 - part) + size * 0.04),
                shade(colour, 1.6),
            )
        x += width + 1
    return x - at[0]


def book_pile(canvas: Canvas, at: Point, size: float, colours: list[str]) -> None:
    """Books lying on one another, the first at the bottom."""
    x, y = at
    step = size / len(colours)
    for i, colour in enumerate(colours):
        shift = (-1) ** i * size * 0.06
        canvas.rect(
            (x - size * 0.8 + shift, y - step * (i + 1), x + size * 0.8 + shift, y - step * i),
            colour,
            radius=step * 0.2,
        )
        canvas.rect(
            (x + size * 0.55 + shift, y - step * (i + 0.85), x + size * 0.8 + shift, y - step * (i + 0.15)), "#f7f3e8"
        )


def plant(canvas: Canvas, at: Point, size: float, pot: str) -> None:
    """A leafy plant in a pot."""
    x, y = at
    for i in range(9):
        angle = math.radians(-165 + 18.75 * i)
        tip = (x + math.cos(angle) * size * 0.5, y - size * 0.42 + math.sin(angle) * size * 0.58)
        side = (math.sin(angle) * size * 0.07, -math.cos(angle) * size * 0.07)
        middle = ((x + tip[0]) / 2, (y - size * 0.42 + tip[1]) / 2)
        green = ("#3f7d4e", "#57975f", "#2f6640")[i % 3]
        canvas.polygon(
            [
                (x, y - size * 0.4),
                (middle[0] + side[0], middle[1] + side[1]),
                tip,
                (middle[0] - side[0], middle[1] - side[1]),
            ],
            green,
        )
    canvas.polygon(
        [
            (x - size * 0.24, y - size * 0.4),
            (x + size * 0.24, y - size * 0.4),
            (x + size * 0.17, y),
            (x - size * 0.17, y),
        ],
        pot,
    )
    canvas.rect((x - size * 0.27, y - size * 0.44, x + size * 0.27, y - size * 0.34), shade(pot, 0.85), radius=3)


def lamp(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A desk lamp with a jointed arm, its shade to the right, switched on."""
    x, y = at
    elbow, head = (x - size * 0.12, y - size * 0.55), (x + size * 0.28, y - size * 0.9)
    canvas.polygon(
        [
            (head[0] - size * 0.1, head[1] + size * 0.12),
            (head[0] + size * 0.26, head[1] + size * 0.12),
            (x + size * 0.85, y),
            (x + size * 0.02, y),
        ],
        "#fff2c4",
    )
    canvas.line([(x, y - size * 0.04), elbow, head], shade(colour, 0.7), size * 0.045)
    canvas.polygon(
        [
            (head[0] - size * 0.06, head[1] - size * 0.08),
            (head[0] + size * 0.14, head[1] - size * 0.08),
            (head[0] + size * 0.3, head[1] + size * 0.14),
            (head[0] - size * 0.14, head[1] + size * 0.14),
        ],
        colour,
    )
    canvas.disc(elbow, size * 0.04, shade(colour, 0.6))
    canvas.ellipse((x - size * 0.22, y - size * 0.08, x + size * 0.22, y + size * 0.02), shade(colour, 0.8))


def laptop(canvas: Canvas, at: Point, size: float, screen: str) -> None:
    """An open laptop from the front; its screen shows lines of text."""
    x, y = at
    canvas.rect((x - size * 0.75, y - size, x + size * 0.75, y - size * 0.06), "#39424e", radius=size * 0.05)
    canvas.rect((x - size * 0.69, y - size * 0.94, x + size * 0.69, y - size * 0.13), screen)
    for i, length in enumerate((0.9, 0.7, 1.1, 0.5, 0.8)):
        top = y - size * (0.84 - 0.13 * i)
        canvas.rect((x - size * 0.6, top, x - size * (0.6 - length), top + size * 0.045), shade(screen, 1.6), radius=2)
    canvas.polygon(
        [
            (x - size * 0.8, y - size * 0.06),
            (x + size * 0.8, y - size * 0.06),
            (x + size * 0.9, y),
            (x - size * 0.9, y),
        ],
        "#aeb8c2",
    )


def clock(canvas: Canvas, centre: Point, radius: float, hour: int, minute: int, rim: str = "#39424e") -> None:
    """A round wall clock that shows `hour`:`minute`, with marks and the numbers 12, 3, 6 and 9."""
    x, y = centre
    canvas.disc(centre, radius, "#ffffff", outline=rim, width=radius * 0.1)
    for i in range(12):
        angle = math.radians(30 * i - 90)
        at = (x + math.cos(angle) * radius * 0.76, y + math.sin(angle) * radius * 0.76)
        if i % 3:
            canvas.disc(at, radius * 0.035, rim)
        else:
            canvas.text((at[0], at[1] - radius * 0.02), str(i or 12), radius * 0.26, anchor="mm", bold=True)
    for degrees, length, width in ((30 * (hour % 12 + minute / 60), 0.42, 0.08), (6 * minute, 0.62, 0.05)):
        angle = math.radians(degrees - 90)
        canvas.line(
            [centre, (x + math.cos(angle) * radius * length, y + math.sin(angle) * radius * length)],
            "#22303c",
            radius * width,
        )
    canvas.disc(centre, radius * 0.06, "#b5433c")


def apple(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """An apple with a stalk and a leaf."""
    x, y = at
    canvas.ellipse((x - size * 0.5, y - size * 0.86, x + size * 0.1, y), colour)
    canvas.ellipse((x - size * 0.1, y - size * 0.86, x + size * 0.5, y), colour)
    canvas.line([(x, y - size * 0.76), (x + size * 0.05, y - size)], "#5b3a23", size * 0.06)
    canvas.ellipse((x + size * 0.05, y - size * 1.02, x + size * 0.35, y - size * 0.86), "#4f9d69")


def pan(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A pot with a lid and two handles."""
    x, y = at
    for sign in (-1, 1):
        canvas.rect(
            sorted_box(x + sign * size * 0.6, y - size * 0.5, x + sign * size * 0.82, y - size * 0.38),
            "#39424e",
            radius=4,
        )
    canvas.rect((x - size * 0.6, y - size * 0.62, x + size * 0.6, y), colour, radius=size * 0.08)
    canvas.rect((x - size * 0.64, y - size * 0.72, x + size * 0.64, y - size * 0.6), shade(colour, 0.75), radius=4)
    canvas.disc((x, y - size * 0.78), size * 0.08, "#39424e")


def bottle(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A bottle with a cork and a label."""
    x, y = at
    canvas.rect((x - size * 0.07, y - size, x + size * 0.07, y - size * 0.9), "#b98b5e", radius=2)
    canvas.rect((x - size * 0.08, y - size * 0.92, x + size * 0.08, y - size * 0.55), colour)
    canvas.rect((x - size * 0.19, y - size * 0.66, x + size * 0.19, y), colour, radius=size * 0.07)
    canvas.rect((x - size * 0.19, y - size * 0.42, x + size * 0.19, y - size * 0.16), "#f7f3e8")


def teddy(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A sitting toy bear."""
    x, y = at
    dark, light = shade(colour, 0.7), shade(colour, 1.5)
    for sign in (-1, 1):
        canvas.disc((x + sign * size * 0.2, y - size * 0.9), size * 0.1, colour)
        canvas.disc((x + sign * size * 0.2, y - size * 0.9), size * 0.05, light)
        canvas.ellipse(
            sorted_box(x + sign * size * 0.22, y - size * 0.5, x + sign * size * 0.42, y - size * 0.2), colour
        )
    canvas.ellipse((x - size * 0.3, y - size * 0.58, x + size * 0.3, y), colour)
    canvas.ellipse((x - size * 0.18, y - size * 0.46, x + size * 0.18, y - size * 0.08), light)
    canvas.disc((x, y - size * 0.72), size * 0.25, colour)
    for sign in (-1, 1):
        canvas.ellipse(
            sorted_box(x + sign * size * 0.12, y - size * 0.17, x + sign * size * 0.4, y + size * 0.01), dark
        )
        canvas.disc((x + sign * size * 0.09, y - size * 0.77), size * 0.03, "#22303c")
    canvas.ellipse((x - size * 0.1, y - size * 0.71, x + size * 0.1, y - size * 0.56), light)
    canvas.disc((x, y - size * 0.67), size * 0.035, "#22303c")


def globe(canvas: Canvas, at: Point, size: float) -> None:
    """A globe on a stand."""
    x, y = at
    centre = (x, y - size * 0.58)
    canvas.arc((x - size * 0.46, y - size * 1.04, x + size * 0.46, y - size * 0.12), -70, 110, "#b98b5e", size * 0.05)
    canvas.disc(centre, size * 0.39, "#4f8fc0")
    for dx, dy, w, h in (
        (-0.24, -0.82, 0.26, 0.2),
        (-0.02, -0.66, 0.3, 0.28),
        (-0.3, -0.48, 0.2, 0.18),
        (0.06, -0.34, 0.14, 0.08),
    ):
        canvas.ellipse((x + size * dx, y + size * dy, x + size * (dx + w), y + size * (dy + h)), "#6aa65f")
    canvas.rect((x - size * 0.03, y - size * 0.2, x + size * 0.03, y - size * 0.04), "#b98b5e")
    canvas.ellipse((x - size * 0.24, y - size * 0.1, x + size * 0.24, y), "#8a5f3b")


def camera(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A photo camera from the front."""
    x, y = at
    canvas.rect((x - size * 0.24, y - size * 0.98, x + size * 0.16, y - size * 0.7), shade(colour, 0.7), radius=5)
    canvas.rect((x - size * 0.7, y - size * 0.8, x + size * 0.7, y), colour, radius=size * 0.1)
    canvas.rect((x - size * 0.7, y - size * 0.62, x + size * 0.7, y - size * 0.5), shade(colour, 0.7))
    canvas.disc((x, y - size * 0.38), size * 0.3, "#22303c")
    canvas.disc((x, y - size * 0.38), size * 0.2, "#4a6fa5")
    canvas.disc((x - size * 0.07, y - size * 0.45), size * 0.06, "#cfe3f5")
    canvas.rect((x + size * 0.42, y - size * 0.74, x + size * 0.6, y - size * 0.65), "#f4d35e", radius=2)


def vase(canvas: Canvas, at: Point, size: float, colour: str, blooms: list[str]) -> None:
    """A vase with one flower for each of `blooms`."""
    x, y = at
    for i, bloom in enumerate(blooms):
        spread = (i - (len(blooms) - 1) / 2) * size * 0.22
        top = (x + spread, y - size * (0.95 - 0.08 * abs(i - (len(blooms) - 1) / 2)))
        canvas.line([(x + spread * 0.2, y - size * 0.4), top], "#3f7d4e", size * 0.025)
        for k in range(6):
            angle = math.radians(60 * k)
            canvas.disc(
                (top[0] + math.cos(angle) * size * 0.06, top[1] + math.sin(angle) * size * 0.06), size * 0.05, bloom
            )
        canvas.disc(top, size * 0.045, "#f4d35e")
    canvas.polygon(
        [
            (x - size * 0.09, y - size * 0.5),
            (x + size * 0.09, y - size * 0.5),
            (x + size * 0.2, y - size * 0.2),
            (x + size * 0.12, y),
            (x - size * 0.12, y),
            (x - size * 0.2, y - size * 0.2),
        ],
        colour,
    )
