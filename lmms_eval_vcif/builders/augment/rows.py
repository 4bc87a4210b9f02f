"""What grounding and numeric rows share: the banks of phrasings, and the fields of a row."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ... import __version__
from .targets import Item

Stated = tuple[str, str, Mapping[str, Any]]
"""A constraint: its type, its text as it stands in the instruction, and its parameters."""


@cache
def phrasings(track: str) -> dict[str, dict[str, Any]]:
    """What the queries of a track (grounding or numeric) are made of, by language."""
    return yaml.safe_load((files(__package__) / "phrasings" / f"{track}.yml").read_bytes())


def row_of(
    item: Item,
    track: str,
    task: str,
    id_: str,
    instruction: str,
    stated: Sequence[Stated],
    reference: Mapping[str, Any],
    seed: int,
) -> dict[str, Any]:
    """A row of a track with the fields of the row schema."""
    meta = {"builder": f"lmms-eval-vcif {__version__} augment {track}", "seed": seed}
    return {
        "id": id_,
        "subset": track,
        "task": task,
        "composition": ["and"],
        "language": item.language,
        "response_language": item.language,
        "instruction": instruction,
        "image": item.image,
        "constraints": [
            {
                "id": f"c{number}",
                "type": type_,
                "text": text,
                "params": json.dumps(params, ensure_ascii=False),
                "sub_questions": [],
            }
            for number, (type_, text, params) in enumerate(stated, 1)
        ],
        "reference": json.dumps(reference, ensure_ascii=False),
        "pair_id": "",
        "source": item.source,
        "source_id": item.source_id,
        "license": item.license,
        "meta": json.dumps(meta, ensure_ascii=False),
    }
