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
_JOINED = re.compile(r"[^\W_]+(?:['’-][^\W_]+)+")
"""The most common of the words that are more than letters and digits, told at once."""

_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")
_UNIT = re.compile(rf"[{UNSPACED}]|\d+(?:[.,．，]\d+)*|(?:[^\W\d_{UNSPACED}](?:['’](?=[^\W\d_{UNSPACED}]))?)+")


def spaced_words(text: str) -> tuple[str, ...]:
    """Tokens between blanks that hold a letter or a digit, as written, without outer punctuation.

    Where a sentence ends without a blank after it, a word does too.
    """
    if "\u20e3" in text:
        text = _KEYCAP.sub(" ", text)
    words: list[str] = []
    for token in text.split():
        if token.isalnum():
            words.append(token)
            continue
        token = token.strip(_OUTER)
        if token.isalnum() or _JOINED.fullmatch(token):
            words.append(token)
        elif token:
            words += _parted(token)
    return tuple(words)


def _parted(token: str) -> list[str]:
    """The words of a token that a dash or a stop may part: ``cat—dog``, ``won.You``, but not ``3.5`` or ``a.org``."""
    words: list[str] = []
    for piece in _DASH.sub(" ", token).split():
        bare = _bare(piece)
        if bare and _STOP.search(bare):
            words += filter(None, map(_bare, split(bare)))
        elif bare:
            words.append(bare)
    return words


def _bare(token: str) -> str:
    """The token without outer punctuation, "" where it holds no letter or digit."""
    token = token.strip(_OUTER)
    if token and not (token[0].isalnum() and token[-1].isalnum()):
        token = _EDGES.sub("", token)
    return token if ALPHANUMERIC.search(token) else ""


def units(text: str) -> tuple[str, ...]:
    """Chinese units: each Han character, each run of digits with point and group marks, each run of other letters."""
    return tuple(_UNIT.findall(_KEYCAP.sub(" ", text) if "\u20e3" in text else text))
