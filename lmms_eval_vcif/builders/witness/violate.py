"""`violate`: a response that fails one constraint and no other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz

from ...records import Constraint
from ...text import Text
from .counters import counters
from .edit import Edit
from .edits import candidates
from .fit import Demand, write
from .make import demands

ROUNDS = 4
"""How often the edits are drawn anew."""


def violate(
    constraint: Constraint,
    constraints: Sequence[Constraint],
    response: str,
    language: str,
    rng: random.Random,
    *,
    alike: float = 0.0,
) -> str | None:
    """A response that fails `constraint` and passes the others of `constraints` that a rule decides.

    `response`, which passes them all, is changed as little as a random edit does; where no edit breaks that constraint
    alone, a new response is written. It is `alike` to the given one, of 100 (rapidfuzz's ratio), at least. None where
    neither was found in a bounded search.
    """
    target = demands([constraint])[0]
    others = demands([other for other in constraints if other is not constraint and other != constraint])

    def fits(text: str) -> bool:
        if fuzz.ratio(text, response) < alike:
            return False
        read = Text(text, language)
        return target.verdict(read).passed is False and all(other.verdict(read).passed for other in others)

    for _ in range(ROUNDS):
        edit = Edit(response, "zh" if language.startswith("zh") else "en", _strings(constraint.params or {}), rng)
        found = next(filter(fits, candidates(edit)), None)
        if found is not None:
            return found
    return next(filter(fits, _rewritten(target, others, language, rng)), None)


def _rewritten(target: Demand, others: list[Demand], language: str, rng: random.Random) -> Iterator[str]:
    """Responses written for the others and for what the target excludes."""
    for counter in counters(target.check, target.arguments):
        wanted = [*others, *(Demand(check, arguments) for check, arguments in counter)]
        text = write(wanted, language, rng, attempts=8)
        if text is not None:
            yield text


def _strings(params: Mapping[str, Any]) -> list[str]:
    """The texts among the parameters, in lists too."""
    found = []
    for value in params.values():
        found += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    return found
