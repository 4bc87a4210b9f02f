"""The marks that open a list item: bullets and ordinals of both languages, and what only looks like one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from string import ascii_letters
from typing import NamedTuple

from .characters import HAN

_NUMERALS = "零〇一二三四五六七八九十百"
_BULLETS = "•·●○◦▪▫■□◆◇▶►▸‣⁃∙➤➢➔→✓✔✗✘★☆※－・"
_CIRCLED = "①-⑳㉑-㉟㊱-㊿⑴-⒇⒈-⒛❶-❿➀-➓⓪⓫-⓴⓵-⓾"

OPENING = rf"(?:[-*+–{_BULLETS}（({_CIRCLED}]|\d{{1,3}}\ufe0f?[.)、．）\u20e3]|[{_NUMERALS}]{{1,4}}、)"
"""A pattern that matches wherever `_MARK` does: the quick test for a whole text."""

_MARK = re.compile(
    rf"""(?P<bullet>
        [-*+–](?=[ \t]|$)                              # needs its blank: -5 is a number, *a* is emphasis
      | [-+](?=[{HAN}“「《])                           # Chinese leaves the blank out
      | \*(?=[{HAN}“「《][^*]*$)
      | [{_BULLETS}]
    )
    | (?P<arabic>\d{{1,3}})(?:
        [.)](?=[ \t]|$)
      | [.)](?=[A-Z{HAN}“「《\[]|\*\*)                 # 1.Apple, but not 3.14
      | [、．）](?!\d)
      | ．(?=\d{{4}}年)
      | \ufe0f?\u20e3
    )
    | \((?P<bracketed>\d{{1,3}})\)
    | （(?P<full_bracketed>\d{{1,3}}|[{_NUMERALS}]{{1,4}})）
    | (?P<circled>[{_CIRCLED}])[.、．]?
    | (?P<numeral>[{_NUMERALS}]{{1,4}})、
    """,
    re.VERBOSE,
)
_TASK = re.compile(r"\[[ xX]\][ \t]+(?=\S)")
"""The box of a task list, which goes with the mark."""

_RULE_MARKS = frozenset("-*_")
_PLAIN_START = frozenset(["", *ascii_letters])
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


class Marker(NamedTuple):
    """An item's mark. `end` is where the item's content begins, `ordinal` None for a bullet."""

    kind: str
    text: str
    ordinal: int | None
    indent: int
    end: int


def is_rule(line: str) -> bool:
    """Whether the line is a thematic break: three or more of one of ``- * _`` and nothing else."""
    return line.rstrip(" \t")[-1:] in _RULE_MARKS and _RULE.match(line) is not None


@lru_cache(maxsize=64)  # a line is asked about several times in a row
def read_marker(line: str) -> Marker | None:
    """The mark at the start of a line, None where the line opens no item."""
    body = line.lstrip(" \t\u3000")
    if body[:1] in _PLAIN_START:
        return None
    match = _MARK.match(body)
    if match is None or (body[0] in "-*" and is_rule(body)):
        return None
    indent = len(line) - len(body)
    end = indent + match.end()
    content = line[end:]
    if match["bullet"] and not content.strip() and body[0] not in "-*+":
        return None
    end += len(content) - len(content.lstrip(" \t\u3000"))
    if match["bullet"]:
        if (box := _TASK.match(line, end)) is not None:
            end = box.end()
        return Marker("bullet", match[0], None, indent, end)
    return Marker("numbered", match[0], _ordinal(match), indent, end)


def _ordinal(match: re.Match) -> int:
    digits = match["arabic"] or match["bracketed"]
    if digits is None and match["circled"]:
        return int(unicodedata.numeric(match["circled"]))
    digits = digits or match["full_bracketed"] or match["numeral"]
    return int(digits) if digits.isdecimal() else _chinese(digits)


def _chinese(numeral: str) -> int:
    """The value of a Chinese numeral below a thousand (十二, 二十, 一百零三)."""
    value, digit = 0, None
    for character in numeral:
        if character in "十百":
            value += (1 if digit is None else digit) * (10 if character == "十" else 100)
            digit = None
        else:
            digit = (digit or 0) * 10 + _DIGITS[character]
    return value + (digit or 0)
