"""What an item begins with: a task and a request about a video, derived from an annotated question or found in the
frames. Both give records with task, request, facts, keywords, what it `shows` of people and harm, and the `way` in
which they were made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

import yaml

from ...records import nearest
from ..mmifeval_pro.assign import NAMES, check_request
from ..pipeline import Record, Rejected, Rejection, Tools, prompt

REASONS = {
    "absent": "asks about what is not in the video",
    "sound": "needs sound",
    "knowledge": "needs outside knowledge",
    "closed": "has no open answer",
    "unclear": "question and video do not fit together",
    "task": "none of the offered tasks fits",
}
"""Why an annotated question makes no task, as a model says it and as it is counted."""

NEEDS = {"audio": "sound", "domain_knowledge": "knowledge"}
"""What annotations say that a question needs beside sight, as the reason that goes with it."""

SHOWS = ("people", "harm")


@cache
def tasks() -> dict[str, str]:
    """The 20 task types, each with what it is."""
    data = yaml.safe_load((files(__package__) / "tasks.yml").read_bytes())
    return {name: meaning for category in data.values() for name, meaning in category.items()}


@dataclass(frozen=True)
class Derive:
    """Turns a seed (see `sources`) into a request of one of the tasks that it was dealt; what can't be one is rejected
    with the reason."""

    language: str = "en"

    def __call__(self, record: Record, tools: Tools) -> Record:
        if record.get("fault"):
            raise Rejected("fault in the annotation", record["fault"])
        if record.get("needs"):
            raise Rejected(REASONS[NEEDS[record["needs"][0]]], f"annotated: {', '.join(record['needs'])}")
        if not record["video"]:
            raise Rejected("no video file")
        offered = {name: tasks()[name] for name in record["offered"]}
        values = {"item": _item(record), "tasks": _listed(offered), "language": NAMES[self.language]}
        media = [(tools.folder / record["video"], True)]
        read = partial(_read_derived, offered=tuple(offered), language=self.language)
        example = {"usable": True, **_example(self.language), "task": record["offered"][0]}
        found = tools.models.ask("writer", prompt(__package__, "derive"), values, read, example=example, media=media)
        if "reason" in found:
            raise Rejected(REASONS[found["reason"]], found["why"])
        facts = [*record["facts"], *found["facts"]]
        return {**record, **found, "facts": facts, "language": self.language, "way": "derive"}


@dataclass(frozen=True)
class Offer:
    """Deals the tasks that each record may get, so that all are offered equally often, as weighted; one of weight 0 is
    never."""

    count: int
    weights: Mapping[str, float]

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} offers")
        offered: Counter[str] = Counter()
        dealt = []
        able = [name for name in tasks() if self.weights.get(name, 1)]
        for record in records:
            names = rng.sample(able, len(able))
            names.sort(key=lambda name: (offered[name] + 1) / self.weights.get(name, 1))
            offered.update(names[: self.count])
            dealt.append({**record, "offered": names[: self.count]})
        return dealt, []


@dataclass(frozen=True)
class Direct:
    """Finds requests for a video, at most `per_video`, among the tasks that it was dealt."""

    per_video: int = 2
    language: str = "en"

    def __call__(self, record: Record, tools: Tools) -> list[Record]:
        offered = {name: tasks()[name] for name in record["offered"]}
        values = {"tasks": _listed(offered), "count": str(self.per_video), "language": NAMES[self.language]}
        media = [(tools.folder / record["video"], True)]
        read = partial(_read_direct, offered=tuple(offered), most=self.per_video, language=self.language)
        example = {"choices": [{**_example(self.language), "task": record["offered"][0]}]}
        found = tools.models.ask("writer", prompt(__package__, "direct"), values, read, example=example, media=media)
        if not found:
            raise Rejected("no task fits")
        kept = {**record, "language": self.language, "way": "direct"}
        return [{**kept, **choice, "id": f"{record['id']}#{number}"} for number, choice in enumerate(found, 1)]


def _item(record: Record) -> str:
    options = "".join(f"\n- {option}" for option in record["options"])
    facts = "".join(f"\n- {fact}" for fact in record["facts"])
    noted = f"\nAnnotated besides:{facts}" if facts else ""
    return f"{record['question']}{options}\nAnswer: {record['answer']}{noted}"


def _listed(meanings: Mapping[str, str]) -> str:
    return "\n".join(f"- {name}: {meaning}" for name, meaning in meanings.items())


def _read_derived(value: Mapping[str, Any], *, offered: Sequence[str], language: str) -> dict[str, Any]:
    if value.get("usable") is False:
        if value.get("reason") not in tuple(REASONS):
            raise ValueError(f"reason: {nearest(value.get('reason'), REASONS)}")
        return {"reason": value["reason"], "why": str(value.get("why") or "")}
    return _request(value, offered, language, "")


def _read_direct(value: Mapping[str, Any], *, offered: Sequence[str], most: int, language: str) -> list[dict[str, Any]]:
    choices = value.get("choices")
    if not isinstance(choices, list) or not all(isinstance(choice, Mapping) for choice in choices):
        raise ValueError("choices: a list of objects is required")
    found = [_request(choice, offered, language, f"choices[{index}].") for index, choice in enumerate(choices)]
    return found[:most]


def _request(value: Mapping[str, Any], offered: Sequence[str], language: str, where: str) -> dict[str, Any]:
    if value.get("task") not in offered:
        raise ValueError(f"{where}task: {nearest(value.get('task'), offered)}")
    check_request(value.get("request"), language, f"{where}request")
    lists = {name: value.get(name) or [] for name in ("facts", "keywords", "shows")}
    for name, found in lists.items():
        if not isinstance(found, list) or not all(isinstance(one, str) and one.strip() for one in found):
            raise ValueError(f"{where}{name}: a list of strings is required")
    if unknown := [one for one in lists["shows"] if one not in SHOWS]:
        raise ValueError(f"{where}shows: {nearest(unknown[0], SHOWS)}")
    if not lists["facts"]:
        raise ValueError(f"{where}facts: at least one is required")
    return {"task": value["task"], "request": value["request"].strip(), **lists}


def _example(language: str) -> dict[str, Any]:
    request = {"en": "Tell in which order things happen here.", "zh": "请说明这里发生的事情的先后顺序。"}[language]
    return {"task": "event_sequencing", "request": request, "facts": ["Something moves."], "keywords": [], "shows": []}
