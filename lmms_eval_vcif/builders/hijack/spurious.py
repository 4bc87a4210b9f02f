"""Spurious tasks by a model, beside the hand-written ones: so many of each subcategory and language, each one
self-contained, short enough to be drawn, at odds with a request to transcribe, and no near copy of another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from rapidfuzz import fuzz

from ...judge.parse import read_decision
from ...records import LANGUAGES, nearest
from ...text import Text
from ...text.characters import is_han
from ..compose.overlap import Instructions
from ..pipeline import Pipeline, PipelineError, Record, Rejection, Stage, Tools, prompt
from .taxonomy import spurious_tasks

LONGEST = {"en": 45, "zh": 70}
"""Words or characters of a task, at most: as long as the hand-written ones get."""

BATCH = 10
"""Tasks that are asked for at a time."""

SHOWN = 8
"""Tasks that are shown to the writer as taken."""

ALIKE = 75
"""How alike two tasks of a subcategory may be, of 100 (rapidfuzz's token-sort ratio; in Chinese, the plain one)."""

FOREIGN = 0.3
"""The share of Han characters that a Chinese text reaches and an English one does not: texts may hold something to be
translated."""

NAMES = {"en": "English", "zh": "Chinese"}
FLAGS = {"fits": "of another kind", "alone": "not self-contained", "other": "done by transcribing"}

_TRANSCRIBING = re.compile(
    r"\b(?:transcri\w+|read (?:out|aloud)|(?:copy|read|repeat|quote|spell out) (?:this|the|every|all|what)\b.{0,20}"
    r"\b(?:text|picture|image|words?|letters?|sign))|抄写|转录|誊写|朗读|照抄|复述图|读出(?:图|文)",
    re.IGNORECASE,
)


def spurious(per_subcategory: int, languages: Sequence[str] = LANGUAGES, **running: Any) -> Pipeline:
    """The pipeline. What it gives are texts, in texts.jsonl, which `build` takes. Raises PipelineError."""
    for language in languages:
        if language not in LANGUAGES:
            raise PipelineError(f"languages: {nearest(language, LANGUAGES)}")
    if per_subcategory < 1:
        raise PipelineError(f"per_subcategory: at least 1, not {per_subcategory}")
    records = [one for language in languages for one in _batches(language, per_subcategory)]
    stages = (
        Stage("write", write, prompts=(prompt(__package__, "spurious"),), roles=("writer",)),
        Stage("look", look, prompts=(prompt(__package__, "spurious_check"),), roles=("checker",)),
        Stage("choose", Keep(), deal=Unlike(per_subcategory)),
    )
    settings = {"per_subcategory": per_subcategory, "languages": list(languages)}
    return Pipeline("spurious", stages, records, settings=settings, result="texts.jsonl", **running)


def write(record: Record, tools: Tools) -> Record:
    """The record with the tasks that a writer gives for its subcategory."""
    language = record["language"]
    known = [task.text for task in spurious_tasks(language) if task.subcategory == record["subcategory"]]
    shown = tools.rng.sample(known, min(SHOWN, len(known)))
    values = {
        "count": str(record["count"]),
        "language": NAMES[language],
        "subcategory": record["subcategory"].replace("_", " "),
        "category": record["category"].replace("_", " "),
        "known": "\n".join(shown),
        "most": str(LONGEST[language]),
        "unit": {"en": "words", "zh": "characters"}[language],
    }
    read = partial(_read_tasks, language=language)
    example = {"tasks": known[: record["count"]]}
    tasks, wrong = tools.models.ask("writer", prompt(__package__, "spurious"), values, read, example=example)
    return {**record, "tasks": tasks[: record["count"]], "wrong": wrong}


def look(record: Record, tools: Tools) -> list[Record]:
    """A record for each task, with what is at fault with it, as a second model says."""
    labels = {f"t{number}": text for number, text in enumerate(record["tasks"], 1)}
    values = {
        "subcategory": record["subcategory"].replace("_", " "),
        "category": record["category"].replace("_", " "),
        "tasks": "\n".join(f"[{label}] {text}" for label, text in labels.items()),
    }
    read = partial(_read_flags, labels=tuple(labels))
    example = {label: dict.fromkeys(FLAGS, True) for label in labels}
    said = tools.models.ask("checker", prompt(__package__, "spurious_check"), values, read, example=example)
    kept = {name: record[name] for name in ("language", "category", "subcategory")}
    good = [
        {"id": f"{record['id']}-{label}", **kept, "text": text, "fault": (said[label], text)}
        for label, text in labels.items()
    ]
    return good + [
        {"id": f"{record['id']}-x{number}", **kept, "text": "", "fault": wrong}
        for number, wrong in enumerate(record["wrong"], 1)
    ]


@dataclass(frozen=True)
class Keep:
    """The fields of a finished text."""

    def __call__(self, record: Record, tools: Tools) -> Record:
        return {name: record[name] for name in ("id", "language", "category", "subcategory", "text")}


@dataclass(frozen=True)
class Unlike:
    """Leaves out the tasks with faults, near copies of hand-written ones and of each other, and what is more than asked
    for of a subcategory."""

    most: int

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        seen: dict[tuple[str, str], list[str]] = {}
        grams = {language: Instructions() for language in LANGUAGES}
        for language in LANGUAGES:
            for task in spurious_tasks(language):
                seen.setdefault((language, task.subcategory), []).append(task.text)
                grams[language].add(task.text, language)
        taken: dict[tuple[str, str], int] = {}
        kept, rejected = [], []
        for record in records:
            key = record["language"], record["subcategory"]
            reason, detail = self._against(record, seen[key], grams[record["language"]], taken.get(key, 0))
            if reason:
                rejected.append(Rejection(record["id"], reason, detail))
                continue
            seen[key].append(record["text"])
            grams[record["language"]].add(record["text"], record["language"])
            taken[key] = taken.get(key, 0) + 1
            kept.append(record)
        return kept, rejected

    def _against(self, record: Record, known: Sequence[str], grams: Instructions, taken: int) -> tuple[str, str]:
        reason, detail = record["fault"]
        if reason:
            return reason, detail
        if taken >= self.most:
            return "more than asked for", ""
        ratio = fuzz.token_sort_ratio if record["language"] == "en" else fuzz.ratio
        near = next((text for text in known if ratio(text.lower(), record["text"].lower()) > ALIKE), "")
        if near or not grams.fits(record["text"], record["language"]):
            return "near copy", near or record["text"]
        return "", ""


def fault(text: Any, language: str) -> tuple[str, str]:
    """What makes a text no spurious task, as a reason and a detail; empty where the text alone shows nothing."""
    if not isinstance(text, str) or not text.strip():
        return "no text", repr(text)
    if "\n" in text.strip():
        return "more than one line", text
    parsed = Text(text, language)
    if len(parsed.words) > LONGEST[language]:
        return "too long", f"{len(parsed.words)} {parsed.unit}, at most {LONGEST[language]}: {text}"
    if _TRANSCRIBING.search(text):
        return "asks for a transcription", text
    share = sum(is_han(character) for character in text) / len(text)
    fits = share <= FOREIGN if language == "en" else share >= FOREIGN
    return ("", "") if fits else (f"not in {NAMES[language]}", text)


def _batches(language: str, count: int) -> list[Record]:
    """Requests for each subcategory; a half more than wanted, since some will be left out."""
    wanted = count + (count + 1) // 2
    records = []
    for (category, subcategory), _ in groupby(
        spurious_tasks(language), key=lambda task: (task.category, task.subcategory)
    ):
        for number, start in enumerate(range(0, wanted, BATCH), 1):
            own = {"language": language, "category": category, "subcategory": subcategory}
            id_ = f"{language}-{subcategory}-{number}"
            records.append({"id": id_, **own, "count": min(BATCH, wanted - start)})
    return records


def _read_tasks(value: Mapping[str, Any], *, language: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts that can be used, and the faults of the others."""
    tasks = value.get("tasks")
    if not isinstance(tasks, list):
        raise ValueError(f"tasks: a list is required, not {tasks!r:.60}")
    faults = [(text, fault(text, language)) for text in tasks]
    good = list(dict.fromkeys(" ".join(text.split()) for text, wrong in faults if not wrong[0]))
    wrong = [found for _, found in faults if found[0]]
    if not good:
        raise ValueError(f"tasks: none can be used: {wrong[0][0] if wrong else 'there is none'}")
    return good, wrong


def _read_flags(value: Mapping[str, Any], *, labels: Sequence[str]) -> dict[str, str]:
    """What is at fault with each text, "" where nothing is."""
    found: dict[str, str] = {}
    for label in labels:
        said = value.get(label)
        decisions = {name: read_decision(said.get(name)) if isinstance(said, Mapping) else None for name in FLAGS}
        if None in decisions.values():
            raise ValueError(f"{label}: true or false for each of {', '.join(FLAGS)} is required")
        found[label] = next((FLAGS[name] for name, decision in decisions.items() if not decision), "")
    return found
