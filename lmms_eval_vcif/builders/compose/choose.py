"""Which constraints a row gets: balanced over the types, compatible with each other, and met by a witness."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ... import __version__
from ...constraints import CatalogueError, Entry, catalogue
from ...constraints.wording import render
from ...data.contradictions import contradictions
from ...records import Constraint
from ..draws import draw
from ..witness import witness
from ..witness.bank import traditional
from .phrase import query
from .seeds import Seed
from .uneasy import goes_with

BENCHMARK = "mmifeval_pro"
LEFT_OUT = ("ocr_transcription",)
"""Types that have builders of their own."""

TOPICAL = ("keyword_frequency", "keyword_inclusion", "keyword_order", "keyword_position")
"""Types that take words of the picture, which are known in the language of the instruction alone."""

TRIES = 40
"""How often the constraints of a row are drawn before the row is given up."""

DRAWS = 12
"""How often a further constraint is drawn before the row does with fewer."""

TRADITIONAL = ("traditional", "zh-Hant")
"""Values of parameters that ask for traditional characters."""

CROSSED = 0.4
"""How many of the rows that are about the language of the response ask for the other one."""


@dataclass(frozen=True)
class Job:
    """One row to be made: its number from 1, the type that it must have, how many constraints, and how often each type
    has been used so far."""

    number: int
    seed: Seed
    lead: str
    size: int
    used: Mapping[str, int]
    attempt: int = 0

    @property
    def id(self) -> str:
        return f"normal-{self.seed.language}-{self.seed.task}-{self.number:04d}"


@dataclass
class Made:
    """What comes of a job: the row and its witness, or neither; why draws were rejected."""

    id: str
    row: dict[str, Any] | None
    witness: str
    rejects: Counter


@cache
def pool(language: str) -> tuple[str, ...]:
    """The types that rows in a language draw from."""
    return tuple(
        entry.id
        for entry in catalogue().of(BENCHMARK)
        if entry.benchmarks[BENCHMARK].supports(language)
        and entry.benchmarks[BENCHMARK].group != "augmentation"
        and entry.id not in LEFT_OUT
    )


def make(job: Job, seed: int) -> Made:
    """Draw, check, word and witness the row of a job. The same job and seed give the same row."""
    rng = random.Random(f"{seed} {job.number} {job.attempt}")
    rejects: Counter = Counter()
    for attempt in range(TRIES):
        language = _response_language(job, rng)
        chosen = _choose(job, language, max(1, job.size - attempt // 12), rng, rejects)
        if chosen is None:
            continue
        response = witness(chosen, language, rng)
        if response is None:
            rejects["no witness"] += 1
            continue
        return Made(job.id, _row(job, chosen, language, rng, seed), response, rejects)
    return Made(job.id, None, "", rejects)


def _response_language(job: Job, rng: random.Random) -> str:
    language = job.seed.language
    if job.lead == "response_language" and rng.random() < CROSSED:
        return {"en": "zh", "zh": "en"}[language]
    return language


def _choose(job: Job, language: str, size: int, rng: random.Random, rejects: Counter) -> list[Constraint] | None:
    """The lead and others beside it, in random order; None where the lead alone can't be drawn or too few fit."""
    chosen: list[Constraint] = []
    waiting = [job.lead]
    for _ in range(DRAWS + size):
        if len(chosen) == size:
            break
        type_ = waiting.pop() if waiting else _next(job, language, chosen, rng)
        constraint = _constraint(type_, job, language, rng)
        together = constraint and _in_one_script([*chosen, constraint], job, rng)
        if together is None:
            rejects["no wording"] += 1
        elif contradictions(together, language):
            rejects["contradiction"] += 1
        else:
            chosen = together
            continue
        if type_ == job.lead:
            return None
    if len(chosen) < size:
        rejects["too few fit"] += 1
        return None
    rng.shuffle(chosen)
    return chosen


def _next(job: Job, language: str, chosen: list[Constraint], rng: random.Random) -> str:
    """A type that is not there yet, the more likely the less it has been used."""
    checks = {_key(catalogue()[constraint.type]) for constraint in chosen}
    there = [constraint.type for constraint in chosen]
    types = [type_ for type_ in pool(language) if _key(catalogue()[type_]) not in checks]
    types = [type_ for type_ in types if goes_with(type_, there, job.seed.task)] or types
    if language != job.seed.language:
        types = [type_ for type_ in types if type_ not in TOPICAL] or types
    if language != job.seed.language or job.lead != "response_language":
        types = [type_ for type_ in types if type_ != "response_language"] or types
    least = min(job.used.get(type_, 0) for type_ in types)
    weights = [1 / (1 + job.used.get(type_, 0) - least) ** 2 for type_ in types]
    return rng.choices(types, weights)[0]


def _key(entry: Entry) -> tuple[str, str]:
    """Types with one key say nearly the same thing and do not stand in one row."""
    check = entry.check
    return (check.name, json.dumps(check.fixed, sort_keys=True))


def _constraint(type_: str, job: Job, language: str, rng: random.Random) -> Constraint | None:
    entry = catalogue()[type_]
    params = draw(entry, language, rng, job.seed.keywords if language == job.seed.language else None)
    try:
        text = render(entry, params, job.seed.language, rng)
    except CatalogueError:
        return None  # a type of one language, in a row that asks for the response in it in the other
    return Constraint(type_, type_, text, params)


def _in_one_script(constraints: list[Constraint], job: Job, rng: random.Random) -> list[Constraint]:
    """The constraints, with their texts in traditional characters where the response has to be in those."""
    asked = {(constraint.params or {}).get(name) for constraint in constraints for name in ("language", "script")}
    if asked.isdisjoint(TRADITIONAL):
        return constraints
    return [_in_traditional(constraint, job, rng) for constraint in constraints]


def _in_traditional(constraint: Constraint, job: Job, rng: random.Random) -> Constraint:
    params = _converted(constraint.params)
    if params == constraint.params:
        return constraint
    text = render(catalogue()[constraint.type], params, job.seed.language, rng)
    return Constraint(constraint.id, constraint.type, text, params)


def _converted(value: Any) -> Any:
    if isinstance(value, str):
        return traditional(value)
    if isinstance(value, Mapping):
        return {name: _converted(held) for name, held in value.items()}
    return [_converted(held) for held in value] if isinstance(value, (list, tuple)) else value


def _row(job: Job, chosen: list[Constraint], language: str, rng: random.Random, seed: int) -> dict[str, Any]:
    instruction, texts = query(job.seed.instruction, [constraint.text for constraint in chosen], job.seed.language, rng)
    constraints = [
        {
            "id": f"c{number}",
            "type": constraint.type,
            "text": text,
            "params": json.dumps(constraint.params, ensure_ascii=False),
            "sub_questions": [],
        }
        for number, (constraint, text) in enumerate(zip(chosen, texts, strict=True), 1)
    ]
    meta = {"builder": f"lmms-eval-vcif {__version__} compose", "seed": seed, "attempt": job.attempt}
    return {
        "id": job.id,
        "subset": "normal",
        "task": job.seed.task,
        "composition": ["and"],
        "language": job.seed.language,
        "response_language": language,
        "instruction": instruction,
        "image": job.seed.image,
        "constraints": constraints,
        "reference": "",
        "pair_id": "",
        "source": job.seed.source,
        "source_id": job.seed.source_id,
        "license": job.seed.license,
        "meta": json.dumps(meta, ensure_ascii=False),
    }
