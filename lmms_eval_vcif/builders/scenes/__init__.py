"""Drawn pictures for rows: charts, boards and scenes whose content is known because it is drawn.

`draw(kind, seed, content)` gives a picture; the same arguments give the same pixels. Type is set in the Noto Chinese
faces of the package pylopdf-fonts-zh-cn, which hold Latin letters too (extra `build`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from PIL import Image

from . import boards, charts, outdoors, rooms

KINDS = {
    "bar_chart": charts.bar_chart,
    "line_chart": charts.line_chart,
    "pie_chart": charts.pie_chart,
    "board": boards.board,
    "table": boards.table,
    "menu": boards.menu,
    "receipt": boards.receipt,
    "desk": rooms.desk,
    "kitchen": rooms.kitchen,
    "shelf": rooms.shelf,
    "park": outdoors.park,
    "street_plan": outdoors.street_plan,
    "weather_map": outdoors.weather_map,
}


def draw(kind: str, seed: int, content: Mapping[str, Any]) -> Image.Image:
    """The picture of `kind` (a key of KINDS) with `content`, the keyword arguments of its function.

    Raises ValueError for an unknown kind, TypeError for content that its function does not take.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of picture; one of {', '.join(KINDS)}")
    return KINDS[kind](random.Random(f"{kind} {seed}"), **content)
