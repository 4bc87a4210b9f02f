"""The record of a sample: all that metrics, reports and scoring again need, so that a samples file alone will do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..constraints import catalogue
from ..constraints.entry import BENCHMARKS
from ..constraints.gate import BENCHMARK_OF_SUBSET
from ..judge import Judge
from ..metrics.conflict import SUBSET
from ..metrics.tasks import task_category
from ..records import Row, Verdict
from ..text import Text
from ..verdicts import judge_conflict, judge_row, needs_judge
from .budget import NONE
from .signature import judge_signature, signature

Record = Mapping[str, Any]

FAILURE = re.compile(r"\s*\[LMMS_EVAL_(REQUEST_FAILED after -?\d+ retries\]|BUDGET_EXCEEDED\]\s*\Z)")
"""How the harness writes that it got no answer: with the error behind it, or alone."""


def is_failure(response: str) -> bool:
    """Whether a response is the harness's own word for a request that failed. An empty response is an answer."""
    return FAILURE.match(response) is not None


def sample_record(
    row: Row,
    response: str,
    *,
    cluster: str = "",
    data: str = "",
    files: Sequence[str] = (),
    budget: str = NONE,
    input_tokens: int | None = None,
    judge: Callable[[], Judge | None] = lambda: None,
) -> dict[str, Any]:
    """The record of an answer to a gated row.

    `files` are the row's media, `budget` names what the model got of a video, and `judge` gives the judge; it is called
    only where one is needed. `cluster` and `data` are hashes of the media and of the data set.
    """
    answered = not is_failure(response)
    record = {
        "id": row.id,
        "subset": row.subset,
        "task": row.task,
        "task_category": task_category(row.task),
        "language": row.language,
        "k": len(row.constraints),
        "cluster": cluster,
        "answered": answered,
        "verdicts": [],
    }
    if BENCHMARK_OF_SUBSET[row.subset] == "mmifeval_pro":
        record["verdicts"] = verdicts(row, judge_row(row, response)) if answered else []
        return {**record, "signature": signature(data)}
    asked = judge() if answered and _needs_judge(row) else None
    if answered and row.subset != SUBSET:
        record["verdicts"] = verdicts(row, judge_row(row, response, asked, files))
    return {
        **record,
        "pair_id": row.pair_id,
        "option_order": row.reference.get("option_order", ""),
        "template": row.reference.get("template", ""),
        "conflict": judge_conflict(row, response, asked).as_dict() if answered and row.subset == SUBSET else None,
        "input_tokens": input_tokens,
        "output_words": len(Text(response, row.response_language).words) if answered else None,
        "row": row.as_dict(),
        "files": list(files),
        "signature": signature(data, budget=budget, judge=judge_signature(asked)),
    }


def completed(record: Record, response: str, judge: Judge | None) -> dict[str, Any]:
    """A logged record of VCIFBench with what was open in it decided, as far as the judge can; what is decided stays.

    Raises RecordError for a row in it that can't be used.
    """
    if not is_open(record):
        return dict(record)
    row = Row.parse(record["row"])
    new = {**record, "signature": {**record["signature"], "judge": judge_signature(judge)}}
    if row.subset == SUBSET:
        return {**new, "conflict": judge_conflict(row, response, judge).as_dict()}
    known = record["verdicts"]
    decided = {verdict["constraint"] for verdict in known} - {v["constraint"] for v in known if v["passed"] is None}
    found = verdicts(row, judge_row(row, response, judge, record["files"], decided))
    return {**new, "verdicts": [n if k["passed"] is None else k for k, n in zip(known, found, strict=True)]}


def is_open(record: Record) -> bool:
    """Whether something of an answered sample has no verdict."""
    if record["answered"] and record["subset"] == SUBSET:
        return record["conflict"]["basic"] is None
    return any(verdict["passed"] is None for verdict in record["verdicts"])


def causes(records: Iterable[Record]) -> Counter[str]:
    """Why things of answered samples have no verdict, each cause with how many."""
    found: Counter[str] = Counter()
    for record in records:
        found.update(verdict["reason"] for verdict in record["verdicts"] if verdict["passed"] is None)
        if record.get("conflict") and record["conflict"]["basic"] is None:
            found[record["conflict"]["reason"]] += 1
    return Counter({reason.removeprefix("unjudged: "): number for reason, number in found.items()})


def find_record(sample: Mapping[str, Any]) -> Record | None:
    """The record in a logged sample, whichever metric carries it; None where there is none."""
    return next((value for value in sample.values() if isinstance(value, Mapping) and "verdicts" in value), None)


def verdicts(row: Row, found: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Verdicts as they are logged, each with its dimension (VCIFBench) or category (MM-IFEval-Pro)."""
    benchmark = BENCHMARK_OF_SUBSET[row.subset]
    group = BENCHMARKS[benchmark]
    return [{**v.as_dict(), group: catalogue()[v.type].benchmarks[benchmark].group} for v in found]


def _needs_judge(row: Row) -> bool:
    return row.subset == SUBSET or any(needs_judge(row, constraint) for constraint in row.constraints)
