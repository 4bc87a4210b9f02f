"""A grounding row: an object's name becomes a query for its box in one form, checked for form and fit."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
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
    r"several|many|someone|somebody|everyone|what|who|which)\b|\S+['’]s\s",
    re.IGNORECASE,
)
_COMMON = re.compile(r"[A-Z][a-z]+(?: [^A-Z]*)?")
"""A name that is written large as a sentence is, by its first letter alone."""

_BEHIND = re.compile(
    r"\b(?:in|on|of|with|at|by|near|under|over|above|below|behind|beside|next|from|to|that|who|which)\b"
)
"""Where what is said of a thing begins, behind its name."""

_SEVERAL = re.compile(
    r"\b(?:two|three|these|those|both|all|some|several|many|people|men|women|children|feet|teeth|skis|taxis|"
    r"(?!(?:lens|gas|canvas)\b)\w+[^\Wsui]s)\b",
    re.IGNORECASE,
)
"""What tells of more than one thing, or of one with a plural name, such as scissors."""

_ONE = re.compile(r"\b(?:it|its)\b|\b(?:is|does) \{object\}")
"""Wordings that go with one thing only."""


def draw_row(
    target: Target, form: Form, number: int, rng: random.Random, seed: int, threshold: float
) -> dict[str, Any]:
    """The row for a target in a form, in one of many wordings."""
    bank = phrasings("grounding")[target.language]
    locate = rng.choice(_fitting(bank["locate"], target)).replace("{object}", _said(target))
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
    """The object's name as it stands in a sentence: in English with an article, where it has none of its own, and with
    a small letter where only its place at the beginning made it a large one."""
    text = target.text
    if target.language != "en":
        return text
    determined = _DETERMINED.match(text)
    if _COMMON.fullmatch(text) or determined and not determined[0].endswith("s "):
        text = text[0].lower() + text[1:]
    return text if determined else f"the {text}"


def _fitting(wordings: Sequence[str], target: Target) -> Sequence[str]:
    """The wordings that go with the object's number; they differ in English alone."""
    name = _BEHIND.split(target.text, maxsplit=1)[0]
    if target.language != "en" or not _SEVERAL.search(name):
        return wordings
    return [wording for wording in wordings if not _ONE.search(wording)]


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
        empty = rng.choice(_fitting(bank["empty"], target))
        nothing = json.dumps(dict.fromkeys(form.keys), ensure_ascii=False) if form.layout == "json" else "[]"
        text += {"en": " ", "zh": ""}[target.language] + empty.replace("{empty}", nothing)
    return text


def witness(target: Target, form: Form, rng: random.Random) -> str:
    """A response that is right: the reference box in the form, in a sentence where the form allows one."""
    written = form.write(target)
    if form.layout == "json" or target.box is None:
        return written
    return rng.choice(phrasings("grounding")[target.language]["found"]).replace("{box}", written)
