"""Meeseeks (Chinese) rules that map onto our checks, applied to the strings that were cut from the response."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .ifeval import Mapped


def mapped(rule: str, kwargs: dict[str, Any]) -> tuple[Mapped, list[str]] | None:
    """The constraint of a rule and the texts it holds for (all of them must pass), or None where it does not map."""
    if kwargs["method"] != "rule evaluation" or rule not in MAPPINGS:
        return None
    low, high = (int(number) for number in kwargs["args"])
    return MAPPINGS[rule](low, high, kwargs["extracted"])


def item_count(low: int, high: int, extracted: list[str]) -> tuple[Mapped, list[str]]:
    listed = "\n".join(f"{number}. {' '.join(item.split())}" for number, item in enumerate(extracted, 1))
    within = lambda _: low <= len(extracted) <= high  # noqa: E731
    return Mapped("item_count", {"min": low, "max": high}, "the length of the extracted list", within), [listed]


def each_length(low: int, high: int, extracted: list[str]) -> tuple[Mapped, list[str]]:
    return _length("word_count", low, high), extracted


def total_length(low: int, high: int, extracted: list[str]) -> tuple[Mapped, list[str]]:
    return _length("word_count", low, high), ["\n\n".join(extracted)]


def _length(type_: str, low: int, high: int) -> Mapped:
    def switched(text: str) -> bool:
        return low <= len(re.findall(r"\w", text)) <= high

    return Mapped(type_, {"min": low, "max": high}, "each letter and digit is one, not each run", switched)


MAPPINGS: dict[str, Callable] = {
    "meeseeks:item_count": item_count,
    "meeseeks:each_length": each_length,
    "meeseeks:total_length": total_length,
}
