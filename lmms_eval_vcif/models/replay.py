"""Answers played back: score saved responses again, or score responses that were made elsewhere."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._base import TextOnly

logger = logging.getLogger(__name__)

SAMPLES = "_samples_"
SHOWN = 5


class ReplayError(ValueError):
    """Responses that can't be played back; the message names file and line, or the rows that have none."""


@dataclass(frozen=True)
class Saved:
    """A saved response, the prompt that it answered (None where the file does not say), and where it stands."""

    response: str
    prompt: str | None
    where: str


class Replay(TextOnly):
    """``--model vcif_replay --model_args samples=PATH``.

    PATH is a samples file of the harness (``--log_samples``), a folder with such files (the newest of each task is
    taken), or JSON lines of ``id`` and ``response``. A response is found by the row's id, or, where the samples hold
    none (``--predict_only``), by task and document number. Where the file holds the prompt, it must be the same.
    """

    def __init__(self, samples: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.saved = load(Path(samples).expanduser())

    def generate_until(self, requests) -> list[str]:
        """The saved response of each request. Raises ReplayError, before any is scored, naming rows without one."""
        found, problems = [], []
        for prompt, _, _, number, task, split in (request.args for request in requests):
            row = self.task_dict[task][split][number].get("id")
            saved = self._find(task, row, number)
            if saved is None:
                problems.append(f"task {task}, row {row!r} (document {number}): no saved response")
            elif saved.prompt is not None and saved.prompt != prompt:
                problems.append(f"task {task}, row {row!r} (document {number}): {saved.where} answers another prompt")
            else:
                found.append(_writable(saved.response))
        if problems:
            more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
            raise ReplayError("\n  ".join(["can't play back:", *problems[:SHOWN], *more]))
        return found

    def _find(self, task: str, row: str | None, number: int) -> Saved | None:
        for key in ((task, row), (None, row), (task, number)):
            if key[1] is not None and key in self.saved:
                return self.saved[key]
        return None


def load(path: Path) -> dict[tuple[str | None, str | int], Saved]:
    """The saved responses of a file or folder, by (task, row id), (None, row id) and (task, document number).

    Raises ReplayError for a path that is not there, a line that can't be read, or an id that stands twice.
    """
    if path.is_dir():
        files = _newest(path)
        if not files:
            raise ReplayError(f"{path}: no file named *{SAMPLES}*.jsonl; write one with lmms-eval --log_samples")
    elif path.is_file():
        files = [path]
    else:
        raise ReplayError(f"{path}: no such file or folder")
    saved: dict[tuple[str | None, str | int], Saved] = {}
    for file in files:
        task = file.stem.partition(SAMPLES)[2] or None
        own: dict[tuple[str | None, str | int], Saved] = {}
        for where, line in _lines(file):
            for key, value in _entries(line, task, where):
                if key in own:
                    raise ReplayError(f"{where}: {key[1]!r} has a response already ({own[key].where})")
                own[key] = value
        for key, value in own.items():
            saved.setdefault(key, value)
    logger.info("playing back %s", ", ".join(str(file) for file in files))
    return saved


def _writable(text: str) -> str:
    """The text with lone surrogates, which JSON can hold and no file, replaced: the harness could not log them."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _newest(folder: Path) -> list[Path]:
    """The samples files in a folder and below: of each task the newest, by the time in its name."""
    newest: dict[str, Path] = {}
    for file in sorted(folder.rglob(f"*{SAMPLES}*.jsonl"), key=lambda file: file.name):
        newest[file.stem.partition(SAMPLES)[2]] = file
    return list(newest.values())


def _lines(file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with file.open(encoding="utf-8-sig") as lines:
        for number, text in enumerate(lines, 1):
            if not text.strip():
                continue
            where = f"{file}:{number}"
            try:
                line = json.loads(text)
            except ValueError as error:
                raise ReplayError(f"{where}: not JSON ({error})") from None
            if not isinstance(line, Mapping):
                raise ReplayError(f"{where}: an object is required, not {text.strip():.80}")
            yield where, line


def _entries(line: Mapping[str, Any], task: str | None, where: str) -> Iterator[tuple[tuple, Saved]]:
    """The keys under which a line's response is found, with the response."""
    if "doc_id" not in line:
        if not isinstance(line.get("id"), str) or not isinstance(line.get("response"), str):
            raise ReplayError(f"{where}: needs id and response (strings), or to be a line of the harness's samples")
        yield (None, line["id"]), Saved(line["response"], line.get("instruction"), where)
        return
    response = line.get("resps", line.get("filtered_resps"))  # resps is there where it differs, with the reasoning
    while isinstance(response, list) and response:
        response = response[0]
    if not isinstance(response, str):
        raise ReplayError(f"{where}: filtered_resps holds no text: {response!r:.80}")
    saved = Saved(response, line.get("input"), where)
    records = (value for value in line.values() if isinstance(value, Mapping) and "verdicts" in value)
    row = next(records, {}).get("id")  # our tasks log a sample's record, with the row's id, under their first metric
    if row is None:
        yield (task, line["doc_id"]), saved
    else:
        yield (task, row), saved
        if task is not None:
            yield (None, row), saved
