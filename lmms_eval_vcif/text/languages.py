"""What differs between languages, behind one record: everything else in this room is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from .words import spaced_words, units


@dataclass(frozen=True)
class Language:
    """How a language counts.

    `han`: a word is a character, no blanks part words, and a line can be a paragraph without a blank line before it.
    `unit` names what is counted, for reasons.
    """

    code: str
    han: bool
    unit: str
    words: Callable[[str], tuple[str, ...]]


@cache
def language(code: str) -> Language:
    """The rules for a language code (``en``, ``zh``, ``zh-Hant``, ``fr`` …); scripts with blanks are the default."""
    base = code.replace("_", "-").split("-")[0].lower()
    if base in ("zh", "yue", "ja"):
        return Language(code, True, "characters", units)
    return Language(code, False, "words", spaced_words)
