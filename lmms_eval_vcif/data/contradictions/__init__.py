"""Constraints of one row that no response can satisfy together, found from their types and parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...constraints import catalogue
from ...records import Constraint


@dataclass(frozen=True)
class Contradiction:
    """Two constraints, by their index in the row, and why they can't both hold; the same index twice where one
    constraint can't be satisfied by itself."""

    first: int
    second: int
    reason: str


def contradictions(constraints: Sequence[Constraint], language: str) -> list[Contradiction]:
    """Every contradiction that can be told from types and parameters; none is reported that a response could satisfy.

    `language` is that of the response. Constraints are gated; those of unknown parameters contradict by type alone.
    """
    return list(_by_type(constraints))


def _by_type(constraints: Sequence[Constraint]):
    for second, constraint in enumerate(constraints):
        banned = catalogue()[constraint.type].conflicts
        for first, other in enumerate(constraints[:second]):
            if other.type in banned:
                yield Contradiction(first, second, "the two types never hold together")
