"""Which constraints, how many and in which composition an item gets: dealt by the targets of a set, drawn so that none
contradicts another."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from ...constraints import CatalogueError, catalogue
from ...constraints.wording import render
from ...data.contradictions import contradictions
from ...records import COMPOSITIONS, Constraint, nearest
from ..compose.uneasy import goes_with
from ..draws import draw
from ..pipeline import PipelineError, Record, Rejected, Rejection, Tools
from .requests import tasks

BENCHMARK = "vcifbench"
LEFT_OUT = ("selection_accuracy",)
"""Types that have a builder of their own."""

ONLY_WITH = {"personal_information_exclusion": "people", "harmful_content_exclusion": "harm"}
"""Types that need something to be shown (Table 10)."""

ONLY_FOR = {"counterfactual": ("counterfactual_reasoning",)}
"""Types that answer to some tasks alone."""

ALONE = (("chronological", "causal", "spatial_grouping", "hierarchical", "counterfactual"), ("json", "csv"))
"""Of each group an item has at most one: a text has one order, and a data format leaves no room beside it."""

WITHOUT_PROSE = ("json", "csv")
PROSE = (
    "tense",
    "rhetoric",
    "persona",
    "target_audience",
    "pattern_opening",
    "pattern_closing",
    "emphasis",
    "summarize",
)
"""Types that ask something of prose, which a data format has not."""

ALIKE = {"creative_writing": "story"}
"""Tasks with the task over pictures whose uneasy types they share (see `compose.uneasy`)."""

TRIES = 60


@dataclass(frozen=True)
class Targets:
    """What a set is balanced to: shares of composition patterns and of numbers of constraints, weights of tasks and
    types."""

    compositions: Mapping[str, float]
    constraints: Mapping[int, float]
    tasks: Mapping[str, float] = field(default_factory=dict)
    types: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | None = None) -> Targets:
        """The targets of a YAML file, those of the package without one; sections that it leaves out are the package's.
        Raises PipelineError naming file and key, and where it can, the nearest valid one."""
        own = yaml.safe_load((files(__package__) / "targets.yml").read_bytes())
        try:
            given = yaml.safe_load(path.read_text(encoding="utf-8")) if path else {}
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise PipelineError(f"{path}: can't be read: {error}") from None
        given = {} if given is None else given
        valid = {
            "compositions": patterns(),
            "constraints": tuple(range(2, 9)),
            "tasks": tuple(tasks()),
            "types": tuple(types("en")),
        }
        if not isinstance(given, Mapping):
            raise PipelineError(f"{path}: a mapping with {', '.join(valid)} is required, not {given!r:.60}")
        for name, shares in given.items():
            if name not in valid:
                raise PipelineError(f"{path}: {nearest(name, valid)}")
            _check_shares(f"{path}: {name}", shares, valid[name])
            usual = 1 if name in ("tasks", "types") else 0
            if not 0 < sum(shares.get(one, usual) for one in valid[name]) < math.inf:
                raise PipelineError(f"{path}: {name}: some must be above 0, and their sum finite, not {dict(shares)}")
        return cls(**(own | dict(given)))


def _check_shares(where: str, shares: Any, valid: Sequence[Any]) -> None:
    if not isinstance(shares, Mapping) or not shares:
        raise PipelineError(f"{where}: a mapping of names and numbers is required, not {shares!r:.60}")
    for name, share in shares.items():
        if name not in valid:
            raise PipelineError(f"{where}: {nearest(name, valid)}")
        number = isinstance(share, (int, float)) and not isinstance(share, bool)
        if not number or not math.isfinite(share) or share < 0:
            raise PipelineError(f"{where}.{name}: a finite number from 0 is required, not {share!r:.40}")


def patterns() -> tuple[str, ...]:
    """What the compositions of an item can be, in words of COMPOSITIONS; a selection has a builder of its own."""
    names = [name for name in COMPOSITIONS if name != "selection"]
    return tuple(" ".join(some) for size in range(1, len(names) + 1) for some in combinations(names, size))


@cache
def types(language: str) -> tuple[str, ...]:
    """The types that items in a language draw from."""
    return tuple(
        entry.id
        for entry in catalogue().of(BENCHMARK)
        if entry.benchmarks[BENCHMARK].supports(language) and entry.id not in LEFT_OUT
    )


@dataclass(frozen=True)
class Deal:
    """Gives each record its patterns, its number of constraints and two types that it leads with: of those that suit
    it, the ones dealt least. Types that few others go with are seldom drawn beside them, so they lead more often."""

    targets: Targets

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} plan")
        compositions, sizes = _deck(self.targets.compositions, rng), _deck(self.targets.constraints, rng)
        used: Counter[str] = Counter()
        dealt = []
        for number, record in enumerate(records):
            weights = self.targets.types
            able = [name for name in types(record["language"]) if suits(name, record) and weights.get(name, 1)]
            shuffled = rng.sample(able, len(able))
            due = {name: weights.get(name, 1) / room(name, record["language"]) ** 2 for name in able}
            leads = sorted(shuffled, key=lambda name: (used[name] + 1) / due[name])[:2]
            used.update(leads)
            composition = compositions[number % len(compositions)].split()
            plan = {
                "composition": composition,
                "size": sizes[number % len(sizes)],
                "leads": leads,
                "number": number + 1,
            }
            dealt.append({**record, **plan})
        return dealt, []


@dataclass(frozen=True)
class Draw:
    """Draws the constraints of a record: its leads where they go together, and others beside them."""

    weights: Mapping[str, float]

    def __call__(self, record: Record, tools: Tools) -> Record:
        language = record["language"]
        able = [name for name in types(language) if suits(name, record) and self.weights.get(name, 1)]
        weights = [self.weights.get(name, 1) for name in able]
        chosen: list[Constraint] = []
        waiting = list(reversed(record["leads"]))
        for _ in range(TRIES):
            if len(chosen) == record["size"] or not able:
                break
            name = waiting.pop() if waiting else tools.rng.choices(able, weights)[0]
            constraint = drawn(name, language, tools.rng, record["keywords"])
            if constraint is not None and _fits(constraint, chosen, record):
                chosen.append(constraint)
        if len(chosen) < 2:
            raise Rejected("no constraints fit", ", ".join(constraint.type for constraint in chosen))
        return {**record, "drawn": [as_dict(f"c{n}", constraint) for n, constraint in enumerate(chosen, 1)]}


def suits(type_: str, record: Record) -> bool:
    """Whether a type suits the task of a record and what its video shows."""
    shown = ONLY_WITH.get(type_)
    return record["task"] in ONLY_FOR.get(type_, (record["task"],)) and (shown is None or shown in record["shows"])


def drawn(type_: str, language: str, rng: random.Random, topic: Sequence[str]) -> Constraint | None:
    """A constraint with parameters and text where the catalogue draws them; one without either where a model is to
    write it; None where the draw has no wording."""
    entry = catalogue()[type_]
    if type_ == "output_language":
        params: dict[str, Any] = {"language": language}
    elif entry.draw:
        params = draw(entry, language, rng, topic)
    elif entry.parameters:
        return Constraint(type_, type_)
    else:
        params = {}
    try:
        return Constraint(type_, type_, render(entry, params, language, rng), params)
    except CatalogueError:
        return None


def as_dict(id_: str, constraint: Constraint, text: str = "", questions: Sequence[str] = ()) -> dict[str, Any]:
    """A constraint as a row holds it."""
    params = "" if constraint.params is None else json.dumps(constraint.params, ensure_ascii=False)
    known = {"id": id_, "type": constraint.type, "text": text or constraint.text, "params": params}
    return {**known, "sub_questions": list(questions or constraint.sub_questions)}


def _fits(constraint: Constraint, chosen: Sequence[Constraint], record: Record) -> bool:
    names = [one.type for one in chosen]
    if not goes_with(constraint.type, names, ALIKE.get(record["task"], "")):
        return False
    return not any(clash(constraint.type, name) for name in names) and not contradictions(
        [*chosen, constraint], record["language"]
    )


def clash(first: str, second: str) -> bool:
    """Whether two types never stand in one item, whatever their parameters."""
    both = {first, second}
    alone = first == second or any(both <= set(group) for group in ALONE)
    return alone or bool(both & set(WITHOUT_PROSE) and both & set(PROSE))


@cache
def room(type_: str, language: str) -> float:
    """The share of the types that can stand beside one, whatever their parameters."""
    others = types(language)
    return sum(goes_with(type_, [name]) and not clash(type_, name) for name in others) / len(others)


def _deck(shares: Mapping[Any, float], rng: random.Random) -> list[Any]:
    """A hundred cards or so, in the shares."""
    total = sum(shares.values())
    deck = [name for name, share in shares.items() for _ in range(round(100 * share / total))]
    rng.shuffle(deck)
    return deck
