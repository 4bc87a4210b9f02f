"""Constraints and verdicts for the tests of builders."""

from __future__ import annotations

import random

from lmms_eval_vcif.builders.draws import draw
from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.data.contradictions import contradictions
from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import bound, decide

LANGUAGES = ("en", "zh")


def types(language: str) -> list[str]:
    """The types that a rule decides for responses in a language."""
    return [id_ for id_, (entry, _) in bound().items() if language in entry.languages]


def drawn(type_: str, language: str, rng: random.Random) -> Constraint:
    """A constraint of a type with drawn parameters."""
    return Constraint(id=type_, type=type_, params=draw(catalogue()[type_], language, rng))


def compatible(first: str, others: list[str], language: str, rng: random.Random) -> list[Constraint]:
    """Constraints of these types in which the linter sees no contradiction; only the first where it always does."""
    for _ in range(10):
        constraints = [drawn(type_, language, rng) for type_ in (first, *others)]
        if not contradictions(constraints, language):
            return constraints
    return constraints[:1]


def unmet(constraints: list[Constraint], response: str, language: str) -> list[str]:
    """The types of the constraints that the response fails."""
    text = Text(response, language)
    return [constraint.type for constraint in constraints if not decide(constraint, text).passed]
