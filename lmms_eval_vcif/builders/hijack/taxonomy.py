"""The spurious tasks and the genuine queries, read from the files beside this module."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import yaml

from ...records import LANGUAGES, nearest


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


def read_texts(path: Path, language: str) -> tuple[SpuriousTask, ...]:
    """Further spurious tasks in `language` from JSON lines with language, category, subcategory and text, such as
    `spurious` gives them; they are numbered on from the hand-written ones. Raises ValueError with file and line."""
    hand = spurious_tasks(language)
    counts = Counter(task.subcategory for task in hand)
    categories = {task.subcategory: task.category for task in hand}
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            value = json.loads(line)
            subcategory, text = value["subcategory"], value["text"]
            if subcategory not in categories:
                raise ValueError(f"subcategory: {nearest(subcategory, categories)}")
            if not isinstance(text, str) or not text.strip():
                raise ValueError(f"text: a non-empty string is required, not {text!r:.60}")
            if value["language"] not in LANGUAGES:
                raise ValueError(f"language: {nearest(value['language'], LANGUAGES)}")
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}:{number}: {type(error).__name__}: {error}") from None
        if value["language"] == language:
            counts[subcategory] += 1
            found.append(
                SpuriousTask(language, categories[subcategory], subcategory, counts[subcategory], text.strip())
            )
    return tuple(found)


@cache
def queries(language: str) -> Queries:
    """The genuine queries in `language` (en or zh)."""
    found = yaml.safe_load(_read("queries.yml"))[language]
    return Queries(found["constraint"], tuple(found["queries"]))


def _read(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
