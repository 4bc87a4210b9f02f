"""The numbers of one sample, and how those of many become one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import repeat
from math import fsum
from statistics import median as _median
from typing import Any

Verdicts = Iterable[Mapping[str, Any]]


def reward(verdicts: Verdicts) -> float | None:
    """Satisfied constraints / constraints with a verdict, 0 to 1; None where none has one.

    The reward of a rollout and its part in `accuracy` are this number.
    """
    decided = [verdict["passed"] for verdict in verdicts if verdict["passed"] is not None]
    return sum(decided) / len(decided) if decided else None


def all_satisfied(verdicts: Verdicts) -> float | None:
    """1.0 where every constraint is satisfied, 0.0 where one is violated.

    None where none is violated but one is unjudged: the sample could still be either.
    """
    passed = [verdict["passed"] for verdict in verdicts]
    if any(value is False for value in passed):
        return 0.0
    return 1.0 if passed and all(passed) else None


def judged_share(verdicts: Verdicts) -> float | None:
    """Constraints with a verdict / constraints, 0 to 1; None for a sample without constraints."""
    passed = [verdict["passed"] for verdict in verdicts]
    return sum(value is not None for value in passed) / len(passed) if passed else None


def mean(values: Iterable[float | None], weights: Iterable[float] | None = None) -> float | None:
    """The mean of what is not None, each value as often as its weight says; None where nothing is."""
    weights = repeat(1.0) if weights is None else weights
    counted = [(value, weight) for value, weight in zip(values, weights, strict=False) if value is not None]
    total = fsum(weight for _, weight in counted)
    return fsum(value * weight for value, weight in counted) / total if total else None


def median(values: Iterable[float | None], weights: Iterable[float] | None = None) -> float | None:
    """The median of what is not None; None where nothing is. Weights are taken for the form and change nothing."""
    counted = [value for value in values if value is not None]
    return float(_median(counted)) if counted else None
