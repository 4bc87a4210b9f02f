"""Which constraints are hard by themselves, and which in company (VCIFBench, section 4.4, table 3 and appendix A.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .metric import Record, Share
from .rates import all_satisfied, mean
from .vcifbench import scored

LOW_MIX = 3
"""An instruction with at most so many constraints is a low mix."""

HIGH_MIX = 6
"""An instruction with at least so many constraints is a high mix."""


@dataclass(frozen=True)
class Mix:
    """The pass rate of a type in instructions with few constraints and in those with many."""

    low: Share
    high: Share

    @property
    def drop(self) -> float | None:
        """Low less high: what is lost in company, from -1 to 1; None where one of the two is not known."""
        return None if self.low.rate is None or self.high.rate is None else self.low.rate - self.high.rate


@dataclass(frozen=True)
class JointFailure:
    """How often two types fail in one sample, of the `samples` that ask for both.

    `expected` is what independence predicts: samples × the failure rate of the one × that of the other, each taken over
    all samples that ask for that type.
    """

    types: tuple[str, str]
    samples: int
    first: int
    second: int
    observed: int
    expected: float

    @property
    def ratio(self) -> float | None:
        """Observed / expected joint failures: above 1 they fail together more often than by chance."""
        return self.observed / self.expected if self.expected else None


@dataclass(frozen=True)
class Fit:
    """The pass rate of a type under a task, beside the type's rate over all tasks."""

    task: str
    type: str
    here: Share
    overall: Share

    @property
    def gap(self) -> float:
        """How much better (worse where below 0) the type does under this task than over all, from -1 to 1."""
        return self.here.rate - self.overall.rate


def mixes(records: Iterable[Record]) -> dict[str, Mix]:
    """Table 3: each type in low and high mixes, in order of type."""
    low: dict[str, list[float]] = defaultdict(list)
    high: dict[str, list[float]] = defaultdict(list)
    types = set()
    for record in scored(records):
        for type_, passed in _decided(record):
            types.add(type_)
            if record["k"] <= LOW_MIX:
                low[type_].append(passed)
            elif record["k"] >= HIGH_MIX:
                high[type_].append(passed)
    return {type_: Mix(_share(low[type_]), _share(high[type_])) for type_ in sorted(types)}


def joint_failures(records: Iterable[Record], least: int = 1) -> list[JointFailure]:
    """The pairs of types that stand in at least `least` samples together, by observed / expected failures, falling.

    A type that a sample asks for more than once fails where one of them does. Pairs without any expected failure come
    last.
    """
    samples = [_types(record) for record in scored(records)]
    failed: dict[str, list[bool]] = defaultdict(list)
    together: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for sample in samples:
        for type_, fails in sample.items():
            failed[type_].append(fails)
        for pair in combinations(sorted(sample), 2):
            together[pair].append((sample[pair[0]], sample[pair[1]]))
    rate = {type_: sum(fails) / len(fails) for type_, fails in failed.items()}
    found = [_joint(pair, fails, rate) for pair, fails in together.items() if len(fails) >= least]
    return sorted(found, key=lambda joint: (-(joint.ratio or 0.0), -joint.observed, joint.types))


def tasks_and_types(records: Iterable[Record], least: int = 1) -> list[Fit]:
    """Each type under each task where at least `least` constraints were decided, by the gap, rising."""
    cells: dict[tuple[str, str], list[float]] = defaultdict(list)
    overall: dict[str, list[float]] = defaultdict(list)
    for record in scored(records):
        for type_, passed in _decided(record):
            cells[record["task"], type_].append(passed)
            overall[type_].append(passed)
    found = [
        Fit(task, type_, _share(passed), _share(overall[type_]))
        for (task, type_), passed in cells.items()
        if len(passed) >= least
    ]
    return sorted(found, key=lambda fit: (fit.gap, fit.task, fit.type))


def _joint(pair: tuple[str, str], fails: list[tuple[bool, bool]], rate: Mapping[str, float]) -> JointFailure:
    return JointFailure(
        pair,
        samples=len(fails),
        first=sum(first for first, _ in fails),
        second=sum(second for _, second in fails),
        observed=sum(first and second for first, second in fails),
        expected=len(fails) * rate[pair[0]] * rate[pair[1]],
    )


def _types(record: Record) -> dict[str, bool]:
    """The types of a sample that are decided, each with whether it fails."""
    verdicts: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for verdict in record["verdicts"]:
        verdicts[verdict["type"]].append(verdict)
    passed = {type_: all_satisfied(found) for type_, found in verdicts.items()}
    return {type_: value == 0.0 for type_, value in passed.items() if value is not None}


def _decided(record: Record) -> list[tuple[str, float]]:
    return [(v["type"], float(v["passed"])) for v in record["verdicts"] if v["passed"] is not None]


def _share(passed: list[float]) -> Share:
    return Share(mean(passed), len(passed))
