"""Constraints of one row that no response can satisfy together, found from their types and parameters.

Each constraint is translated into facts (`facts`), by the check that decides it; `solve` finds facts that exclude each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getmembers, isfunction

from ...constraints import Check, catalogue
from ...records import Constraint
from ...verifiers import checks
from .alone import verdict
from .facts import Fact
from .solve import solve
from .transcripts import transcription

TRANSCRIPTION = "ocr_transcription"


@dataclass(frozen=True)
class Contradiction:
    """Constraints, by their index in the row, and why they can't all hold; one alone where it can't hold by itself."""

    constraints: tuple[int, ...]
    reason: str


def contradictions(constraints: Sequence[Constraint], language: str) -> list[Contradiction]:
    """Every contradiction that can be told from types and parameters, each group of constraints once.

    `language` is that of the response. Constraints are gated; one whose parameters are still to be extracted
    contradicts others by its type alone.
    """
    facts = [(index, fact) for index, constraint in enumerate(constraints) for fact in _facts(constraint, language)]
    found: dict[tuple[int, ...], str] = {}
    known = (*solve(facts, language), *_transcribed(constraints, language), *_by_type(constraints))
    for sources, reason in known:
        found.setdefault(tuple(sorted(sources)), reason)
    return [
        Contradiction(group, reason)
        for group, reason in sorted(found.items())
        if not any(set(smaller) < set(group) for smaller in found)
    ]


def _facts(constraint: Constraint, language: str) -> Iterable[Fact]:
    check = _check_of(constraint)
    return _translators()[check.name](language, **check.arguments(constraint.params)) if check else ()


def _check_of(constraint: Constraint) -> Check | None:
    """The check behind a constraint, None where a judge decides or the parameters are still to be extracted."""
    return catalogue()[constraint.type].check if constraint.params is not None else None


def _by_type(constraints: Sequence[Constraint]) -> Iterator[tuple[frozenset[int], str]]:
    for second, constraint in enumerate(constraints):
        banned = catalogue()[constraint.type].conflicts
        for first, other in enumerate(constraints[:second]):
            if other.type in banned:
                yield frozenset({first, second}), f"{other.type} and {constraint.type} never hold together"


def _transcribed(constraints: Sequence[Constraint], language: str) -> Iterator[tuple[frozenset[int], str]]:
    """Constraints that no transcription of the text in the picture satisfies."""
    for source, constraint in enumerate(constraints):
        if constraint.type != TRANSCRIPTION or constraint.params is None:
            continue
        for other, demand in enumerate(constraints):
            if other != source and _check_of(demand) and transcribed([constraint, demand], language) is None:
                yield frozenset({source, other}), f"no transcription of {constraint.params['text']!r:.60} satisfies it"


def transcribed(constraints: Sequence[Constraint], language: str) -> str | None:
    """A transcription that satisfies all the constraints, one of which asks for it; None where none was found."""
    texts = [constraint.params["text"] for constraint in constraints if constraint.type == TRANSCRIPTION]
    demands = [(_check_of(constraint), constraint.params) for constraint in constraints if _check_of(constraint)]

    def passes(response: str) -> bool:
        return all(verdict(check.name, response, language, check.arguments(params)).passed for check, params in demands)

    facts = [fact for constraint in constraints for fact in _facts(constraint, language)]
    return transcription(texts[0], facts, passes) if texts else None


@cache
def _translators() -> dict[str, Callable[..., Iterable[Fact]]]:
    """The functions that say what a check demands, by the name of the check."""
    from . import keywords, lengths, numbers, places, scripts, shapes

    return {
        name: function
        for module in (lengths, keywords, shapes, places, scripts, numbers)
        for name, function in getmembers(module, isfunction)
        if name in checks()
    }
