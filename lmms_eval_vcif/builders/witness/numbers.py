"""Sharing whole numbers out, and bringing orders together."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .plan import Infeasible, Span


def share(total: int, bounds: Sequence[Span], weights: Sequence[int], rng: random.Random) -> list[int]:
    """Parts of `total`, each within its bounds, near to the proportions of `weights`.

    Where the bounds allow no such sum, the parts stay within their bounds and the sum is as near as it gets.
    """
    if not bounds:
        return []
    scale = sum(weights) or 1
    parts = [span.nearest(round(total * weight / scale)) for span, weight in zip(bounds, weights, strict=True)]
    order = list(range(len(parts)))
    rng.shuffle(order)
    missing = total - sum(parts)
    while missing:
        step = 1 if missing > 0 else -1
        able = [i for i in order if parts[i] + step in bounds[i] and parts[i] + step >= 0]
        if not able:
            break
        size = max(1, abs(missing) // len(able))
        for i in able:
            moved = bounds[i].nearest(max(0, parts[i] + step * min(size, abs(missing)))) - parts[i]
            parts[i] += moved
            missing -= moved
            if not missing:
                break
    return parts


def split(total: int, count: int) -> list[int]:
    """`total` in `count` parts that differ by one at most, the larger ones first."""
    small, larger = divmod(total, count)
    return [small + 1] * larger + [small] * (count - larger)


def merged(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The elements of both in an order that keeps the order of each. Raises Infeasible where there is none."""
    found: list[str] = []
    rests = [list(one), list(other)]
    while any(rests):
        heads = [rest[0] for rest in rests if rest]
        free = [head for head in heads if all(head not in rest[1:] for rest in rests)]
        if not free:
            raise Infeasible(f"{heads[0]!r} and {heads[-1]!r} each before the other")
        found.append(free[0])
        rests = [rest[1:] if rest[:1] == free[:1] else rest for rest in rests]
    return found
