"""Demands on numbers and answers."""

from __future__ import annotations

import re

from ..plan import Infeasible, Phrase, Plan

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_UNITS = {"en": "meters", "zh": "米"}


def number_precision(plan: Plan, *, decimals: int, applies_to: str = "measurements", required: bool = True) -> None:
    """One number with the decimals."""
    plan.decimals = decimals
    number = f"{plan.rng.randint(2, 89)}" + (f".{plan.rng.randrange(1, 10**decimals):0{decimals}d}" if decimals else "")
    if applies_to == "percent":
        plan.phrases.append(Phrase(f"{number}%"))
    else:
        blank = "" if plan.base == "zh" else " "
        plan.phrases.append(Phrase(number + blank + _UNITS.get(plan.base, "m")))


def scientific_notation(plan: Plan, *, significant_digits: int | None = None, min_count: int = 1) -> None:
    """So many numbers in scientific notation."""
    if significant_digits is not None and plan.significant_digits not in (None, significant_digits):
        raise Infeasible(f"{significant_digits} and {plan.significant_digits} significant digits")
    plan.significant_digits = significant_digits or plan.significant_digits
    plan.scientific = max((plan.scientific, min_count))


def no_arabic_numerals(plan: Plan) -> None:
    """Numbers in words, ordinals of lists included."""
    plan.no_digits = True


def chinese_numerals(plan: Plan) -> None:
    """One number in Chinese numerals, and no digit."""
    plan.no_digits = True
    plan.phrases.append(Phrase(plan.rng.choice(["三个", "五处", "十二米", "七层"])))


def answer_wrapper(
    plan: Plan,
    *,
    open: str | None = None,
    close: str | None = None,
    pattern: str | None = None,
    wrapper: str | None = None,
    count: int | None = None,
    position: str | None = None,
) -> None:
    """An answer in the wrapper, whatever it is."""
    plan.answer((open, close, pattern), "", count or 1, position)


def answer_value(
    plan: Plan,
    *,
    value: str | float,
    open: str | None = None,
    close: str | None = None,
    pattern: str | None = None,
    wrapper: str | None = None,
    extract: str | None = None,
    count: int | None = None,
    position: str | None = None,
    decimals: int | None = None,
    significant_digits: int | None = None,
    tolerance: float | None = None,
) -> None:
    """The right answer in the wrapper, or as the last number."""
    shown = str(value)
    if decimals is not None and _NUMBER.fullmatch(shown):
        shown = f"{float(shown):.{decimals}f}"
    if extract == "last_number":
        plan.last_lines.append(shown)
    else:
        plan.answer((open, close, pattern), shown, count or 1, position)
