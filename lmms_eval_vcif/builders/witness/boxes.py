"""Bounding boxes as text in the layouts of the checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Edges = tuple[float, ...]
"""Left, top, right and bottom edge."""


@dataclass
class Boxes:
    """The boxes of a response: their form, their number, and the edges of the last where they matter."""

    layout: str
    keys: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    scale: str = "pixel"
    size: tuple[int, int] | None = None
    count: int | None = None
    last: Edges | None = None

    def numbers(self) -> list[list[float]]:
        """The numbers of each box, in the order in which they are written."""
        count = 1 if self.count is None else self.count
        edges = [self._edges(index, count) for index in range(count)]
        if self.last is not None and edges:
            edges[-1] = self.last
        return [self._ordered(box) for box in edges]

    def texts(self, decimals: int | None = None) -> list[str]:
        """The boxes in a layout other than json; the empty form where there are none.

        Fractions are written with so many decimals, where that is given.
        """
        fixed = decimals if self.scale == "norm1" else None
        shown = [[str(n) if fixed is None else f"{n:.{fixed}f}" for n in numbers] for numbers in self.numbers()]
        return [self._one(numbers) for numbers in shown] or ["[]"]

    def values(self) -> list[dict[str, Any]]:
        """The boxes as objects, for json; null under the first key where there are none."""
        keys = self.keys or ["box"]
        found = []
        for numbers in self.numbers():
            shares = shared(numbers, len(keys))
            found.append({key: share if len(share) > 1 else share[0] for key, share in zip(keys, shares, strict=True)})
        return found or [dict.fromkeys(keys)]

    def _edges(self, index: int, count: int) -> Edges:
        """A box of its own for each index, side by side."""
        width, height = {"norm1": (1, 1), "norm1000": (1000, 1000)}.get(self.scale, self.size or (400, 300))
        step = width / (count + 1)
        drop = 0.03 * index
        box = (step * (index + 0.25), height * (0.2 + drop), step * (index + 1), height * (0.6 + drop))
        return tuple(round(edge, 3) if self.scale == "norm1" else int(edge) for edge in box)

    def _ordered(self, edges: Edges) -> list[float]:
        x1, y1, x2, y2 = edges
        named = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "w": _tidy(x2 - x1), "h": _tidy(y2 - y1)}
        usual = ("x1", "y1", "w", "h") if self.layout == "xywh" else ("x1", "y1", "x2", "y2")
        return [named[name] for name in self.order or usual]

    def _one(self, numbers: Sequence[str]) -> str:
        a, b, c, d = numbers
        if self.layout == "pairs":
            return f"({a}, {b}), ({c}, {d})"
        return f"[[{a}, {b}], [{c}, {d}]]" if self.layout == "nested" else f"[{a}, {b}, {c}, {d}]"


def shared(four: Sequence[Any], keys: int) -> list[list[Any]]:
    """What stands under each key of a box's four parts: all four, a point, a point or a number, a number."""
    sizes = {1: (4,), 2: (2, 2), 3: (2, 1, 1), 4: (1, 1, 1, 1)}[keys]
    parts = iter(four)
    return [[next(parts) for _ in range(size)] for size in sizes]


def _tidy(number: float) -> float:
    return round(number, 6) if isinstance(number, float) else number


def edges_of(numbers: Sequence[float], layout: str) -> Edges:
    """The edges of a box given as four numbers in a layout."""
    x1, y1, c, d = numbers
    return (x1, y1, x1 + c, y1 + d) if layout == "xywh" else (x1, y1, c, d)
