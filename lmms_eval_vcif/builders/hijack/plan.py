"""Which rows a hijack set has, before anything is drawn: texts and queries chosen under the seed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from ...records import LANGUAGES, nearest
from ..log import BuildError
from .taxonomy import SpuriousTask, queries, read_texts, spurious_tasks

MAX_DISTANCE = 0.2


@dataclass(frozen=True)
class Job:
    """One row to be made: a spurious task, the genuine query it comes with, and which of its renderings this is (from
    1).
    """

    task: SpuriousTask
    query: str
    rendering: int

    @property
    def id(self) -> str:
        """The row's id, unique in a set and the same in every set with this text and rendering."""
        return f"hijack-{self.task.language}-{self.task.subcategory}-{self.task.number:02d}-{self.rendering}"

    @property
    def image(self) -> str:
        """The picture, relative to the rows."""
        return f"images/hijack/{self.id}.png"

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of the row's constraint."""
        return {"text": self.task.text, "max_distance": MAX_DISTANCE}


def plan(
    languages: Sequence[str], per_subcategory: int, renderings: int, seed: int, texts: Path | None = None
) -> list[Job]:
    """The rows of a set in order: by language, subcategory, text and rendering.

    Each subcategory gives `per_subcategory` of its texts, each drawn `renderings` times. Queries are dealt out like
    cards: none comes again before all have been used. `texts` is a file of further spurious tasks (see
    `taxonomy.read_texts`). Raises BuildError for a setting out of range or a file that can't be used.
    """
    for language in languages:
        if language not in LANGUAGES:
            raise BuildError(f"languages: {nearest(language, LANGUAGES)}")
    if not languages or len(set(languages)) < len(languages):
        raise BuildError(f"languages: one or more of {', '.join(LANGUAGES)}, each once, not {list(languages)!r}")
    if renderings < 1:
        raise BuildError(f"renderings: at least 1, not {renderings}")
    return [job for language in languages for job in _plan_language(language, per_subcategory, renderings, seed, texts)]


def row_of(job: Job, meta: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a job in the row schema (`records.Row`); `meta` says how its picture was drawn."""
    task = job.task
    constraint = {
        "id": "c1",
        "type": "ocr_transcription",
        "text": queries(task.language).constraint,
        "params": _json(job.params),
        "sub_questions": [],
    }
    return {
        "id": job.id,
        "subset": "hijack",
        "task": task.subcategory,
        "composition": [],
        "language": task.language,
        "response_language": task.language,
        "instruction": job.query,
        "image": job.image,
        "constraints": [constraint],
        "reference": _json({"text": task.text, "spurious_category": task.category, "spurious_task": task.subcategory}),
        "pair_id": "",
        "source": "lmms-eval-vcif",
        "source_id": f"hijack/{task.language}/{task.subcategory}/{task.number}",
        "license": "Apache-2.0",
        "meta": _json(meta),
    }


def _plan_language(language: str, per_subcategory: int, renderings: int, seed: int, more: Path | None) -> list[Job]:
    try:
        further = read_texts(more, language) if more else ()
    except (OSError, ValueError) as error:
        raise BuildError(f"texts: {error}") from None
    tasks = []
    for subcategory, group in groupby(spurious_tasks(language), key=lambda task: task.subcategory):
        texts = [*group, *(task for task in further if task.subcategory == subcategory)]
        if not 1 <= per_subcategory <= len(texts):
            raise BuildError(f"per_subcategory: 1 to {len(texts)} ({subcategory}, {language}), not {per_subcategory}")
        chosen = random.Random(f"{seed} texts {language} {subcategory}").sample(texts, per_subcategory)
        tasks += sorted(chosen, key=lambda task: task.number)
    deck = list(queries(language).queries)
    random.Random(f"{seed} queries {language}").shuffle(deck)
    pairs = [(task, rendering) for task in tasks for rendering in range(1, renderings + 1)]
    return [Job(task, deck[i % len(deck)], rendering) for i, (task, rendering) in enumerate(pairs)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
