"""Sentences of a wanted size from the word lists in ``words.yml``, without what a plan forbids.

Sizes are words in English and 字 in Chinese, as everywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import yaml

VOWELS = "aeiou"
CLAUSE = 3
"""A clause of fewer words (字) than these stands only where nothing else fits."""

FUNCTION_ROLES = ("det", "conj", "prep", "of", "at", "side", "degree")


@dataclass
class Word:
    """A filler word: its role decides what may replace it; `before` and `after` are marks that stick to it."""

    text: str
    role: str
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.after}"


@dataclass(frozen=True)
class Language:
    """One language's part of ``words.yml``, its patterns by size."""

    code: str
    roles: dict[str, tuple[str, ...]]
    patterns: dict[int, tuple[tuple[str, ...], ...]]
    sparse: dict[int, tuple[tuple[str, ...], ...]]
    joint_role: str
    joint_mark: str

    @property
    def spaced(self) -> bool:
        return self.code != "zh"


@cache
def language(code: str) -> Language:
    """The words of a language; those of English for a language that has none."""
    data = yaml.safe_load((files(__package__) / "words.yml").read_bytes())
    part = data.get(code) or data["en"]
    roles = {role: tuple(words) for role, words in part["roles"].items()}

    def by_size(patterns: Sequence[Sequence[str]]) -> dict[int, tuple[tuple[str, ...], ...]]:
        sized: dict[int, list] = {}
        for pattern in patterns:
            size = sum(len(roles[role][0]) if code == "zh" else 1 for role in pattern)
            sized.setdefault(size, []).append(tuple(pattern))
        return {size: tuple(found) for size, found in sized.items()}

    joint = part["joint"]
    return Language(
        code if code in data else "en",
        roles,
        by_size(part["patterns"]),
        by_size(part["sparse"]),
        joint["role"],
        joint["mark"],
    )


@cache
def traditional(word: str) -> str:
    """A bank word in traditional characters."""
    from opencc import OpenCC

    return _converter(OpenCC).convert(word)


@cache
def _converter(kind: type):
    return kind("s2t")


@dataclass
class Bank:
    """Draws words that `allowed` lets through, the least used first where `varied`; it remembers what it gave.

    `longest` keeps words short, where there are some of their role.
    """

    code: str
    rng: random.Random
    allowed: Callable[[str], bool] = lambda word: True
    sparse: bool = False
    varied: bool = False
    convert: Callable[[str], str] | None = None
    joint_mark: bool = True
    longest: int | None = None
    used: Counter = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.language = language(self.code)
        self._pools: dict[str, list[str]] = {}

    def fill(self, size: int) -> list[Word]:
        """`size` words (or 字) that read as one sentence or a chain of clauses, without stop."""
        words: list[Word] = []
        patterns = self.language.sparse if self.sparse else self.language.patterns
        usable = {n: [p for p in found if all(self.pool(role) for role in p)] for n, found in patterns.items()}
        usable = {n: found for n, found in usable.items() if found}
        joint = self._joint()
        while size > 0:
            if words and joint and size > 1:
                words.append(Word(self.draw(joint), joint))
                size -= 1
            elif words and not joint and self.language.joint_mark and self.joint_mark:
                words[-1].after = self.language.joint_mark
            part = self._part(size, usable, 1 if joint else 0)
            if not part:
                return words + self._any(size)
            words += [Word(self.draw(role), role) for role in part]
            size -= sum(len(self.language.roles[role][0]) if self.code == "zh" else 1 for role in part)
        return self._articles(words)

    def draw(self, role: str) -> str:
        """One word of a role."""
        pool = self.pool(role)
        if self.varied:
            cost = {word: self._cost(word) for word in self.rng.sample(pool, min(len(pool), 24))}
            if min(cost.values()):
                cost = {word: self._cost(word) for word in pool}
            word = min(cost, key=cost.get)
        else:
            word = self.rng.choice(pool)
        self._count(word)
        return word

    def _cost(self, word: str) -> int:
        return self.used[word] if self.language.spaced else sum(self.used[character] ** 2 for character in word)

    def _count(self, word: str) -> None:
        self.used.update([word] if self.language.spaced else word)

    def pool(self, role: str) -> list[str]:
        """The words of a role that are allowed."""
        if role not in self._pools:
            words = self.language.roles[role]
            if self.convert:
                words = tuple(map(self.convert, words))
            found = [word for word in words if self.allowed(word)]
            if self.longest is not None and self.language.spaced:
                found = [word for word in found if len(word) <= self.longest] or sorted(found, key=len)[:4]
            self._pools[role] = found
        return self._pools[role]

    def _joint(self) -> str:
        role = self.language.joint_role
        return role if role and not self.sparse and self.pool(role) else ""

    def _part(self, size: int, usable: dict[int, list], joint: int) -> tuple[str, ...]:
        """A pattern for the next clause such that what remains can be filled too."""
        fitting = []
        for least in (CLAUSE, 1):
            if not fitting:
                fitting = [n for n in usable if n <= size and (n == size or size - n - joint >= least)]
        if not fitting:
            return ()
        large = max(fitting)
        wanted = [n for n in fitting if n == size or n >= min(large, 5)]
        exact = [n for n in wanted if n == size]
        return self.rng.choice(usable[exact[0] if exact else self.rng.choice(wanted)])

    def _any(self, size: int) -> list[Word]:
        """Words of whatever role is left, where patterns can't be filled; fewer where nothing is left."""
        words: list[Word] = []
        roles = [r for r in self.language.roles if r not in FUNCTION_ROLES and self.pool(r)]
        roles = roles or [r for r in self.language.roles if self.pool(r)]
        while size > 0 and roles:
            role = self.rng.choice(roles)
            cost = len(self.language.roles[role][0]) if self.code == "zh" else 1
            if cost > size:
                roles = [r for r in roles if r != role]
                continue
            words.append(Word(self.draw(role), role))
            size -= cost
        return words

    def _articles(self, words: list[Word]) -> list[Word]:
        """No "a" before a vowel."""
        for word, following in zip(words, words[1:], strict=False):
            if word.text == "a" and following.text[0] in VOWELS:
                others = [det for det in self.pool("det") if det != "a"]
                word.text = others[0] if others else word.text
        return words
