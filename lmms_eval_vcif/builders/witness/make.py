"""`witness`: a response to a set of constraints, and the demands that they come to."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...data.contradictions import transcribed
from ...records import Constraint
from ...verdicts import bound
from .fit import Demand, write


def witness(constraints: Sequence[Constraint], language: str, rng: random.Random) -> str | None:
    """A response in `language` that passes every constraint that a rule decides; None where none was found.

    The constraints have passed the gate and have parameters; those that only a judge decides are left out. It is a
    proof that the set can be met, in simple sentences, not an answer to any question.
    """
    return write(demands(constraints), language, rng) or transcribed(constraints, language)


def demands(constraints: Sequence[Constraint]) -> list[Demand]:
    """The checks behind the constraints, with their arguments."""
    found = []
    for constraint in constraints:
        pair = bound().get(constraint.type)
        if pair is not None:
            check = pair[0].check
            found.append(Demand(check.name, check.arguments(constraint.params or {})))
    return found
