"""The forms in which a box is asked for, and how a query says them: layout, scale, and the keys of JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ...verifiers._boxes import limits
from ..witness.boxes import Boxes, shared
from .rows import phrasings
from .targets import SCALES, Target

LAYOUTS = ("xyxy", "xywh", "pairs", "nested", "json")
DECIMALS = 4
"""How fractions of the picture are written in witnesses."""


@dataclass(frozen=True)
class Form:
    """How a box is to be written: `keys` and `order` are JSON's, and say what stands under each key."""

    layout: str
    scale: str
    keys: tuple[str, ...] = ()
    order: tuple[str, ...] = ()

    def params(self) -> dict[str, Any]:
        """What box_format and box_iou share of it."""
        found: dict[str, Any] = {"layout": self.layout, "scale": self.scale}
        if self.keys:
            found |= {"keys": list(self.keys), "order": list(self.order)}
        return found

    def schema(self, language: str) -> str:
        """The JSON object with a word for each number, such as {"left": <left edge>, …}."""
        words = phrasings("grounding")[language]["edges"]
        marks = [f"<{words[name]}>" for name in self.order]
        groups = shared(marks, len(self.keys))
        shown = [group[0] if len(group) == 1 else f"[{', '.join(group)}]" for group in groups]
        pairs = [f"{json.dumps(key, ensure_ascii=False)}: {value}" for key, value in zip(self.keys, shown, strict=True)]
        return "{" + ", ".join(pairs) + "}"

    def write(self, target: Target) -> str:
        """The target's box in this form; the empty form for an absent one."""
        boxes = Boxes(self.layout, list(self.keys), list(self.order), self.scale, count=0)
        if target.box is not None:
            boxes.count, boxes.last = 1, _edges(target, self.scale)
        if self.layout == "json":
            return json.dumps(boxes.values()[0], ensure_ascii=False)
        return boxes.texts(DECIMALS)[0]


def deck(language: str, rng: random.Random) -> list[Form]:
    """One form of each layout and scale, in random order; those in JSON with keys and an order of fields drawn anew."""
    combinations = list(product(LAYOUTS, SCALES))
    rng.shuffle(combinations)
    return [_form(layout, scale, language, rng) for layout, scale in combinations]


def _form(layout: str, scale: str, language: str, rng: random.Random) -> Form:
    """A form; JSON with keys from the bank, reordered half of the time where each holds one number."""
    if layout != "json":
        return Form(layout, scale)
    schema: Mapping[str, Any] = rng.choice(phrasings("grounding")[language]["schemas"])
    fields = list(zip(schema["keys"], schema["order"], strict=True)) if len(schema["keys"]) == 4 else None
    if fields is None:
        return Form("json", scale, tuple(schema["keys"]), tuple(schema["order"]))
    if rng.random() < 0.5:
        rng.shuffle(fields)
    keys, order = zip(*fields, strict=True)
    return Form("json", scale, keys, order)


def _edges(target: Target, scale: str) -> tuple[float, ...]:
    """The edges of the target's box as numbers of the scale, inside the picture."""
    found = []
    width, height = limits(scale, target.width, target.height)
    for share, largest in zip(target.edges(), (width, height, width, height), strict=True):
        inside = min(max(share, Fraction(0)), Fraction(1)) * largest
        found.append(round(float(inside), DECIMALS) if scale == "norm1" else round(inside))
    return tuple(found)
