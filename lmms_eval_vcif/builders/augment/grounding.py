"""A grounding row: an object's name becomes a query for its box in one form, checked for form and fit."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from .forms import Form
from .rows import phrasings, row_of
from .targets import Target

THRESHOLD = 0.5
TASK = "spatial_layout"
EMPTY_SAID = 0.4
"""How many of the queries for objects that are there say what to answer if they were not, so that saying it gives
nothing away."""

_DETERMINED = re.compile(
    r"(?:the|an?|this|that|these|those|his|her|its|their|my|your|our|one|two|three|some|any|each|every|all|both|"
    r"someone|somebody|everyone|what|who|which)\b|\S+['’]s\s",
    re.IGNORECASE,
)


def draw_row(
    target: Target, form: Form, number: int, rng: random.Random, seed: int, threshold: float
) -> dict[str, Any]:
    """The row for a target in a form, in one of many wordings."""
    bank = phrasings("grounding")[target.language]
    locate = rng.choice(bank["locate"]).replace("{object}", _said(target))
    written = _form_text(target, form, rng)
    instruction = rng.choice(bank["frames"]).replace("{locate}", locate).replace("{form}", written)
    size = {"width": target.width, "height": target.height}
    box = None if target.box is None else list(target.box)
    reference = {"box": box, "box_layout": target.box_layout, "box_scale": target.box_scale}
    format_params = form.params() | size | {"count": 0 if box is None else 1}
    fit_params = reference | form.params() | size | {"threshold": threshold}
    stated = [("box_format", written, format_params), ("box_iou", locate, fit_params)]
    id_ = f"grounding-{target.language}-{number:05d}"
    return row_of(target, "grounding", TASK, id_, instruction, stated, {"object": target.text} | reference | size, seed)


def _said(target: Target) -> str:
    """The object's name as it stands in a sentence: in English with an article, where it has none of its own."""
    if target.language == "en" and not _DETERMINED.match(target.text):
        return f"the {target.text}"
    return target.text


def _form_text(target: Target, form: Form, rng: random.Random) -> str:
    """The sentence that says the form, and where it fits what to answer for an absent object."""
    bank = phrasings("grounding")[target.language]
    scale = rng.choice(bank["scale"][form.scale])
    scale = scale.replace("{width}", str(target.width)).replace("{height}", str(target.height))
    if form.layout == "json":
        text = rng.choice(bank["json"]).replace("{schema}", form.schema(target.language))
    else:
        text = rng.choice(bank["form"]).replace("{layout}", bank["layout"][form.layout])
        text = text.replace("{meaning}", rng.choice(bank["meaning"][form.layout]))
    text = text.replace("{scale}", scale)
    if target.box is None or rng.random() < EMPTY_SAID:
        nothing = json.dumps(dict.fromkeys(form.keys), ensure_ascii=False) if form.layout == "json" else "[]"
        text += {"en": " ", "zh": ""}[target.language] + rng.choice(bank["empty"]).replace("{empty}", nothing)
    return text


def witness(target: Target, form: Form, rng: random.Random) -> str:
    """A response that is right: the reference box in the form, in a sentence where the form allows one."""
    written = form.write(target)
    if form.layout == "json" or target.box is None:
        return written
    return rng.choice(phrasings("grounding")[target.language]["found"]).replace("{box}", written)
