"""What parameters must fit beside JSON Schema's own words: formats of strings, and reference boxes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import prod

LONGEST = 1000
"""Characters beyond which a pattern is not even compiled; entries set their own, lower maxLength."""

MOST_REPEATS = 1000
"""Counted repeats, multiplied: `regex` lays them out when it compiles, and (a{999}){999} would take all memory."""

_REPEAT = re.compile(r"\{(\d*)(,?)(\d*)\}")


@cache
def format_checker():
    """The checker of these formats, for a jsonschema validator."""
    from jsonschema import FormatChecker

    checker = FormatChecker(formats=())
    checker.checks("one-group-pattern", raises=ValueError)(_is_one_group_pattern)
    return checker


def _is_one_group_pattern(value: object) -> bool:
    """A regular expression that compiles, with exactly one group. Raises ValueError with what is wrong with it."""
    import regex

    if not isinstance(value, str) or len(value) > LONGEST:
        return True  # what the schema's own type and maxLength say
    repeats = prod(max(1, *(int(n or 1) for n in match.group(1, 3))) for match in _REPEAT.finditer(value))
    if repeats > MOST_REPEATS:
        raise ValueError(f"its counted repeats multiply to {repeats:.3g}, at most {MOST_REPEATS} are allowed")
    try:
        groups = regex.compile(value, regex.MULTILINE).groups
    except (regex.error, OverflowError, RecursionError, IndexError) as error:
        raise ValueError(f"it does not compile: {error}") from None
    if groups != 1:
        raise ValueError(f"it has {groups} groups, exactly one is needed")
    return True


def box_problem(box: Sequence, layout: str) -> str:
    """What is wrong with a reference box of four numbers, or of two corners; "" for one that is in order."""
    first, second, third, fourth = (n for part in box for n in (part if isinstance(part, (list, tuple)) else [part]))
    if layout == "xywh":
        return "" if third >= 0 and fourth >= 0 else f"its width and height, {third} and {fourth}, are at least 0"
    if first <= third and second <= fourth:
        return ""
    return f"its corners are the wrong way round: x from {first} to {third}, y from {second} to {fourth}"
