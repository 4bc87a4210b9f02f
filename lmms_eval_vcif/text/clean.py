"""What is removed from a response before any check, for everybody alike: what a reader of the answer does not see."""

from __future__ import annotations

import re
import unicodedata

from .characters import EMOJI

_REASONING = re.compile(r"<(/?)think\s{0,9}>", re.IGNORECASE)
_LINE_ENDS = re.compile(r"\r\n?|\u2028|\u2029|\x85")
_INVISIBLE = re.compile(
    "[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    # a joiner holds an emoji of several parts together, and is invisible noise elsewhere
    "|(?<![\ufe0f" + EMOJI + "])\u200d"
)


def clean(response: str) -> str:
    """The answer in a response: no reasoning block, LF line ends, nothing invisible, no outer white space, NFC."""
    text = response
    if "<" in text and "think" in text.lower():
        text = _without_reasoning(text)
    if not text.isascii():
        if not text.replace("\n", "").isprintable():  # nothing printable is invisible or ends a line
            text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
        text = unicodedata.normalize("NFC", text)
    elif "\r" in text:
        text = _LINE_ENDS.sub("\n", text)
    return text.strip()


def _without_reasoning(text: str) -> str:
    """Without ``<think>…</think>``; a lone closing tag drops all before it, an unclosed one all after it."""
    kept: list[str] = []
    inside, position = False, 0
    for tag in _REASONING.finditer(text):
        if not inside:
            kept.append(text[position : tag.start()])
        closing = bool(tag[1])
        if closing and not inside:
            kept.clear()
        inside, position = not closing, tag.end()
    if not inside:
        kept.append(text[position:])
    return "".join(kept)
