"""The numbers of a text as the precision rule reads them: what is measured, and what only names or dates a thing."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from .characters import fold_width, is_unspaced
from .units import CURRENCY_AFTER, CURRENCY_BEFORE, UNIT_AFTER

_MONTHS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,7}"
_SIGNS = "-−–+"
_SIGN = frozenset(_SIGNS)
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?")

_DATED = re.compile(
    rf"""(?P<date>
        \d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d) | \d{{1,2}}[/-]\d{{1,2}}[/-]\d{{2,4}}(?!\d)
      | \d{{2,4}}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?[日号號])? | \d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?[日号號])?
      | \d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTHS}\b(?:,?\s\d{{4}}(?!\d))?
    )
    | (?P<time>
        \d{{1,2}}:\d{{2}}(?::\d{{2}})?(?![\d:])(?:\s?[AaPp]\.?[Mm]\b)? | \d{{1,2}}\s?[AaPp]\.?[Mm]\b
      | \d{{1,2}}\s?[点點时時](?!间|間)(?:\s?\d{{1,2}}\s?分(?!钟|鐘)|半|整)?
    )
    | (?P<version>\d+(?:\.\d+){{2,}})
    | (?P<scientific>\d+(?:\.\d+)?(?:
          \s?(?:[×x*·]|\\times|\\cdot)\s?10\s?(?:\^\s?\{{?\s?[{_SIGNS}]?\d+\s?\}}?|[⁺⁻]?[⁰¹²³⁴-⁹]+)
        | [eE][{_SIGNS}]?\d+(?![A-Za-z0-9_]|\.\d)
      ))
    | (?P<ordinal>\d+(?:st|nd|rd|th)\b)""",
    re.VERBOSE,
)
_MONTH_BEFORE = re.compile(rf"\b{_MONTHS}\.?\s$")
_MONTH_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,\s\d{4}(?!\d))?|\d{4}(?!\d)")
_NAMED_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:v|(?i:(?:version|ver\.?|release|python|java|android|ios|windows|macos|ubuntu|chrome|php|node|cuda)\s"
    r"|版本号?为?\s?))$"
)
_REFERENCE_BEFORE = re.compile(
    r"(?:[#第]\s?|(?i:\b(?:no|nos|fig|figure|step|chapter|section|table|page|line|item|question|part|level|figs|eq)\.?\s))$"
)
_DOTTED = re.compile(r"\d+(?:\.\d+)*")
_PERCENT_AFTER = re.compile(r"[ \u00a0]?(?:[%％‰]|(?i:percent|per\scent|percentage\spoints?)\b|个百分点|個百分點)")
_DECADE = re.compile(r"['’]?s\b")
_WINDOW = 16
"""How many characters before a number say what it is."""

_SCIENTIFIC = re.compile(r"([-+]?\d+(?:\.\d+)?)\s?(?:[eE]|(?:[×x*·]|\\times|\\cdot)\s?10\s?\^?)[\s{]*([-+]?\d+)[\s}]*")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−–", "0123456789+---")


class Number(NamedTuple):
    """A number of the text.

    `kind` is measurement, percent, currency, scientific, plain, ordinal, year, date, version or time; `decimals` counts
    the digits after the point; `start` and `end` are offsets into the text read. The value of a date, a time, a version
    or an ordinal is its first number.
    """

    text: str
    value: Decimal
    start: int
    end: int
    kind: str
    decimals: int
    unit: str = ""

    @property
    def measured(self) -> bool:
        """Whether the precision rule asks for its digits: it has a unit, a currency, a percent sign or a point."""
        return self.kind in ("measurement", "percent", "currency", "scientific")


def read_numbers(text: str) -> tuple[Number, ...]:
    """The numbers of a text without list marks, in order."""
    text = fold_width(text)
    found: list[Number] = []
    position = 0
    for match in _DIGIT.finditer(text):
        if match.start() >= position:
            number = _read(text, match.start())
            found.append(number)
            position = number.end
    return tuple(found)


def _read(text: str, start: int) -> Number:
    """The number whose first digit is at `start`."""
    before = text[max(0, start - _WINDOW) : start]
    if _is_part_of_name(before):
        return _make(text, start, _DOTTED.match(text, start).end(), "version")
    month = _MONTH_BEFORE.search(before) if before[-1:].isspace() else None
    if month is not None and (match := _MONTH_DAY.match(text, start)) is not None:
        return _make(text, start - len(month[0]), match.end(), "date")
    if (match := _DATED.match(text, start)) is not None:
        first = start - (match.lastgroup == "scientific" and _has_sign(before))
        return _make(text, first, match.end(), match.lastgroup)
    if before and (_NAMED_BEFORE.search(before)):
        return _make(text, start, _DOTTED.match(text, start).end(), "version")
    end = _NUMBER.match(text, start).end()
    if before[-1:] == "." and not _joins(before[-2:-1]) and text[start:end].isdecimal():
        start -= 1
        before = before[:-1]
    if before[-1:] == "第" or before and _REFERENCE_BEFORE.search(before) and UNIT_AFTER.match(text, end) is None:
        return _make(text, start, _DOTTED.match(text, start).end(), "ordinal")
    return _measured_or_plain(text, start - _has_sign(before), end, before)


def _measured_or_plain(text: str, start: int, end: int, before: str) -> Number:
    decimals = _decimals(text[start:end])
    if before.endswith("百分之") or _PERCENT_AFTER.match(text, end):
        return _make(text, start, end, "percent", "%")
    money_before, money_after = CURRENCY_BEFORE.search(before), CURRENCY_AFTER.match(text, end)
    if money_before or money_after:
        return _make(text, start, end, "currency", money_before[1] if money_before else money_after[1])
    if _is_year(text, start, end):
        return _make(text, start, end, "year")
    if (unit := UNIT_AFTER.match(text, end)) is not None:
        return _make(text, start, end, "measurement", unit[0].strip(" \u00a0-"))
    return _make(text, start, end, "measurement" if decimals else "plain")


def _make(text: str, start: int, end: int, kind: str, unit: str = "") -> Number:
    written = text[start:end]
    if kind in ("measurement", "percent", "currency", "plain"):
        value = Decimal(re.sub("[−–]", "-", written.replace(",", "")))
    elif kind == "scientific":
        value = scientific(written)
    else:
        value = Decimal(re.search(r"\d+", written)[0])
    return Number(written, value, start, end, kind, _decimals(written), unit)


def _has_sign(before: str) -> bool:
    """Whether a sign stands before the number, and not between two things (3-5, pre-2020)."""
    last, previous = before[-1:], before[-2:-1]
    return last in _SIGN and previous not in _SIGN and not _joins(previous)


def _joins(character: str) -> bool:
    """Whether a mark after this character stands between two things; Han characters join to nothing."""
    return character.isalnum() and not is_unspaced(character)


def _is_part_of_name(before: str) -> bool:
    """Whether the digits belong to a name: H2O, GPT-4.5, file_2 (but not 约3, where a Han character stands before)."""
    last, previous = before[-1:], before[-2:-1]
    if last == "_":
        return True
    if last in ("-", "‑", "–"):
        return previous.isascii() and previous.isalpha()
    return last.isascii() and last.isalpha() and (last != "v" or previous.isalpha())


def _is_year(text: str, start: int, end: int) -> bool:
    """2024, 2024年, 98年, the 1990s, but not 2024 kg."""
    written = text[start:end]
    if not written.isdecimal() or len(written) not in (2, 4):
        return False
    if text[end : end + 1] == "年" or (written[-1] == "0" and _DECADE.match(text, end)):
        return True
    return len(written) == 4 and written[0] in "12" and UNIT_AFTER.match(text, end) is None


def _decimals(written: str) -> int:
    match = re.search(r"\.(\d+)", written)
    return len(match[1]) if match else 0


def scientific(written: str) -> Decimal:
    """The value of ``1.20×10⁵``, ``6.02 \\times 10^{−7}`` or ``1.2e5``; an exponent beyond ±10,000 counts as that.

    Raises ValueError for what is in no such notation.
    """
    match = _SCIENTIFIC.fullmatch(written.translate(_SUPERSCRIPTS))
    if match is None:
        raise ValueError(f"{written!r:.80} is not in scientific notation")
    exponent = max(-10_000, min(10_000, int(match[2][:8])))
    return Decimal(match[1]).scaleb(exponent)
