"""From rows to requests: rows are gated and their media looked at when the task is loaded, before any model runs."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..constraints import gate_row
from ..constraints.gate import BENCHMARK_OF_SUBSET, subset_problems
from ..judge.frames import VideoError
from ..records import RecordError, Row
from ..verdicts import bound
from .budget import NONE, Budget, name_of, visuals
from .harness import data_files, data_folders, task_settings
from .judging import prepare_judge
from .media import media_roots, picture_files, picture_hash, pictures, video_file, video_hash

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

logger = logging.getLogger(__name__)

Dataset = Any
"""A `datasets.Dataset`: this room goes without the library, its types included."""

COLUMN = "vcif"
"""The column that the rows get when loaded: `files` (absolute paths of the media), `cluster` (hash of the media),
`data` (hash of the data set), `budget` (what the model gets of a video), or `problem` alone where the rows were
refused."""

SHOWN = 20
"""How many bad rows a refusal names."""


def all_docs(dataset: Dataset) -> Dataset:
    """Every row of MM-IFEval-Pro."""
    return _load(dataset, "mmifeval_pro", lambda row: True)


def hijack_docs(dataset: Dataset) -> Dataset:
    """The rows whose picture carries a competing request."""
    return _load(dataset, "mmifeval_pro", lambda row: row.subset == "hijack")


def normal_docs(dataset: Dataset) -> Dataset:
    """The rows without hijacking."""
    return _load(dataset, "mmifeval_pro", lambda row: row.subset != "hijack")


def grounding_docs(dataset: Dataset) -> Dataset:
    """The rows that ask for a box."""
    return _load(dataset, "mmifeval_pro", lambda row: row.subset == "grounding")


def numeric_docs(dataset: Dataset) -> Dataset:
    """The rows that ask for a wrapped number."""
    return _load(dataset, "mmifeval_pro", lambda row: row.subset == "numeric")


def english_docs(dataset: Dataset) -> Dataset:
    """The rows whose instruction is English."""
    return _load(dataset, "mmifeval_pro", lambda row: row.language == "en")


def chinese_docs(dataset: Dataset) -> Dataset:
    """The rows whose instruction is Chinese."""
    return _load(dataset, "mmifeval_pro", lambda row: row.language == "zh")


def vcifbench_docs(dataset: Dataset) -> Dataset:
    """Every row of VCIFBench."""
    return _load(dataset, "vcifbench", lambda row: True)


def base_docs(dataset: Dataset) -> Dataset:
    """The rows that can be kept and stand in one order only."""
    return _load(dataset, "vcifbench", lambda row: row.subset == "base")


def selection_docs(dataset: Dataset) -> Dataset:
    """The rows that offer options, each in both orders."""
    return _load(dataset, "vcifbench", lambda row: row.subset == "selection")


def conflict_docs(dataset: Dataset) -> Dataset:
    """The rows that can't be kept."""
    return _load(dataset, "vcifbench", lambda row: row.subset == "conflict")


def doc_to_text(doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, Any] | None = None) -> str:
    """The instruction. The harness asks for the first one as soon as the task is loaded.

    Raises RecordError with every problem where the rows were refused when loaded, and where the task's settings came
    to light only now: then neither signature nor media would be right.
    """
    loaded = doc[COLUMN]
    if problem := loaded.get("problem"):
        raise RecordError("", problem)
    if "budget" in loaded and loaded["budget"] != name_of(Budget.of(lmms_eval_specific_kwargs or {})):
        raise RecordError("lmms_eval_specific_kwargs.budget", "this version of the harness hides it from process_docs")
    return doc["instruction"]


def doc_to_visual(
    doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, Any] | None = None
) -> list[Image | str]:
    """The pictures of the row, or its video within the task's budget: pictures, or the path of a file.

    Raises RecordError with row and file for a video whose damage comes to light when its frames are decoded.
    """
    files = doc[COLUMN]["files"]
    if "budget" not in doc[COLUMN]:
        return pictures(doc, files)
    try:
        return visuals(files[0], Budget.of(lmms_eval_specific_kwargs or {}))
    except VideoError as error:
        raise RecordError("video", f"row {doc['id']!r}: {error}") from None


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


def check_row(row: Row, benchmark: str) -> None:
    """Refuse a row that is not the benchmark's, or that lacks what its subset needs. Raises RecordError."""
    if BENCHMARK_OF_SUBSET[row.subset] != benchmark:
        own = [subset for subset, name in BENCHMARK_OF_SUBSET.items() if name == benchmark]
        raise RecordError("subset", f"{row.subset!r} is not of {benchmark}, which has {', '.join(own)}")
    gate_row(row)
    for error in subset_problems(row):
        raise error


def _load(dataset: Dataset, benchmark: str, wanted: Callable[[Row], bool]) -> Dataset:
    """Gate the rows, look at their media, and keep the wanted ones.

    The harness tries a load that fails five times and then hides the cause. So a refusal is not raised here: it
    travels in the rows to `doc_to_text`, which the harness calls once before it does anything else.
    """
    bound()
    settings = task_settings()
    extras, problems, chosen, rows = [], [], [], []
    digest, ids = hashlib.sha256(), {}
    try:
        roots = media_roots(settings, data_folders())
        shown = {"budget": name_of(Budget.of(settings))} if benchmark == "vcifbench" else {}
    except RecordError as error:
        return _refuse(dataset, str(error))
    for index, doc in enumerate(_undecoded(dataset)):
        try:
            row = row_of(doc)
            check_row(row, benchmark)
            if row.id in ids:
                raise RecordError("id", f"also the id of row {ids[row.id]}")
            ids[row.id] = index + 1
            extras.append({**_media(row, doc, roots), **shown})
        except (ValueError, TypeError, OSError) as error:  # RecordError, and what odd values and unreadable files raise
            problems.append(f"row {index + 1} ({doc.get('id')!r:.80}): {error}")
            continue
        digest.update(_canonical(doc).encode() + extras[-1]["cluster"].encode())
        if wanted(row):
            chosen.append(index)
            rows.append(row)
    if problems or not chosen:
        return _refuse(dataset, _listed(problems or ["no row belongs to this task"]))
    if problem := prepare_judge(rows, [extras[index]["files"] for index in chosen]):
        return _refuse(dataset, problem)
    if shown.get("budget") == NONE:
        _warn_of_containers({extras[index]["files"][0] for index in chosen})
    data = digest.hexdigest()[:12]
    return dataset.add_column(COLUMN, [{**extra, "data": data} for extra in extras]).select(chosen)


def _media(row: Row, doc: Mapping[str, Any], roots: list[Path]) -> dict[str, Any]:
    """The files of a row and the hash of what is in them. Raises RecordError for what is missing or does not open."""
    if BENCHMARK_OF_SUBSET[row.subset] == "vcifbench":
        file = video_file(row, roots)
        return {"files": [file], "cluster": video_hash(file)}
    files = picture_files(doc, roots)
    return {"files": files, "cluster": picture_hash(doc, files)}


def _warn_of_containers(files: set[str]) -> None:
    """Say which files the harness's model classes may leave out without a word, or take for sound."""
    odd = sorted(file for file in files if not file.lower().endswith(".mp4"))
    if odd:
        logger.warning(
            "%d videos are not .mp4, such as %s: some model classes drop them silently; a budget avoids it",
            len(odd),
            odd[0],
        )


def _listed(problems: list[str]) -> str:
    shown = problems[:SHOWN] + ([f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else [])
    files = f" of {', '.join(data_files())}" if data_files() else ""
    return "\n  ".join([f"these rows{files} can't be used (`vcif lint` says more):", *shown])


def _refuse(dataset: Dataset, problem: str) -> Dataset:
    return dataset.select([0]).add_column(COLUMN, [{"problem": problem}])


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
