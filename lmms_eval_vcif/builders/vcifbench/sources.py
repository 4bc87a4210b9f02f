"""Annotations of public video sets as seeds: a question with its answer, or steps, about one video each."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...records import nearest
from ..pipeline import PipelineError, Record

VIDEO_SUFFIXES = (".mp4", ".mkv", ".webm", ".mov", ".avi", ".mpg")
LICENSES = {
    "NExT-QA": "MIT",
    "TempCompass": "CC-BY-NC-4.0",
    "MMWorld": "CC-BY-4.0",
    "YouCook2": "CC-BY-NC-SA-3.0",
}
_OPTION = re.compile(r"^\s*\(?([A-E])[.):]\s*(.+)$", re.MULTILINE)


def read_seeds(format_: str, path: Path) -> list[Record]:
    """The seeds of an annotation file in one of the formats nextqa, mmworld, tempcompass (multiple choice), youcook2.

    Each has id, source, source_id, license, video (the name of the clip in its set), question, options, answer, facts
    (what the annotation says of the video), where the annotation says so what it `needs` beside sight, and where it
    can't be used the `fault`, with file and place. Raises PipelineError for a file that does not have the format.
    """
    if format_ not in FORMATS:
        raise PipelineError(f"format: {nearest(format_, FORMATS)}")
    try:
        return list(FORMATS[format_](path))
    except OSError as error:
        raise PipelineError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise PipelineError(f"{path}: not in the format {format_} ({type(error).__name__}: {error})") from None


def clips_of(folder: Path) -> dict[str, str]:
    """The clips of a folder, as paths relative to it, by these without suffix; those that differ in their suffix alone
    keep it. Raises PipelineError where there is no folder or no clip."""
    paths = _clips(folder)
    stems = Counter(path.with_suffix("") for path in paths)
    named = {(path if stems[path.with_suffix("")] > 1 else path.with_suffix("")): path for path in paths}
    if not named:
        raise PipelineError(f"{folder}: no videos")
    return {name.as_posix(): path.as_posix() for name, path in named.items()}


def in_folder(seeds: list[Record], folder: Path) -> list[Record]:
    """The seeds with the paths of their clips, which annotations call by name alone; "" where the folder has none.
    Raises PipelineError where there is no folder, or where two clips have a name that a seed has."""
    known: dict[str, list[Path]] = defaultdict(list)
    for path in _clips(folder):
        known[path.stem].append(path)
    for seed in seeds:
        if len(found := known.get(seed["video"], [])) > 1:
            raise PipelineError(
                f"{folder}: {found[0]} and {found[1]}: which is clip {seed['video']!r} of {seed['id']}?"
            )
    return [{**seed, "video": known[seed["video"]][0].as_posix() if seed["video"] in known else ""} for seed in seeds]


def noted(clips: list[Record], seeds: list[Record]) -> list[Record]:
    """The clips with source, license and facts of the seeds that are about them."""
    about: dict[str, list[Record]] = defaultdict(list)
    for seed in seeds:
        if not seed.get("fault"):
            about[seed["video"]].append(seed)
    return [{**clip, **_facts(about[clip["video"]])} if clip["video"] in about else clip for clip in clips]


def _facts(seeds: list[Record]) -> Record:
    """What seeds about one clip say of it: what they note, and each question with its answer."""
    said = [fact for seed in seeds for fact in (*seed["facts"], f"{seed['question']} {seed['answer']}")]
    return {"source": seeds[0]["source"], "license": seeds[0]["license"], "facts": list(dict.fromkeys(said))}


def _clips(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise PipelineError(f"{folder}: there is no such folder")
    found = (path for path in folder.rglob("*") if path.suffix.lower() in VIDEO_SUFFIXES and path.is_file())
    return sorted(path.relative_to(folder) for path in found)


_CHOICES = [f"a{index}" for index in range(5)]
_COLUMNS = ("video", "qid", "question", *_CHOICES, "answer")


def _nextqa(path: Path) -> Iterator[Record]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        table = csv.DictReader(file)
        if lacking := [name for name in _COLUMNS if name not in (table.fieldnames or ())]:
            raise ValueError(f"no column {', '.join(lacking)}")
        for line in table:
            row = {name: line[name] or "" for name in _COLUMNS}
            options, fault = [row[name] for name in _CHOICES], _fault(row)
            id_ = f"line-{table.line_num}" if fault else f"{row['video']}-{row['qid']}"
            answer = "" if fault else options[int(row["answer"])]
            seed = _seed("NExT-QA", id_, row["video"], row["question"], options, answer)
            yield {**seed, "fault": f"{path.name}, line {table.line_num}: {fault}"} if fault else seed


def _fault(row: Mapping[str, str]) -> str:
    """Why a line of NExT-QA can't be used, with its field; "" where it can."""
    for name, value in row.items():
        if not value.strip():
            return f"{name}: it is empty"
    known = row["answer"].strip() in [str(index) for index in range(len(_CHOICES))]
    return "" if known else f"answer: 0 to {len(_CHOICES) - 1} is required, not {row['answer']!r:.40}"


def _mmworld(path: Path) -> Iterator[Record]:
    for video in _json(path):
        captions = [str(caption) for caption in video.get("captions") or ()]
        for number, item in enumerate(video.get("questions") or [video], 1):
            options, label = item["options"], item.get("correct_answer_label")
            answer = item["answer"] if item["answer"] in options.values() else options.get(label, "")
            id_ = f"{video['video_id']}-{number}"
            seed = _seed("MMWorld", id_, video["video_id"], item["question"], list(options.values()), answer)
            needs = [name for name in ("audio", "domain_knowledge") if item.get(f"requires_{name}")]
            known = {"facts": captions, "needs": needs}
            fault = f"{path.name}, {id_}: answer: it is none of the options: {item['answer']!r:.80}"
            yield {**seed, **known} if answer else {**seed, **known, "fault": fault}


def _tempcompass(path: Path) -> Iterator[Record]:
    for video, dimensions in _json(path).items():
        for dimension, items in dimensions.items():
            for number, item in enumerate(items, 1):
                question, _, _ = item["question"].partition("\nA.")
                options = [text.strip() for _, text in _OPTION.findall(item["question"])]
                answer = _OPTION.sub(r"\2", item["answer"]).strip()
                yield _seed("TempCompass", f"{video}-{dimension}-{number}", video, question, options, answer)


def _youcook2(path: Path) -> Iterator[Record]:
    data = _json(path)
    for video, entry in data.get("database", data).items():
        if "annotations" in entry:
            steps = [(*step["segment"], step["sentence"]) for step in entry["annotations"]]
        else:
            steps = [(*span, text) for span, text in zip(entry["timestamps"], entry["sentences"], strict=True)]
        name = video.removeprefix("v_")
        seed = _seed("YouCook2", name, name, "What are the steps of this recipe?", [], "; ".join(s[2] for s in steps))
        yield {**seed, "facts": [f"{start:g} to {end:g} s: {text}" for start, end, text in steps]}


FORMATS: Mapping[str, Callable[[Path], Iterator[Record]]] = {
    "nextqa": _nextqa,
    "mmworld": _mmworld,
    "tempcompass": _tempcompass,
    "youcook2": _youcook2,
}


def _seed(source: str, id_: str, video: str, question: str, options: list[str], answer: str) -> Record:
    prefix = source.lower().replace("-", "")
    return {
        "id": f"{prefix}-{id_}",
        "source": source,
        "source_id": id_,
        "license": LICENSES[source],
        "video": str(video),
        "question": question.strip(),
        "options": options,
        "answer": answer,
        "facts": [],
    }


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8-sig"))
