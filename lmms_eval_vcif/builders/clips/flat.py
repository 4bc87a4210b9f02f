"""Plain things for clips: balls, boxes, words, notices, candles, windows, faces, balloons and a seedling."""

from __future__ import annotations

import math

from ..scenes.canvas import INK, Canvas, Point, shade


def ball(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A ball of `size` pixels with a light spot; `at` is the point on which it lies."""
    x, y = at
    canvas.disc((x, y - size / 2), size / 2, colour)
    canvas.disc((x - size * 0.14, y - size * 0.66), size * 0.12, shade(colour, 1.6))


def block(canvas: Canvas, at: Point, width: float, height: float, colour: str, radius: float = 4) -> None:
    """A box seen from the front; `at` is the middle of its foot."""
    x, y = at
    canvas.rect(
        (x - width / 2, y - height, x + width / 2, y), colour, outline=shade(colour, 0.75), width=3, radius=radius
    )


def crate(canvas: Canvas, at: Point, width: float, height: float, colour: str) -> None:
    """An open crate: its back is not drawn, so that what falls into it is hidden by its front."""
    x, y = at
    block(canvas, at, width, height, colour, 2)
    for i in (1, 2):
        line = y - height * i / 3
        canvas.line([(x - width / 2 + 4, line), (x + width / 2 - 4, line)], shade(colour, 0.75), 2)


def words(canvas: Canvas, at: Point, size: float, text: str, colour: str = INK, bold: bool = True) -> None:
    """A line of text, `at` its middle."""
    canvas.text(at, text, size, fill=colour, anchor="mm", bold=bold)


def notice(canvas: Canvas, at: Point, width: float, height: float, title: str, lines: list, colour: str) -> None:
    """A sheet on a board with a title on a coloured band and lines under it; `at` is the middle of its top."""
    x, y = at
    canvas.rect((x - width / 2, y, x + width / 2, y + height), "#fdfdfb", outline=shade(colour, 0.8), width=3, radius=6)
    canvas.rect((x - width / 2, y, x + width / 2, y + 52), colour, radius=6)
    canvas.text((x, y + 26), title, 27, fill="#ffffff", anchor="mm", bold=True)
    for i, line in enumerate(lines):
        canvas.text((x, y + 86 + 42 * i), line, 25, anchor="mm")


def window(canvas: Canvas, at: Point, width: float, height: float, sky: str, moon: bool = False) -> None:
    """A window on a wall with the sky in it; `at` is its middle."""
    x, y = at
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    canvas.rect(box, sky, outline="#ffffff", width=8)
    if moon:
        canvas.disc((x + width * 0.22, y - height * 0.22), height * 0.1, "#f7f3e8")
    canvas.line([(x, box[1]), (x, box[3])], "#ffffff", 5)
    canvas.line([(box[0], y), (box[2], y)], "#ffffff", 5)


def candle(canvas: Canvas, at: Point, height: float, lit: bool, smoke: bool = False) -> None:
    """A candle on a plate, burning where it is lit, with a thread of smoke where it has just gone out."""
    x, y = at
    canvas.ellipse((x - 58, y - 12, x + 58, y + 10), "#8fa3a0")
    canvas.rect((x - 20, y - 8 - height, x + 20, y - 4), "#f3e3c3", outline="#d8c39a", width=2, radius=4)
    top = y - 8 - height
    canvas.line([(x, top), (x, top - 10)], "#39424e", 3)
    if lit:
        canvas.disc((x, top - 26), 34, "#fbe3a0")
        canvas.polygon([(x, top - 52), (x + 11, top - 20), (x, top - 6), (x - 11, top - 20)], "#f2902e")
        canvas.polygon([(x, top - 36), (x + 5, top - 18), (x, top - 9), (x - 5, top - 18)], "#fbe26a")
    elif smoke:
        points = [(x + 7 * math.sin(i / 2.2), top - 12 - 6 * i) for i in range(14)]
        canvas.line(points, "#9aa5ae", 3)


def seedling(canvas: Canvas, at: Point, growth: float, bloom: float, colour: str = "#e0637c") -> None:
    """A plant in a clay pot, from bare earth (`growth` 0) to a tall stem with leaves (1); `bloom` opens its flower."""
    x, y = at
    top = y - 78 - 120 * growth
    if growth > 0.02:
        canvas.line([(x, y - 72), (x, top)], "#3f7d4e", 6)
        for i, level in enumerate((0.28, 0.5, 0.72)):
            if growth > level:
                reach = 46 * min(1.0, (growth - level) * 3) * (-1) ** i
                base = (x, y - 78 - 120 * growth * level)
                tip = (x + reach, base[1] - 18)
                canvas.polygon([base, (x + reach * 0.4, base[1] - 24), tip, (x + reach * 0.6, base[1] - 4)], "#57975f")
    if bloom > 0.02:
        for k in range(7):
            angle = 2 * math.pi * k / 7
            at_petal = (x + math.cos(angle) * 20 * bloom, top + math.sin(angle) * 20 * bloom)
            canvas.disc(at_petal, 15 * bloom, colour)
        canvas.disc((x, top), 12 * bloom, "#f4d35e")
    canvas.polygon([(x - 46, y - 70), (x + 46, y - 70), (x + 33, y), (x - 33, y)], "#c8663e")
    canvas.rect((x - 52, y - 82, x + 52, y - 64), "#a8512f", radius=4)
    canvas.ellipse((x - 44, y - 82, x + 44, y - 72), "#5b3a23")


def watering_can(canvas: Canvas, at: Point, tilt: float, pouring: bool, colour: str) -> None:
    """A watering can, its spout to the right, tipped by `tilt` degrees; `at` is the middle of its body."""
    turn = turned(at, tilt)
    canvas.arc((at[0] - 74, at[1] - 34, at[0] - 10, at[1] + 30), 0, 360, shade(colour, 0.75), 7)
    canvas.polygon(turn([(-40, -32), (40, -32), (46, 36), (-46, 36)]), colour)
    canvas.polygon(turn([(40, 18), (40, 0), (86, -36), (96, -26)]), shade(colour, 0.85))
    canvas.polygon(turn([(78, -44), (104, -18), (98, -12), (72, -38)]), shade(colour, 0.7))
    if pouring:
        (x, y), *_ = turn([(96, -24)])
        for i in range(4):
            canvas.line([(x + 5 * i - 6, y + 4), (x + 7 * i - 2, y + 70)], "#5fa8d3", 3)


def face(canvas: Canvas, at: Point, size: float, smile: float, open: float = 0.0, tears: bool = False) -> None:
    """A child's face with brown hair. `smile` runs from -1 (corners of the mouth down) to 1, `open` from 0 to 1."""
    x, y = at
    r = size / 2
    canvas.disc((x, y), r, "#e8b88f")
    canvas.slice((x - r * 1.05, y - r * 1.08, x + r * 1.05, y + r * 0.9), 190, 350, "#5b3a23", outline="#5b3a23")
    canvas.rect((x - r * 0.82, y - r * 0.34, x + r * 0.82, y + r * 0.1), "#e8b88f", radius=r * 0.2)
    for sign in (-1, 1):
        eye = (x + sign * r * 0.36, y - r * 0.02)
        canvas.disc(eye, r * 0.13, "#ffffff")
        canvas.disc(eye, r * 0.075, INK)
        brow = (-smile if smile < 0 else 0.0) * r * 0.12
        canvas.line(
            [
                (eye[0] - sign * r * 0.16, eye[1] - r * 0.24 - brow),
                (eye[0] + sign * r * 0.16, eye[1] - r * 0.24 + brow),
            ],
            "#5b3a23",
            r * 0.06,
        )
        if tears:
            canvas.ellipse((eye[0] - r * 0.06, y + r * 0.16, eye[0] + r * 0.06, y + r * 0.36), "#5fa8d3")
    _mouth(canvas, (x, y + r * 0.48), r, smile, open)


def _mouth(canvas: Canvas, at: Point, r: float, smile: float, open: float) -> None:
    x, y = at
    if open > 0.1:
        canvas.ellipse((x - r * 0.24, y - r * 0.28 * open, x + r * 0.24, y + r * 0.28 * open), "#8c2f39")
        return
    points = [
        (x + r * 0.42 * (i / 8 - 1), y - smile * r * 0.24 * (i / 8 - 1) ** 2 + smile * r * 0.1) for i in range(17)
    ]
    canvas.line(points, "#8c2f39", r * 0.07)


def balloon(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    """A balloon on a string; `at` is the lower end of the string."""
    x, y = at
    canvas.line([(x, y), (x + 6, y - size * 0.5), (x, y - size)], "#5d6b78", 2)
    canvas.ellipse((x - size * 0.36, y - size * 1.9, x + size * 0.36, y - size), colour)
    canvas.ellipse((x - size * 0.2, y - size * 1.74, x - size * 0.06, y - size * 1.5), shade(colour, 1.6))


def turned(centre: Point, degrees: float):
    """A function that turns points (relative to `centre`) clockwise about it, giving points of the picture."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return lambda points: [
        (centre[0] + px * cosine - py * sine, centre[1] + px * sine + py * cosine) for px, py in points
    ]


THINGS = {
    f.__name__: f for f in (ball, block, crate, words, notice, window, candle, seedling, watering_can, face, balloon)
}
