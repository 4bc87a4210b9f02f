"""Words and units: what a length counts and what diversity compares."""

from __future__ import annotations

import re

from .characters import UNSPACED

_OUTER = ".,;:!?…\"'“”‘’„‚«»‹›()[]{}<>*_`~|/\\—–-=·•、。，；：！？（）［］【】｛｝《》〈〉「」『』〔〕"
_DASH = re.compile(r"[—―⸺⸻]|--+|(?<=[^\W\d_])–(?=[^\W\d_])")
_ALPHANUMERIC = re.compile(r"[^\W_]")
_TRAILING = re.compile(r"^[^\w$€£¥#+]+|[^\w%°+#]+$")
_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")
_UNIT = re.compile(rf"[{UNSPACED}]|\d+(?:[.,．，]\d+)*|(?:[^\W\d_{UNSPACED}](?:['’](?=[^\W\d_{UNSPACED}]))?)+")


def spaced_words(text: str) -> tuple[str, ...]:
    """Tokens between blanks that hold a letter or a digit, as written, without outer punctuation."""
    ascii_only = text.isascii()
    if not ascii_only and "\u20e3" in text:
        text = _KEYCAP.sub(" ", text)
    if "--" in text or not ascii_only:
        text = _DASH.sub(" ", text)
    tokens = [token if token.isalnum() else token.strip(_OUTER) for token in text.split()]
    if ascii_only:
        return tuple(token for token in tokens if token.isalnum() or _ALPHANUMERIC.search(token))
    words = (token if token.isalnum() else _TRAILING.sub("", token) for token in tokens)
    return tuple(word for word in words if word.isalnum() or _ALPHANUMERIC.search(word))


def units(text: str) -> tuple[str, ...]:
    """Chinese units: each Han character, each run of digits with point and group marks, each run of other letters."""
    return tuple(_UNIT.findall(text))
