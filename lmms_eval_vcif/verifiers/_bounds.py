"""Counts held against bounds: what the checks of several families share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..records import Verdict

_PLURAL = re.compile(r"(\w+?)(?:(ies)|(?<=[xz])es|(?<=[cs]h)es|(?<=ss)es|(?<!s)s)\b")


def within(count: int, min: int | None, max: int | None, noun: str, others: Iterable[tuple[int, str]] = ()) -> Verdict:
    """The verdict on a count: `min` <= `count` <= `max`, where None is no bound.

    `noun` is the plural of what was counted; its first plural word becomes singular for a count of one ("1 sentence",
    "1 occurrence of 'cats'"). `others` are other readings of the count, as (count, how it is read): those that would
    turn the verdict are noted.
    """
    passed = _inside(count, min, max)
    turned = "fail" if passed else "pass"
    notes = [
        f"{other} if {how}: that reading would {turned}" for other, how in others if _inside(other, min, max) != passed
    ]
    return Verdict(passed, count, f"{counted(count, noun)}{_asked(count, min, max)}", tuple(notes))


def each_within(counts: Sequence[int], min: int | None, max: int | None, noun: str, parts: str) -> Verdict:
    """The verdict on the count of every part: all of them lie within the bounds, and there is at least one part.

    `parts` is the plural of what holds the counts ("sentences"). The reason names the first part that is outside.
    """
    counts = list(counts)
    if not counts:
        return Verdict(False, counts, f"no {parts}")
    for position, count in enumerate(counts, 1):
        if not _inside(count, min, max):
            reason = f"{_singular(parts)} {position} of {len(counts)}: {counted(count, noun)}{_asked(count, min, max)}"
            return Verdict(False, counts, reason)
    low, high = _extent(counts)
    size = counted(low, noun) if low == high else f"{low} to {high} {noun}"
    return Verdict(True, counts, f"{counted(len(counts), parts)} of {size}{_asked(low, min, max)}")


def counted(count: int, noun: str) -> str:
    """A count with its noun, given in the plural: "1 word", "3 words"."""
    return f"{count} {_singular(noun) if count == 1 else noun}"


def _extent(counts: Sequence[int]) -> tuple[int, int]:
    return min(counts), max(counts)


def _inside(count: int, min: int | None, max: int | None) -> bool:
    return (min is None or count >= min) and (max is None or count <= max)


def _asked(count: int, min: int | None, max: int | None) -> str:
    """The bound that decides about `count`, as the second half of a reason."""
    if max == 0:
        return ", none allowed"
    if min is not None and min == max:
        return f", exactly {min} required"
    if min is not None and count < min:
        return f", at least {min} required"
    if max is not None and count > max:
        return f", at most {max} allowed"
    if min is not None and max is not None:
        return f", between {min} and {max} asked for"
    if min is not None:
        return f", at least {min} required"
    return "" if max is None else f", at most {max} allowed"


def _singular(noun: str) -> str:
    return _PLURAL.sub(lambda match: match[1] + ("y" if match[2] else ""), noun, count=1)
