"""A response that is being changed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .bank import Bank

_WORD = {"en": re.compile(r"\b[A-Za-z]{3,}\b"), "zh": re.compile(r"[\u4e00-\u9fff]{2}")}


@dataclass
class Edit:
    """What an edit works on. `script` is zh or en; `strings` are the texts in the constraint's parameters."""

    text: str
    script: str
    strings: Sequence[str]
    rng: random.Random

    def sentence(self, size: int = 8, script: str = "") -> str:
        """A new sentence of about `size` words (字)."""
        script = script or self.script
        words = Bank(script, self.rng, joint_mark=False).fill(size)
        text = ("" if script == "zh" else " ").join(map(str, words))
        return text[:1].upper() + text[1:] + ("。" if script == "zh" else ".")

    def put(self, place: int, text: str) -> str:
        """The text with something put in at a place."""
        return self.text[:place] + text + self.text[place:]

    def swap(self, old: re.Match, new: str) -> str:
        """The text with something in the place of a word, in its case."""
        return self.text[: old.start()] + cased(new, old[0]) + self.text[old.end() :]

    def run(self, size: int, like: str = "") -> str:
        """So many new words (字), without marks, in the case of a word."""
        words = Bank(self.script, self.rng, joint_mark=False).fill(size)
        return cased(("" if self.script == "zh" else " ").join(word.text for word in words), like)

    def words(self) -> list[re.Match]:
        """Words (in Chinese, pairs of characters) that may be changed."""
        return list(_WORD[self.script].finditer(self.text))


def cased(text: str, like: str) -> str:
    """A text in capitals, or beginning with one, where a word is so."""
    if len(like) > 1 and like.isupper():
        return text.upper()
    return text[:1].upper() + text[1:] if like[:1].isupper() else text
