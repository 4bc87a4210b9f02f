"""A person's hand between two stages: a file to fill in, and what was filled in applied, with its record.

The file has one JSON object a line for each row: `id`, `media`, `instruction`, the texts of its `constraints`, and
empty `decision`, `reason`, `edit`. A person sets `decision` to accept, edit or reject, says why in `reason`, and for an
edit gives the new values of fields in `edit`, such as {"instruction": "..."}. `key` ties the line to the row as it was
when it was written: a row that has changed since is to be looked at again.
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
from .stage import Record, Rejection

DECISIONS = ("accept", "edit", "reject")


def prepare(path: Path, rows: Sequence[Record]) -> int:
    """Write the lines of rows that have none yet, keeping what was filled in for rows that have not changed. How many
    are open."""
    filled = {line["key"]: line for line in _lines(path)} if path.exists() else {}
    lines = [filled.get(_key(row)) or _line(row) for row in rows]
    if lines != list(filled.values()):
        write_json_lines(path, lines)
    return sum(not line["decision"] for line in lines)


def apply(path: Path, rows: Sequence[Record]) -> tuple[list[Record], list[Rejection], dict[str, int]]:
    """The rows that a person let pass, as edited, those rejected, and how many of each. Raises PipelineError naming
    file and row for a decision that is missing or is none."""
    lines = {line["key"]: line for line in _lines(path)} if rows else {}
    counts = dict.fromkeys(DECISIONS, 0)
    kept, rejected = [], []
    for row in rows:
        line = lines[_key(row)]
        decision = line["decision"]
        if decision not in DECISIONS:
            raise PipelineError(f"{path}: {row['id']}: decision: {nearest(decision, DECISIONS)}")
        counts[decision] += 1
        if decision == "reject":
            rejected.append(Rejection(row["id"], "rejected by a person", line["reason"]))
        else:
            kept.append(_edited(path, row, line) if decision == "edit" else row)
    return kept, rejected, counts


def _lines(path: Path) -> list[dict[str, Any]]:
    found = []
    for number, value in read_records(path):
        if not isinstance(value, Mapping) or not isinstance(value.get("key"), str):
            raise PipelineError(f"{path}:{number}: no line of a review: an object with `key` is required")
        edit = value.get("edit") or {}
        if not isinstance(edit, Mapping):
            raise PipelineError(f"{path}:{number}: edit: an object of fields is required, not {edit!r:.60}")
        texts = {name: str(value.get(name) or "").strip() for name in ("decision", "reason")}
        found.append({**value, **texts, "decision": texts["decision"].lower(), "edit": dict(edit)})
    return found


def _line(row: Record) -> dict[str, Any]:
    media = [row[name] for name in ("image", "video") if row.get(name)] + list(row.get("images") or [])
    constraints = [constraint.get("text", "") for constraint in row.get("constraints") or []]
    shown = {
        "id": row["id"],
        "media": media,
        "instruction": row.get("instruction", row.get("text", "")),
        "constraints": constraints,
    }
    return {"key": _key(row), **shown, "decision": "", "reason": "", "edit": {}}


def _edited(path: Path, row: Record, line: Mapping[str, Any]) -> Record:
    unknown = sorted(set(line["edit"]) - set(row))
    if not line["edit"] or unknown or "id" in line["edit"]:
        problem = nearest(unknown[0], row) if unknown else "one or more fields other than id are required"
        raise PipelineError(f"{path}: {row['id']}: edit: {problem}")
    edited = {**row, **line["edit"]}
    if "subset" in row:
        _, errors = parse_row(edited)
        if errors:
            raise PipelineError(f"{path}: {row['id']}: edit: {errors[0]}")
    if "meta" in row:
        meta = json.loads(edited["meta"] or "{}")
        meta["review"] = {"edited": sorted(line["edit"]), "reason": line["reason"]}
        edited["meta"] = json.dumps(meta, ensure_ascii=False)
    return edited


def _key(row: Record) -> str:
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:16]
