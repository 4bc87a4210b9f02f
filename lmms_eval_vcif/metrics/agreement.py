"""How far raters agree: a judge with people, people among themselves (VCIFBench, appendix A.5 and table 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Agreement:
    """The agreement of two raters over `n` items: shares or coefficients of at most 1, None where they have no value.

    `kappa` is Cohen's; it has no value where both raters always say the same one thing, and is low where one answer
    prevails, which Gwet's `ac1` and `pabak` (prevalence-adjusted, bias-adjusted kappa) are not.
    """

    n: int
    agreement: float | None
    kappa: float | None
    ac1: float | None
    pabak: float | None


def agree(first: Sequence[Hashable | None], second: Sequence[Hashable | None]) -> Agreement:
    """The agreement of two raters on the same items. Items that one of them left open (None) are left out.

    The categories are those that occur, at least two. Raises ValueError where the raters have not as many items.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} labels of the one rater, {len(second)} of the other")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    n = len(pairs)
    if not n:
        return Agreement(0, None, None, None, None)
    observed = sum(a == b for a, b in pairs) / n
    ones, others = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    categories = ones.keys() | others.keys()
    q = max(2, len(categories))
    by_chance = sum(ones[c] * others[c] for c in categories) / n**2
    prevalence = [(ones[c] + others[c]) / (2 * n) for c in categories]
    by_guess = sum(share * (1 - share) for share in prevalence) / (q - 1)
    return Agreement(
        n=n,
        agreement=observed,
        kappa=_beyond(observed, by_chance),
        ac1=_beyond(observed, by_guess),
        pabak=_beyond(observed, 1 / q),
    )


def fleiss_kappa(items: Iterable[Sequence[Hashable]]) -> float | None:
    """Fleiss' kappa of the labels that a fixed number of raters gave to each item.

    None without items, and where all labels are one. Raises ValueError where an item has another number of labels than
    the first, or fewer than two.
    """
    items = [Counter(labels) for labels in items]
    if not items:
        return None
    raters = items[0].total()
    for number, labels in enumerate(items, 1):
        if labels.total() != raters or raters < 2:
            raise ValueError(
                f"item {number} has {labels.total()} labels; at least 2, and as many as the first: {raters}"
            )
    agreeing = sum(sum(count * (count - 1) for count in labels.values()) for labels in items)
    observed = agreeing / (len(items) * raters * (raters - 1))
    totals = sum(items, Counter())
    by_chance = sum(count**2 for count in totals.values()) / totals.total() ** 2
    return _beyond(observed, by_chance)


def complete_agreement(items: Iterable[Sequence[Hashable]]) -> float | None:
    """The share of items to which all raters gave one label; None without items."""
    same = [len(set(labels)) == 1 for labels in items]
    return sum(same) / len(same) if same else None


def majority(labels: Sequence[Hashable | None]) -> Hashable | None:
    """The label of more than half of those that were given; None where no label has so many."""
    given = Counter(label for label in labels if label is not None)
    label, count = given.most_common(1)[0] if given else (None, 0)
    return label if 2 * count > given.total() else None


def _beyond(observed: float, expected: float) -> float | None:
    """The share of the possible agreement beyond the expected one that was reached; None where none was possible."""
    return None if expected == 1 else (observed - expected) / (1 - expected)
