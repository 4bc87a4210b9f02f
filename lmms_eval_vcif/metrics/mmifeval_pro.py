"""The numbers of MM-IFEval-Pro, from the records of samples (see the room's docstring)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .metric import Metric, Record, Share
from .rates import all_satisfied, judged_share, mean, median, reward


def accuracy(record: Record) -> float | None:
    """Satisfied / all constraints of the sample; None without an answer."""
    return reward(record["verdicts"]) if record["answered"] else None


def distance(record: Record) -> float | None:
    """Normalised Levenshtein distance between what a hijacking sample's picture says and the answer, 0 to 1.

    None for other samples, and without an answer. An empty answer is as far as can be.
    """
    if record["subset"] != "hijack" or not record["answered"]:
        return None
    for verdict in record["verdicts"]:
        if verdict["type"] == "ocr_transcription" and verdict["passed"] is not None:
            observed = verdict["observed"]
            return float(observed) if isinstance(observed, (int, float)) else 1.0
    return None


def _where(field: str, value: str, holds: bool = True) -> Callable[[Record], float | None]:
    return lambda record: accuracy(record) if (record[field] == value) is holds else None


METRICS: Mapping[str, Metric] = {
    "accuracy": Metric(accuracy),
    "accuracy_wo_ih": Metric(_where("subset", "hijack", holds=False)),
    "accuracy_ih": Metric(_where("subset", "hijack")),
    "accuracy_en": Metric(_where("language", "en")),
    "accuracy_zh": Metric(_where("language", "zh")),
    "strict": Metric(lambda record: all_satisfied(record["verdicts"]) if record["answered"] else None),
    "nld": Metric(distance, combine=median, higher_is_better=False),
    "answered": Metric(lambda record: float(record["answered"])),
    "judged": Metric(
        lambda record: judged_share(record["verdicts"]) if record["answered"] else None,
        weight=lambda record: float(len(record["verdicts"])),
    ),
}
"""Every metric of the results table by name."""


def rates(records: Iterable[Record]) -> dict[str, float | None]:
    """Every metric over the samples; None where no sample counts."""
    records = list(records)
    return {name: metric.over(records) for name, metric in METRICS.items()}


SAMPLE_GROUPS = ("subset", "language", "task", "task_category", "k")
CONSTRAINT_GROUPS = ("category", "type")


def breakdown(records: Iterable[Record], by: str) -> dict[Any, Share]:
    """Accuracy per group, ordered by group.

    By one of SAMPLE_GROUPS: mean over the group's samples of satisfied / all constraints. By one of CONSTRAINT_GROUPS
    (`type` is the subcategory): satisfied / judged constraints of the group. Raises ValueError for another `by`.
    """
    if by not in SAMPLE_GROUPS + CONSTRAINT_GROUPS:
        raise ValueError(f"by is one of {', '.join(SAMPLE_GROUPS + CONSTRAINT_GROUPS)}, not {by!r}")
    values: dict[Any, list[float]] = defaultdict(list)
    for record in records:
        if not record["answered"]:
            continue
        if by in SAMPLE_GROUPS:
            parts = [(record[by], accuracy(record))]
        else:
            parts = [(verdict[by], verdict["passed"]) for verdict in record["verdicts"]]
        for group, value in parts:
            if value is not None:
                values[group].append(float(value))
    return {group: Share(mean(values[group]), len(values[group])) for group in sorted(values)}
