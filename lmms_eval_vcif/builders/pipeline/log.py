"""What a stage has done, record by record: one line of JSON each, appended whole the moment it is done."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...data.readers import read_records
from ...data.writers import json_line
from ...judge.client import KINDS
from ...records import nearest
from .models import PipelineError
from .stage import Record, Rejection


@dataclass(frozen=True)
class Done:
    """What came of a record: the rows that go on, or a rejection."""

    rows: tuple[Record, ...] = ()
    rejection: Rejection | None = None

    @classmethod
    def parse(cls, value: Mapping[str, Any]) -> Done:
        if "reason" in value:
            return cls(rejection=Rejection(value["id"], value["reason"], value.get("detail", "")))
        return cls(tuple(value["rows"]))

    def as_dict(self, id_: str, key: str) -> dict[str, Any]:
        if self.rejection:
            return {"key": key, "id": id_, "reason": self.rejection.reason, "detail": self.rejection.detail}
        return {"key": key, "id": id_, "rows": list(self.rows)}


def key_of(record: Record, signature: Mapping[str, Any], media: Sequence[str] = ()) -> str:
    """What stands for a record and all that its result depends on; `media` are the hashes of its files."""
    content = json.dumps([record, signature, list(media)], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()[:32]


class Log:
    """The log of one stage, which any number of processes may append to on one disk. Lines that were cut off by a kill
    are passed over."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(self._file).st_size
        if size and os.pread(self._file, 1, size - 1) != b"\n":
            os.write(self._file, b"\n")

    def read(self, retry: Sequence[str] = ()) -> dict[str, Done]:
        """What is done, by key; the last of two that have one counts. Rejections for a reason in `retry` are not."""
        found: dict[str, Done] = {}
        with self.path.open("rb") as file:
            for line in file:
                try:
                    value = json.loads(line)
                    found[value["key"]] = Done.parse(value)
                except (ValueError, KeyError, TypeError):
                    continue
        return {key: done for key, done in found.items() if not done.rejection or done.rejection.reason not in retry}

    def add(self, id_: str, key: str, done: Done) -> None:
        """Append one line, in one write."""
        os.write(self._file, json_line(done.as_dict(id_, key)))

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_retry(reasons: Sequence[str], stages: Path) -> None:
    """Raises PipelineError for a reason that no model's failure has, nor any record of an earlier run in the folder."""
    known = {*KINDS, "unusable reply", "unreadable media", "fault"} if reasons else set()
    for path in stages.glob("*.rejected.jsonl") if reasons else ():
        known.update(value["reason"] for _, value in read_records(path) if isinstance(value, Mapping))
    for reason in reasons:
        if reason not in known:
            raise PipelineError(f"retry: {nearest(reason, sorted(known))}")


def in_order(records: Sequence[Record], keys: Mapping[str, str], done: Mapping[str, Done]) -> list[Done]:
    """What came of the records, in their order."""
    return [done[keys[record["id"]]] for record in records]
