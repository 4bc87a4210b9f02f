"""From answers to numbers in the harness's form: the verdicts of a sample, and one dict per metric.

No function here raises: the harness would try it five times and then lose the whole run, answers included. What goes
wrong inside is logged and becomes an unjudged constraint.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..constraints import catalogue
from ..metrics import rates
from ..metrics.mmifeval_pro import METRICS
from ..metrics.tasks import task_category
from ..records import Constraint, Row, Verdict
from ..text import Text
from ..verdicts import decide
from .docs import COLUMN, row_of
from .signature import signature

logger = logging.getLogger(__name__)

RECORD = "accuracy"
"""The metric whose value in the harness's log is the whole record of the sample."""

FAILURE = re.compile(r"\[LMMS_EVAL_(REQUEST_FAILED|BUDGET_EXCEEDED)[^\]\n]*\]")
"""How the harness writes that it got no answer."""


def is_failure(response: str) -> bool:
    """Whether a response is the harness's own word for a request that failed. An empty response is an answer."""
    return FAILURE.match(response.lstrip()) is not None


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Score one answer: per metric a dict, with `score` where the sample counts in it; the record is under RECORD."""
    try:
        return metric_values(sample_record(row_of(doc), results[0] or "", **_extra(doc)))
    except Exception:  # see the module's docstring
        logger.exception("row %r could not be scored; it counts in no metric", doc.get("id"))
        return {name: {} for name in METRICS}


def sample_record(row: Row, response: str, *, cluster: str = "", data: str = "") -> dict[str, Any]:
    """The record of a sample: all that metrics and reports need, so that a samples file alone can be scored again."""
    answered = not is_failure(response)
    return {
        "id": row.id,
        "subset": row.subset,
        "task": row.task,
        "task_category": task_category(row.task),
        "language": row.language,
        "k": len(row.constraints),
        "cluster": cluster,
        "answered": answered,
        "verdicts": verdicts(row, response) if answered else [],
        "signature": signature(data),
    }


def verdicts(row: Row, response: str) -> list[dict[str, Any]]:
    """The verdict on each constraint, with its MM-IFEval-Pro category; its `type` is the subcategory."""
    text = Text(response, row.response_language)
    return [{**_decide(c, text, row).as_dict(), "category": _category(c)} for c in row.constraints]


def metric_values(record: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The value of each metric on a sample, in the form that the harness aggregates and logs.

    From what it finds under `score` the harness makes standard errors of the mean. So a value stands there only where
    the metric is such a mean, else under `value`; a sample that does not count in a metric has neither.
    """
    values: dict[str, dict[str, Any]] = {}
    for name, metric in METRICS.items():
        value = metric.value(record)
        values[name] = {} if value is None else {"score" if metric.is_plain_mean else "value": value}
        values[name]["cluster"] = record["cluster"]
        if metric.weight is not None:
            values[name]["weight"] = metric.weight(record)
    values[RECORD] = {**values[RECORD], **record}
    return values


def mean(items: Sequence[Mapping[str, Any]]) -> float | None:
    """The mean of the values that count, by weight; None (shown as N/A) where none does."""
    return rates.mean(*_columns(items))


def median(items: Sequence[Mapping[str, Any]]) -> float | None:
    """The median of the values that count; None (shown as N/A) where none does."""
    return rates.median(*_columns(items))


def _decide(constraint: Constraint, text: Text, row: Row) -> Verdict:
    try:
        return decide(constraint, text)
    except Exception as error:  # see the module's docstring
        logger.exception("row %r, constraint %r could not be decided; it is unjudged", row.id, constraint.id)
        note = f"{type(error).__name__}: {error}"
        return Verdict(None, None, "the check failed", (note,), constraint.type, constraint.id)


def _category(constraint: Constraint) -> str:
    return catalogue()[constraint.type].benchmarks["mmifeval_pro"].group


def _extra(doc: Mapping[str, Any]) -> dict[str, str]:
    return {"cluster": doc[COLUMN]["cluster"], "data": doc[COLUMN]["data"]}


def _columns(items: Sequence[Mapping[str, Any]]) -> tuple[list[float | None], list[float]]:
    """Values and weights of the items of one metric."""
    return [item.get("score", item.get("value")) for item in items], [item.get("weight", 1.0) for item in items]
