"""Pictures that are mostly text in order: tables (departures, lessons), a menu and a till receipt, from given
content.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from PIL import Image

from .canvas import Canvas, shade

_BOARDS = (("#14213d", "#1d2f57", "#fca311", "#f4f4f2"), ("#1b3a2f", "#24503f", "#f2c14e", "#f4f4f2"))
_SHEETS = (("#ffffff", "#e8eef4", "#2f5d8a"), ("#fffdf8", "#f3e9d9", "#8a4b2f"))


def board(
    rng: random.Random, *, title: str, clock: str, header: Sequence[str], rows: Sequence[Sequence[str]]
) -> Image.Image:
    """A dark display board as in a station hall: a title, a clock in the corner, and rows under a header."""
    back, stripe, accent, ink = rng.choice(_BOARDS)
    row_height, top = 62, 176
    canvas = Canvas(960, top + row_height * len(rows) + 30, back)
    canvas.text((40, 58), title, 36, fill=ink, bold=True)
    canvas.text((920, 58), clock, 36, fill=accent, anchor="rm", bold=True)
    columns = _columns(40, 920, [header, *rows])
    for x, name in zip(columns, header, strict=True):
        canvas.text((x, 136), name, 20, fill=accent)
    for i, row in enumerate(rows):
        y = top + row_height * i
        if i % 2 == 0:
            canvas.rect((20, y - 2, 940, y + row_height - 6), stripe, radius=6)
        for x, cell in zip(columns, row, strict=True):
            canvas.text((x, y + row_height / 2 - 4), cell, 25, fill=ink)
    return canvas.image()


def table(
    rng: random.Random, *, title: str, header: Sequence[str], rows: Sequence[Sequence[str]], note: str = ""
) -> Image.Image:
    """A ruled sheet with a title, a coloured header and cells in the middle of their columns."""
    paper, tint, accent = rng.choice(_SHEETS)
    row_height, top, left, right = 64, 160, 40, 920
    bottom = top + row_height * len(rows)
    canvas = Canvas(960, bottom + 70, paper)
    canvas.text((480, 54), title, 32, anchor="mm", bold=True)
    step = (right - left) / len(header)
    canvas.rect((left, top - 58, right, top), accent)
    for i, row in enumerate([header, *rows]):
        y = top + row_height * (i - 1)
        if i and i % 2 == 0:
            canvas.rect((left, y, right, y + row_height), tint)
        for j, cell in enumerate(row):
            fill = "#ffffff" if i == 0 else "#22303c"
            canvas.text(
                (left + step * (j + 0.5), y + row_height / 2 + (3 if i == 0 else 0)),
                cell,
                22,
                anchor="mm",
                fill=fill,
                bold=i == 0 or j == 0,
            )
    for i in range(len(rows) + 1):
        canvas.line([(left, top + row_height * i), (right, top + row_height * i)], accent, 1.5)
    for j in range(len(header) + 1):
        canvas.line([(left + step * j, top - 58), (left + step * j, bottom)], accent, 1.5)
    canvas.text((40, bottom + 36), note, 18, fill="#5d6b78")
    return canvas.image()


def menu(
    rng: random.Random, *, title: str, sections: Sequence[tuple[str, Sequence[tuple[str, str]]]], note: str
) -> Image.Image:
    """A menu in a frame: sections with dishes on the left and prices on the right, joined by dots."""
    paper, tint, accent = rng.choice(_SHEETS)
    lines = sum(len(dishes) + 1.4 for _, dishes in sections)
    height = round(200 + lines * 46)
    canvas = Canvas(760, height, paper)
    canvas.rect((18, 18, 742, height - 18), None, outline=accent, width=4, radius=14)
    canvas.rect((28, 28, 732, height - 28), None, outline=accent, width=1.5, radius=10)
    canvas.text((380, 80), title, 40, anchor="mm", face="serif", fill=accent, bold=True)
    y = 150.0
    for name, dishes in sections:
        canvas.rect((60, y - 20, 700, y + 20), tint, radius=6)
        canvas.text((76, y), name, 24, fill=accent, bold=True)
        y += 50
        for dish, price in dishes:
            left = 76 + canvas.text((76, y), dish, 23)
            right = 684 - canvas.text((684, y), price, 23, anchor="rm")
            for x in range(round(left) + 14, round(right) - 8, 9):
                canvas.disc((x, y + 7), 1.3, "#9aa5ae")
            y += 46
        y += 14
    canvas.text((380, height - 58), note, 18, fill="#5d6b78", anchor="mm")
    return canvas.image()


def receipt(
    rng: random.Random,
    *,
    shop: str,
    lines: Sequence[str],
    items: Sequence[tuple[str, str]],
    sums: Sequence[tuple[str, str]],
    note: str,
) -> Image.Image:
    """A till receipt on a table top: the shop, lines under its name, items with prices, and sums, the last one bold."""
    top, row = 150 + 30 * len(lines), 38
    paper_height = top + row * (len(items) + len(sums)) + 130
    desk = rng.choice(("#b98b5e", "#8fa3a0", "#a9926f"))
    canvas = Canvas(620, paper_height + 80, desk)
    canvas.rect((88, 50, 548, 50 + paper_height), shade(desk, 0.75), radius=2)
    canvas.rect((80, 40, 540, 40 + paper_height), "#fdfdfb")
    canvas.text((310, 92), shop, 32, anchor="mm", bold=True)
    for i, line in enumerate(lines):
        canvas.text((310, 136 + 28 * i), line, 17, anchor="mm", fill="#5d6b78")
    y = float(top)
    for part in (items, sums):
        _dashes(canvas, y)
        y += 28
        for i, (name, price) in enumerate(part):
            last = part is sums and i == len(sums) - 1
            canvas.text((106, y), name, 22 if last else 20, bold=last)
            canvas.text((514, y), price, 22 if last else 20, anchor="rm", bold=last)
            y += row
    _dashes(canvas, y)
    canvas.text((310, y + 38), note, 18, anchor="mm", fill="#5d6b78")
    return canvas.image()


def _dashes(canvas: Canvas, y: float) -> None:
    for x in range(104, 516, 12):
        canvas.line([(x, y), (x + 6, y)], "#9aa5ae", 1.5)


def _columns(left: float, right: float, rows: Sequence[Sequence[str]]) -> list[float]:
    """Where each column begins, the widths shared out by the longest cell (a wide character counts two)."""
    widths = [max(sum(2 if ord(c) > 0x2E7F else 1 for c in row[i]) for row in rows) + 3 for i in range(len(rows[0]))]
    starts, x = [], left
    for width in widths:
        starts.append(x)
        x += (right - left) * width / sum(widths)
    return starts
