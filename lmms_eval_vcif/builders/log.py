"""What an interrupted build has done: one line of settings, then one record a line, appended as each is finished."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..data.writers import json_line, replacing, sweep

NAME = ".done.jsonl"


class BuildError(ValueError):
    """A set that can't be built as asked; the message names the setting or the line and what would be right."""


class Log:
    """The log of a build in its folder. Reading it drops a line that was cut off while it was written."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]):
        """Raises BuildError where the folder holds the beginning of a build with other settings."""
        self.path = folder / NAME
        self.records: list[dict[str, Any]] = []
        if self.path.exists():
            self._resume(settings)
        else:
            with replacing(self.path) as file:
                file.write(json_line(settings))
        self._file = self.path.open("ab")

    def _resume(self, settings: Mapping[str, Any]) -> None:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self.path.write_bytes(whole)
        lines = [json.loads(line) for line in whole.splitlines()]
        if not lines or lines[0] != json.loads(json_line(settings)):
            raise BuildError(
                f"{self.path.parent}: holds a build with other settings that was interrupted; "
                "finish it, or take another folder"
            )
        self.records = lines[1:]

    def add(self, record: Mapping[str, Any]) -> None:
        """Keep a record."""
        self._file.write(json_line(record))
        self._file.flush()

    def close(self, remove: bool = False) -> None:
        """Stop writing; `remove` the log where the build is complete."""
        self._file.close()
        if remove:
            self.path.unlink()


def finished(folder: Path, settings: Mapping[str, Any]) -> dict[str, Any] | None:
    """The manifest of a set that is complete already, None where there is none: then what a killed build left half
    written is gone. Raises BuildError for a set of other settings."""
    path = folder / "manifest.json"
    if not path.exists():
        sweep(folder)
        return None
    manifest = json.loads(path.read_text(encoding="utf-8"))
    differing = sorted(name for name, value in settings.items() if manifest.get(name) != value)
    if differing:
        raise BuildError(f"{folder}: holds a set with other settings ({', '.join(differing)}); take another folder")
    return manifest
