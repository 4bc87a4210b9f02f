"""Whether one run does better than another on the same items: paired bootstrap, and McNemar's exact test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from .intervals import RESAMPLES, Interval, interval_over
from .metric import Metric, Part, Record, clusters

Pair = tuple[Part, Part]


@dataclass(frozen=True)
class Difference:
    """A metric of two runs over the `n` items that count in both, `second` less `first`, and the interval of that.

    `left_out`: items that count in one run only.
    """

    first: float | None
    second: float | None
    difference: float | None
    interval: Interval
    n: int
    left_out: int


@dataclass(frozen=True)
class McNemar:
    """Items that only the `first` run and only the `second` run gets right, and `p`: how likely a split at least as
    uneven is where both are equally good (two-sided, exact)."""

    first: int
    second: int
    p: float


def compare(
    metric: Metric, first: Iterable[Record], second: Iterable[Record], *, resamples: int = RESAMPLES, seed: int = 0
) -> Difference:
    """The difference of a metric between two runs on the same items, with its 95 % interval.

    It is a paired bootstrap that draws whole clusters (the clips or pictures that items share). Raises ValueError where
    a run holds an item twice.
    """
    pairs, left_out = _paired(metric, first, second)
    by_key = {pair[0].key: pair for pair in pairs}
    drawn = [[by_key[part.key] for part in group] for group in clusters(one for one, _ in pairs)]

    def difference(sample: Sequence[Pair]) -> float | None:
        one, other = (metric.of(side) for side in _sides(sample))
        return None if one is None or other is None else other - one

    one, other = (metric.of(side) for side in _sides(pairs))
    interval = interval_over(drawn, difference, resamples=resamples, seed=seed)
    return Difference(one, other, difference(pairs), interval, len(pairs), left_out)


def mcnemar(metric: Metric, first: Iterable[Record], second: Iterable[Record]) -> McNemar:
    """McNemar's exact test on a metric that is 0 or 1 for each sample (ipr, strict), over what counts in both runs.

    Raises ValueError where a run holds an item twice, or a value is neither 0 nor 1.
    """
    pairs, _ = _paired(metric, first, second)
    for pair in pairs:
        if not {part.value for part in pair} <= {0, 1}:
            raise ValueError(f"item {pair[0].key!r}: {[part.value for part in pair]} are not both 0 or 1")
    one = sum(a.value > b.value for a, b in pairs)
    other = sum(b.value > a.value for a, b in pairs)
    return McNemar(one, other, mcnemar_p(one, other))


def mcnemar_p(first: int, second: int) -> float:
    """The two-sided exact p of a split of first + second discordant items under equal chances."""
    n = first + second
    tail = sum(comb(n, count) for count in range(min(first, second) + 1))
    return min(1.0, 2 * tail / 2**n)


def _paired(metric: Metric, first: Iterable[Record], second: Iterable[Record]) -> tuple[list[Pair], int]:
    """The parts of the items that count in both runs, by key, and how many count in one only."""
    ones, others = _by_key(metric.parts(first)), _by_key(metric.parts(second))
    shared = sorted(ones.keys() & others.keys())
    return [(ones[key], others[key]) for key in shared], len(ones.keys() ^ others.keys())


def _by_key(parts: Sequence[Part]) -> dict[str, Part]:
    found: dict[str, Part] = {}
    for part in parts:
        if part.key in found:
            raise ValueError(f"item {part.key!r} is there twice")
        found[part.key] = part
    return found


def _sides(pairs: Sequence[Pair]) -> tuple[list[Part], list[Part]]:
    return [one for one, _ in pairs], [other for _, other in pairs]
