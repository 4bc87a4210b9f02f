"""Counts that bound each other: the least that is needed of a quantity, carried from part to whole, against the most
that is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .facts import Bound, Ratio

AT_LEAST_AS_MANY = (
    ("characters", "words"),
    ("characters", "bold passages"),
    ("words", "sentences"),
    ("words in each paragraph", "words in each sentence"),
    ("words", "words in each paragraph"),
    ("words", "words in each sentence"),
    ("words", "words in each item"),
    ("sentences", "sentences in each paragraph"),
    ("sentences", "sentences in each item"),
    ("sentences", "list items"),
    ("words in each item", "sentences in each item"),
    ("words in each paragraph", "sentences in each paragraph"),
    ("words", "words in capitals"),
    ("lines", "paragraphs"),
    ("lines", "list items"),
    ("lines", "headings"),
    ("lines", "labelled items"),
    ("labelled items", "list items"),
    ("list items", "bullets"),
    ("list items", "numbered items"),
    ("list items or JSON elements", "list items"),
)
"""(whole, part): wherever there are n of the part there are n of the whole."""


@dataclass
class Least:
    """The least that is needed of a quantity, and the constraints that need it."""

    value: float
    sources: frozenset[int]
    why: str


@dataclass
class Quantities:
    """The bounds on every quantity, with the constraints they come from."""

    least: dict[str, Least] = field(default_factory=dict)
    most: dict[str, tuple[float, int]] = field(default_factory=dict)

    def add(self, source: int, bound: Bound) -> None:
        if bound.low > 0:
            self.need(bound.quantity, bound.low, frozenset({source}), "")
        if bound.high < self.most.get(bound.quantity, (float("inf"), 0))[0]:
            self.most[bound.quantity] = (bound.high, source)

    def need(self, quantity: str, value: float, sources: frozenset[int], why: str) -> bool:
        """Raise the least of a quantity; False where as much is needed already."""
        known = self.least.get(quantity)
        if known is not None and known.value >= value:
            return False
        self.least[quantity] = Least(value, sources, why)
        return True

    def carry(self, ratios: list[tuple[int, Ratio]]) -> None:
        """Carry what is needed of each part to its whole, until nothing changes."""
        steps = [(whole, part, 1, frozenset()) for whole, part in AT_LEAST_AS_MANY]
        steps += [(ratio.whole, ratio.part, ratio.least, frozenset({source})) for source, ratio in ratios]
        changed = True
        while changed:
            changed = False
            for whole, part, each, sources in steps:
                found = self.least.get(part)
                if found is not None and each > 0:
                    why = (
                        f" for {found.value:g} {part}"
                        if each == 1
                        else f" for {each:g} in each of {found.value:g} {part}"
                    )
                    changed |= self.need(whole, each * found.value, found.sources | sources, why)

    def contradictions(self) -> Iterator[tuple[frozenset[int], str]]:
        """Quantities of which more is needed than allowed, with the constraints and the reason."""
        for quantity, (most, source) in self.most.items():
            least = self.least.get(quantity)
            if least is not None and least.value > most:
                reason = f"at least {least.value:g} {quantity}{least.why}, but at most {most:g}"
                yield least.sources | {source}, reason
