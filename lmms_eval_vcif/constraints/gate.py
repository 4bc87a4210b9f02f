"""The gate: a constraint whose type is unknown, whose language is not supported or whose parameters do not fit."""

from __future__ import annotations

from ..records import Constraint, RecordError, Row
from .catalogue import catalogue

BENCHMARK_OF_SUBSET = {
    "base": "vcifbench",
    "selection": "vcifbench",
    "conflict": "vcifbench",
    "normal": "mmifeval_pro",
    "hijack": "mmifeval_pro",
    "grounding": "mmifeval_pro",
    "numeric": "mmifeval_pro",
}


def gate_row(row: Row) -> None:
    """Refuse a row with a constraint that does not belong. Raises RecordError whose field is the path in the row."""
    benchmark = BENCHMARK_OF_SUBSET[row.subset]
    for index, constraint in enumerate(row.constraints):
        try:
            gate_constraint(constraint, row.response_language, benchmark)
        except RecordError as error:
            raise RecordError(f"constraints[{index}].{error.field}".rstrip("."), error.problem) from None


def gate_constraint(constraint: Constraint, language: str, benchmark: str | None = None) -> None:
    """Refuse a constraint by type, response language, benchmark or parameters. Raises RecordError.

    Without `benchmark`, it is enough that one benchmark supports the language.
    """
    entry = catalogue()[constraint.type]
    if benchmark is not None and benchmark not in entry.benchmarks:
        raise RecordError("type", f"{entry.id} is not part of {benchmark}")
    places = [entry.benchmarks[benchmark]] if benchmark else list(entry.benchmarks.values())
    if not any(place.supports(language) for place in places):
        supported = ", ".join(sorted({name for place in places for name in place.languages}))
        raise RecordError("type", f"{entry.id} does not support responses in {language!r}, only in {supported}")
    if constraint.params is None:
        if entry.parameters and entry.needs and all(place.evaluation == "rule" for place in places):
            raise RecordError("params", f"{entry.id} is decided by rule and needs its parameters")
        return
    try:
        entry.check_parameters(constraint.params)
    except RecordError as error:
        raise RecordError(f"params.{error.field}".rstrip("."), error.problem) from None
