"""Writing files whole or not at all: an interrupted run leaves the old file, or none, and never half of one."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

_DRAFT = re.compile(r"\..+\.\d+\.[0-9a-f]{8}")


@contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends well, and is gone when it does not."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def sweep(folder: str | Path, name: str = "*") -> None:
    """Remove what a killed run left half written in a folder and those below it, of all files or those of one name.
    Nothing else may be writing them."""
    for path in list(Path(folder).rglob(f".{name}.*.*")):
        if _DRAFT.fullmatch(path.name):
            path.unlink(missing_ok=True)


def json_line(value: Any) -> bytes:
    """A value as one line of JSON in UTF-8, with its line end; lone surrogates are kept as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value).encode() + b"\n"


def write_json_lines(path: str | Path, values: Iterable[Any]) -> None:
    """Write one JSON value a line."""
    with replacing(path) as file:
        for value in values:
            file.write(json_line(value))


def write_json(path: str | Path, value: Any) -> None:
    """Write one JSON value, indented for a reader."""
    with replacing(path) as file:
        file.write(json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass") + b"\n")


def write_parquet(path: str | Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write records with the same fields as a parquet file (needs pyarrow)."""
    import pyarrow
    import pyarrow.parquet

    with replacing(path) as file:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([dict(record) for record in records]), file)
