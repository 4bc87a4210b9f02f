"""Letters per script, and the two scripts of Chinese."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from threading import Lock

import regex

_PLAIN = ("Latin", "Han", "Hangul", "Cyrillic", "Greek")
_MARKED = (
    *("Arabic", "Hebrew", "Thai", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada"),
    "Malayalam",
)
"""Scripts with characters that are no letters but marks on them."""

_NO_ASCII_LETTER = bytes(code for code in range(128) if not chr(code).isalpha())
_LETTER = regex.compile(
    "|".join(
        [rf"(?P<{script}>\p{{{script}}})" for script in _PLAIN]
        + [r"(?P<Kana>[\p{Hiragana}\p{Katakana}ー])"]
        + [rf"(?P<{script}>[\p{{{script}}}&&\p{{L}}])" for script in _MARKED]
        + [r"(?P<Other>\p{L})"]
    ),
    regex.VERSION1,
)

_IN_LATIN = "af ca cs cy da de en es et fi fr hr hu id it lt lv nl no pl pt ro sk sl so sq sv sw tl tr vi"

WRITTEN_IN = {
    **dict.fromkeys(_IN_LATIN.split(), ("Latin",)),
    **dict.fromkeys(("bg", "mk", "ru", "uk"), ("Cyrillic",)),
    **dict.fromkeys(("ar", "fa", "ur"), ("Arabic",)),
    **dict.fromkeys(("hi", "mr", "ne"), ("Devanagari",)),
    "bn": ("Bengali",),
    "el": ("Greek",),
    "gu": ("Gujarati",),
    "he": ("Hebrew",),
    "ja": ("Han", "Kana"),
    "kn": ("Kannada",),
    "ko": ("Hangul",),
    "ml": ("Malayalam",),
    "pa": ("Gurmukhi",),
    "ta": ("Tamil",),
    "te": ("Telugu",),
    "th": ("Thai",),
    "zh": ("Han",),
}
"""The languages that can be told, by ISO 639-1 code, with the scripts of their letters."""

_lock = Lock()


def letters(text: str) -> dict[str, int]:
    """How many letters of each script a text has; scripts without one are absent."""
    if text.isascii():
        count = len(text.encode().translate(None, delete=_NO_ASCII_LETTER))
        return {"Latin": count} if count else {}
    counts: dict[str, int] = {}
    for character, count in Counter(text).items():
        script = _script_of(character)
        if script:
            counts[script] = counts.get(script, 0) + count
    return counts


@lru_cache(maxsize=100_000)
def _script_of(character: str) -> str | None:
    """The script of a letter, None for what is no letter."""
    match = _LETTER.match(character)
    return match.lastgroup if match else None


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
