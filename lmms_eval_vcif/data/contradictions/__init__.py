"""Constraints of one row that no response can satisfy together, found from their types and parameters.

Each constraint is translated into facts (`facts`), by the check that decides it; `solve` finds facts that exclude each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getmembers, isfunction

from ...constraints import catalogue
from ...records import Constraint
from ...verifiers import checks
from .facts import Fact
from .solve import solve


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
    for sources, reason in (*_by_type(constraints), *solve(facts, language)):
        found.setdefault(tuple(sorted(sources)), reason)
    return [
        Contradiction(group, reason)
        for group, reason in sorted(found.items())
        if not any(set(smaller) < set(group) for smaller in found)
    ]


def _facts(constraint: Constraint, language: str) -> Iterable[Fact]:
    check = catalogue()[constraint.type].check
    if check is None or constraint.params is None or check.name not in _translators():
        return ()
    return _translators()[check.name](language, **check.arguments(constraint.params))


def _by_type(constraints: Sequence[Constraint]) -> Iterator[tuple[frozenset[int], str]]:
    for second, constraint in enumerate(constraints):
        banned = catalogue()[constraint.type].conflicts
        for first, other in enumerate(constraints[:second]):
            if other.type in banned:
                yield frozenset({first, second}), f"{other.type} and {constraint.type} never hold together"


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
