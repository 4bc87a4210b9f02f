"""Types that do not stand in one composed row, beyond those that contradict each other (`uneasy.yml`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import product

import yaml

from ...constraints import CatalogueError, catalogue
from ...records import nearest


@cache
def uneasy_pairs() -> frozenset[frozenset[str]]:
    """The pairs of types. Raises CatalogueError, with the group, where one is no type."""
    known = [entry.id for entry in catalogue()]
    pairs = set()
    for group in yaml.safe_load((files(__package__) / "uneasy.yml").read_bytes()):
        for type_ in (*group["types"], *group["with"]):
            if type_ not in known:
                raise CatalogueError(f"uneasy.yml: {group['why']}: {nearest(type_, known)}")
        pairs |= {frozenset(pair) for pair in product(group["types"], group["with"])}
    return frozenset(pairs)


def goes_with(type_: str, others: Iterable[str]) -> bool:
    """Whether a type can stand in one row with all the others."""
    return not any(frozenset((type_, other)) in uneasy_pairs() for other in others)
