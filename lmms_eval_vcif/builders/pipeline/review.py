"""A person's hand between two stages: a file to fill in, and what was filled in applied, with its record.

The file has one JSON object a line for each row: `id`, `media`, `instruction`, the texts of its `constraints`, what
else there is to decide on (`TELLING`), and empty `decision`, `reason`, `edit`. A person sets `decision` to accept, edit
or reject, says why in `reason`, and for an edit gives the new values of fields in `edit`, such as {"instruction":
"..."}. `key` ties the line to the row as it was when it was written: a row that has changed since is to be looked at
again. What was filled in for rows that a run does not have stays at the end of the file, for a run that has them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...data.readers import parse_row, read_records
from ...data.writers import write_json_lines
from ...records import nearest
from .models import PipelineError
from .says import stands_in
from .stage import Record, Rejection

DECISIONS = ("accept", "edit", "reject")

TELLING = (
    *("task", "question", "answer", "request", "keywords", "facts", "condition", "first", "second"),
    *("tasks", "problems", "scores", "seen", "chosen", "rejected"),
)
"""The fields of a record that are shown where it has them, beside its instruction and constraints."""


def prepare(path: Path, rows: Sequence[Record]) -> int:
    """Write the lines of rows that have none yet, keeping all that was filled in. How many of the rows are open."""
    before = {key: line for key, (_, line) in _lines(path).items()} if path.exists() else {}
    own = {key: before.get(key) or _line(row) for key, row in ((_key(row), row) for row in rows)}
    others = {key: line for key, line in before.items() if key not in own and _is_filled(line)}
    lines = [*own.values(), *others.values()]
    if lines != list(before.values()):
        write_json_lines(path, lines)
    return sum(not line["decision"] for line in own.values())


def apply(path: Path, rows: Sequence[Record]) -> tuple[list[Record], list[Rejection], dict[str, int]]:
    """The rows that a person let pass, as edited, those rejected, and how many of each. Raises PipelineError naming
    file, line, row and field for a decision that is none, and for an edit that does not fit it or the row."""
    lines = _lines(path) if rows else {}
    counts = dict.fromkeys(DECISIONS, 0)
    kept, rejected = [], []
    for row in rows:
        number, line = lines[_key(row)]
        where, decision = f"{path}:{number}: {row['id']}", line["decision"]
        if decision not in DECISIONS:
            raise PipelineError(f"{where}: decision: {nearest(decision, DECISIONS)}")
        if line["edit"] and decision == "accept":
            raise PipelineError(f"{where}: edit: it is filled in, but the decision is 'accept', not 'edit'")
        counts[decision] += 1
        if decision == "reject":
            rejected.append(Rejection(row["id"], "rejected by a person", line["reason"]))
        else:
            kept.append(_edited(where, row, line) if decision == "edit" else row)
    return kept, rejected, counts


def _lines(path: Path) -> dict[str, tuple[int, dict[str, Any]]]:
    """The lines by key, each with its number."""
    found = {}
    for number, value in read_records(path):
        if not isinstance(value, Mapping) or not isinstance(value.get("key"), str):
            raise PipelineError(f"{path}:{number}: no line of a review: an object with `key` is required")
        edit = value.get("edit") or {}
        if not isinstance(edit, Mapping):
            raise PipelineError(f"{path}:{number}: edit: an object of fields is required, not {edit!r:.60}")
        texts = {name: str(value.get(name) or "").strip() for name in ("decision", "reason")}
        line = {**value, **texts, "decision": texts["decision"].lower(), "edit": dict(edit)}
        found[value["key"]] = number, line
    return found


def _is_filled(line: Mapping[str, Any]) -> bool:
    return any(line[name] for name in ("decision", "reason", "edit"))


def _line(row: Record) -> dict[str, Any]:
    told = {**row, **row["row"]} if isinstance(row.get("row"), Mapping) else row
    media = [told[name] for name in ("image", "video", "backwards") if told.get(name)] + list(told.get("images") or [])
    constraints = [constraint.get("text", "") for constraint in told.get("constraints") or told.get("drawn") or []]
    shown = {
        "id": row["id"],
        "media": media,
        "instruction": told.get("instruction", told.get("text", "")),
        "constraints": constraints,
        **{name: told[name] for name in TELLING if told.get(name)},
    }
    return {"key": _key(row), **shown, "decision": "", "reason": "", "edit": {}}


def _edited(where: str, row: Record, line: Mapping[str, Any]) -> Record:
    unknown = sorted(set(line["edit"]) - set(row))
    if not line["edit"] or unknown or "id" in line["edit"]:
        problem = nearest(unknown[0], row) if unknown else "one or more fields other than id are required"
        raise PipelineError(f"{where}: edit: {problem}")
    edited = {**row, **line["edit"]}
    if "subset" in row:
        _, errors = parse_row(edited)
        if errors:
            raise PipelineError(f"{where}: edit: {errors[0]}")
        if gone := sorted(_unsaid(edited) - _unsaid(row)):
            raise PipelineError(f"{where}: edit: instruction: the text of a constraint is not in it: {gone[0]!r:.100}")
    if "meta" in row:
        meta = json.loads(edited["meta"] or "{}")
        meta["review"] = {"edited": sorted(line["edit"]), "reason": line["reason"]}
        edited["meta"] = json.dumps(meta, ensure_ascii=False)
    return edited


def _unsaid(row: Record) -> set[str]:
    """The texts of constraints that the instruction does not have."""
    texts = {constraint.get("text") or "" for constraint in row["constraints"]}
    return {text for text in texts if not stands_in(text, row["instruction"])}


def _key(row: Record) -> str:
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:16]
