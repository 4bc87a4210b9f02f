"""How badly a sample fails: near misses and the number of violated constraints (VCIFBench, table 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Verdicts = Iterable[Mapping[str, Any]]


def violated(verdicts: Verdicts) -> int:
    """How many constraints are violated; open ones are not."""
    return sum(verdict["passed"] is False for verdict in verdicts)


def violations(verdicts: Verdicts) -> float | None:
    """How many constraints a failed sample violates; None for a sample without a violated one."""
    return float(violated(verdicts)) or None


def near_miss(verdicts: Verdicts) -> float | None:
    """1.0 where a failed sample violates exactly one constraint, else 0.0; None for a sample that has not failed."""
    count = violated(verdicts)
    return float(count == 1) if count else None
