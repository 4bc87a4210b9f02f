"""The numbers of a text as the precision rule reads them: which are measurements, and which are names of things."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from .characters import fold_width

_MONTHS = "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_UNITS = (
    "kg|mg|µg|g|lbs?|oz|tons?|tonnes?|km/h|mph|m/s|kph|km²|m²|cm²|m³|cm³|km|cm|mm|nm|µm|m|ft|feet|foot|inch(?:es)?|in\\.?(?=\\s|$)|"
    "yards?|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|centimet(?:er|re)s?|millimet(?:er|re)s?|grams?|kilograms?|kilos?|pounds?|ounces?|"
    "lit(?:er|re)s?|millilit(?:er|re)s?|ml|mL|L|gallons?|cups?|tbsp|tsp|tablespoons?|teaspoons?|"
    "seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|ms|s|h|min|"
    "°[CF]?|℃|℉|degrees?|K|kelvins?|Hz|kHz|MHz|GHz|W|kW|MW|kWh|V|mV|A|mA|mAh|Ω|Pa|kPa|MPa|bar|psi|J|kJ|kcal|cal(?:ories)?|"
    "[KMGT]i?B|bytes?|bits?|pixels?|px|fps|dB|lux|mol|acres?|hectares?|ha"
)
_UNITS_ZH = (
    "平方公里|平方米|平方厘米|立方米|立方厘米|公里|千米|厘米|毫米|微米|纳米|英里|英尺|英寸|公尺|公分|米|尺|寸|公斤|千克|毫克|克|吨|斤|磅|盎司|"
    "毫升|公升|升|加仑|秒钟|秒|分钟|小时|天|周|个月|摄氏度|华氏度|度|千瓦时|千瓦|瓦|伏特|伏|安培|赫兹|帕|焦耳|千卡|卡路里|卡|像素|字节|亩|公顷|光年|海里|岁"
)
_MONEY_AFTER = "dollars?|euros?|pounds sterling|cents?|yuan|yen|rmb|usd|eur|gbp|cny|bucks|美元|欧元|英镑|日元|港元|人民币|元|块|角"
_NAMED = "version|ver\\.?|v|release|python|java|android|ios|windows|macos|ubuntu|chrome|php|node|cuda|版本号?为?|版本"

_READ = re.compile(
    rf"""(?P<date>(?<![\d.])(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d)|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}(?!\d)
        |\d{{2,4}}\s?年(?:\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?[日号])?)|\d{{1,2}}\s?月\s?\d{{1,2}}\s?[日号]
        |\d{{1,2}}\s?月(?!饼)|(?<=月)\d{{1,2}}[日号])
        |\b(?:{_MONTHS})\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,\s\d{{4}}(?!\d))?
        |(?<![\d.])\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?(?:{_MONTHS})\b(?:,?\s\d{{4}}(?!\d))?)
    | (?P<time>(?<![\d:.])\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?![\d:])(?:\s?[AaPp]\.?[Mm]\b)?|(?<![\d.])\d{{1,2}}\s?[AaPp]\.?[Mm]\b
        |(?<![\d.])\d{{1,2}}\s?[点時时]\s?(?:\d{{1,2}}\s?分(?!钟)|半|整)?)
    | (?P<version>\bv\d+(?:\.\d+)*|(?<![\d.])\d+(?:\.\d+){{2,}}|(?i:\b(?:{_NAMED})\s?)\d+(?:\.\d+)+)
    | (?P<scientific>[-−–+]?\d+(?:\.\d+)?(?:\s?(?:[×x*·]|\\times|\\cdot)\s?10\s?(?:\^\s?\{{?\s?[-−–+]?\d+\s?\}}?|[⁺⁻]?[⁰¹²³⁴-⁹]+)|[eE][-−–+]?\d+)
        (?![\w.]*\d|[A-Za-z]))
    | (?P<ordinal>(?<![\d.,])\d+(?:st|nd|rd|th)\b|第\s?\d+|\#\d+|(?i:\b(?:no|fig|figure|step|chapter|section|table|page|line|item|question|part|level)\.?\s)\d+(?![.,]?\d))
    | (?P<number>(?:(?<![\w.,])[-−–+]|(?<=[\s(（]) [-−–+])?(?:{_NUMBER}))
    """,
    re.VERBOSE,
)
_AFTER = re.compile(
    rf"""\s?(?:(?P<percent>[%％‰]|(?i:percent|per\scent|percentage\spoints?)\b|个百分点)
        |-?(?P<currency>[€£¥￥元]|(?i:{_MONEY_AFTER})(?![A-Za-z]))
        |-?(?P<unit>(?:{_UNITS})(?![\w²³])|{_UNITS_ZH}))""",
    re.VERBOSE,
)
_CURRENCY_BEFORE = re.compile(r"(?:US\$|HK\$|[$€£¥￥₩₹]|USD|EUR|GBP|CNY|RMB)\s?[-−–+]?$")
_YEARS = range(1000, 2200)


class Number(NamedTuple):
    """A number of the text. `kind` is measurement, percent, currency, scientific, plain, ordinal, year, date, version or
    time; `decimals` counts the digits after the point; `start` and `end` are offsets into the text read."""

    text: str
    value: Decimal
    start: int
    end: int
    kind: str
    decimals: int
    unit: str = ""

    @property
    def measured(self) -> bool:
        """Whether the precision rule reads it as a measurement: with a unit, a currency, a percent sign or a point."""
        return self.kind in ("measurement", "percent", "currency", "scientific")


def read_numbers(text: str) -> tuple[Number, ...]:
    """The numbers of a text without list marks, in order."""
    text = fold_width(text)
    found = []
    for match in _READ.finditer(text):
        kind = match.lastgroup
        if kind == "number":
            number = _number(text, match)
            if number is not None:
                found.append(number)
        else:
            found.append(Number(match[0], _value(match[0], kind), *match.span(), kind, _decimals(match[0])))
    return tuple(found)


def _number(text: str, match: re.Match) -> Number | None:
    written, start, end = match[0], match.start(), match.end()
    before = text[start - 1 : start]
    decimals = _decimals(written)
    value = _decimal(written)
    if before and (before.isalpha() and before.isascii() or before in "_-‑" and text[start - 2 : start - 1].isalpha()):
        return Number(written, value, start, end, "version", decimals)  # part of a name: GPT-4.5, H2O
    after = _AFTER.match(text, end)
    if after is not None and after["percent"] or text[max(0, start - 3) : start] == "百分之":
        return Number(written, value, start, end, "percent", decimals, "%")
    if _CURRENCY_BEFORE.search(text, max(0, start - 5), start) or (after is not None and after["currency"]):
        unit = after["currency"] if after is not None and after["currency"] else before
        return Number(written, value, start, end, "currency", decimals, unit)
    if decimals == 0 and "," not in written and len(written) == 4 and int(value) in _YEARS:
        if after is None or text[end : end + 1] == "年":
            return Number(written, value, start, end, "year", 0)
    if text[end : end + 1] == "年" and not decimals and len(written) in (2, 4):
        return Number(written, value, start, end, "year", 0)
    if after is not None:
        return Number(written, value, start, end, "measurement", decimals, after["unit"])
    return Number(written, value, start, end, "measurement" if decimals else "plain", decimals)


def _decimals(written: str) -> int:
    match = re.search(r"\.(\d+)", written)
    return len(match[1]) if match else 0


def _decimal(written: str) -> Decimal:
    return Decimal(re.sub(r"[,\s]", "", written).replace("−", "-").replace("–", "-"))


def _value(written: str, kind: str) -> Decimal:
    """The value of a scientific number; of a date, a time, a version or an ordinal, its first number."""
    if kind == "scientific":
        return scientific(written)
    return Decimal(re.search(r"\d+", written)[0])


_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−–", "0123456789+---")


def scientific(written: str) -> Decimal:
    """The value of a number such as ``1.20×10⁵``, ``$6.02 \\times 10^{−7}$`` or ``1.2e5``; exponents beyond 10,000 count
    as 10,000."""
    folded = written.translate(_SUPERSCRIPTS)
    numbers = re.findall(r"[-+]?\d+(?:\.\d+)?", folded)
    exponent = max(-10_000, min(10_000, int(numbers[-1][:8])))
    return Decimal(numbers[0]).scaleb(exponent)
