"""Charts from given values: bars, lines and pies, drawn by matplotlib. What is drawn is what is passed.

The seed chooses the colours alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from PIL import Image

from .canvas import INK, PALETTES, typeface

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = (9.6, 6.4)
DOTS = 100
"""Inches, and dots an inch: a chart has 960 by 640 pixels."""

_GRID = "#dde3e8"
_MUTED = "#5d6b78"
_ROOM = 0.12
"""The share of the axis above the largest value, for the number on it."""


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
    palette = rng.choice(PALETTES)
    figure, axes = _axes(title, unit, categories, note)
    width = 0.76 / len(series)
    for number, (name, values) in enumerate(series.items()):
        shift = (number - (len(series) - 1) / 2) * width
        places = [place + shift for place in range(len(categories))]
        bars = axes.bar(places, values, width * 0.94, label=name, color=palette[number])
        axes.bar_label(bars, _numbers(values), padding=3, **_face(11))
    return _finished(figure, axes, len(series))


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
    palette = rng.choice(PALETTES)
    figure, axes = _axes(title, unit, categories, note)
    lines = list(series.values())
    for number, (name, values) in enumerate(series.items()):
        colour = palette[number]
        axes.plot(range(len(values)), values, label=name, color=colour, linewidth=2.6, marker="o", markersize=7)
        for place, value in enumerate(values):
            above = all(value >= other[place] for other in lines)
            axes.annotate(
                f"{value:g}",
                (place, value),
                (0, 10 if above else -10),
                textcoords="offset points",
                ha="center",
                va="bottom" if above else "top",
                **_face(11, colour),
            )
    return _finished(figure, axes, len(series))


def pie_chart(
    rng: random.Random, *, title: str, shares: Mapping[str, float], unit: str = "%", note: str = ""
) -> Image.Image:
    """A pie whose slices follow `shares` in order from twelve o'clock, with a key that gives each value and its
    unit.
    """
    palette = rng.choice(PALETTES)
    figure = _figure(title, "", note)
    axes = figure.add_axes((0.04, 0.12, 0.52, 0.74))
    written = [f"{value:g}{unit}" for value in shares.values()]
    slices, *_ = axes.pie(
        list(shares.values()),
        labels=written,
        labeldistance=0.66,
        startangle=90,
        counterclock=False,
        colors=palette,
        wedgeprops={"edgecolor": "#ffffff", "linewidth": 2},
        textprops={"ha": "center", "va": "center", **_face(13, "#ffffff")},
    )
    keys = [f"{name}  {value}" for name, value in zip(shares, written, strict=True)]
    figure.legend(slices, keys, loc="center left", bbox_to_anchor=(0.6, 0.49), frameon=False, prop=_font(15))
    return _image(figure)


def _figure(title: str, unit: str, note: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(SIZE, DOTS, facecolor="#fcfcfb")
    figure.text(0.06, 0.93, title, va="center", **_face(21))
    figure.text(0.06, 0.865, unit, va="center", **_face(12, _MUTED))
    figure.text(0.06, 0.035, note, va="center", **_face(11, _MUTED))
    return figure


def _axes(title: str, unit: str, categories: Sequence[str], note: str) -> tuple[Figure, Axes]:
    figure = _figure(title, unit, note)
    axes = figure.add_axes((0.09, 0.13, 0.88, 0.69), facecolor="none")
    axes.set_xticks(range(len(categories)), categories, **_face(13))
    axes.set_axisbelow(True)
    axes.grid(axis="y", color=_GRID, linewidth=1.2)
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.tick_params(length=0, labelcolor=_MUTED)
    return figure, axes


def _finished(figure: Figure, axes: Axes, series: int) -> Image.Image:
    """The picture of a chart with a value axis from 0, and a key where there are several series."""
    axes.margins(y=_ROOM)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    for label in axes.get_yticklabels():
        label.set(fontproperties=_font(12), color=_MUTED)
    for label in axes.get_xticklabels():
        label.set_color(INK)
    if series > 1:
        place = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": series}
        axes.legend(frameon=False, prop=_font(13), **place)
    return _image(figure)


def _image(figure: Figure) -> Image.Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")


def _numbers(values: Sequence[float]) -> list[str]:
    return [f"{value:g}" for value in values]


def _face(size: float, colour: str = INK) -> dict[str, Any]:
    return {"fontproperties": _font(size), "color": colour}


@cache
def _font(size: float) -> Any:
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=typeface("sans"), size=size)
