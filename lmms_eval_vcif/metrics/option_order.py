"""Whether a choice holds when its options change places (VCIFBench, section 4.2 and table 2).

A selection item is shown twice, with its options in the order A/B and B/A; `pair_id` joins the two records and
`option_order` ("AB", "BA") tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..records import OPTION_ORDERS
from .metric import Metric, Part, Record
from .rates import all_satisfied, mean

CHOICE = "selection_accuracy"


@dataclass(frozen=True)
class OptionOrder:
    """Of `pairs` that were shown in both orders, in how many both choices are right, and in how many at least one.

    `open`: pairs of which one of the two can't be said, since a copy has no verdict or no answer.
    """

    both: int
    either: int
    pairs: int
    open: int


def is_swapped(record: Record) -> bool:
    """Whether the record is the second copy of a selection item, which counts in no other rate."""
    return record.get("option_order") == "BA"


def choice(record: Record) -> dict[str, Any] | None:
    """What a copy of a pair says: its pair, its order, and whether the choice is `right` (None where that is open).

    None for a record that is no copy of a pair.
    """
    if record.get("option_order") not in OPTION_ORDERS or not record.get("pair_id"):
        return None
    right = all_satisfied([v for v in record["verdicts"] if v["type"] == CHOICE]) if record["answered"] else None
    return {"pair": record["pair_id"], "order": record["option_order"], "right": right}


def join(parts: Sequence[Part]) -> list[Part]:
    """One part for each pair that was shown in both orders; its value is what is known of the two choices."""
    copies: dict[str, dict[str, list[Part]]] = {}
    for part in parts:
        copies.setdefault(part.value["pair"], {order: [] for order in OPTION_ORDERS})[part.value["order"]].append(part)
    return [
        Part(pair, [first.value["right"], second.value["right"]], cluster=first.cluster)
        for pair, orders in copies.items()
        for first, second in zip(orders["AB"], orders["BA"], strict=False)
    ]


def both(pairs: Iterable[Sequence[float | None]], weights: Iterable[float] | None = None) -> float | None:
    """The share of pairs with both choices right, of those where that is known."""
    return mean(map(_both, pairs))


def either(pairs: Iterable[Sequence[float | None]], weights: Iterable[float] | None = None) -> float | None:
    """The share of pairs with at least one choice right, of those where that is known."""
    return mean(map(_either, pairs))


METRICS: Mapping[str, Metric] = {
    "option_order_both": Metric(choice, combine=both, join=join),
    "option_order_either": Metric(choice, combine=either, join=join),
}


def counts(records: Iterable[Record]) -> OptionOrder:
    """The counts of table 2."""
    pairs = [part.value for part in METRICS["option_order_both"].parts(records)]
    known = [(_both(pair), _either(pair)) for pair in pairs]
    return OptionOrder(
        both=sum(b == 1 for b, _ in known),
        either=sum(e == 1 for _, e in known),
        pairs=len(pairs),
        open=sum(b is None or e is None for b, e in known),
    )


def _both(pair: Sequence[float | None]) -> float | None:
    if 0.0 in pair:
        return 0.0
    return None if None in pair else 1.0


def _either(pair: Sequence[float | None]) -> float | None:
    if 1.0 in pair:
        return 1.0
    return None if None in pair else 0.0
