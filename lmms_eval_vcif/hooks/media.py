"""The media of a row: pictures embedded in it or in files, and videos; where they are, and whether they open."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..judge.frames import VideoError, check, content_hash
from ..records import RecordError, Row

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = "VCIF_MEDIA_ROOT"
"""Environment variable: a folder at which relative paths start, before all others."""

SETTING = "media_root"
"""Key of a task's `lmms_eval_specific_kwargs`: a folder at which relative paths start, before that of the rows."""

Settings = Mapping[str, Any]


def media_roots(settings: Settings, folders: Iterable[Path]) -> list[Path]:
    """The folders at which relative paths start, in order: the variable's, the task setting's, those of the rows.

    Raises RecordError for a setting that is no path.
    """
    named = settings.get(SETTING)
    if named is not None and (not isinstance(named, str) or not named.strip()):
        raise RecordError(f"lmms_eval_specific_kwargs.{SETTING}", f"a folder is required, not {named!r:.80}")
    given = [Path(value).expanduser().absolute() for value in (os.environ.get(ROOT), named) if value]
    return [*given, *(Path(folder).absolute() for folder in folders)]


def picture_files(doc: Mapping[str, Any], roots: Iterable[Path]) -> list[str]:
    """The absolute paths of the pictures that a row names, in order; empty where they are embedded.

    Raises RecordError for a row without a picture and for a file that is missing.
    """
    values = list(_values(doc))
    if not values:
        raise RecordError("image", "the row has no picture")
    return [_located("image", value, list(roots)) for value in values if isinstance(value, str)]


def video_file(row: Row, roots: Iterable[Path]) -> str:
    """The absolute path of a row's video. Raises RecordError for a row without one and for a file that is missing."""
    if not row.video:
        raise RecordError("video", "the row has no video")
    return _located("video", row.video, list(roots))


def video_hash(file: str) -> str:
    """12 hexadecimal digits of what a video file holds: rows that share a video share them.

    Raises RecordError for a file that is no video, is damaged or cut off, or has only sound or not one frame.
    """
    try:
        _check(file, content_hash(file))
        return content_hash(file)[:12]
    except VideoError as error:
        raise RecordError("video", str(error)) from None


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


def _located(field: str, name: str, roots: list[Path]) -> str:
    path = Path(name).expanduser()
    for candidate in [path] if path.is_absolute() else [root / path for root in roots]:
        if candidate.is_file():
            return str(candidate)
    start = f"; a relative path starts at ${ROOT}, at {SETTING} of the task or at the folder of the rows"
    where = f" in {', '.join(map(str, roots))}" if roots else ""
    raise RecordError(field, f"no file {name!r}" + ("" if path.is_absolute() else where + start))


@lru_cache(maxsize=4096)
def _check(file: str, content: str) -> None:
    """Look into a file once, however many rows and tasks show it."""
    check(file)
