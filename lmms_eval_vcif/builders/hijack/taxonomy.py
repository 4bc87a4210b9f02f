"""The spurious tasks and the genuine queries, read from the files beside this module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml


@dataclass(frozen=True)
class SpuriousTask:
    """A text that asks for something else than its transcription; `number` counts within its subcategory, from 1."""

    language: str
    category: str
    subcategory: str
    number: int
    text: str


@dataclass(frozen=True)
class Queries:
    """Paraphrases of "read the text in the picture" in one language, and the requirement as a row states it."""

    constraint: str
    queries: tuple[str, ...]


@cache
def spurious_tasks(language: str) -> tuple[SpuriousTask, ...]:
    """Every spurious task in `language` (en or zh), by category and subcategory in the order of the file."""
    categories = yaml.safe_load(_read(f"texts/{language}.yml"))
    return tuple(
        SpuriousTask(language, category, subcategory, number, text)
        for category, subcategories in categories.items()
        for subcategory, texts in subcategories.items()
        for number, text in enumerate(texts, start=1)
    )


@cache
def queries(language: str) -> Queries:
    """The genuine queries in `language` (en or zh)."""
    found = yaml.safe_load(_read("queries.yml"))[language]
    return Queries(found["constraint"], tuple(found["queries"]))


def _read(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
