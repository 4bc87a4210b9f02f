"""Sharing whole numbers out: how many words each sentence gets so that all bounds hold."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .plan import Span


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
