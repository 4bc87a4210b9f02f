"""All numbers of the records of one benchmark as one JSON value: what `metrics.json` holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from . import conflict, interactions, mmifeval_pro, option_order, vcifbench
from .metric import Metric, Record

METRICS: Mapping[str, Mapping[str, Metric]] = {"mmifeval_pro": mmifeval_pro.METRICS, "vcifbench": vcifbench.METRICS}
"""The metrics of each benchmark."""


def summary(records: Sequence[Record], benchmark: str) -> dict[str, Any]:
    """Every metric with its 95 % interval, the breakdowns, the number of samples and what the numbers depend on.

    The keys of `by` are those of the functions in `mmifeval_pro` and `vcifbench`; for VCIFBench there are also the
    counts of option order (table 2), `mixes` (table 3), `conflict` by template (table 7), and, where types stand
    together, `joint_failures` and `tasks_and_types` (appendix A.6).
    """
    metrics = {}
    for name, metric in METRICS[benchmark].items():
        interval = metric.interval(records)
        metrics[name] = {"value": metric.over(records), "low": interval.low, "high": interval.high}
    parts = _mmifeval_pro(records) if benchmark == "mmifeval_pro" else _vcifbench(records)
    signature = next((r["signature"] for r in records if r["signature"].get("judge")), None)
    if signature is None:
        signature = records[0]["signature"] if records else {}
    return {"metrics": metrics, **parts, "samples": len(records), "signature": signature}


def _mmifeval_pro(records: Sequence[Record]) -> dict[str, Any]:
    groups = (*mmifeval_pro.SAMPLE_GROUPS, *mmifeval_pro.CONSTRAINT_GROUPS)
    return {"by": {group: _shown(mmifeval_pro.breakdown(records, group)) for group in groups}}


def _vcifbench(records: Sequence[Record]) -> dict[str, Any]:
    by = {field: _shown(vcifbench.ipr_by(records, field)) for field in ("k", "subset", "task", "task_category")}
    for field in ("dimension", "type", "method"):
        tallies = vcifbench.cpr_by(records, field)
        by[field] = {name: {"rate": tally.rate, **asdict(tally)} for name, tally in tallies.items()}
    return {
        "by": by,
        "option_order": asdict(option_order.counts(records)),
        "mixes": {type_: {**asdict(mix), "drop": mix.drop} for type_, mix in interactions.mixes(records).items()},
        "conflict": _shown(conflict.templates(records)),
        "conflict_failures": conflict.failures(records),
        "joint_failures": [{**asdict(joint), "ratio": joint.ratio} for joint in interactions.joint_failures(records)],
        "tasks_and_types": [{**asdict(fit), "gap": fit.gap} for fit in interactions.tasks_and_types(records)],
    }


def _shown(groups: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): asdict(value) for name, value in groups.items()}
