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

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛ʼʹ′＇", "'") | dict.fromkeys("“”„‟″＂", '"'))
_MARKS_WIDTH = str.maketrans("：，！？（）［］｛｝", ":,!?()[]{}")
_ASCII_WIDTH = str.maketrans({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20})

_HAN = re.compile(f"[{HAN}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")


def fold_quotes(text: str) -> str:
    """Curly, low and full-width quotes and apostrophes as straight ones."""
    return text if text.isascii() else text.translate(_QUOTES)


def fold_marks(text: str) -> str:
    """Full-width ： ， ！ ？ and brackets as half-width ones: what opening and closing phrases fold in Chinese."""
    return text if text.isascii() else text.translate(_MARKS_WIDTH)


def fold_width(text: str) -> str:
    """All of full-width ASCII, and the ideographic blank, as half-width."""
    return text if text.isascii() else text.translate(_ASCII_WIDTH)


def is_han(character: str) -> bool:
    return _HAN.match(character) is not None


def is_unspaced(character: str) -> bool:
    """Whether the character is of a script that puts no blank between words."""
    return _UNSPACED.match(character) is not None


def has_han(text: str) -> bool:
    return not text.isascii() and _HAN.search(text) is not None
