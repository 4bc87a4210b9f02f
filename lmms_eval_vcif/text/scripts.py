"""Letters per script, and the two scripts of Chinese."""

from __future__ import annotations

import re
from functools import cache
from threading import Lock

import regex

SCRIPTS = ("Latin", "Han", "Kana", "Hangul", "Cyrillic", "Arabic", "Greek", "Hebrew", "Thai", "Devanagari", "Other")

_ASCII = re.compile(r"[A-Za-z]+")
_RUNS = regex.compile(
    r"(?P<Latin>\p{Latin}+)|(?P<Han>\p{Han}+)|(?P<Kana>[\p{Hiragana}\p{Katakana}ー]+)|(?P<Hangul>\p{Hangul}+)"
    r"|(?P<Cyrillic>\p{Cyrillic}+)|(?P<Arabic>[\p{Arabic}&&\p{L}]+)|(?P<Greek>\p{Greek}+)|(?P<Hebrew>[\p{Hebrew}&&\p{L}]+)"
    r"|(?P<Thai>[\p{Thai}&&\p{L}]+)|(?P<Devanagari>[\p{Devanagari}&&\p{L}]+)|(?P<Other>\p{L}+?)",
    regex.VERSION1,
)
_lock = Lock()


def letters(text: str) -> dict[str, int]:
    """How many letters of each script a text has; scripts without one are absent."""
    if text.isascii():
        count = sum(map(len, _ASCII.findall(text)))
        return {"Latin": count} if count else {}
    counts: dict[str, int] = {}
    for match in _RUNS.finditer(text):
        counts[match.lastgroup] = counts.get(match.lastgroup, 0) + match.end() - match.start()
    return counts


def chinese_script(text: str) -> tuple[int, int]:
    """How many characters exist in simplified Chinese only, and how many in traditional Chinese only."""
    simplified, traditional = _one_script_only()
    return sum(map(text.count, simplified & set(text))), sum(map(text.count, traditional & set(text)))


def _one_script_only() -> tuple[frozenset[str], frozenset[str]]:
    with _lock:
        return _build_one_script_only()


@cache
def _build_one_script_only() -> tuple[frozenset[str], frozenset[str]]:
    """Characters that OpenCC converts, less those that the other script's standard set (Big5, GB 2312) has as well."""
    from opencc import OpenCC

    characters = [chr(code) for code in [*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000)]]
    to_simplified, to_traditional = OpenCC("t2s"), OpenCC("s2t")
    traditional = {c for c in characters if to_simplified.convert(c) != c and not _encodes(c, "gb2312")}
    simplified = {c for c in characters if to_traditional.convert(c) != c and not _encodes(c, "big5")}
    return frozenset(simplified), frozenset(traditional)


def _encodes(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
