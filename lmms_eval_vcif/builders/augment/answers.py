"""Kinds of numbers, and the precision that is natural for each: none but whole numbers for counts and years, a percent
sign or none for shares, cents for money, scientific notation for what is large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from ...verifiers._values import Quantity, read_quantity
from .targets import Unusable

KINDS = ("year", "count", "percent", "currency", "ratio", "number")
LARGE = 100_000
"""From this value on, scientific notation is natural for anything but a year."""

MOST_DECIMALS = 3

_THINGS = "[个人位本辆次杯张家只艘条件种天名座台栋头]"
_COUNTED = re.compile(rf"\bhow many\b|\b(?:number|count) of\b|[多几]少?{_THINGS}")
_OCCASIONS = re.compile(r"\bhow many times\b(?!.*\b(?:as|than)\b)")
_MEASURED = re.compile(
    r"\bhow many (?:(?:metric|square|cubic|us|hundred|thousand|million|billion|trillion) )*"
    r"(?:ton(?:ne)?|(?:kilo|centi|milli)?met(?:er|re)|mile|inche|yard|acre|hectare|(?:kilo|milli)?gram|ounce|"
    r"(?:milli)?lit(?:er|re)|gallon|barrel|degree|(?:kilo|mega|giga|tera)?(?:watt|joule|byte)(?:[- ]hour)?|hour|minute|"
    r"second|dollar|euro|pound|cent)s\b|\bhow many (?:feet|yuan|km|kg|[kmgt]wh?)\b"
)
_YEAR = re.compile(
    r"\b(?:which|what|name the|find the) years?\b|^when\b|\bthe year (?:of|with|when|in which|that)\b|"
    r"\bwhat(?:['’]s| is| was) the (?:\w+ )?year\b(?!-)|哪一?年|什么年份|年份是"
)
_PERCENT = re.compile(r"%|\bper ?cent(?:age|ages|s)?\b|百分|占比|比例|份额")
_SIGN = re.compile("[$€£¥￥元]")
_MONEY = re.compile(r"[$€£¥]|\b(?:dollars?|euros?|pounds?|yuan|cents?)\b|[多少几]元|[块美欧]元|多少钱|金额|价格|售价")
_RATIO = re.compile(r"\b(?:ratio|times|quotient)\b|比值|几倍|除以")
_COMPARED = re.compile(
    r"\b(?:differ\w*|sum|average|mean|median|more|less|add|subtract|deduct|total)\b|之和|相差|平均|高多少|低多少"
)


@dataclass(frozen=True)
class Answer:
    """A number as written, what it is, and its kind. `compared`: it was computed from several numbers; `unit_open`:
    the question leaves it to the picture in which unit the number is."""

    written: str
    quantity: Quantity
    kind: str
    compared: bool = False
    unit_open: bool = False

    @property
    def bare(self) -> str:
        """The number without a percent sign."""
        return self.written.replace("%", "").strip() if self.quantity.percent else self.written


@dataclass(frozen=True)
class Precision:
    """How a number is to be presented. `name` is the phrasings' key, `value` the reference, `written` the right answer;
    `decimals` or `significant_digits` is the parameter of answer_value, `scientific` asks for that notation."""

    name: str
    value: str
    written: str
    decimals: int | None = None
    significant_digits: int | None = None
    scientific: bool = False

    def params(self) -> dict[str, Any]:
        """The value and its precision, as parameters of answer_value."""
        limit = {"decimals": self.decimals, "significant_digits": self.significant_digits}
        return {"value": self.value} | {name: digits for name, digits in limit.items() if digits is not None}


def read_answer(value: Any, question: str, kind: str | None = None, unit_open: bool = False) -> Answer:
    """The number that an answer is. Raises Unusable for one that is none, or whose meaning is open: of a number below
    1 nobody can say whether the picture shows it so or in percent, unless its kind is given or the question asks for a
    ratio."""
    written = str(value).strip() if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""
    quantity = read_quantity(written) if written else None
    if quantity is None:
        raise Unusable("no number", repr(value)[:60])
    if quantity.decimals is None:
        raise Unusable("a fraction", written)
    if kind is not None and kind not in KINDS:
        raise Unusable("kind unknown", repr(kind)[:40])
    given, kind = kind, kind or kind_of(question, quantity, written)
    if given is None and kind != "ratio" and not quantity.percent and 0 < abs(quantity.value) < 1:
        raise Unusable("fraction or percentage", f"{written}: {question[:80]}")
    if kind in ("year", "count") and (quantity.value.denominator != 1 or quantity.percent):
        raise Unusable("kind does not fit", f"{written} is no {kind}")
    return Answer(written, quantity, kind, bool(_COMPARED.search(question.lower())), unit_open and kind != "ratio")


def kind_of(question: str, quantity: Quantity, written: str) -> str:
    """What kind of number a question asks for, by its words and the number itself, as it is written."""
    asked, whole = question.lower(), quantity.value.denominator == 1
    if quantity.percent:
        return "percent"
    if _SIGN.search(written):
        return "currency"
    if whole and _OCCASIONS.search(asked):
        return "count"
    if _RATIO.search(asked):
        return "ratio"
    if whole and _YEAR.search(asked) and 1000 <= quantity.value <= 2100:
        return "year"
    if _PERCENT.search(asked):
        return "percent"
    if whole and _COUNTED.search(asked) and not _MEASURED.search(asked):
        return "count"
    return "currency" if _MONEY.search(asked) else "number"


def precisions(answer: Answer) -> list[Precision]:
    """Every natural way to ask for the number; never one whose rounding is a tie."""
    return [one for one in _candidates(answer) if not _is_tie(answer, one)]


def _candidates(answer: Answer) -> Iterator[Precision]:
    quantity, value = answer.quantity, answer.quantity.value
    if answer.kind == "year":
        yield Precision("year", answer.written, str(int(value)), decimals=0)
        return
    if answer.kind == "percent":
        yield from _percentages(answer)
        return
    unit = "shown_" if answer.unit_open and answer.kind != "count" else ""
    if abs(value) >= LARGE:
        for digits in range(2, max(2, min(4, quantity.digits[0])) + 1):
            shown = _scientific(value, digits)
            yield Precision(f"{unit}scientific", answer.written, shown, significant_digits=digits, scientific=True)
    if value.denominator == 1 and not (answer.kind == "currency" and quantity.decimals):
        name = "count" if answer.kind == "count" else f"{unit}whole"
        yield Precision(name, answer.written, str(int(value)), decimals=0)
    elif answer.kind == "currency" and _places(value) <= 2:
        yield _to_decimals(f"{unit}decimals", answer.written, value, 2)
    elif answer.kind != "count" and abs(value) < LARGE:
        yield from _rounded(answer.written, value, unit)


def _percentages(answer: Answer) -> Iterator[Precision]:
    """With the sign and without: 57% and 57 are different numbers, so the query says which is meant."""
    shown = answer.quantity.value * (100 if answer.quantity.percent else 1)
    least = 0 if abs(shown) >= 10 or shown.denominator == 1 else 1
    most = max(least, min(MOST_DECIMALS, _places(shown)))
    for decimals in range(max(least, most - 1), most + 1):
        number = _to_decimals("", answer.bare, shown, decimals).written
        yield Precision("bare", answer.bare, number, decimals=decimals)
        if answer.quantity.percent or not answer.compared:
            yield Precision("percent", f"{answer.bare}%", f"{number}%", decimals=decimals)


def _rounded(written: str, value: Fraction, unit: str) -> Iterator[Precision]:
    """To the decimals that the number has or one fewer, or to significant digits, never to none."""
    places = min(MOST_DECIMALS, _places(value))
    for decimals in range(max(1, places - 1), places + 1):
        if abs(value) * 10**decimals >= 1:
            yield _to_decimals(f"{unit}decimals", written, value, decimals)
    digits = 3
    if 1 <= abs(value) < 100 and _places(value) >= 2:
        shown = _to_decimals("", written, value, digits - len(str(int(abs(value))))).written
        yield Precision(f"{unit}significant", written, shown, significant_digits=digits)


def _to_decimals(name: str, written: str, value: Fraction, decimals: int) -> Precision:
    shown = _decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return Precision(name, written, f"{shown:f}", decimals=decimals)


def _scientific(value: Fraction, digits: int) -> str:
    """A number as its mantissa of so many digits and a power of ten."""
    number = _decimal(value)
    mantissa, _, exponent = f"{number:.{digits - 1}E}".partition("E")
    return f"{mantissa} × 10^{int(exponent)}"


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _places(value: Fraction) -> int:
    """Digits after the point that the value needs, up to 12."""
    return next((places for places in range(12) if (value * 10**places).denominator == 1), 12)


def _is_tie(answer: Answer, precision: Precision) -> bool:
    """Whether the number lies in the middle of two that the precision allows."""
    given = read_quantity(precision.written)
    wanted = read_quantity(precision.value)
    return abs(given.value - wanted.value) * 2 == given.step
