"""Building the demo: each part by its own builder in a working folder, where an interrupted build goes on; then all in
one."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from ... import __version__
from ...constraints import catalogue
from ...data.lint import lint_rows
from ...data.media import media_of
from ...data.writers import replacing, write_json, write_json_lines
from ...records import LANGUAGES, nearest
from ..log import BuildError, finished
from . import clips, pictures

WORK = ".parts"
ROWS, WITNESSES = "rows.jsonl", "witnesses.jsonl"
HALVES = ("mmifeval_pro", "vcifbench")


def build(
    out: str | Path,
    *,
    rows: int = 48,
    texts: int = 1,
    clip_rows: int = 40,
    conflicts: int = 2,
    languages: Sequence[str] = LANGUAGES,
    seed: int = 0,
    workers: int = 1,
    progress: bool = True,
) -> dict[str, Any]:
    """Write a set of each benchmark over the embedded pictures and clips to the folder `out`; the manifest is returned.

    `rows` is how many composed rows to make, `texts` how many hijacking texts of each subcategory and language (0
    leaves them out, and the OCR engine with them), `clip_rows` how many base rows over clips at most, `conflicts` how
    many conflict items of each of the ten templates at most, made of base rows. The grounding and numeric rows are all
    that the embedded annotations give, the selection items those whose two branches a person wrote down.

    The folders mmifeval_pro and vcifbench get rows.jsonl, witnesses.jsonl (for each row but conflict items, a response
    that keeps all that a rule decides) and the media; manifest.json and lint.jsonl stand beside them. The same settings
    give the same bytes with any number of `workers`; a build that was interrupted goes on where it stopped when it is
    called again.

    Raises BuildError for a setting out of range or a folder that holds another set, and what the builders of the parts
    raise.
    """
    out, data = Path(out), Path(str(files("lmms_eval_vcif.tasks") / "_data"))
    _check(languages, rows=rows, clip_rows=clip_rows, conflicts=conflicts)
    sizes = {"rows": rows, "texts": texts, "clip_rows": clip_rows, "conflicts": conflicts}
    drawn = {"languages": list(languages), "seed": seed}
    inputs = {half: hashlib.sha256((data / half / ROWS).read_bytes()).hexdigest() for half in HALVES}
    settings = {**sizes, **drawn, "catalogue": catalogue().hash, "version": __version__, "inputs": inputs}
    manifest = finished(out, settings)
    if manifest is None:
        running = {**drawn, "progress": progress}
        made_of = {half: (data / half, _read(data / half / ROWS), out / WORK) for half in HALVES}
        pictured = pictures.parts(*made_of["mmifeval_pro"], composed=rows, texts=texts, workers=workers, **running)
        filmed = clips.parts(*made_of["vcifbench"], base=clip_rows, each=conflicts, **running)
        manifests = {
            half: _joined(out / half, data / half, out / WORK, own)
            for half, own in zip(HALVES, (pictured, filmed), strict=True)
        }
        manifest = _finish(out, settings, manifests)
    shutil.rmtree(out / WORK, ignore_errors=True)
    return manifest


def _check(languages: Sequence[str], **counts: int) -> None:
    for language in languages:
        if language not in LANGUAGES:
            raise BuildError(f"languages: {nearest(language, LANGUAGES)}")
    if not languages or len(set(languages)) < len(languages):
        raise BuildError(f"languages: one or more of {', '.join(LANGUAGES)}, each once, not {list(languages)!r}")
    for name, count in counts.items():
        if count < 1:
            raise BuildError(f"{name}: at least 1, not {count}")


def _joined(
    out: Path, data: Path, work: Path, parts: Mapping[str, Callable[[Path], Mapping[str, Any]]]
) -> dict[str, Any]:
    """Build the parts of one half and join them: rows, witnesses, media, credits. Their manifests by name."""
    manifests = {name: dict(build_part(work / name)) for name, build_part in parts.items()}
    rows = [(work / name, row) for name in parts for row in _read(work / name / ROWS)]
    for folder, row in rows:
        for _, _, source in media_of(row):
            _copy(folder / str(source), out / str(source))
    _copy(data / "NOTICE", out / "NOTICE")
    if "hijack" in manifests:
        write_json(out / "hijack.json", manifests["hijack"])  # NOTICE names it for the typefaces
    write_json_lines(out / ROWS, (row for _, row in rows))
    write_json_lines(out / WITNESSES, (line for name in parts for line in _witnesses(work / name)))
    return manifests


def _witnesses(part: Path) -> Iterator[dict[str, str]]:
    """The witnesses of a part: in their file, or beside the rows in the last stage of a pipeline."""
    if (part / WITNESSES).exists():
        yield from _read(part / WITNESSES)
        return
    for path in sorted((part / "stages").glob("*-prove.jsonl")):
        yield from ({"id": row["id"], "response": row["witness"]} for row in _read(path))


def _finish(out: Path, settings: Mapping[str, Any], manifests: Mapping[str, Any]) -> dict[str, Any]:
    """Lint both halves and write what was found, then the manifest, which says that the set is complete."""
    problems = [
        asdict(problem) | {"file": f"{half}/{ROWS}"} for half in HALVES for problem in lint_rows(out / half / ROWS)
    ]
    errors = sum(problem["error"] for problem in problems)
    subsets = {half: Counter(row["subset"] for row in _read(out / half / ROWS)) for half in HALVES}
    manifest = {
        "builder": f"lmms-eval-vcif {__version__} demo",
        **settings,
        "counts": {half: dict(counts) for half, counts in subsets.items()},
        "lint": {"errors": errors, "warnings": len(problems) - errors},
        "parts": dict(manifests),
    }
    write_json_lines(out / "lint.jsonl", problems)
    write_json(out / "manifest.json", manifest)
    return manifest


def _copy(source: Path, target: Path) -> None:
    if not target.exists():
        with source.open("rb") as file, replacing(target) as copy:
            shutil.copyfileobj(file, copy)


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
