"""From rows to requests: rows are gated and their pictures found when the task is loaded, before any model runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..constraints import gate_row
from ..records import RecordError, Row
from ..verdicts import bound
from .media import data_folders, picture_files, picture_hash, pictures

if TYPE_CHECKING:
    from PIL.Image import Image

Dataset = Any
"""A `datasets.Dataset`: this room goes without the library, its types included."""

COLUMN = "vcif"
"""The column that the rows get when loaded: `files` (absolute paths of the pictures), `cluster` (hash of the pictures),
`data` (hash of the data set), or `problem` alone where the rows were refused."""

SHOWN = 20
"""How many bad rows a refusal names."""


def all_docs(dataset: Dataset) -> Dataset:
    """Every row."""
    return _load(dataset, lambda row: True)


def hijack_docs(dataset: Dataset) -> Dataset:
    """The rows whose picture carries a competing request."""
    return _load(dataset, lambda row: row.subset == "hijack")


def normal_docs(dataset: Dataset) -> Dataset:
    """The rows without hijacking."""
    return _load(dataset, lambda row: row.subset != "hijack")


def english_docs(dataset: Dataset) -> Dataset:
    """The rows whose instruction is English."""
    return _load(dataset, lambda row: row.language == "en")


def chinese_docs(dataset: Dataset) -> Dataset:
    """The rows whose instruction is Chinese."""
    return _load(dataset, lambda row: row.language == "zh")


def doc_to_text(doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, Any] | None = None) -> str:
    """The instruction. Raises RecordError with every problem where the rows were refused when loaded."""
    if problem := doc[COLUMN].get("problem"):
        raise RecordError("", problem)
    return doc["instruction"]


def doc_to_visual(doc: Mapping[str, Any]) -> list[Image]:
    """The pictures of the row."""
    return pictures(doc, doc[COLUMN]["files"])


def doc_to_target(doc: Mapping[str, Any]) -> str:
    """What the checks compare with, as the row stores it (JSON), for the harness's log; most rows have none."""
    reference = doc.get("reference") or ""
    return reference if isinstance(reference, str) else json.dumps(reference, ensure_ascii=False)


def row_of(doc: Mapping[str, Any]) -> Row:
    """The record of a row as the harness holds it. Raises RecordError."""
    constraints = doc.get("constraints")
    if isinstance(constraints, (list, tuple)):
        doc = {**doc, "constraints": [_without_nulls(constraint) for constraint in constraints]}
    return Row.parse(doc)


def _load(dataset: Dataset, wanted: Callable[[Row], bool]) -> Dataset:
    """Gate the rows, find their pictures, and keep the wanted ones.

    The harness tries a load that fails five times and then hides the cause. So a refusal is not raised here: it
    travels in the rows to `doc_to_text`, which the harness calls once before it does anything else.
    """
    bound()
    extras, problems, chosen = [], [], []
    folders, digest, ids = data_folders(), hashlib.sha256(), {}
    for index, doc in enumerate(_undecoded(dataset)):
        try:
            row = row_of(doc)
            gate_row(row)
            if row.id in ids:
                raise RecordError("id", f"also the id of row {ids[row.id]}")
            ids[row.id] = index + 1
            files = picture_files(doc, folders)
            extras.append({"files": files, "cluster": picture_hash(doc, files)})
        except (ValueError, TypeError, OSError) as error:  # RecordError, and what odd values and unreadable files raise
            problems.append(f"row {index + 1} ({doc.get('id')!r:.80}): {error}")
            continue
        digest.update(_canonical(doc).encode() + extras[-1]["cluster"].encode())
        if wanted(row):
            chosen.append(index)
    if not chosen and not problems:
        problems = ["no row belongs to this task"]
    if problems:
        return _refuse(dataset, problems)
    data = digest.hexdigest()[:12]
    return dataset.add_column(COLUMN, [{**extra, "data": data} for extra in extras]).select(chosen)


def _refuse(dataset: Dataset, problems: list[str]) -> Dataset:
    shown = problems[:SHOWN] + ([f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else [])
    text = "\n  ".join(["these rows can't be used (`vcif lint` says more):", *shown])
    return dataset.select([0]).add_column(COLUMN, [{"problem": text}])


def _undecoded(dataset: Dataset) -> Dataset:
    """The rows with embedded pictures as stored: the hash is over bytes, and decoding all of them takes long."""
    for name, feature in dataset.features.items():
        inner = getattr(feature, "feature", None)
        if hasattr(feature, "decode"):
            dataset = dataset.cast_column(name, type(feature)(decode=False))
        elif hasattr(inner, "decode"):
            dataset = dataset.cast_column(name, type(feature)(type(inner)(decode=False)))
    return dataset


def _canonical(doc: Mapping[str, Any]) -> str:
    """The row as text that is the same on every machine; pictures count by their content, apart."""
    plain = {name: value for name, value in doc.items() if name not in ("image", "images")}
    return json.dumps(plain, ensure_ascii=True, sort_keys=True, default=str)


def _without_nulls(constraint: Any) -> Any:
    """Parameters stored as objects come back from Arrow with the keys of all other rows, as nulls."""
    params = constraint.get("params") if isinstance(constraint, Mapping) else None
    if not isinstance(params, Mapping):
        return constraint
    return {**constraint, "params": {name: value for name, value in params.items() if value is not None}}
