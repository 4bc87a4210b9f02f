"""The instruction of an item: a model that sees the frames writes request and constraints as one text, and itself
writes those that depend on the video, with their sub-questions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ... import __version__
from ...constraints import Entry, catalogue
from ...data.contradictions import contradictions
from ...records import Constraint
from ...text import Text
from ..mmifeval_pro.assign import NAMES
from ..pipeline import Record, Tools, prompt
from ..pipeline.says import missing, stands_in
from .plan import as_dict

PATTERNS = {
    "and": "and: all requirements hold together for one answer.",
    "chain": "chain: the answer is made in two or three steps, each of which takes up what the one before gave.",
    "nested": "nested: a part of the answer has requirements of its own inside those of the whole.",
}

LEAST = 2
MOST_QUESTIONS = 6


def construct(record: Record, tools: Tools) -> Record:
    """The record as a row of the subset base."""
    language = record["language"]
    planned = {one["id"]: Constraint.parse(one) for one in record["drawn"]}
    values = {
        "request": record["request"],
        "facts": "; ".join(record["facts"]),
        "constraints": "\n".join(_shown(label, constraint, language) for label, constraint in planned.items()),
        "patterns": "\n".join(f"- {PATTERNS[name]}" for name in record["composition"]),
        "how": " ".join(dict.fromkeys(how(catalogue()[c.type], language) for c in planned.values())).strip(),
        "language": NAMES[language],
    }
    read = partial(_read, planned=planned, language=language)
    media = [(tools.folder / record["video"], True)]
    example = _example(record["request"], planned, language)
    found = tools.models.ask("writer", prompt(__package__, "construct"), values, read, example=example, media=media)
    text, written = found
    constraints = [as_dict(f"c{n}", *one) for n, one in enumerate(written, 1)]
    noted = {"writer": tools.models.settings["writer"].model, "request": record["request"], "facts": record["facts"]}
    return base_row(record, text, constraints, f"vcifbench {record['way']}", seed=tools.seed, **noted)


def base_row(
    record: Record, instruction: str, constraints: Sequence[Mapping[str, Any]], builder: str, **noted: Any
) -> Record:
    """The row of the subset base that a record with its plan becomes; what is noted goes into its meta. Its id has the
    last word of the builder, so that sets made in several ways can be put together."""
    language = record["language"]
    meta = {"builder": f"lmms-eval-vcif {__version__} {builder}", **noted}
    return {
        "id": f"base-{builder.split()[-1]}-{language}-{record['task']}-{record['number']:05d}",
        "subset": "base",
        "task": record["task"],
        "composition": record["composition"],
        "language": language,
        "response_language": language,
        "instruction": instruction,
        "video": record["video"],
        "constraints": list(constraints),
        "reference": "",
        "pair_id": "",
        "source": record["source"],
        "source_id": record["source_id"],
        "license": record["license"],
        "meta": json.dumps(meta, ensure_ascii=False),
    }


def how(entry: Entry, language: str) -> str:
    """How the sub-questions of a type are written; "" where it has none."""
    return str(entry.sub_questions.get(language, {}).get("how", "")).strip()


def _shown(label: str, constraint: Constraint, language: str) -> str:
    entry = catalogue()[constraint.type]
    asked = " With sub-questions." if how(entry, language) else ""
    if constraint.text:
        return f"[{label}] {constraint.type}, in words: {constraint.text}{asked}"
    return f"[{label}] {constraint.type}, to be written by you: {entry.meaning[language].strip()}{asked}"


def _read(
    value: Mapping[str, Any], *, planned: Mapping[str, Constraint], language: str
) -> tuple[str, list[tuple[Constraint, str, list[str]]]]:
    text, given, left = value.get("instruction"), value.get("requirements"), value.get("left_out") or {}
    if not isinstance(text, str) or not text.strip():
        raise ValueError("instruction: a non-empty string is required")
    if not isinstance(given, Mapping) or not isinstance(left, Mapping):
        raise ValueError("requirements and left_out: objects are required")
    if strange := sorted((set(given) | set(left)) - set(planned)):
        raise ValueError(f"{strange[0]!r} is none of the labels {', '.join(planned)}")
    written = []
    for label, constraint in planned.items():
        if label in given:
            written.append(_written(label, constraint, given[label], text, language))
        elif label not in left or constraint.text:
            raise ValueError(f"{label}: it is missing; only what you were to write may be left out")
    if len(written) < LEAST:
        raise ValueError(f"at least {LEAST} requirements are needed")
    if found := contradictions([constraint for constraint, _, _ in written], language):
        raise ValueError(f"requirements exclude each other: {found[0].reason}")
    fits, seen = Text(text, language).is_in(language)
    if not fits:
        raise ValueError(f"instruction: not in {NAMES[language]} ({seen})")
    return text.strip(), written


def _written(
    label: str, constraint: Constraint, value: Any, instruction: str, language: str
) -> tuple[Constraint, str, list[str]]:
    said = value.get("text") if isinstance(value, Mapping) else value
    if not isinstance(said, str) or not said.strip() or not stands_in(said, instruction):
        raise ValueError(f"{label}: its text is not in the instruction word for word: {said!r:.100}")
    if constraint.text and (problem := missing(constraint, said, language)):
        raise ValueError(f"{label}: {problem}")
    questions = (value.get("sub_questions") or []) if isinstance(value, Mapping) else []
    if not how(catalogue()[constraint.type], language):
        return constraint, said.strip(), []
    check_questions(questions, label)
    return constraint, said.strip(), [question.strip() for question in questions]


def check_questions(questions: Any, where: str) -> None:
    """Raises ValueError for what are no sub-questions."""
    asked = isinstance(questions, list) and all(
        isinstance(one, str) and one.strip().endswith(("?", "？")) for one in questions
    )
    if not asked or not 1 <= len(questions) <= MOST_QUESTIONS:
        raise ValueError(f"{where}: 1 to {MOST_QUESTIONS} sub-questions are required, each ending in a question mark")


def _example(request: str, planned: Mapping[str, Constraint], language: str) -> dict[str, Any]:
    """A plain instruction, in which what a model would write is the catalogue's first case of it."""
    pieces = {}
    for label, constraint in planned.items():
        entry = catalogue()[constraint.type]
        own = entry.cases[language][0].get("constraint", "") if entry.cases.get(language) else ""
        asked = ["Does it?"] if how(entry, language) else []
        pieces[label] = {"text": constraint.text or own or entry.meaning[language], "sub_questions": asked}
    text = " ".join([request, *(piece["text"] for piece in pieces.values())])
    return {"instruction": text, "requirements": pieces, "left_out": {}}
