"""What a metric is: a value of each sample, and how the values of many become one number with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .intervals import RESAMPLES, Interval, interval_over
from .rates import mean

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Part:
    """What one sample (or one pair of samples, where a metric joins them) gives to a metric: a JSON value.

    `key` is the id of the sample or pair, `cluster` that of its picture or clip; a part without a cluster is its own.
    """

    key: str
    value: Any
    weight: float = 1.0
    cluster: str = ""


@dataclass(frozen=True)
class Share:
    """One line of a breakdown: the rate, and over how many samples or constraints it was taken."""

    rate: float | None
    count: int


@dataclass(frozen=True)
class Metric:
    """A metric: its value on one sample (None where the sample does not count) and how values become one number.

    `weight` says how much a sample counts in the combination; without it, each counts once. `join` makes the parts of
    samples that belong together one part.
    """

    value: Callable[[Record], Any]
    combine: Callable[[Iterable[Any], Iterable[float] | None], float | None] = mean
    weight: Callable[[Record], float] | None = None
    higher_is_better: bool = True
    join: Callable[[Sequence[Part]], list[Part]] | None = None

    @property
    def is_plain_mean(self) -> bool:
        """Whether a standard error of the mean of the values is one of the metric."""
        return self.combine is mean and self.weight is None

    def parts(self, records: Iterable[Record]) -> list[Part]:
        """What each sample that counts gives, joined where the metric joins."""
        parts = []
        for index, record in enumerate(records):
            value = self.value(record)
            if value is not None:
                weight = self.weight(record) if self.weight else 1.0
                parts.append(Part(str(record.get("id", index)), value, weight, record.get("cluster", "")))
        return self.join(parts) if self.join else parts

    def of(self, parts: Sequence[Part]) -> float | None:
        """The metric of parts that are already joined; None where there is none."""
        return self.combine([part.value for part in parts], [part.weight for part in parts])

    def over(self, records: Iterable[Record]) -> float | None:
        """The metric over samples; None where no sample counts."""
        return self.of(self.parts(records))

    def interval(self, records: Iterable[Record], *, resamples: int = RESAMPLES, seed: int = 0) -> Interval:
        """The 95 % bootstrap interval of the metric over samples, drawing whole clusters."""
        return interval_over(clusters(self.parts(records)), self.of, resamples=resamples, seed=seed)


def clusters(parts: Iterable[Part]) -> list[list[Part]]:
    """The parts by cluster, in an order that does not hang on theirs."""
    groups: dict[tuple[bool, str], list[Part]] = {}
    for part in sorted(parts, key=lambda part: part.key):
        groups.setdefault((bool(part.cluster), part.cluster or part.key), []).append(part)
    return [groups[name] for name in sorted(groups)]
