"""From answers to numbers in the harness's form: the verdicts of a sample, and one dict per metric.

No function here raises: the harness would try it five times and then lose the whole run, answers included. What goes
wrong inside is logged and leaves the constraints of the sample unjudged.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..metrics import conflict, mmifeval_pro, option_order, rates, vcifbench
from ..metrics.metric import Metric, Part
from .docs import COLUMN, row_of
from .harness import input_tokens
from .judging import judge_of_run
from .samples import causes, is_failure, sample_record

logger = logging.getLogger(__name__)

Values = dict[str, dict[str, Any]]
Items = Sequence[Mapping[str, Any]]

VCIFBENCH = vcifbench.METRICS
"""The metrics of each task: those that its rows can have."""
SELECTION = {name: metric for name, metric in VCIFBENCH.items() if name not in conflict.METRICS}
BASE = {name: metric for name, metric in SELECTION.items() if name not in option_order.METRICS}
CONFLICT = {name: VCIFBENCH[name] for name in (*conflict.METRICS, "judged", "answered")}

SHOWN = 5
"""How many causes of open constraints the log names."""


def mmifeval_pro_results(doc: Mapping[str, Any], results: Sequence[str]) -> Values:
    """Score one answer of a task over rows of MM-IFEval-Pro (`_values`)."""
    return _values(doc, results, mmifeval_pro.METRICS)


def vcifbench_results(doc: Mapping[str, Any], results: Sequence[str]) -> Values:
    """Score one answer of a task over all rows of VCIFBench (`_values`)."""
    return _values(doc, results, VCIFBENCH)


def base_results(doc: Mapping[str, Any], results: Sequence[str]) -> Values:
    """Score one answer of a task over base rows (`_values`)."""
    return _values(doc, results, BASE)


def selection_results(doc: Mapping[str, Any], results: Sequence[str]) -> Values:
    """Score one answer of a task over selection rows (`_values`)."""
    return _values(doc, results, SELECTION)


def conflict_results(doc: Mapping[str, Any], results: Sequence[str]) -> Values:
    """Score one answer of a task over conflict rows (`_values`)."""
    return _values(doc, results, CONFLICT)


def mean(items: Items) -> float | None:
    """The mean of the values that count, by weight; None (shown as N/A) where none does."""
    return rates.mean(*_columns(items))


def median(items: Items) -> float | None:
    """The median of the values that count; None (shown as N/A) where none does."""
    return rates.median(*_columns(items))


def macro(items: Items) -> float | None:
    """The mean over constraint types of each type's own rate; None (shown as N/A) where nothing is judged."""
    return _combined(VCIFBENCH["cpr_macro"], items)


def both(items: Items) -> float | None:
    """The share of pairs with both choices right; None (shown as N/A) where there is no pair."""
    return _combined(VCIFBENCH["option_order_both"], items)


def either(items: Items) -> float | None:
    """The share of pairs with at least one choice right; None (shown as N/A) where there is no pair."""
    return _combined(VCIFBENCH["option_order_either"], items)


def judged(items: Items) -> float | None:
    """The share of constraints with a verdict. How many have none, and why, goes to the log."""
    found: Counter[str] = Counter()
    for item in items:
        found.update(item.get("open") or {})
    if found:
        lines = [f"{number}: {cause}" for cause, number in found.most_common(SHOWN)]
        more = [f"and {len(found) - SHOWN} other causes"] if len(found) > SHOWN else []
        logger.warning("without a verdict, %d in all:\n  %s", found.total(), "\n  ".join(lines + more))
    return mean(items)


def metric_values(record: Mapping[str, Any], metrics: Mapping[str, Metric]) -> Values:
    """The value of each metric on a sample, in the form that the harness aggregates and logs. The first one carries the
    whole record (`samples.find_record` finds it in the log).

    From what it finds under `score` the harness makes standard errors of the mean. So a value stands there only where
    the metric is such a mean, else under `value`; a sample that does not count in a metric has neither.
    """
    values: Values = {}
    for name, metric in metrics.items():
        value = metric.value(record)
        values[name] = {} if value is None else {"score" if metric.is_plain_mean else "value": value}
        values[name]["cluster"] = record["cluster"]
        if metric.weight is not None:
            values[name]["weight"] = metric.weight(record)
    if found := causes([record]):
        values["judged"]["open"] = dict(found)
    carrier = next(iter(metrics))
    values[carrier] = {**values[carrier], **record}
    return values


def _values(doc: Mapping[str, Any], results: Sequence[str], metrics: Mapping[str, Metric]) -> Values:
    """Score one answer: per metric a dict, with `score` or `value` where the sample counts in it."""
    try:
        loaded = {name: value for name, value in doc[COLUMN].items() if name != "problem"}
        record = sample_record(row_of(doc), results[0] or "", judge=judge_of_run, input_tokens=input_tokens(), **loaded)
        return metric_values(record, metrics)
    except Exception as error:  # see the module's docstring
        logger.exception("row %r could not be scored; its constraints have no verdict", doc.get("id"))
        return _unscored(doc, results, metrics, f"the hook broke: {type(error).__name__}: {error!s:.200}")


def _unscored(doc: Mapping[str, Any], results: Sequence[str], metrics: Mapping[str, Metric], cause: str) -> Values:
    """The values of a sample of which nothing is known but whether it has an answer: if so, all of it is open."""
    values: Values = {name: {} for name in metrics}
    answered = not is_failure(str(results[0] if results else ""))
    values["answered"] = {"score": float(answered)}
    if answered:
        open_ = _annotated(doc)
        values["judged"] = {"value": 0.0, "weight": float(open_), "open": {cause: open_}}
    return values


def _annotated(doc: Mapping[str, Any]) -> int:
    """How many things there are to judge on a row; 1 for a conflict row, and where they can't be read."""
    try:
        row = row_of(doc)
    except (ValueError, TypeError):  # RecordError, and what odd values raise
        return 1
    return 1 if row.subset == conflict.SUBSET else len(row.constraints)


def _combined(metric: Metric, items: Items) -> float | None:
    """A metric over the items that count."""
    parts = [Part("", item["value"], cluster=item.get("cluster", "")) for item in items if "value" in item]
    return metric.of(metric.join(parts) if metric.join else parts)


def _columns(items: Items) -> tuple[list[float | None], list[float]]:
    """Values and weights of the items of one metric."""
    return [item.get("score", item.get("value")) for item in items], [item.get("weight", 1.0) for item in items]
