"""Media of rows: where they are, and whether they open, found out before a model runs."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any


def media_of(value: Mapping[str, Any]) -> Iterator[tuple[str, str, str | bytes]]:
    """The media of a raw row as (field, "image" or "video", path or bytes); pictures come as paths, as bytes, or as
    the harness's mapping with `bytes` and `path`."""
    images = value.get("images")
    listed = [(f"images[{i}]", image) for i, image in enumerate(images)] if isinstance(images, (list, tuple)) else []
    for field, image in listed or [("image", value.get("image"))]:
        if isinstance(image, Mapping):
            image = image.get("bytes") or image.get("path")
        if image is not None and image != "":
            yield field, "image", image
    if isinstance(value.get("video"), str) and value["video"]:
        yield "video", "video", value["video"]


def fingerprint(value: Mapping[str, Any]) -> str:
    """12 hexadecimal digits that rows with the same media share; media given as paths count by their paths."""
    digest = hashlib.sha256()
    for _, _, source in media_of(value):
        digest.update(source if isinstance(source, bytes) else repr(source).encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()[:12]


def problem_of(kind: str, source: Any, folder: Path) -> str:
    """What is wrong with a picture or video, "" where it opens. Paths are relative to the folder of the rows."""
    if isinstance(source, bytes):
        return _image_problem(io.BytesIO(source), f"{len(source)} bytes")
    if not isinstance(source, str):
        return f"a path or bytes are required, not {source!r:.60}"
    return _file_problem(kind, folder / source)


@lru_cache(maxsize=65536)
def _file_problem(kind: str, path: Path) -> str:
    try:
        if not path.is_file():
            return f"{path}: no such file"
        if path.stat().st_size == 0:
            return f"{path}: the file is empty"
    except (OSError, ValueError) as error:
        return f"{str(path)!r:.200}: {error}"
    return _image_problem(path, str(path)) if kind == "image" else _video_problem(path)


def _image_problem(source: Path | io.BytesIO, name: str) -> str:
    try:
        from PIL import Image
    except ImportError:
        return "looking at pictures needs Pillow: pip install 'lmms-eval-vcif[build]'"
    try:
        with Image.open(source) as image:
            image.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        return f"{name}: not a picture that opens: {error}"
    return ""


def _video_problem(path: Path) -> str:
    """The first frame is decoded: a broken, empty or sound-only file is seen, at the price of one frame."""
    try:
        import av
    except ImportError:
        return ""  # the harness brings PyAV; without it the file has been found and has a size, and that is all
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                return (
                    f"{path}: has no video, only {', '.join(stream.type for stream in container.streams) or 'nothing'}"
                )
            if next(container.decode(video=0), None) is None:
                return f"{path}: has no frame"
    except (OSError, ValueError, av.FFmpegError) as error:
        return f"{path}: not a video that opens: {error}"
    return ""
