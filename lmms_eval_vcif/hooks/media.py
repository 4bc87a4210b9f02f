"""The pictures of a row: embedded in it, or files beside the rows."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..records import RecordError

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = "VCIF_MEDIA_ROOT"
"""Environment variable: a folder at which relative paths start, before that of the rows."""


def data_folders() -> list[Path]:
    """The folders of the data files that the harness is loading right now.

    `process_docs` is handed a table that has forgotten which file it was read from, and the settings of a user's task
    file replace ours whole, so neither says where "beside the rows" is. The caller knows: the harness's `download` has
    the data files among its arguments. Where it is built otherwise, VCIF_MEDIA_ROOT and absolute paths still serve.
    """
    frame = sys._getframe(1)
    while frame is not None:
        kwargs = frame.f_locals.get("dataset_kwargs")
        if isinstance(kwargs, Mapping) and kwargs.get("data_files"):
            return list(dict.fromkeys(_folder(path) for path in _flat(kwargs["data_files"]) if "://" not in path))
        frame = frame.f_back
    return []


def picture_files(doc: Mapping[str, Any], folders: Iterable[Path]) -> list[str]:
    """The absolute paths of the pictures that a row names, in order; empty where they are embedded.

    Raises RecordError for a row without a picture and for a file that is missing.
    """
    values = list(_values(doc))
    if not values:
        raise RecordError("image", "the row has no picture")
    return [_located(value, folders) for value in values if isinstance(value, str)]


def pictures(doc: Mapping[str, Any], files: Iterable[str] = ()) -> list[Image]:
    """The pictures of a row as the model gets them, RGB: from `files` where there are any, else those embedded."""
    from PIL import Image

    opened = []
    for value in files or _values(doc):
        source = BytesIO(_content(value)) if isinstance(value, (bytes, Mapping)) else value
        opened.append((Image.open(source) if isinstance(source, (str, BytesIO)) else source).convert("RGB"))
    return opened


def picture_hash(doc: Mapping[str, Any], files: Iterable[str] = ()) -> str:
    """12 hexadecimal digits of what the picture files hold: rows that share a picture share them.

    `doc` is undecoded. Raises RecordError for a file that is no picture.
    """
    from PIL import Image

    digest = hashlib.sha256()
    for value in files or _values(doc):
        content = Path(value).read_bytes() if isinstance(value, str) else _content(value)
        try:
            with Image.open(BytesIO(content)) as picture:
                picture.verify()
        except Exception as error:  # Pillow raises a dozen kinds of its own for damaged files
            raise RecordError("image", f"{value if isinstance(value, str) else 'embedded'}: {error}") from None
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def _values(doc: Mapping[str, Any]) -> Iterator[Any]:
    several = doc.get("images")
    for value in several if several is not None else [doc.get("image")]:
        if value is not None and not (isinstance(value, str) and not value):
            yield value


def _content(value: bytes | Mapping[str, Any]) -> bytes:
    """The bytes of an embedded picture, stored bare or as {bytes, path}."""
    if isinstance(value, bytes):
        return value
    if value.get("bytes"):
        return value["bytes"]
    return Path(value["path"]).read_bytes()


def _located(name: str, folders: Iterable[Path]) -> str:
    roots = [*([Path(os.environ[ROOT])] if os.environ.get(ROOT) else []), *folders]
    path = Path(name).expanduser()
    for candidate in [path] if path.is_absolute() else [root.expanduser().absolute() / path for root in roots]:
        if candidate.is_file():
            return str(candidate)
    start = "" if path.is_absolute() else f"; a relative path starts at the folder of the rows or at ${ROOT}"
    where = f" in {', '.join(map(str, roots))}" if start and roots else ""
    raise RecordError("image", f"no file {name!r}{where}{start}")


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _flat(part)
    else:
        yield os.fspath(value)


def _folder(path: str) -> Path:
    """The folder of a data file, or the fixed part of a pattern."""
    folder = Path(path).absolute().parent
    while any(mark in str(folder) for mark in "*?["):
        folder = folder.parent
    return folder
