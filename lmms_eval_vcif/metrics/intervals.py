"""How sure a number is: bootstrap intervals over samples that may share a picture or a clip."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from .rates import mean

Value = TypeVar("Value")

RESAMPLES = 1000


@dataclass(frozen=True)
class Interval:
    """A percentile interval; None at both ends where there was nothing to draw from."""

    low: float | None
    high: float | None


def bootstrap(
    values: Sequence[float | None],
    clusters: Sequence[Hashable] | None = None,
    *,
    statistic: Callable[[Sequence[float]], float | None] = mean,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The percentile bootstrap interval of a statistic, drawing whole clusters.

    `values` may hold None for samples that do not count. `clusters` gives each value's cluster (its picture or clip);
    without it, each value is its own. The order of the values does not matter, and a seed gives the same interval.
    Raises ValueError where `clusters` is not as long as `values` or `level` is not between 0 and 1.
    """
    if clusters is not None and len(clusters) != len(values):
        raise ValueError(f"{len(clusters)} clusters for {len(values)} values")
    groups: dict[Hashable, list[float]] = {}
    for index, value in enumerate(values):
        if value is not None:
            groups.setdefault(index if clusters is None else clusters[index], []).append(value)
    drawn = sorted(sorted(group) for group in groups.values())
    return interval_over(drawn, statistic, level=level, resamples=resamples, seed=seed)


def interval_over(
    groups: Sequence[Sequence[Value]],
    statistic: Callable[[Sequence[Value]], float | None],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The percentile bootstrap interval of a statistic of the members of groups, drawing whole groups.

    Draws on which the statistic has no value are left out. Raises ValueError where `level` is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level is between 0 and 1, not {level}")
    if not groups:
        return Interval(None, None)
    random = Random(seed)
    draws = ([member for group in random.choices(groups, k=len(groups)) for member in group] for _ in range(resamples))
    results = sorted(result for result in map(statistic, draws) if result is not None)
    if not results:
        return Interval(None, None)
    tail = (1 - level) / 2
    return Interval(_quantile(results, tail), _quantile(results, 1 - tail))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of ordered values, interpolated linearly."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
