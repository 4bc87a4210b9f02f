"""Annotations brought in order: valid types, parameters as the texts state them, texts that stand in the instruction,
no contradiction, nothing that the video does not bear; with as few changes as that takes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from rapidfuzz import fuzz

from ...constraints import catalogue
from ...data.contradictions import contradictions
from ...data.readers import parse_row
from ...records import Row
from ..pipeline import Record, Tools, prompt
from ..pipeline.says import stands_in, unsaid
from .construct import LEAST, check_questions, how
from .plan import BENCHMARK

ALIKE = 60
"""How alike the instruction must stay, of 100 (rapidfuzz's ratio): a repair is no rewriting."""


def repair(record: Record, tools: Tools) -> Record:
    """The record, repaired where anything is at fault; its meta says what was. `changed` says so to a later check."""
    known = [str(problem) for problem in record.get("problems") or ()]
    problems = [*faults(record), *known]
    plain = {name: value for name, value in record.items() if name not in ("problems", "changed")}
    if not problems:
        return {**plain, "changed": False}
    kept = {"instruction": record["instruction"], "constraints": [_readable(c) for c in _listed(record)]}
    values = {
        "record": json.dumps(kept, ensure_ascii=False, indent=1),
        "problems": "\n".join(f"- {problem}" for problem in problems),
        "types": "\n".join(_documented(entry) for entry in catalogue().of(BENCHMARK)),
    }
    meta = _meta(plain)
    read = partial(_read, record={**plain, "meta": json.dumps(meta)})
    media = [(tools.folder / record["video"], True)] if record.get("video") else []
    example = {**kept, "changes": "none"} if not faults(record) else _example(record)
    mended = tools.models.ask("writer", prompt(__package__, "repair"), values, read, example=example, media=media)
    alike = round(fuzz.ratio(record["instruction"], mended["instruction"]) / 100, 3)
    meta["repair"] = {"problems": problems, "changes": mended.pop("changes"), "similarity": alike}
    return {**plain, **mended, "meta": json.dumps(meta, ensure_ascii=False), "changed": True}


def _meta(record: Record) -> dict[str, Any]:
    """The meta of a record; what is no JSON object is kept under `was`."""
    try:
        meta = json.loads(record.get("meta") or "{}")
    except (ValueError, TypeError):
        meta = None
    return meta if isinstance(meta, dict) else {"was": str(record["meta"])}


def faults(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with a row by itself, in words."""
    row, errors = parse_row(record)
    found = [f"{error.field}: {error.problem}" for error in errors]
    if row is None or errors:
        return found
    return [*_named_twice(row), *_unsaid(row), *_open(row), *_excluding(row)]


def _named_twice(row: Row) -> list[str]:
    counts = Counter(constraint.id for constraint in row.constraints)
    return [f"{id_}: {count} requirements have this id" for id_, count in counts.items() if count > 1]


def _unsaid(row: Row) -> list[str]:
    """Constraints whose texts the instruction does not hold, or whose parameters their texts do not state."""
    problems = [
        (c, unsaid(c, row.language))
        if c.text.strip() and stands_in(c.text, row.instruction)
        else (c, f"its text does not stand in the instruction: {c.text!r:.80}")
        for c in row.constraints
    ]
    return [f"{constraint.id}: {problem}" for constraint, problem in problems if problem]


def _open(row: Row) -> list[str]:
    """Constraints whose parameters or sub-questions are still missing."""
    entries = {c.id: catalogue()[c.type] for c in row.constraints}
    open_ = [c for c in row.constraints if c.params is None and entries[c.id].needs]
    asked = [c for c in row.constraints if how(entries[c.id], row.language) and not c.sub_questions]
    return [f"{c.id}: the parameters of {c.type} are missing" for c in open_] + [
        f"{c.id}: {c.type} needs sub-questions: {how(entries[c.id], row.language)}" for c in asked
    ]


def _excluding(row: Row) -> list[str]:
    if row.subset == "conflict":
        return []
    found = contradictions(row.constraints, row.response_language)
    return [f"{', '.join(row.constraints[i].id for i in one.constraints)}: {one.reason}" for one in found]


def _read(value: Mapping[str, Any], *, record: Record) -> dict[str, Any]:
    listed = value.get("constraints")
    if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
        raise ValueError("constraints: a list of objects is required")
    if len(listed) < LEAST:
        raise ValueError(f"constraints: at least {LEAST} are required")
    for one in listed:
        if one.get("sub_questions"):
            check_questions(one["sub_questions"], str(one.get("id")))
    constraints = [_stored(one) for one in listed]
    mended = {"instruction": value.get("instruction"), "constraints": constraints}
    if left := faults({**record, **mended}):
        raise ValueError("; ".join(left[:4]))
    alike = fuzz.ratio(record["instruction"], mended["instruction"])
    if alike < ALIKE:
        raise ValueError(f"instruction: {alike:.0f} of 100 alike, at least {ALIKE} is required: change less")
    return {**mended, "changes": str(value.get("changes") or "")}


def _stored(one: Mapping[str, Any]) -> dict[str, Any]:
    """A constraint as rows hold it: parameters as a string, "" where they are for a reader to judge."""
    params = one.get("params")
    entry = catalogue()[one["type"]] if isinstance(one.get("type"), str) and one["type"] in catalogue() else None
    judged = entry is not None and entry.check is None and not params
    stored = (
        ""
        if judged or params is None
        else params
        if isinstance(params, str)
        else json.dumps(params, ensure_ascii=False)
    )
    asked = [str(question) for question in one.get("sub_questions") or ()]
    return {
        "id": one.get("id"),
        "type": one.get("type"),
        "text": one.get("text"),
        "params": stored,
        "sub_questions": asked,
    }


def _listed(record: Mapping[str, Any]) -> list[Any]:
    """The constraints as they are given, also as JSON; none where they are no list."""
    given = record.get("constraints")
    try:
        listed = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        listed = None
    return listed if isinstance(listed, list) else []


def _readable(constraint: Any) -> Any:
    if not isinstance(constraint, Mapping):
        return constraint
    try:
        params = json.loads(constraint.get("params") or "{}")
    except (ValueError, TypeError):
        params = constraint.get("params")
    return {**constraint, "params": params}


def _documented(entry: Any) -> str:
    params = "; ".join(f"{name}: {schema['meaning']['en']}" for name, schema in entry.parameters.items())
    return f"- {entry.id}: {entry.meaning['en'].strip()}" + (f" Parameters: {params}" if params else "")


def _example(record: Record) -> dict[str, Any]:
    """Two constraints that are always in order, for a dry run."""
    text = f"{record['instruction']} Use plain text. Use at most 90 words."
    pairs = [("plain_text", "Use plain text.", {}), ("word_count", "Use at most 90 words.", {"max": 90})]
    listed = [{"id": f"c{n}", "type": t, "text": s, "params": p} for n, (t, s, p) in enumerate(pairs, 1)]
    return {"instruction": text, "constraints": listed, "changes": "an example"}
