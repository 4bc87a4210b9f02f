"""Running stages one after the other in a folder, from where an earlier run stopped."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ... import __version__
from ...constraints import catalogue
from ...data.lint import lint_rows
from ...data.media import media_of
from ...data.writers import replacing, sweep, write_json, write_json_lines
from ...judge.frames import content_hash
from ...records import nearest
from . import review
from .log import Done, Log, in_order, key_of
from .models import Models, PipelineError
from .stage import Record, Rejection, Stage
from .work import Worker, in_datasets, in_threads

ROWS = "rows.jsonl"

FIELDS = (
    *("id", "subset", "task", "composition", "language", "response_language", "instruction"),
    *("image", "images", "video", "constraints", "reference", "pair_id", "source", "source_id", "license", "meta"),
)
"""The fields of a finished row; what else a record carries is for the stages alone."""


@dataclass(frozen=True)
class Pipeline:
    """A run: its name, stages and records in, what they were read from, and how it is worked on.

    `folder` is where the media of the records start; `inputs` are the files that were read; `reviews` names the stages
    after which a person decides; `result` is the file of what comes out, which is linted where it is rows; `statistics`
    gives numbers on it for the manifest; records that an earlier run rejected for one of the reasons in `retry` are
    worked on again; `threads` are the requests at a time; with `processes` above 1, so many workers of `datasets` have
    so many threads each.
    """

    name: str
    stages: Sequence[Stage]
    records: Sequence[Record]
    folder: Path = Path()
    seed: int = 0
    inputs: Sequence[Path] = ()
    settings: Mapping[str, Any] | None = None
    reviews: Sequence[str] = ()
    threads: int = 16
    processes: int = 1
    progress: bool = True
    result: str = ROWS
    statistics: Callable[[Sequence[Record]], Mapping[str, Any]] | None = None
    retry: Sequence[str] = ()
    beside: Sequence[str] = ()

    def __post_init__(self) -> None:
        names = [stage.name for stage in self.stages]
        for name in self.reviews:
            if name not in names:
                raise PipelineError(f"review: {nearest(name, names)}")
        for name in ("threads", "processes"):
            if getattr(self, name) < 1:
                raise PipelineError(f"{name}: at least 1, not {getattr(self, name)}")

    @property
    def roles(self) -> tuple[str, ...]:
        """The models that it asks."""
        return tuple(dict.fromkeys(role for stage in self.stages for role in stage.roles))


def run(pipeline: Pipeline, out: str | Path, models: Models) -> dict[str, Any]:
    """Work through the stages and write the set to `out`; the manifest is returned.

    Writes rows.jsonl with the media beside it, manifest.json, and in stages/ for each stage what went on and what was
    rejected, in the order of its input. A run that was stopped, even killed, goes on where it was when it is called
    again, and gives what it would have given; a run with another prompt, model, seed or input, or with other content in
    a record's media, does again what these change. Where a review is open, the run stops there and the manifest names
    the file under `waiting`; a review that was begun goes on in every run, until its file is deleted.

    Raises ConfigurationError for models that can't be asked, PipelineError for records without ids of their own, an
    unfinished or wrong review, and servers that answer nothing.
    """
    out = Path(out)
    sweep(out)
    records, reports, waiting = list(pipeline.records), [], ""
    for number, stage in enumerate(pipeline.stages, 1):
        name = f"{number:02d}-{stage.name}"
        records, rejected, report = _stage(pipeline, stage, records, out / "stages" / name, models)
        path = out / "review" / f"{name}.jsonl"
        if stage.name in pipeline.reviews or path.exists():
            if review.prepare(path, records):
                waiting = str(path.relative_to(out))
            else:
                records, refused, report["review"] = review.apply(path, records)
                rejected = [*rejected, *refused]
        report |= {"out": len(records), "rejected": _by_reason(rejected)}
        _write_stage(out / "stages" / name, records, rejected)
        reports.append(report)
        if waiting:
            break
    manifest = _manifest(pipeline, models, reports, waiting)
    if not waiting:
        manifest |= _finish(pipeline, records, out)
    write_json(out / "manifest.json", manifest)
    return manifest


def sha256(path: Path) -> str:
    """Of a file's content, in hexadecimal digits."""
    with path.open("rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _stage(
    pipeline: Pipeline, stage: Stage, records: list[Record], path: Path, models: Models
) -> tuple[list[Record], list[Rejection], dict[str, Any]]:
    _check_ids(stage.name, records)
    report: dict[str, Any] = {"stage": stage.name, "in": len(records)}
    dealt, rejected = stage.deal(records, pipeline.seed) if stage.deal else (records, [])
    signature = _signature(stage, models, pipeline.seed)
    keys = {record["id"]: key_of(record, signature, _hashes(pipeline, record)) for record in dealt}
    log_path = path.with_suffix(".log.jsonl")
    with Log(log_path) as log:
        done = log.read(pipeline.retry)
        todo = [(keys[record["id"]], record) for record in dealt if keys[record["id"]] not in done]
        worker = Worker(stage, models, pipeline.folder, pipeline.seed, log_path, pipeline.threads)
        if pipeline.processes > 1:
            in_datasets(worker, todo, pipeline.processes)
        else:
            in_threads(worker, todo, pipeline.progress)
        found = in_order(dealt, keys, log.read() if todo else done)
    return [row for one in found for row in one.rows], [*rejected, *_rejections(found)], report


def _rejections(found: Iterable[Done]) -> list[Rejection]:
    return [one.rejection for one in found if one.rejection]


def _signature(stage: Stage, models: Models, seed: int) -> dict[str, Any]:
    """All that a stage's results depend on beside its records."""
    return {
        "stage": stage.name,
        "settings": dict(stage.settings),
        "prompts": {prompt.name: prompt.version for prompt in stage.prompts},
        "models": models.signature(stage.roles),
        "seed": seed,
        "catalogue": catalogue().hash,
        "version": __version__,
    }


def _hashes(pipeline: Pipeline, record: Record) -> list[str]:
    """Of the contents of a record's files, "" for one that is not there; each is read once in a run."""
    sources = [source for one in (record, *record.get("others", ())) for _, _, source in media_of(one)]
    sources += [record.get(name) for name in pipeline.beside]
    return [_hash(pipeline.folder / source) for source in sources if isinstance(source, str) and source]


def _hash(path: Path) -> str:
    try:
        return content_hash(path)
    except ValueError:
        return ""


def _check_ids(stage: str, records: Sequence[Record]) -> None:
    seen: set[str] = set()
    for number, record in enumerate(records, 1):
        id_ = record.get("id")
        if not isinstance(id_, str) or not id_ or id_ in seen:
            problem = f"{id_!r:.60} is there twice" if id_ in seen else f"a string is required, not {id_!r:.60}"
            raise PipelineError(f"stage {stage}, record {number}: id: {problem}")
        seen.add(id_)


def _write_stage(path: Path, records: Sequence[Record], rejected: Sequence[Rejection]) -> None:
    write_json_lines(path.with_suffix(".jsonl"), records)
    write_json_lines(path.with_suffix(".rejected.jsonl"), map(asdict, rejected))


def _by_reason(rejected: Sequence[Rejection]) -> dict[str, int]:
    return dict(sorted(Counter(one.reason for one in rejected).items()))


def _manifest(pipeline: Pipeline, models: Models, reports: Sequence[Mapping[str, Any]], waiting: str) -> dict[str, Any]:
    prompts = {prompt.name: prompt.version for stage in pipeline.stages for prompt in stage.prompts}
    return {
        "builder": f"lmms-eval-vcif {__version__} {pipeline.name}",
        "catalogue": catalogue().hash,
        "seed": pipeline.seed,
        "settings": dict(pipeline.settings or {}),
        "inputs": {name: sha256(path) for name, path in sorted(_named(pipeline.inputs, pipeline.folder).items())},
        "models": models.signature(pipeline.roles),
        "prompts": dict(sorted(prompts.items())),
        "stages": list(reports),
        **({"waiting": waiting} if waiting else {}),
    }


def _named(paths: Iterable[Path], folder: Path) -> dict[str, Path]:
    """Files by their place in the folder; those outside by the last parts of their paths, as few as tell them apart."""
    inside, outside = [], []
    for path in dict.fromkeys(paths):
        (inside if path.is_relative_to(folder) and folder != Path() else outside).append(path)
    named = {path.relative_to(folder).as_posix(): path for path in inside}
    for path in outside:
        parts = [other.absolute().parts for other in outside if other != path]
        own = path.absolute().parts
        tails = ((length, "/".join(own[-length:])) for length in range(1, len(own) + 1))
        told = (tail for n, tail in tails if tail not in named and all(other[-n:] != own[-n:] for other in parts))
        named[next(told, path.as_posix())] = path
    return named


def _finish(pipeline: Pipeline, records: Sequence[Record], out: Path) -> dict[str, Any]:
    """Write the rows and their media; what the lint says of them. What is no row is written as it is."""
    for record in records:
        for _, _, source in media_of(record):
            if isinstance(source, str):
                _place(pipeline.folder / source, out / source, own=".." not in Path(source).parts)
    numbers = {"statistics": dict(pipeline.statistics(records))} if pipeline.statistics else {}
    if pipeline.result != ROWS:
        write_json_lines(out / pipeline.result, records)
        return {"records": len(records), **numbers}
    rows = [{name: record[name] for name in FIELDS if name in record} for record in records]
    write_json_lines(out / ROWS, rows)
    problems = list(lint_rows(out / ROWS))
    errors = sum(problem.error for problem in problems)
    write_json_lines(out / "lint.jsonl", (asdict(problem) | {"file": ROWS} for problem in problems))
    return {"rows": len(rows), "lint": {"errors": errors, "warnings": len(problems) - errors}, **numbers}


def _place(source: Path, target: Path, own: bool) -> None:
    """The file under the set, linked where the disk allows it, copied elsewhere; one of other content is replaced where
    it is the set's own."""
    if not source.is_file() or target.exists() and (not own or _hash(source) == _hash(target)):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(source.resolve(), target)
    except OSError:
        with source.open("rb") as file, replacing(target) as copy:
            shutil.copyfileobj(file, copy)
