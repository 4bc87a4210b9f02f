"""The gate: a constraint whose type is unknown, whose language is not supported or whose parameters do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from ..records import OPTION_ORDERS, Constraint, RecordError, Row, nearest
from .catalogue import catalogue
from .languages import gate_language

BENCHMARK_OF_SUBSET = {
    "base": "vcifbench",
    "selection": "vcifbench",
    "conflict": "vcifbench",
    "normal": "mmifeval_pro",
    "hijack": "mmifeval_pro",
    "grounding": "mmifeval_pro",
    "numeric": "mmifeval_pro",
}

MEDIUM_OF_BENCHMARK = {"vcifbench": "video", "mmifeval_pro": "image"}
"""What the rows of a benchmark show the model."""


def gate_row(row: Row) -> None:
    """Refuse a row with a constraint that does not belong. Raises RecordError whose field is the path in the row."""
    gate_response_language(row)
    benchmark = BENCHMARK_OF_SUBSET[row.subset]
    for index, constraint in enumerate(row.constraints):
        try:
            gate_constraint(constraint, row.response_language, benchmark)
        except RecordError as error:
            raise RecordError(f"constraints[{index}].{error.field}".rstrip("."), error.problem) from None


def gate_response_language(row: Row) -> None:
    """Refuse a row whose answer is to be in no known language. Raises RecordError."""
    try:
        gate_language(row.response_language)
    except RecordError as error:
        raise RecordError("response_language", error.problem) from None


def gate_constraint(constraint: Constraint, language: str, benchmark: str | None = None) -> None:
    """Refuse a constraint by type, response language, benchmark or parameters. Raises RecordError.

    Without `benchmark`, it is enough that one benchmark supports the language.
    """
    entry = catalogue()[constraint.type]
    gate_language(language)
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


def subset_problems(row: Row) -> Iterator[RecordError]:
    """What a row lacks that its subset, or its being one of a pair, needs beside gated constraints and media."""
    order = row.reference.get("option_order")
    if row.pair_id and order not in OPTION_ORDERS:
        problem = f"a row with a pair_id says its order: {nearest(order, OPTION_ORDERS)}"
        yield RecordError("reference.option_order", problem)
    if row.subset == "hijack" and all(constraint.type != "ocr_transcription" for constraint in row.constraints):
        yield RecordError("constraints", "a hijack row asks for ocr_transcription, from which its distance is taken")
    if row.subset == "conflict":
        try:
            conflict_pair(row)
        except RecordError as error:
            yield error
        if not isinstance(row.reference.get("template"), str):
            yield RecordError("reference.template", "a conflict row names the template it is made by")


def conflict_pair(row: Row) -> tuple[str, str]:
    """The texts of the two requirements that exclude each other: `reference.conflict` holds the ids of their
    constraints, or their texts. Raises RecordError."""
    pair = row.reference.get("conflict")
    if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
        problem = f"the two constraints that exclude each other are required, not {pair!r:.80}"
        raise RecordError("reference.conflict", problem)
    texts = {constraint.id: constraint.text or constraint.type for constraint in row.constraints}
    return texts.get(pair[0], pair[0]), texts.get(pair[1], pair[1])
