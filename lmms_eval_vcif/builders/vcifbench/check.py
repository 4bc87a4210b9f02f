"""The check by a second model: whether the frames bear the request and each constraint that depends on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...data.readers import parse_row
from ...judge.parse import read_decision
from ...records import Constraint, Row
from ..pipeline import Record, Rejected, Tools, prompt

GROUNDED = (
    *("content_inclusion", "content_exclusion", "focus", "tracking", "summarize", "selection_accuracy"),
    *("chronological", "causal", "spatial_grouping", "counterfactual"),
    *("personal_information_exclusion", "harmful_content_exclusion"),
)
"""Types that a video bears or does not."""

REPAIRED = ("constraints", "meta")
"""Fields of a row whose form a repair mends."""


@dataclass(frozen=True)
class Check:
    """Has a row checked. What is not borne out goes on with it as `problems`, for the repair; where `final`, the row is
    rejected. Rows that were checked and not changed since are not checked again; what does not have the form of a row
    yet is repaired first, and checked then."""

    final: bool = False

    def __call__(self, record: Record, tools: Tools) -> Record:
        if self.final and not record.get("changed"):
            return record
        row, errors = parse_row(record)
        lasting = [error for error in errors if self.final or re.split(r"[.\[]", error.field)[0] not in REPAIRED]
        if row is None or lasting:
            raise Rejected("not a row", "; ".join(map(str, lasting)))
        if not row.video:
            raise Rejected("no video file")
        if errors:
            return {**record, "problems": []}
        problems = checked(row, tools)
        if problems and self.final:
            raise Rejected("not in the video", "; ".join(problems))
        return {**record, "problems": problems}


def checked(row: Row, tools: Tools) -> list[str]:
    """What the second model says of a row is not borne out by its frames."""
    asked = {c.id: _shown(c) for c in row.constraints if c.type in GROUNDED}
    values = {"instruction": row.instruction, "constraints": "\n".join(asked.values()) or "(none)"}
    labels = ("request", *asked)
    example = {label: {"why": "It is seen.", "supported": True} for label in labels}
    read = partial(_read, labels=labels)
    media = [(tools.folder / row.video, True)]
    said = tools.models.ask("checker", prompt(__package__, "check"), values, read, example=example, media=media)
    return [f"{label}: not borne out by the video: {why}" for label, (supported, why) in said.items() if not supported]


def _shown(constraint: Constraint) -> str:
    questions = "".join(f"\n- {question}" for question in constraint.sub_questions)
    return f"[{constraint.id}] {constraint.type}: {constraint.text}{questions}"


def _read(value: Mapping[str, Any], *, labels: Sequence[str]) -> dict[str, tuple[bool, str]]:
    found = {}
    for label in labels:
        said = value.get(label)
        decision = read_decision(said.get("supported") if isinstance(said, Mapping) else said)
        if decision is None:
            raise ValueError(f"{label}: supported: true or false is required, not {said!r:.60}")
        found[label] = (decision, str(said.get("why") or "") if isinstance(said, Mapping) else "")
    return found
