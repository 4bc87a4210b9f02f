"""Example answers of different quality to the embedded vcifbench rows, and recorded judgements on them.

What a judge would be asked about an answer was decided by a person who looked at the clips, and stands in
`rows/*.yml` beside the answer: `fails` names what is not kept, with the reason. The decisions are stored under the same
keys as a judge's, so that the whole evaluation runs on a machine without one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lmms_eval_vcif.constraints import gate_row
from lmms_eval_vcif.data.writers import replacing
from lmms_eval_vcif.judge import FrameBudget, Judge, Recording, Settings
from lmms_eval_vcif.judge.cache import recording_lines
from lmms_eval_vcif.judge.calls import conflict_call, judging_calls
from lmms_eval_vcif.records import Constraint, Row
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import method_of

from .clips import DATA
from .source import example, example_response, read, row_ids, rows, subset

MODEL = "recorded-example"
NOTE = "Recorded example: decisions of a person on the example answers that ship with vcifbench. No model's quality."
KEPT = "The answer keeps it, and what it says agrees with the clip."

KINDS: Mapping[str, tuple[bool, bool, bool, bool, bool, str]] = {
    "strict": (True, True, True, True, False, "none"),
    "generic": (True, True, False, False, False, "generic_localization"),
    "wrong": (True, True, False, False, False, "wrong_localization"),
    "ordinary": (True, True, True, True, True, "ordinary"),
    "blind": (False, False, False, False, True, "blind"),
    "format_choice": (False, False, False, False, True, "format_choice"),
    "hallucination": (False, False, False, False, True, "hallucination"),
}
"""Kinds of answers to a conflict item: unsatisfiable, conflict, first, second, ordinary, failure (see the prompt)."""


def responses() -> list[dict[str, str]]:
    """One answer to each row, with what kind of answer it is."""
    made = [
        {"id": id_, "response": example_response(entry, index), "quality": quality(entry, index)}
        for entry, index, id_ in _items()
    ]
    order = {row["id"]: place for place, row in enumerate(rows())}
    return sorted(made, key=lambda line: order[line["id"]])


def quality(entry: Mapping[str, Any], index: int) -> str:
    """What kind of answer an example is: clean, one broken, several broken, wrong branch, or a kind of KINDS."""
    given = example(entry, index)
    return given["kind"] if subset(entry) == "conflict" else given["quality"]


def record(path: Path) -> int:
    """Write the recorded judgements; the same sources give the same bytes. How many there are."""
    parsed = {row["id"]: Row.parse(row) for row in rows()}
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(Settings(model=MODEL, sampling={}, frames=FrameBudget(), cache=Path(folder), check=False))
        for entry, index, id_ in _items():
            gate_row(parsed[id_])
            _remember(judge, parsed[id_], entry, index)
        head = Recording(model=MODEL, sampling={}, frames=vars(FrameBudget()), note=NOTE)
        entries = list(judge.cache.entries())
        judge.cache.close()
    with replacing(path) as out:
        for line in recording_lines(head, entries):
            out.write(line.encode() + b"\n")
    return len(entries)


def _items() -> Iterator[tuple[dict[str, Any], int, str]]:
    for entry in read():
        for index, id_ in enumerate(row_ids(entry)):
            yield entry, index, id_


def _remember(judge: Judge, row: Row, entry: Mapping[str, Any], index: int) -> None:
    """Store what was decided on the example of a row."""
    answer = Text(example_response(entry, index), row.response_language).source
    if row.subset == "conflict":
        judge.remember(conflict_call(row, answer), {"c1": _conflict(example(entry, index))}, row)
        return
    judged = [constraint for constraint in row.constraints if method_of(row, constraint) == "judge"]
    fails = example(entry, index).get("fails", {})
    decisions = {f"c{number}": _decision(c, fails.get(c.id)) for number, c in enumerate(judged, 1)}
    for call in judging_calls(row, answer, judged):
        judge.remember(call, decisions, row, [DATA / row.video])


def _decision(constraint: Constraint, failed: Any) -> dict[str, Any]:
    """The reply of a judge that says this: `failed` is the reason, or one for each sub-question that is answered no."""
    if not constraint.sub_questions:
        return {"reason": failed or KEPT, "met": not failed}
    names = [f"q{number}" for number in range(1, len(constraint.sub_questions) + 1)]
    failed = failed or {}
    if set(failed) - set(names):
        raise ValueError(f"{constraint.id}: no such sub-question: {sorted(set(failed) - set(names))}")
    return {"reason": " ".join(failed.values()) or KEPT, "answers": {name: name not in failed for name in names}}


def _conflict(given: Mapping[str, Any]) -> dict[str, Any]:
    names = ("unsatisfiable", "conflict", "first", "second", "ordinary", "failure")
    return {**dict(zip(names, KINDS[given["kind"]], strict=True)), "reason": given["reason"]}
