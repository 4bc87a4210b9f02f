"""A finished set held against its targets: what it has too little of is said, not passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..pipeline.counts import counts
from .plan import Targets, types
from .requests import tasks

ENOUGH = 0.5
"""The share of what was aimed at that is no shortage."""


@dataclass(frozen=True)
class Balance:
    """What a set consists of, and under `short` the tasks, compositions, sizes and types that are in less than half of
    the items that the targets ask for, each with how many were aimed at and how many there are.

    A task or a type can fall short where few videos bear it; types also where few others go with them.
    """

    targets: Targets
    language: str

    def __call__(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        found = counts(records)
        aims = {
            "tasks": {name: self.targets.tasks.get(name, 1) for name in tasks()},
            "compositions": self.targets.compositions,
            "sizes": {str(size): share for size, share in self.targets.constraints.items()},
            "types": {name: self.targets.types.get(name, 1) for name in types(self.language)},
        }
        short = {name: _short(shares, found[name]) for name, shares in aims.items()}
        return {**found, "short": {name: few for name, few in short.items() if few}}


def _short(shares: Mapping[str, float], found: Mapping[str, int]) -> dict[str, dict[str, float]]:
    counted, whole = Counter(found), sum(shares.values())
    few = {}
    for name, share in shares.items():
        aimed = counted.total() * share / whole
        if aimed >= 1 and counted[name] < ENOUGH * aimed:
            few[name] = {"aimed": round(aimed, 1), "found": counted[name]}
    return few
