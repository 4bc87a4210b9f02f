"""(row, response) -> verdicts: the only place that sees both the catalogue and the checks, and chooses between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from inspect import Parameter, signature
from typing import Any

from .constraints import CatalogueError, Entry, catalogue, gate_constraint
from .records import Constraint, RecordError, Row, Verdict
from .text import Text
from .verifiers import checks


@cache
def bound() -> dict[str, tuple[Entry, Callable]]:
    """Every type that a rule decides, with its entry and function.

    Raises CatalogueError, with file and name, for an id without a function, a function without an id, or parameters
    that differ.
    """
    functions = checks()
    pairs = {}
    for entry in catalogue():
        if entry.check is None:
            continue
        function = functions.get(entry.check.name)
        if function is None:
            raise CatalogueError(f"{entry.file}: no function {entry.check.name!r} in verifiers")
        keywords = {p.name for p in signature(function).parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
        own = {entry.check.rename.get(name, name) for name in entry.parameters} | set(entry.check.fixed)
        if own - keywords:
            raise CatalogueError(f"{entry.file}: {entry.check.name} has no parameter {sorted(own - keywords)}")
        if entry.check.name == entry.id and keywords - own:
            raise CatalogueError(f"{entry.file}: does not document parameter {sorted(keywords - own)} of {entry.id}")
        pairs[entry.id] = (entry, function)
    orphans = set(functions) - {entry.check.name for entry, _ in pairs.values()}
    if orphans:
        raise CatalogueError(f"verifiers: no catalogue entry for {sorted(orphans)}")
    return pairs


def verify(type_: str, response: str | Text, params: Mapping[str, Any], language: str) -> Verdict:
    """Decide one constraint by rule. Raises RecordError for a type, language or parameters that do not fit, never for
    a response."""
    constraint = Constraint(id=type_, type=type_, params=params)
    gate_constraint(constraint, language)
    return decide(constraint, response if isinstance(response, Text) else Text(response, language))


def verify_row(row: Row, response: str) -> list[Verdict]:
    """Decide every constraint of a gated row, in order. The response is parsed once for all of them."""
    text = Text(response, row.response_language)
    return [decide(constraint, text) for constraint in row.constraints]


def decide(constraint: Constraint, text: Text) -> Verdict:
    """The verdict on a gated constraint. An empty response fails every constraint, negative ones included."""
    pair = bound().get(constraint.type)
    if pair is None:
        raise RecordError("type", f"{constraint.type} is not decided by rule")
    entry, function = pair
    if text.blank:
        verdict = Verdict(False, "", "the response is empty")
    else:
        verdict = function(text, **entry.check.arguments(constraint.params or {}))
    return replace(verdict, type=constraint.type, constraint=constraint.id)
