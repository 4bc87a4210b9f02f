"""Words and units: what a length counts and what diversity compares."""

from __future__ import annotations

import re

import regex

from .characters import ALPHANUMERIC, UNSPACED
from .sentences import STOPS, split

_OUTER = ".,;:!?…\"'“”‘’„‚«»‹›()[]{}<>*_`~|/\\—–-=·•、。，；：！？（）［］【】｛｝《》〈〉「」『』〔〕"
_DASH = re.compile(r"[—―⸺⸻]|--+|(?<=[^\W\d_])–(?=[^\W\d_])")
_EDGES = regex.compile(r"^[^\w\p{N}\p{M}$€£¥#+]+|[^\w\p{N}\p{M}%°+#]+$")
_STOP = re.compile(f"[{STOPS}]")
_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")
_UNIT = re.compile(rf"[{UNSPACED}]|\d+(?:[.,．，]\d+)*|(?:[^\W\d_{UNSPACED}](?:['’](?=[^\W\d_{UNSPACED}]))?)+")


def spaced_words(text: str) -> tuple[str, ...]:
    """Tokens between blanks that hold a letter or a digit, as written, without outer punctuation.

    Where a sentence ends without a blank after it, a word does too.
    """
    ascii_only = text.isascii()
    if not ascii_only and "\u20e3" in text:
        text = _KEYCAP.sub(" ", text)
    if "--" in text or not ascii_only:
        text = _DASH.sub(" ", text)
    words: list[str] = []
    for token in text.split():
        if token.isalnum():
            words.append(token)
        elif bare := _bare(token):
            words.extend(_parted(bare) if _STOP.search(bare) else (bare,))
    return tuple(words)


def _parted(token: str) -> list[str]:
    """The words of a token that a stop may part: ``won.You``, but not ``3.5`` or ``a.org``."""
    return [bare for piece in split(token) if (bare := _bare(piece))]


def _bare(token: str) -> str:
    """The token without outer punctuation, "" where it holds no letter or digit."""
    token = token.strip(_OUTER)
    if token.isalnum() or not token:
        return token
    if not (token[0].isalnum() and token[-1].isalnum()):
        token = _EDGES.sub("", token)
    return token if ALPHANUMERIC.search(token) else ""


def units(text: str) -> tuple[str, ...]:
    """Chinese units: each Han character, each run of digits with point and group marks, each run of other letters."""
    return tuple(_UNIT.findall(_KEYCAP.sub(" ", text) if "\u20e3" in text else text))
