"""Values of answers: numbers as people and LaTeX write them, and other answers as text.

Numbers are exact fractions, so that 1/2 is 0.5 and 50 % is 0.5 but not 50.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from ..text import Text, fold_quotes, fold_width

_LONGEST = 300
"""Characters of a number, and powers of ten, beyond which a number is not computed with."""

_SCALES = dict.fromkeys(("thousand", "k", "K", "千"), 10**3)
_SCALES |= dict.fromkeys(("万", "萬"), 10**4)
_SCALES |= dict.fromkeys(("million", "mn", "M", "百万"), 10**6)
_SCALES |= {"千万": 10**7, "亿": 10**8, "億": 10**8}
_SCALES |= dict.fromkeys(("billion", "bn", "B"), 10**9)
_SCALES |= dict.fromkeys(("trillion", "万亿"), 10**12)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_MINUS = str.maketrans("−–﹣", "---")

_DECIMAL = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+"
_EXPONENT = r"[eE][-+]?\d+|\s?(?:[×x*·]|\\times|\\cdot)\s?10\s?(?:\^\s?\{?\s?[-+]?\d+\s?\}?|[⁺⁻]?[⁰¹²³⁴-⁹]+)"
_SCALE = r"""(?:\s?(?P<scale>thousand|million|billion|trillion|mn|bn)s?(?![A-Za-z])
    | (?<=\d)(?P<letter>[kKMB])(?![A-Za-z])
    | \s?(?P<zh_scale>百万|千万|万亿|千(?![克米瓦卡升帕赫伏安焦])|[万萬亿億]))"""
_NUMBER = rf"""
    (?P<share>百分之)?
    (?P<sign>[-+](?!\s))? (?:(?P<currency>(?:US|HK|CA|A)?[$€£¥₩₹])\s?)? (?P<sign_after>[-+])?
    (?: (?P<whole>\d+)?\s?\\frac\{{(?P<top>\d+)\}}\{{(?P<bottom>\d+)\}}
      | (?:(?P<whole_before>\d+)\s)?(?<![/.])(?P<over>\d+)\s?/\s?(?P<under>\d+)(?![\d/]|\.\d)
      | (?P<decimal>{_DECIMAL})(?P<exponent>{_EXPONENT})? )
    {_SCALE}?
    (?:\s?(?P<percent>%|percent\b|per\scent\b))?
"""
_IN_TEXT = re.compile(rf"(?<![0-9A-Za-z_])(?<!\d\.){_NUMBER}(?!\d|\.\d)", re.VERBOSE)
_WHOLE = re.compile(
    rf"(?:[A-Za-z]\w?\s?=\s?)?{_NUMBER}(?:\s?(?P<unit>[^\d\s=<>+\-*/.,;:][^\d=<>+*,;:]{{0,40}}(?:\^?[23])?))?",
    re.VERBOSE,
)
_SIGN_AFTER_OPERAND = re.compile(r"(?<=[0-9A-Za-z_)])[-+](?=\d)")
_POWER = re.compile(r"(?:[eE]|10\s?\^?\s?\{?\s?)([-+]?\d+)\s?\}?$")
_VULGAR_FRACTION = re.compile(r"(\d?)([¼-¾⅐-⅞])")
_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|operatorname|mbox)\s?\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\[dtc]frac\b"), r"\\frac"),
    (re.compile(r"\\frac(\d)(\d)(?!\d)"), r"\\frac{\1}{\2}"),
    (re.compile(r"\{,\}|(?<=\d)(?:\\,|[\u00a0\u2009\u202f])(?=\d{3}(?!\d))"), ","),
    (re.compile(r"\^\{?\\circ\}?"), "°"),
    (re.compile(r"\\[,;:! ]|[\u00a0\u2009\u202f~]"), " "),
    (re.compile(r"\\([%$#&_])"), r"\1"),
)


class Quantity(NamedTuple):
    """A number as written. `step` is the value of one unit in its last written digit, 0 for a fraction; `decimals`
    counts the digits after the point (None for a fraction); `digits` is the least and the most significant digits it
    may be read to have."""

    value: Fraction
    step: Fraction
    decimals: int | None
    digits: tuple[int, int]
    percent: bool
    unit: str


def same_value(
    content: str,
    value: str | int | float,
    *,
    decimals: int | None = None,
    significant_digits: int | None = None,
    tolerance: float | None = None,
) -> str:
    """Why the content of an answer is not the reference value at the precision asked for; "" where it is.

    With `decimals` or `significant_digits` the answer is written with exactly so many, and is the value so rounded (a
    tie may go either way). `tolerance` is the largest absolute difference, in the terms in which the value is written.
    Without any, numbers are equal as values and other answers as text.
    """
    wanted = read_quantity(str(value))
    if wanted is None:
        return "" if _as_text(content) == _as_text(str(value)) else f"{content[:80]!r} is not {str(value)[:80]!r}"
    given = read_quantity(content)
    if given is None:
        return f"{content[:80]!r} is no number to compare with {value}"
    if given.unit and wanted.unit and _unit(given.unit) != _unit(wanted.unit):
        return f"the unit is {given.unit!r}, not {wanted.unit!r}"
    difference = abs(given.value - wanted.value)
    if tolerance is not None:
        allowed = Fraction(str(tolerance)) / (100 if wanted.percent else 1)
        if difference > allowed:
            return f"{content[:80]} is more than {tolerance} away from {value}"
    if decimals is not None:
        if given.decimals != decimals:
            return f"{content[:80]} is not written with {decimals} decimals"
        if difference > given.step / 2:
            return f"{content[:80]} is not {value} to {decimals} decimals"
    if significant_digits is not None:
        if not given.digits[0] <= significant_digits <= given.digits[1]:
            return f"{content[:80]} is not written with {significant_digits} significant digits"
        if difference > _rounding_unit(wanted.value, significant_digits) / 2:
            return f"{content[:80]} is not {value} to {significant_digits} significant digits"
    if decimals is significant_digits is tolerance is None and difference:
        return f"{content[:80]} is not {value}"
    return ""


def last_number(text: Text) -> str | None:
    """The last number of an answer, as written, with its sign, scale word and percent sign."""
    body = _SIGN_AFTER_OPERAND.sub(" ", _normalised(text.plain))
    last = deque(_IN_TEXT.finditer(body), maxlen=1)
    return last[0][0].strip() if last else None


def read_quantity(written: str) -> Quantity | None:
    """The number that is the whole of `written`, but for a unit after it; None where there is no such number."""
    if len(written) > 2 * _LONGEST:
        return None
    written = _normalised(written).strip().strip("$").strip().rstrip(".。").rstrip()
    match = _WHOLE.fullmatch(written)
    return _quantity(match) if match else None


def _normalised(written: str) -> str:
    """With ASCII digits and signs, and without LaTeX's spelling of what plain text has too."""
    text = fold_width(written).translate(_MINUS)
    if "\\" in text or "{" in text or not text.isascii():
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
        text = _VULGAR_FRACTION.sub(lambda m: f"{m[1]} {unicodedata.normalize('NFKC', m[2])}".lstrip(), text)
    return text.replace("⁄", "/")


def _quantity(match: re.Match) -> Quantity | None:
    top, bottom = match["top"] or match["over"], match["bottom"] or match["under"]
    if len(match[0]) > _LONGEST or (bottom is not None and not int(bottom)):
        return None
    percent = bool(match["percent"] or match["share"])
    scale = match["scale"] or match["letter"] or match["zh_scale"]
    factor = Fraction(_SCALES[scale] if scale else 1, 100 if percent else 1)
    if "-" in (match["sign"], match["sign_after"]):
        factor = -factor
    unit = (match["unit"] or "").strip()
    if top is not None:
        whole = int(match["whole"] or match["whole_before"] or 0)
        return Quantity((whole + Fraction(int(top), int(bottom))) * factor, Fraction(0), None, (0, 0), percent, unit)
    exponent = _power(match["exponent"])
    if abs(exponent) > _LONGEST:
        return None
    mantissa = match["decimal"].replace(",", "")
    decimals = len(mantissa.partition(".")[2])
    factor *= Fraction(10) ** exponent
    step = abs(factor) / 10**decimals
    return Quantity(Fraction(mantissa) * factor, step, decimals, significant(mantissa), percent, unit)


def _power(exponent: str | None) -> int:
    if not exponent:
        return 0
    digits = _POWER.search(exponent.translate(_SUPERSCRIPTS))[1]
    return int(digits) if len(digits) < 8 else _LONGEST + 1


def significant(mantissa: str) -> tuple[int, int]:
    """The least and the most significant digits of a number without sign: final zeros of an integer may be some."""
    digits = mantissa.replace(".", "").lstrip("0")
    if not digits:
        return 1, max(1, len(mantissa.partition(".")[2]))
    return (len(digits) if "." in mantissa else len(digits.rstrip("0"))), len(digits)


def _rounding_unit(value: Fraction, digits: int) -> Fraction:
    """What one unit in the last of so many significant digits of the value is worth."""
    if not value:
        return Fraction(0)
    leading = (Decimal(abs(value.numerator)) / Decimal(value.denominator)).adjusted()
    return Fraction(10) ** (leading - digits + 1)


def _unit(unit: str) -> str:
    folded = " ".join(unit.casefold().split()).rstrip(".。")
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") else folded


def _as_text(answer: str) -> str:
    """An answer in words or symbols for comparison: case does not matter unless it is LaTeX."""
    folded = fold_quotes(_normalised(unicodedata.normalize("NFC", answer)))
    folded = " ".join(folded.strip().strip("$\"'").rstrip(".。").split())
    return folded if "\\" in folded else folded.casefold()
