"""The loader: it walks the family folders, reads each entry once, and answers by id."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import yaml

from ..records import RecordError, nearest
from .entry import CatalogueError, Entry


class Catalogue:
    """All constraint types by id. Iterating gives the entries in order of family and id."""

    def __init__(self, entries: list[Entry], hash_: str):
        self._entries = {entry.id: entry for entry in entries}
        self.hash = hash_
        """12 hexadecimal digits over every entry file: part of the signature of each number."""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._entries

    def __getitem__(self, id_: str) -> Entry:
        """The entry of a type. Raises RecordError with the nearest id where there is none."""
        try:
            return self._entries[id_]
        except (KeyError, TypeError):
            raise RecordError("type", nearest(id_, self._entries)) from None

    def of(self, benchmark: str) -> list[Entry]:
        """The entries that belong to a benchmark (``vcifbench`` or ``mmifeval_pro``)."""
        return [entry for entry in self if benchmark in entry.benchmarks]


_READING = threading.Lock()


@cache
def catalogue() -> Catalogue:
    """The catalogue that ships with the package, read once, however many threads ask for it first. Raises
    CatalogueError naming the file at fault."""
    with _READING:
        return _read()


@cache
def _read() -> Catalogue:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    entries: dict[str, Entry] = {}
    digest = hashlib.sha256()
    for family in sorted(files(__package__).iterdir(), key=lambda path: path.name):
        if not family.is_dir():
            continue
        for path in sorted(family.iterdir(), key=lambda path: path.name):
            if not path.name.endswith(".yml"):
                continue
            file = f"{family.name}/{path.name}"
            content = path.read_bytes()
            digest.update(file.encode() + b"\0" + content + b"\0")
            try:
                data = yaml.load(content, Loader=loader)
            except yaml.YAMLError as error:
                raise CatalogueError(f"{file}: {error}") from None
            entry = Entry.parse(data, family.name, file)
            if path.name != f"{entry.id}.yml":
                raise CatalogueError(f"{file}: holds {entry.id!r}; file and id have one name")
            if entry.id in entries:
                raise CatalogueError(f"{file}: {entry.id!r} is also in {entries[entry.id].file}")
            entries[entry.id] = entry
    return Catalogue(list(entries.values()), digest.hexdigest()[:12])
