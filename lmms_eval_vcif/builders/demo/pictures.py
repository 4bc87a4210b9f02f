"""The MM-IFEval-Pro half: tasks with constraints, hijacking pictures, boxes and numbers over the embedded pictures."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ...data.writers import replacing, write_json_lines
from .. import augment, compose, hijack
from ..compose.seeds import generic_seeds

CREDIT = ("source", "source_id", "license")
PICTURES = "pictures"

Record = Mapping[str, Any]
Part = Callable[[Path], Mapping[str, Any]]
"""Builds a part of a set in a folder of its own and gives its manifest."""


def parts(
    data: Path,
    rows: Sequence[Record],
    work: Path,
    *,
    composed: int,
    texts: int,
    languages: Sequence[str],
    seed: int,
    workers: int,
    progress: bool,
) -> dict[str, Part]:
    """The parts of this half by name, over the embedded `rows` and the media beside them in `data`; what they are made
    of is written to `work`."""
    pictures = work / PICTURES
    drawn = {"languages": languages, "seed": seed}
    running = {**drawn, "workers": workers, "progress": progress}

    def normal(out: Path) -> Mapping[str, Any]:
        _place_pictures(data, rows, pictures)
        seeds = _seeds(rows, pictures, composed, languages, seed)
        return compose.build(out, images=pictures, seeds=seeds, at_least=0, **running)

    def hijacked(out: Path) -> Mapping[str, Any]:
        return hijack.build(out, per_subcategory=texts, **running)

    def grounding(out: Path) -> Mapping[str, Any]:
        boxes = _written(work / "boxes.jsonl", map(_target, _of(rows, "grounding")))
        return augment.build_grounding(out, boxes=boxes, images=data, distinct=True, **drawn)

    def numeric(out: Path) -> Mapping[str, Any]:
        questions = _written(work / "questions.jsonl", map(_question, _of(rows, "numeric")))
        return augment.build_numeric(out, questions=questions, images=data, distinct=True, **drawn)

    found: dict[str, Part] = {"normal": normal, "hijack": hijacked, "grounding": grounding, "numeric": numeric}
    return {name: part for name, part in found.items() if texts or name != "hijack"}


def _place_pictures(data: Path, rows: Sequence[Record], pictures: Path) -> None:
    """Copy the pictures that composed rows are about; those made for hijacking are none of them."""
    for name in sorted({row["image"] for row in _of(rows, "normal")}):
        if not (pictures / name).exists():
            with (data / name).open("rb") as source, replacing(pictures / name) as copy:
                shutil.copyfileobj(source, copy)


def _seeds(rows: Sequence[Record], pictures: Path, count: int, languages: Sequence[str], seed: int) -> Path:
    """A file of generic tasks, each with a picture and its credit."""
    credit = {row["image"]: {name: row[name] for name in CREDIT} for row in _of(rows, "normal")}
    found = generic_seeds(pictures / "images", languages, count, random.Random(f"{seed} demo"))
    credited = (asdict(replace(one, **credit[one.image])) for one in found)
    return _written(pictures.parent / "seeds.jsonl", credited)


def _target(row: Record) -> dict[str, Any]:
    """A grounding row as the annotation that it was made of, in the plain form of `augment.targets`."""
    reference = json.loads(row["reference"])
    text = reference.pop("object")
    return {"image": row["image"], "language": row["language"], "text": text, **reference} | _credit(row)


def _question(row: Record) -> dict[str, Any]:
    """A numeric row as the question that it was made of, in the plain form of `augment.questions`."""
    reference = json.loads(row["reference"])
    asked = {"question": reference["question"], "answer": reference["value"], "kind": reference["kind"]}
    return {"image": row["image"], "language": row["language"], **asked} | _credit(row)


def _credit(row: Record) -> dict[str, str]:
    return {name: row[name] for name in CREDIT}


def _of(rows: Sequence[Record], subset: str) -> list[Record]:
    return [row for row in rows if row["subset"] == subset]


def _written(path: Path, records: Any) -> Path:
    write_json_lines(path, records)
    return path
