"""How many words the sentences of a document leave for each of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .blocks import CSV, JSON, Block, Slot
from .containers import boxes_inside, joins_members
from .numbers import split
from .plan import FREE, Plan, Span

Group = tuple[list[Slot], int]
"""The slots of one sentence, and the words in it beside them; fewer than none where a delimiter joins two."""


def sentence_spans(plan: Plan, block: Block, units: Callable[[str], int]) -> list[Span]:
    """For each slot of a block the bounds on the words of one of its sentences, as far as they bound the slot alone."""
    each = plan.span("sentence_units")
    if each == FREE or block.kind not in (JSON, CSV):
        return [each] * len(block.slots)
    groups = _json_sentences(plan, block, units) if block.kind == JSON else _csv_sentences(plan, block, units)
    return [span for slots, beside in groups for span in _shared(each, slots, beside)]


def _shared(each: Span, slots: list[Slot], beside: int) -> list[Span]:
    free = [slot for slot in slots if slot.kind != "name"]
    low = max(0, each.low - beside)
    if each.high is None or not free:
        parts = iter(split(low, len(free)) if free else ())
        return [FREE if slot.kind == "name" else Span(next(parts)) for slot in slots]
    total = max(low, min(each.high - beside, max(low, 2 * len(free))))
    parts = iter(split(total, len(free)))
    return [FREE if slot.kind == "name" else Span(part := next(parts), part) for slot in slots]


def _json_sentences(plan: Plan, block: Block, units: Callable[[str], int]) -> Iterator[Group]:
    """A line of JSON is a sentence in Chinese; in English a document is one, as its keys go on in lower case."""
    keys = [units(key) for key in block.attrs["keys"]]
    if not keys:
        yield from (([slot], 0) for slot in block.slots)
    elif plan.script == "en" or joins_members(plan):
        repeated = len(block.slots) // len(keys)
        yield block.slots, repeated * sum(keys) + sum(units(str(box)) for box in boxes_inside(plan))
    elif block.attrs["array"]:
        yield from ((block.slots[i : i + len(keys)], sum(keys)) for i in range(0, len(block.slots), len(keys)))
    else:
        yield from (([slot], key) for slot, key in zip(block.slots, keys, strict=True))


def _csv_sentences(plan: Plan, block: Block, units: Callable[[str], int]) -> Iterator[Group]:
    """A row of CSV is a sentence; where rows begin in lower case, all are one."""
    width = block.attrs["width"]
    joined = width - 1 if units("a,a") == 1 else 0
    rows = [block.slots[i : i + width] for i in range(0, len(block.slots), width)]
    if not block.attrs["one_sentence"]:
        yield from ((row, -joined) for row in rows)
        return
    names = sum(units(phrase) for slot in block.slots if slot.kind == "name" for phrase in slot.phrases)
    yield block.slots, names - joined * len(rows)
