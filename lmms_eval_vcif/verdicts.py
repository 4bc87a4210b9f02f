"""(row, response) -> verdicts: the only place that sees both the catalogue and the checks, and chooses between them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .constraints import CatalogueError, Entry, catalogue, gate_constraint
from .constraints.gate import BENCHMARK_OF_SUBSET
from .records import ConflictVerdict, Constraint, RecordError, Row, Verdict
from .text import Text
from .verifiers import checks

if TYPE_CHECKING:
    from .judge import Judge

logger = logging.getLogger(__name__)

NO_JUDGE = "unjudged: no judge is set up"


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
    return Verdict(verdict.passed, verdict.observed, verdict.reason, verdict.notes, constraint.type, constraint.id)


def judge_row(
    row: Row,
    response: str,
    judge: Judge | None = None,
    media: Iterable[str | Path] = (),
    decided: Collection[str] = (),
) -> list[Verdict]:
    """Decide every constraint of a gated row, in order: by rule where the type or stored parameters allow it, else with
    the judge. Raises nothing: what could not be decided is unjudged, with the cause as its reason.

    `media` are the files of the row's video or pictures; without them, its own paths are taken. The judge is not asked
    about constraints whose ids are in `decided`: where it has no stored judgement on them either, they come unjudged.
    """
    text = Text(response, row.response_language)
    methods = [method_of(row, constraint) for constraint in row.constraints]
    verdicts: dict[int, Verdict] = {}
    ask: dict[str, list[int]] = {"hybrid": [], "judge": []}
    for index, (constraint, method) in enumerate(zip(row.constraints, methods, strict=True)):
        if text.blank:
            verdict = Verdict(False, "", "the response is empty", type=constraint.type, constraint=constraint.id)
            verdicts[index] = replace(verdict, method=method)
        elif _is_asked(constraint, method):
            ask[method].append(index)
        else:
            verdicts[index] = _decided(row, constraint, text, method)
    for method, indices in ask.items():
        if indices:
            chosen = [row.constraints[index] for index in indices]
            verdicts.update(zip(indices, _asked(row, chosen, method, text, judge, media, decided), strict=True))
    return [verdicts[index] for index in range(len(row.constraints))]


def judge_conflict(row: Row, response: str, judge: Judge | None = None) -> ConflictVerdict:
    """How a response deals with the conflict of a conflict item. Raises nothing; an empty response does not see it."""
    text = Text(response, row.response_language)
    if text.blank:
        return ConflictVerdict(False, False, False, False, "other", "the response is empty")
    if judge is None:
        return ConflictVerdict(reason=_no_judge())
    try:
        return judge.conflict(row, text.source)
    except Exception as error:  # a fault of ours costs this verdict, not the run
        logger.exception("row %r could not be judged", row.id)
        return ConflictVerdict(reason=f"unjudged: {type(error).__name__}: {error}", judge=judge.model)


def method_of(row: Row, constraint: Constraint) -> str:
    """How a constraint of a gated row is decided: rule, hybrid or judge. A judged type with a check is decided by rule
    where the row stores the parameters of it."""
    entry = catalogue()[constraint.type]
    method = entry.benchmarks[BENCHMARK_OF_SUBSET[row.subset]].evaluation
    return "rule" if method == "judge" and entry.check is not None and constraint.params else method


def needs_judge(row: Row, constraint: Constraint) -> bool:
    """Whether only a judge can decide a constraint of a gated row, or tell its parameters."""
    return _is_asked(constraint, method_of(row, constraint))


def _is_asked(constraint: Constraint, method: str) -> bool:
    return method == "judge" or method == "hybrid" and constraint.params is None


def _asked(
    row: Row,
    constraints: list[Constraint],
    method: str,
    text: Text,
    judge: Judge | None,
    media: Iterable[str | Path],
    decided: Collection[str],
) -> list[Verdict]:
    """The verdicts that need a judge."""
    if judge is None:
        return [_open(constraint, method, _no_judge()) for constraint in constraints]
    try:
        if method == "judge":
            return judge.judge(row, text.source, constraints, media, decided)
        found = judge.extract(row, constraints, decided)
        return [_extracted(row, c, e, text, judge) for c, e in zip(constraints, found, strict=True)]
    except Exception as error:  # a fault of ours costs these verdicts, not the run
        logger.exception("row %r could not be judged", row.id)
        reason = f"unjudged: {type(error).__name__}: {error}"
        return [_open(constraint, method, reason, judge.model) for constraint in constraints]


def _extracted(row: Row, constraint: Constraint, extraction: Any, text: Text, judge: Judge) -> Verdict:
    if extraction.params is None:
        return _open(constraint, "hybrid", f"unjudged: its parameters are not known: {extraction.cause}", judge.model)
    verdict = _decided(row, replace(constraint, params=extraction.params), text, "hybrid")
    return replace(verdict, judge=judge.model, cached=extraction.cached, params=extraction.params)


def _decided(row: Row, constraint: Constraint, text: Text, method: str) -> Verdict:
    try:
        return replace(decide(constraint, text), method=method)
    except Exception as error:  # a fault of ours costs this verdict, not the run
        logger.exception("row %r, constraint %r could not be decided; it is unjudged", row.id, constraint.id)
        verdict = _open(constraint, method, "the check failed")
        return replace(verdict, notes=(f"{type(error).__name__}: {error}",))


def _open(constraint: Constraint, method: str, reason: str, model: str = "") -> Verdict:
    return Verdict(None, reason=reason, type=constraint.type, constraint=constraint.id, method=method, judge=model)


def _no_judge() -> str:
    from .judge.settings import HOW_TO

    return f"{NO_JUDGE}: {HOW_TO}"
