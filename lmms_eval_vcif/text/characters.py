"""Classes of characters and the foldings that comparisons use.

Each folding maps one character to one, so that offsets into the folded text are offsets into the text.
"""

from __future__ import annotations

import re

HAN = (
    "\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00016ff0-\U00016ff1\U00020000-\U000323af"
)
"""Inside of a character class: every code point of the Unicode script Han, with 〇 and 々."""

KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d"
"""Inside of a character class: Hiragana and Katakana."""

UNSPACED = HAN + KANA
"""Characters of scripts written without blanks between words."""

EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
"""Inside of a character class: pictographs and symbols drawn as such."""

CLOSING_QUOTES = "\"'”’»›」』＂＇"
OPENING_QUOTES = "\"'“‘«‹「『＂＇"
CLOSING_BRACKETS = ")]}）】］｝》〉〕"
OPENING_BRACKETS = "([{（【［｛《〈〔"

ALPHANUMERIC = re.compile("[^\\W_](?!\ufe0f?\u20e3)")
"""A letter or a digit; not the digit of a keycap, which is a pictograph."""

_SINGLE_QUOTES = "‘’‚‛ʼʹ′＇"
_DOUBLE_QUOTES = "“”„‟″＂"
_CASE_VARIANTS = ("ςσ", "ſs", "ıi", "µμ", "ϐβ", "ϑθ", "ϕφ", "ϖπ", "ϰκ", "ϱρ", "ϵε")
"""Small letters that are forms of one letter, each with that letter."""

_MARKS_WIDTH = str.maketrans("：，！？（）［］｛｝", ":,!?()[]{}")
_ASCII_WIDTH = str.maketrans({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20})

_HAN = re.compile(f"[{HAN}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_FIRST_UNSPACED = HAN[0]


def fold_quotes(text: str) -> str:
    """Curly, low and full-width quotes and apostrophes as straight ones."""
    if not text.isascii():  # to replace one by one is a tenth of the time of `translate`
        for quote in _SINGLE_QUOTES:
            text = text.replace(quote, "'")
        for quote in _DOUBLE_QUOTES:
            text = text.replace(quote, '"')
    return text


def fold_case(text: str) -> str:
    """Small letters for capitals, and one for each form of a letter: σ and ς, s and ſ, i, ı and İ."""
    if text.isascii():
        return text.lower()
    text = text.replace("İ", "i").lower()  # alone of all, İ has two characters as a small letter
    for variant, letter in _CASE_VARIANTS:
        text = text.replace(variant, letter)
    return text


def fold_marks(text: str) -> str:
    """Full-width ： ， ！ ？ and brackets as half-width ones: what opening and closing phrases fold in Chinese."""
    return text if text.isascii() else text.translate(_MARKS_WIDTH)


def fold_width(text: str) -> str:
    """All of full-width ASCII, and the ideographic blank, as half-width."""
    return text if text.isascii() else text.translate(_ASCII_WIDTH)


def is_han(character: str) -> bool:
    """Whether the character is a Han character."""
    return _HAN.match(character) is not None


def is_unspaced(character: str) -> bool:
    """Whether the character is of a script that puts no blank between words."""
    return character >= _FIRST_UNSPACED and _UNSPACED.match(character) is not None


def has_han(text: str) -> bool:
    """Whether the text holds a Han character."""
    return not text.isascii() and _HAN.search(text) is not None
