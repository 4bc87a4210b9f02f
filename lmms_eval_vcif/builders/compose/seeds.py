"""What rows begin with: a picture and a task about it, written for the picture or taken from the generic bank."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from ...records import LANGUAGES, nearest
from ..log import BuildError

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif")
FIELDS = ("image", "task", "language", "instruction", "keywords", "source", "source_id", "license")


@dataclass(frozen=True)
class Seed:
    """A picture, relative to the rows, and an instruction about it. `keywords` are words that suit the picture."""

    image: str
    task: str
    language: str
    instruction: str
    keywords: tuple[str, ...] = ()
    source: str = ""
    source_id: str = ""
    license: str = ""


@cache
def task_bank() -> dict[str, dict[str, list[str]]]:
    """The generic instructions by task subcategory and language."""
    data = yaml.safe_load((files(__package__) / "tasks.yml").read_bytes())
    return {task: texts for category in data.values() for task, texts in category.items()}


def read_seeds(path: Path, images: Path) -> list[Seed]:
    """The seeds of a JSON-lines file, their pictures relative to `images`. Raises BuildError with file and line."""
    seeds = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                seeds.append(_seed(json.loads(line), images))
            except (ValueError, BuildError) as error:
                raise BuildError(f"{path}:{number}: {error}") from None
    if not seeds:
        raise BuildError(f"{path}: no seeds")
    return seeds


def _seed(value: Any, images: Path) -> Seed:
    if not isinstance(value, Mapping):
        raise BuildError(f"a seed is an object, not {value!r:.60}")
    for name in value:
        if name not in FIELDS:
            raise BuildError(nearest(name, FIELDS))
    for name in FIELDS[:4]:
        if not isinstance(value.get(name), str) or not value[name].strip():
            raise BuildError(f"{name}: a non-empty string is required, not {value.get(name)!r:.60}")
    if value["task"] not in task_bank():
        raise BuildError(f"task: {nearest(value['task'], task_bank())}")
    if value["language"] not in LANGUAGES:
        raise BuildError(f"language: {nearest(value['language'], LANGUAGES)}")
    if not (images / value["image"]).is_file():
        raise BuildError(f"image: there is no {images / value['image']}")
    return Seed(**{**value, "keywords": tuple(value.get("keywords") or ())})


def generic_seeds(images: Path, languages: Sequence[str], count: int, rng: random.Random) -> list[Seed]:
    """`count` seeds from the bank, for every picture of a folder in turn. Raises BuildError where there is none.

    Tasks and phrasings are dealt out like cards: none comes again before all have been used.
    """
    pictures = sorted(p for p in images.rglob("*") if p.suffix.lower() in IMAGE_SUFFIXES)
    if not pictures:
        raise BuildError(f"{images}: no pictures ({', '.join(IMAGE_SUFFIXES)})")
    rng.shuffle(pictures)
    decks = {language: _dealt(language, rng) for language in languages}
    seeds = []
    for number in range(count):
        language = languages[number % len(languages)]
        task, instruction = next(decks[language])
        picture = pictures[number % len(pictures)]
        image = f"images/{picture.relative_to(images).as_posix()}"
        seeds.append(Seed(image, task, language, instruction, source_id=picture.name))
    return seeds


def _dealt(language: str, rng: random.Random):
    while True:
        rounds = [
            rng.sample([(task, text) for text in texts[language]], len(texts[language]))
            for task, texts in task_bank().items()
        ]
        for cards in zip(*rounds, strict=False):
            yield from rng.sample(cards, len(cards))
