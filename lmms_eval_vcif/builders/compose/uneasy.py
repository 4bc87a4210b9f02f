"""Types that do not stand in one composed row, or with a task, beyond what contradicts itself (`uneasy.yml`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import product

import yaml

from ...constraints import CatalogueError, catalogue
from ...records import nearest
from .seeds import task_bank


def goes_with(type_: str, others: Iterable[str], task: str = "") -> bool:
    """Whether a type can stand in one row with all the others, and with the task where one is named."""
    pairs = _pairs()
    return (type_, task) not in pairs and not any((type_, other) in pairs for other in others)


@cache
def _pairs() -> frozenset[tuple[str, str]]:
    """Each type with a type, both ways, or a task. Raises CatalogueError, with the group, for an unknown name."""
    groups = yaml.safe_load((files(__package__) / "uneasy.yml").read_bytes())
    types = [entry.id for entry in catalogue()]
    pairs: set[tuple[str, str]] = set()
    for kind, known in (("types", types), ("tasks", list(task_bank()))):
        for group in groups[kind]:
            _check(group["types"], types, group["why"])
            _check(group["with"], known, group["why"])
            pairs.update(product(group["types"], group["with"]), product(group["with"], group["types"]))
    return frozenset(pairs)


def _check(names: Sequence[str], known: Sequence[str], why: str) -> None:
    for name in names:
        if name not in known:
            raise CatalogueError(f"uneasy.yml: {why}: {nearest(name, known)}")
