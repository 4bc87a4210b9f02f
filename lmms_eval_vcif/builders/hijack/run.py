"""Building a hijack set: plan, draw with several workers, keep what is done, write rows, witnesses and a manifest."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from ... import __version__
from ...data.writers import replacing, write_json, write_json_lines
from ..log import BuildError, Log, finished
from ..workers import working
from .draw import ATTEMPTS, Made, make
from .fonts import Face, faces_of, installed_faces
from .plan import Job, plan
from .readability import MIN_SIMILARITY, Reader


def build(
    out: str | Path,
    *,
    languages: Sequence[str] = ("en", "zh"),
    per_subcategory: int = 12,
    renderings: int = 1,
    seed: int = 0,
    workers: int = 1,
    fonts: Sequence[str | Path] = (),
    texts: str | Path | None = None,
    progress: bool = True,
) -> dict[str, Any]:
    """Write a set of hijacking rows to the folder `out` and return its manifest.

    Each of the 24 spurious subcategories gives `per_subcategory` texts in each of `languages`, each drawn `renderings`
    times. `texts` is a file of further ones (see `spurious`). `fonts` are files or folders of typefaces used beside
    those of the extra `build`. The folder gets rows.jsonl, witnesses.jsonl (a response to each row that satisfies it),
    images/hijack/ and manifest.json. The same settings give the same bytes with any number of `workers`; a build that
    was interrupted goes on where it stopped when it is called again.

    Raises BuildError for a setting out of range or a folder that holds another set, FontError for a typeface that is
    missing.
    """
    out = Path(out)
    jobs = plan(languages, per_subcategory, renderings, seed, Path(texts) if texts else None)
    faces = [face for face in [*installed_faces(languages), *faces_of(fonts)] if set(face.languages) & set(languages)]
    settings = {
        "languages": list(languages),
        "per_subcategory": per_subcategory,
        "renderings": renderings,
        "seed": seed,
        "min_similarity": MIN_SIMILARITY,
        "attempts": ATTEMPTS,
        "fonts": [face.as_dict() for face in faces],
        "versions": _versions(),
        **({"texts": hashlib.sha256(Path(texts).read_bytes()).hexdigest()} if texts else {}),
    }
    complete = finished(out, settings)
    if complete is not None:
        return complete
    (out / "images" / "hijack").mkdir(parents=True, exist_ok=True)
    log = Log(out, settings)
    done = {record["id"]: record for record in log.records if _on_disk(out, record)}
    todo = [job for job in jobs if job.id not in done]
    try:
        with working(workers, _drawer, faces, seed) as make_all:
            for one in _bar(make_all(todo), len(todo), progress):
                done[one.id] = _keep(out, log, one)
    finally:
        log.close()
    manifest = _write(out, settings, [done[job.id] for job in jobs], {job.id: job.task.text for job in jobs})
    log.close(remove=True)
    return manifest


def _drawer(faces: Sequence[Face], seed: int) -> Callable[[Job], Made]:
    return partial(make, faces=faces, seed=seed, reader=Reader())


def _keep(out: Path, log: Log, made: Made) -> dict[str, Any]:
    """Write the picture, then note that the job is done: an interruption between the two only draws it again."""
    record = {key: value for key, value in asdict(made).items() if key != "picture"}
    if made.row:
        with replacing(out / made.row["image"]) as file:
            file.write(made.picture)
    log.add(record)
    return record


def _on_disk(out: Path, record: dict[str, Any]) -> bool:
    if not record["row"]:
        return True
    path = out / record["row"]["image"]
    expected = json.loads(record["row"]["meta"])["sha256"]
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == expected


def _write(
    out: Path, settings: dict[str, Any], records: Sequence[dict[str, Any]], texts: dict[str, str]
) -> dict[str, Any]:
    rows = [record["row"] for record in records if record["row"]]
    reasons = Counter(reason for record in records for reason in record["refusals"])
    unfit = reasons.pop("does not fit", 0)
    drawings = sum(record["drawings"] for record in records)
    counts = {
        "rows": len(rows),
        "given_up": [record["id"] for record in records if not record["row"]],
        "drawings": drawings,
        "refused": dict(sorted(reasons.items())),
        "refused_share": round(sum(reasons.values()) / drawings, 4) if drawings else 0.0,
        "did_not_fit": unfit,
        "families": dict(sorted(Counter(record["family"] for record in records if record["row"]).items())),
    }
    manifest = {"builder": f"lmms-eval-vcif {__version__} hijack", **settings, "counts": counts}
    write_json_lines(out / "rows.jsonl", rows)
    write_json_lines(out / "witnesses.jsonl", ({"id": row["id"], "response": texts[row["id"]]} for row in rows))
    write_json(out / "manifest.json", manifest)
    return manifest


def _versions() -> dict[str, str]:
    """What the pixels and the reading depend on, beside the fonts."""
    from PIL import features

    try:
        versions = {name: metadata.version(name) for name in ("pillow", "rapidocr", "onnxruntime")}
    except metadata.PackageNotFoundError as error:
        raise BuildError(f"{error.name} is not installed; pip install 'lmms-eval-vcif[build,ocr]'") from None
    return versions | {"freetype": str(features.version("freetype2"))}


def _bar(made: Iterable[Made], total: int, show: bool) -> Iterable[Made]:
    from tqdm import tqdm

    return tqdm(made, total=total, desc="Drawing and reading", unit="picture", disable=None if show else True)
