"""A numeric row: a question becomes a query for its number in a wrapper and at a precision that suits the number."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .answers import Precision, precisions
from .questions import Question
from .rows import phrasings, row_of

TASK = "text_reading"
WRAPPERS = ("label", "between", "boxed", "pattern")
PLACES = ("", "once", "last")
"""Where and how often the wrapper has to be: anywhere, exactly once, or at the end of the last line."""


@dataclass(frozen=True)
class Wrapper:
    """How the number is wrapped: `extraction` finds it and is shared by both checks, `extent` (count or position) is
    answer_wrapper's alone, `sample` is the wrapper with {n} for the number, `gloss` says a pattern in words."""

    name: str
    place: str
    extraction: Mapping[str, Any]
    sample: str
    gloss: str = ""
    extent: Mapping[str, Any] = field(default_factory=dict)


def deck(language: str, rng: random.Random) -> list[Wrapper]:
    """One wrapper of each kind and place, in random order, marks drawn anew."""
    combinations = list(product(WRAPPERS, PLACES))
    rng.shuffle(combinations)
    return [_wrapper(name, place, language, rng) for name, place in combinations]


def _wrapper(name: str, place: str, language: str, rng: random.Random) -> Wrapper:
    bank = phrasings("numeric")[language]
    extent: dict[str, Any] = {"": {}, "once": {"count": 1}, "last": {"position": "last_line"}}[place]
    if name == "label":
        label = rng.choice(bank["labels"])
        return Wrapper(name, place, {"open": label}, label + " {n}", extent=extent)
    if name == "between":
        before, after = rng.choice(bank["marks"])
        return Wrapper(name, place, {"open": before, "close": after}, before + "{n}" + after, extent=extent)
    if name == "boxed":
        return Wrapper(name, place, {"wrapper": "boxed"}, "\\boxed{{n}}", extent=extent)
    drawn = rng.choice(bank["patterns"])
    return Wrapper(name, place, {"pattern": drawn["pattern"]}, drawn["sample"], drawn["gloss"], extent)


def draw_row(question: Question, wrapper: Wrapper, number: int, rng: random.Random, seed: int) -> tuple[dict, str]:
    """The row for a question, in one of many wordings, and a right answer to it."""
    bank = phrasings("numeric")[question.language]
    precision = rng.choice(precisions(question.answer))
    space = {"en": " ", "zh": ""}[question.language]
    wrap = _wrap_text(wrapper, bank, space, rng)
    value = _counted(rng.choice(bank["value"][precision.name]), precision, bank)
    stated = [
        ("answer_wrapper", wrap, {**wrapper.extraction, **wrapper.extent}),
        ("answer_value", value, precision.params() | dict(wrapper.extraction)),
    ]
    said = value
    if precision.scientific:
        notation = _counted(rng.choice(bank["notation"]), precision, bank)
        stated.append(("scientific_notation", notation, {"significant_digits": precision.significant_digits}))
        said = value + space + notation
    instruction = _filled(rng.choice(bank["frames"]), {"question": question.question, "wrap": wrap, "value": said})
    reference = {"question": question.question, "value": precision.value, "kind": question.answer.kind}
    id_ = f"numeric-{question.language}-{number:05d}"
    row = row_of(question, "numeric", TASK, id_, instruction, stated, reference, seed)
    return row, _witness(wrapper, precision, bank, rng)


def _wrap_text(wrapper: Wrapper, bank: Mapping[str, Any], space: str, rng: random.Random) -> str:
    values = {name: wrapper.extraction.get(name, "") for name in ("open", "close", "pattern")}
    text = _filled(rng.choice(bank["wrap"][wrapper.name]), values | {"gloss": wrapper.gloss})
    return text + (space + rng.choice(bank[wrapper.place]) if wrapper.place else "")


def _counted(text: str, precision: Precision, bank: Mapping[str, Any]) -> str:
    places, digits = bank["places"][precision.decimals or 0], bank["digits"][precision.significant_digits or 0]
    return _filled(text, {"places": places, "digits": digits})


def _filled(text: str, values: Mapping[str, str]) -> str:
    """A phrasing with its placeholders filled in one pass: what is filled in may hold braces of its own."""
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), text)


def _witness(wrapper: Wrapper, precision: Precision, bank: Mapping[str, Any], rng: random.Random) -> str:
    written = precision.written
    if precision.scientific and wrapper.name == "boxed":
        mantissa, _, power = written.partition(" × 10^")
        written = f"{mantissa} \\times 10^{{{power}}}"
    return f"{rng.choice(bank['leads'])}\n{wrapper.sample.replace('{n}', written)}"
