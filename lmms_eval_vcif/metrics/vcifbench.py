"""The numbers of VCIFBench, from the records of samples (see the room's docstring).

Conflict items are no part of ipr, cpr and what goes with them, and of the two copies of a selection item only the one
in the order A/B is. What has no verdict is left out of the rates and told by `judged`; what has no answer, by
`answered`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import conflict, option_order
from .metric import Metric, Record, Share
from .rates import all_satisfied, mean, reward
from .severity import near_miss, violations

DIMENSIONS = ("format", "content", "style", "structure")


@dataclass(frozen=True)
class Tally:
    """Satisfied, judged and annotated constraints; the rate is over the judged ones."""

    satisfied: int
    judged: int
    annotated: int

    @property
    def rate(self) -> float | None:
        """Satisfied / judged, 0 to 1; None where nothing is judged."""
        return self.satisfied / self.judged if self.judged else None


def counts(record: Record) -> bool:
    """Whether a sample is part of ipr and cpr: answered, satisfiable, and no second copy."""
    return record["answered"] and record["subset"] != conflict.SUBSET and not option_order.is_swapped(record)


def scored(records: Iterable[Record]) -> list[Record]:
    """The samples that are part of ipr and cpr."""
    return [record for record in records if counts(record)]


def _of_counted(value: Callable[[Sequence[Mapping[str, Any]]], Any]) -> Callable[[Record], Any]:
    """A value of the verdicts, for samples that count."""
    return lambda record: value(record["verdicts"]) if counts(record) else None


def _lowest(verdicts: Sequence[Mapping[str, Any]]) -> float:
    """Whether all are satisfied, the open ones taken as violated."""
    return float(all(verdict["passed"] is True for verdict in verdicts))


def _highest(verdicts: Sequence[Mapping[str, Any]]) -> float:
    """Whether all are satisfied, the open ones taken as satisfied."""
    return float(not any(verdict["passed"] is False for verdict in verdicts))


def _cpr(dimension: str | None = None) -> Metric:
    """Satisfied / judged constraints over all samples, of one dimension or all: a mean weighted by the judged ones."""

    def chosen(record: Record) -> list[Mapping[str, Any]]:
        return [verdict for verdict in record["verdicts"] if dimension in (None, verdict["dimension"])]

    def judged(record: Record) -> float:
        return float(sum(verdict["passed"] is not None for verdict in chosen(record)))

    return Metric(lambda record: reward(chosen(record)) if counts(record) else None, weight=judged)


def _by_type(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, list[int]] | None:
    """Satisfied and judged constraints of each type; None where none is judged."""
    found: dict[str, list[int]] = {}
    for verdict in verdicts:
        if verdict["passed"] is not None:
            tally = found.setdefault(verdict["type"], [0, 0])
            tally[0] += verdict["passed"]
            tally[1] += 1
    return found or None


def macro(values: Iterable[Mapping[str, Sequence[int]]], weights: Iterable[float] | None = None) -> float | None:
    """The mean over types of each type's own rate. `values` are a sample's satisfied and judged ones by type."""
    satisfied: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    for value in values:
        for type_, tally in value.items():
            satisfied[type_] += tally[0]
            judged[type_] += tally[1]
    return mean(satisfied[type_] / judged[type_] for type_ in sorted(judged))


def _to_judge(record: Record) -> list[bool]:
    """Of each thing that is to be decided on an answered sample, whether it is; a conflict item is one thing."""
    if record["subset"] == conflict.SUBSET:
        return [(record.get("conflict") or {}).get("basic") is not None]
    return [verdict["passed"] is not None for verdict in record["verdicts"]]


def _judged(record: Record) -> float | None:
    decided = _to_judge(record)
    return sum(decided) / len(decided) if record["answered"] and decided else None


def _known(name: str) -> Callable[[Record], float | None]:
    """A number of the record, for samples that count and where the harness knows it."""
    return lambda record: float(record[name]) if counts(record) and record.get(name) is not None else None


METRICS: Mapping[str, Metric] = {
    "ipr": Metric(_of_counted(all_satisfied)),
    "ipr_low": Metric(_of_counted(_lowest)),
    "ipr_high": Metric(_of_counted(_highest)),
    "cpr": _cpr(),
    "cpr_macro": Metric(_of_counted(_by_type), combine=macro),
    **{f"cpr_{dimension}": _cpr(dimension) for dimension in DIMENSIONS},
    "near_miss": Metric(_of_counted(near_miss)),
    "violations": Metric(_of_counted(violations), higher_is_better=False),
    "judged": Metric(_judged, weight=lambda record: float(len(_to_judge(record)))),
    "answered": Metric(lambda record: float(record["answered"])),
    **option_order.METRICS,
    **conflict.METRICS,
    "input_tokens": Metric(_known("input_tokens"), higher_is_better=False),
    "output_words": Metric(_known("output_words"), higher_is_better=False),
}
"""Every metric of the results table by name."""


def rates(records: Iterable[Record]) -> dict[str, float | None]:
    """Every metric over the samples; None where no sample counts."""
    records = list(records)
    return {name: metric.over(records) for name, metric in METRICS.items()}


def ipr_by(records: Iterable[Record], field: str) -> dict[Any, Share]:
    """ipr of each group of samples with one value of a field of the record (`k`, `task`, `subset`, …), in order.

    By k, over the records of one model or of several, it is figure 3.
    """
    values: dict[Any, list[float]] = defaultdict(list)
    for record in scored(records):
        value = all_satisfied(record["verdicts"])
        if value is not None:
            values[record[field]].append(value)
    return {group: Share(mean(values[group]), len(values[group])) for group in sorted(values)}


def cpr_by(records: Iterable[Record], field: str) -> dict[str, Tally]:
    """The constraints of each group with one value of a field of the verdict (`type`, `dimension`, `method`), in order.

    By type it is a column of figure 7.
    """
    passed: dict[str, list[bool | None]] = defaultdict(list)
    for record in scored(records):
        for verdict in record["verdicts"]:
            passed[verdict[field]].append(verdict["passed"])
    return {group: _tally(passed[group]) for group in sorted(passed)}


def sizes(records: Iterable[Record]) -> dict[int, int]:
    """How many samples have k constraints, by k (figure 6)."""
    return dict(sorted(Counter(record["k"] for record in scored(records)).items()))


def types_by_dimension(runs: Mapping[str, Iterable[Record]]) -> dict[str, dict[str, dict[str, Tally]]]:
    """Figure 7: dimension -> type -> run -> constraints; the types of a dimension by their mean rate, falling."""
    columns = {run: scored(records) for run, records in runs.items()}
    tallies = {run: cpr_by(records, "type") for run, records in columns.items()}
    places = {v["type"]: v["dimension"] for records in columns.values() for r in records for v in r["verdicts"]}
    rows = {type_: {run: tally[type_] for run, tally in tallies.items() if type_ in tally} for type_ in places}
    order = sorted(rows, key=lambda type_: (-(mean(tally.rate for tally in rows[type_].values()) or 0.0), type_))
    return {d: {type_: rows[type_] for type_ in order if places[type_] == d} for d in DIMENSIONS}


def _tally(passed: Sequence[bool | None]) -> Tally:
    decided = [value for value in passed if value is not None]
    return Tally(sum(decided), len(decided), len(passed))
