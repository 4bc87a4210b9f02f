"""Instructions that are too much alike: the share of their word (in Chinese, character) 5-grams."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

LENGTH = 5
LIMIT = 0.5

_TOKENS = {"en": re.compile(r"\w+(?:['’-]\w+)*"), "zh": re.compile(r"[^\W_]")}


def grams(text: str, language: str) -> frozenset[tuple[str, ...]]:
    """The 5-grams of a text, case ignored; of a shorter text, all of it as one."""
    tokens = _TOKENS[language].findall(text.lower())
    count = max(1, len(tokens) - LENGTH + 1)
    return frozenset(tuple(tokens[i : i + LENGTH]) for i in range(count))


class Instructions:
    """The instructions of a set. A new one fits where it shares less than half of the 5-grams of either with each."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._holders: dict[tuple[str, ...], list[int]] = defaultdict(list)

    def fits(self, text: str, language: str) -> bool:
        """Whether the text is no near copy of one that is there."""
        own = grams(text, language)
        shared = Counter(holder for gram in own for holder in self._holders.get(gram, ()))
        return all(count < LIMIT * min(len(own), self._sizes[holder]) for holder, count in shared.items())

    def add(self, text: str, language: str) -> None:
        own = grams(text, language)
        for gram in own:
            self._holders[gram].append(len(self._sizes))
        self._sizes.append(len(own))
