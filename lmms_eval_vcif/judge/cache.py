"""Judgements on disk, each stored the moment it arrives: one sqlite file that processes and threads share, no pickles.

Beside the file, recordings (JSON lines, made by `export_`) can be read as a second layer that is never written.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .settings import ConfigurationError, decisive

logger = logging.getLogger(__name__)

FILE = "judgements.sqlite3"
BUSY = 60.0
"""Seconds to wait for another process that is writing."""

_COLUMNS = ("key", "kind", "model", "row", "item", "value", "created")
_TABLE = """
    CREATE TABLE IF NOT EXISTS judgement (
        key TEXT PRIMARY KEY, kind TEXT NOT NULL, model TEXT NOT NULL, row TEXT NOT NULL, item TEXT NOT NULL,
        value TEXT NOT NULL, created REAL NOT NULL
    ) WITHOUT ROWID
"""
_ORIGINS = "CREATE TABLE IF NOT EXISTS origin (key TEXT PRIMARY KEY, recording TEXT NOT NULL) WITHOUT ROWID"
"""The heads of the recordings from which judgements were imported; made with the first import."""


@dataclass(frozen=True)
class Entry:
    """One stored judgement: `kind` is the prompt's name, `row` and `item` say for a reader what it is about, `value` is
    what was read from the reply."""

    key: str
    kind: str
    model: str
    row: str
    item: str
    value: Mapping[str, Any]
    created: float = 0.0


@dataclass(frozen=True)
class Recording:
    """The head of a file of recorded judgements: by whom they are, with which settings, and what they are for."""

    model: str
    sampling: Mapping[str, Any]
    frames: Mapping[str, Any]
    note: str = ""

    @property
    def made_with(self) -> str:
        """The settings that the keys of its judgements hang on, as text to compare."""
        return json.dumps([self.model, decisive(self.sampling), dict(self.frames)], sort_keys=True)


class Cache:
    """Judgements by key. Any number of threads and processes may use one folder (on a disk of this machine: sqlite's
    log can't be shared over a network). Every write is on its own: a killed run loses nothing that had arrived."""

    def __init__(self, folder: str | Path, recorded: Iterable[str | Path] = ()):
        self.file = Path(folder) / FILE
        self._local = threading.local()
        self._recorded: dict[str, Entry] = {}
        self.recordings: list[Recording] = []
        for path in recorded:
            recording, entries = read_recording(path)
            self.recordings.append(recording)
            self._recorded.update((entry.key, entry) for entry in entries)

    def check(self) -> None:
        """Raises ConfigurationError where the folder is a file, or the file in it is damaged or another program's. A
        file that is not there, locked or can't be written is none of that."""
        folder = self.file.parent
        if folder.exists() and not folder.is_dir():
            raise ConfigurationError(f"{folder}: a folder is required for the stored judgements; this is a file")
        try:
            if self.file.exists():
                self._connection().execute("SELECT key FROM judgement LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            logger.debug("stored judgements are not checked: %s: %s", self.file, error)
        except sqlite3.DatabaseError as error:
            problem = f"stored judgements can't be read ({error}); move the file away or restore it"
            raise ConfigurationError(f"{self.file}: {problem}") from None

    def get(self, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """What is stored under the keys; what is not is left out."""
        marks = ",".join("?" * len(keys))
        found: dict[str, Mapping[str, Any]] = {}
        if self.file.exists():
            with self._logged("read"):
                rows = self._connection().execute(
                    f"SELECT key, value FROM judgement WHERE key IN ({marks})", list(keys)
                )
                found = {key: json.loads(value) for key, value in rows}
        return {key: self._recorded[key].value for key in keys if key in self._recorded} | found

    def put(self, entry: Entry) -> None:
        """Store a judgement; one that is there already stays, so that all who ask get the same. A disk that can't be
        written is logged and costs the judgement no more than its place here."""
        with self._logged("written"):
            self._insert(entry)

    def entries(self) -> Iterator[Entry]:
        """All that is stored, the oldest first; without the recordings."""
        if self.file.exists():
            for row in self._connection().execute(f"SELECT {', '.join(_COLUMNS)} FROM judgement ORDER BY created, key"):
                yield Entry(**{**dict(zip(_COLUMNS, row, strict=True)), "value": json.loads(row[5])})

    def counts(self) -> list[tuple[str, str, int, float, float]]:
        """Kind, model, number, and times of the first and last judgement, for each kind and model."""
        if not self.file.exists():
            return []
        query = (
            "SELECT kind, model, COUNT(*), MIN(created), MAX(created) FROM judgement GROUP BY kind, model ORDER BY 1, 2"
        )
        return list(self._connection().execute(query))

    def prune(self, *, before: float | None = None, kind: str | None = None, model: str | None = None) -> int:
        """Remove the judgements that fit all that is given: stored before a time (seconds since 1970), of a kind, by a
        model. How many there were."""
        if not self.file.exists():
            return 0
        given = [("created < ?", before), ("kind = ?", kind), ("model = ?", model)]
        terms = [(term, value) for term, value in given if value is not None]
        where = " AND ".join(term for term, _ in terms) or "1"
        connection = self._connection()
        removed = connection.execute(f"DELETE FROM judgement WHERE {where}", [value for _, value in terms]).rowcount
        if self._imported():
            connection.execute("DELETE FROM origin WHERE key NOT IN (SELECT key FROM judgement)")
        connection.execute("VACUUM")
        return removed

    def add(self, entries: Iterable[Entry], recording: Recording) -> int:
        """Store many of a recording at once, as `put` does. How many were new. Raises sqlite3.Error."""
        connection, new = self._connection(), 0
        head = json.dumps(vars(recording), sort_keys=True)
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(_ORIGINS)
            for entry in entries:
                if self._insert(entry):
                    new += 1
                    connection.execute("INSERT OR REPLACE INTO origin VALUES (?, ?)", (entry.key, head))
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        return new

    def origins(self) -> dict[str, Recording]:
        """By key, the head of the recording from which a judgement was imported."""
        if not self.file.exists() or not self._imported():
            return {}
        rows = self._connection().execute("SELECT key, recording FROM origin")
        return {key: Recording(**json.loads(head)) for key, head in rows}

    def _imported(self) -> bool:
        query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'origin'"
        return self._connection().execute(query).fetchone() is not None

    def close(self) -> None:
        """Close the connection of this thread; the others close with their threads."""
        opened = getattr(self._local, "opened", None)
        if opened is not None and opened[0] == os.getpid():
            opened[1].close()
        self._local.opened = None

    def _insert(self, entry: Entry) -> int:
        value = json.dumps(entry.value, ensure_ascii=True, sort_keys=True)
        row = (entry.key, entry.kind, entry.model, entry.row, entry.item, value, entry.created or time.time())
        marks = ",".join("?" * len(row))
        return self._connection().execute(f"INSERT OR IGNORE INTO judgement VALUES ({marks})", row).rowcount

    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread in this process: one opened before a fork must not be used after it."""
        opened = getattr(self._local, "opened", None)
        if opened is None or opened[0] != os.getpid():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.file, timeout=BUSY, isolation_level=None)
            _prepare(connection)
            self._local.opened = opened = (os.getpid(), connection)
        return opened[1]

    @contextmanager
    def _logged(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            logger.warning("stored judgements can't be %s (%s: %s)", what, self.file, error)


def read_recording(path: str | Path) -> tuple[Recording, list[Entry]]:
    """The head and the judgements of a recording. Raises ConfigurationError with file and line for what is none."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: can't be read: {error}") from None
    if not lines:
        raise ConfigurationError(f"{path}: empty; a recording begins with a line that says whose it is")
    head, entries = None, []
    for number, line in enumerate(lines, 1):
        try:
            if head is None:
                head = Recording(**json.loads(line)["recording"])
            elif line.strip():
                entries.append(Entry(**json.loads(line)))
        except (ValueError, TypeError, KeyError) as error:
            what = f"{type(error).__name__}: {error}"
            raise ConfigurationError(f"{path}:{number}: no recorded judgement ({what})") from None
    return head, entries


def recording_lines(recording: Recording, entries: Iterable[Entry]) -> Iterator[str]:
    """A recording as lines of JSON, its judgements in an order that does not depend on when they were made."""
    yield json.dumps({"recording": vars(recording)}, ensure_ascii=False, sort_keys=True)
    for entry in sorted(entries, key=lambda entry: (entry.row, entry.kind, entry.item, entry.key)):
        yield json.dumps({name: getattr(entry, name) for name in _COLUMNS if name != "created"}, ensure_ascii=False)


def _prepare(connection: sqlite3.Connection) -> None:
    """Write-ahead log, and the table. Many may open a new file at once; sqlite does not wait for the log to be
    switched, so a failure there means that another is doing it."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            logger.debug("another process is switching the log of the stored judgements")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(_TABLE)
