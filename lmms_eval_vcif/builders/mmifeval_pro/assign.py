"""Stage 2: a model that sees the picture chooses tasks for it, and writes each as a request in English or Chinese."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

import yaml

from ...records import LANGUAGES, nearest
from ...text import Text
from ..pipeline import Record, Rejected, Rejection, Tools, prompt

NAMES = {"en": "English", "zh": "Chinese"}

LONGEST = {"en": 90, "zh": 160}
"""Words or characters of a request, at most."""


@cache
def tasks() -> dict[str, dict[str, str]]:
    """The subcategories by category, each with what it is."""
    return yaml.safe_load((files(__package__) / "tasks.yml").read_bytes())


@dataclass(frozen=True)
class Offer:
    """Deals to each picture the tasks that the model may choose from, `of_each` of every category, so that all tasks
    are offered equally often."""

    of_each: int = 2

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} offers")
        offered: Counter[str] = Counter()
        dealt = []
        for record in records:
            names: list[str] = []
            for category in tasks().values():
                shuffled = rng.sample(list(category), len(category))
                names += sorted(shuffled, key=lambda name: offered[name])[: self.of_each]
            offered.update(names)
            dealt.append({**record, "offered": names})
        return dealt, []


@dataclass(frozen=True)
class Assign:
    """Gives a record for each task that the model chose, at most `per_image`. Keywords are those that the model names,
    and what a scorer has seen by a name in the language of the task."""

    per_image: int = 2
    languages: tuple[str, ...] = LANGUAGES

    def __call__(self, record: Record, tools: Tools) -> list[Record]:
        meanings = {name: text for category in tasks().values() for name, text in category.items()}
        listed = "\n".join(f"- {name}: {meanings[name]}" for name in record["offered"])
        values = {
            "tasks": listed,
            "count": str(self.per_image),
            "languages": ", ".join(f"{NAMES[code]} ({code})" for code in self.languages),
        }
        read = partial(_read, offered=record["offered"], languages=self.languages, most=self.per_image)
        media = [(tools.folder / record["image"], False)]
        example = _example(record["offered"][0], self.languages[0])
        chosen = tools.models.ask("writer", prompt(__package__, "assign"), values, read, example=example, media=media)
        if not chosen:
            raise Rejected("no task fits")
        return [_record(record, number, choice) for number, choice in enumerate(chosen, 1)]


def _read(value: Mapping[str, Any], *, offered: Sequence[str], languages: Sequence[str], most: int) -> list[Any]:
    choices = value.get("choices")
    if not isinstance(choices, list):
        raise ValueError(f"choices: a list is required, not {choices!r:.60}")
    for index, choice in enumerate(choices):
        where = f"choices[{index}]"
        if not isinstance(choice, Mapping):
            raise ValueError(f"{where}: an object is required, not {choice!r:.60}")
        for name, valid in (("task", offered), ("language", languages)):
            if choice.get(name) not in valid:
                raise ValueError(f"{where}.{name}: {nearest(choice.get(name), valid)}")
        check_request(choice.get("request"), choice["language"], f"{where}.request")
        words = choice.get("keywords") or []
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{where}.keywords: a list of strings is required")
    if len({choice["task"] for choice in choices}) < len(choices):
        raise ValueError("choices: each task at most once")
    return choices[:most]


def check_request(text: Any, language: str, where: str) -> None:
    """Raises ValueError for what is no request in the language, naming the place."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{where}: a non-empty string is required")
    parsed = Text(text, language)
    fits, seen = parsed.is_in(language)
    if not fits:
        raise ValueError(f"{where}: not in {NAMES[language]} ({seen})")
    if len(parsed.words) > LONGEST[language]:
        raise ValueError(f"{where}: {len(parsed.words)} {parsed.unit}, at most {LONGEST[language]}")


def _record(record: Record, number: int, choice: Mapping[str, Any]) -> Record:
    seen = [name for name in record.get("seen") or () if name.isascii() == (choice["language"] == "en")]
    words = [word.strip() for word in [*(choice.get("keywords") or []), *seen] if word.strip() and len(word) <= 30]
    return {
        **record,
        "id": f"{record['id']}#{number}",
        "task": choice["task"],
        "language": choice["language"],
        "request": choice["request"].strip(),
        "keywords": list(dict.fromkeys(words)),
    }


def _example(task: str, language: str) -> dict[str, Any]:
    request = {"en": "Tell me what you see here and what it is good for.", "zh": "请告诉我图里有什么，有什么用处。"}[
        language
    ]
    choice = {"task": task, "language": language, "request": request, "keywords": [], "why": "It fits."}
    return {"choices": [choice]}
