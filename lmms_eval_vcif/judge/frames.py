"""What the judge sees of a video or picture: frames spread evenly, brought to a size, as JPEG; decoded once a file."""

from __future__ import annotations

import base64
import hashlib
import logging
import math
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .once import Kept
from .settings import ConfigurationError, FrameBudget

if TYPE_CHECKING:
    from PIL.Image import Image

logger = logging.getLogger(__name__)

KEPT = 24
"""Videos and pictures whose frames are kept in memory, the last used ones."""

AHEAD = 4
"""Videos that are decoded ahead at a time, on machines with as many cores."""

SEEK_BEYOND = 10.0
"""Seconds between two frames from which on the way is jumped, not decoded."""

ENOUGH = 0.5
"""The share of the frames that must be there; a file with fewer is cut off."""


class VideoError(ValueError):
    """A video or picture that can't be shown; the message names the file."""

    def __init__(self, path: str | Path, problem: str):
        super().__init__(f"{path}: {problem}")


@dataclass(frozen=True)
class Shot:
    """One frame: its time in seconds from the start (0 for a picture) and the JPEG."""

    time: float
    jpeg: bytes

    @cached_property
    def url(self) -> str:
        """The frame as a data URL."""
        return "data:image/jpeg;base64," + base64.b64encode(self.jpeg).decode("ascii")


def sample(path: str | Path, fps: float, max_frames: int, max_side: int) -> list[tuple[float, Image]]:
    """Frames of a video, RGB, with their times: one each 1/fps seconds from the start; where these are more than
    `max_frames`, so many, evenly over the whole. The longer side is at most `max_side` pixels, never enlarged.

    Raises VideoError naming a file that is missing, damaged or cut off, has no picture or no frame.
    """
    with _opened(path) as container:
        frames, wanted = _chosen(container, fps, max_frames, max_side)
    if not frames:
        raise VideoError(path, "not one frame in it")
    if wanted is not None and len(frames) < ENOUGH * wanted:
        raise VideoError(path, f"cut off: {len(frames)} of {wanted} frames can be read, up to {frames[-1][0]:.1f} s")
    return _thinned(frames, max_frames)


def check(path: str | Path) -> None:
    """Raise VideoError, naming the file, for a video that has no frame or is cut off.

    Only the first frame is decoded. Whether the rest is there is told by what is stored, beside the number of frames
    or, in containers that do not state it, the length. Damage inside frames is left to `sample`; so is the end of
    files that state neither, such as .ts.
    """
    with _opened(path) as container:
        stream = container.streams.video[0]
        promised, length = stream.frames, _duration(container, stream)
        if next(container.decode(stream), None) is None:
            raise VideoError(path, "not one frame in it")
        container.seek(0)
        stored, end = _stored(container, stream)
        if promised and stored < ENOUGH * promised:
            raise VideoError(path, f"cut off: {stored} of {promised} frames are stored")
        if not promised and length and end < ENOUGH * length:
            raise VideoError(path, f"cut off: {end:.1f} of {length:.1f} s are stored")


def shots(path: str | Path, budget: FrameBudget, *, video: bool) -> tuple[Shot, ...]:
    """The frames of a video, or the one of a picture, within the budget; where that shows nothing, none, and no
    file is opened. Raises VideoError as `sample` does.

    Many threads may ask at once: each file is decoded once, and kept for those who ask later.
    """
    if budget.text_only:
        return ()
    key = (content_hash(path), tuple(asdict(budget).values()), video)
    return _KEPT.get(key, lambda: tuple(_shots(path, budget, video=video)))


def decode_ahead(paths: Iterable[str | Path], budget: FrameBudget) -> list[threading.Thread]:
    """Begin to take the frames of videos in the background, in order, of as many videos as can still be kept.

    Nothing fails by it: a video that can't be shown is left to who asks for it with `shots`. The threads end with the
    process, done or not.
    """
    waiting = iter(list(dict.fromkeys(paths))[: _KEPT.room])
    taking = threading.Lock()

    def decode() -> None:
        while True:
            with taking:
                path = next(waiting, None)
            if path is None:
                return
            try:
                shots(path, budget, video=True)
            except Exception as error:  # told to who asks for the frames
                logger.debug("not decoded ahead: %s", error)

    names = [f"vcif-decode-ahead-{number}" for number in range(min(AHEAD, os.cpu_count() or 1))]
    threads = [threading.Thread(target=decode, name=name, daemon=True) for name in names]
    for thread in threads:
        thread.start()
    return threads


def identity(path: str | Path, budget: FrameBudget, *, video: bool) -> str:
    """What the frames depend on, as text: the file's content and the budget. Nothing is decoded for it."""
    parts = asdict(budget) if video else {name: getattr(budget, name) for name in ("max_side", "quality")}
    return f"{content_hash(path)} " + " ".join(f"{name}={value:g}" for name, value in parts.items())


def content_hash(path: str | Path) -> str:
    """SHA-256 of a file's content, read again only where its size or time of change differ. Raises VideoError."""
    try:
        status = os.stat(path)
        return _content_hash(str(path), status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise VideoError(path, error.strerror or "can't be read") from None


@contextmanager
def _opened(path: str | Path) -> Iterator[Any]:
    """The container of a file with a video in it. Raises VideoError, also for damage met inside the block."""
    try:
        import av
        from av.error import FFmpegError
    except ImportError:
        raise ConfigurationError("reading videos needs the package av: pip install 'lmms-eval-vcif[judge]'") from None

    if not Path(path).is_file():
        raise VideoError(path, "a folder, not a file" if Path(path).is_dir() else "no such file")
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise VideoError(path, "no video in it, only sound" if container.streams.audio else "no video in it")
            yield container
    except (FFmpegError, OSError, EOFError) as error:
        raise VideoError(path, f"damaged, or no video: {getattr(error, 'strerror', None) or error}") from None


def _shots(path: str | Path, budget: FrameBudget, *, video: bool) -> Iterator[Shot]:
    if video:
        found = sample(path, budget.fps, budget.max_frames, budget.max_side)
    else:
        found = [(0.0, _picture(path, budget.max_side))]
    for time, image in found:
        buffer = BytesIO()
        image.save(buffer, "JPEG", quality=budget.quality)
        yield Shot(time, buffer.getvalue())


def _chosen(container: Any, fps: float, max_frames: int, max_side: int) -> tuple[list[tuple[float, Image]], int | None]:
    """The frames nearest behind the wanted times, and how many times there are (None where the length is unknown)."""
    stream = container.streams.video[0]
    stream.thread_type = "AUTO"
    duration = _duration(container, stream)
    wanted = None if duration is None else max(1, math.ceil(duration * fps - 1e-6))
    step = 1 / fps if wanted is None or wanted <= max_frames else duration / max_frames
    wanted = None if wanted is None else min(wanted, max_frames)
    chosen: list[tuple[float, Image]] = []
    for time, frame in _decoded(container, stream, lambda: len(chosen) * step):
        if time + 1e-6 >= len(chosen) * step:
            chosen.append((time, _image(frame, max_side)))
        if len(chosen) == wanted:
            break
    return chosen, wanted


def _decoded(container: Any, stream: Any, target) -> Iterator[tuple[float, Any]]:
    """The frames with their times from the start, jumping where the next target is far. Late damage ends them."""
    from av.error import FFmpegError

    rate = float(stream.average_rate or 25)
    first: float | None = None
    number, jumped = 0, -1.0
    frames = iter(container.decode(stream))
    while True:
        try:
            frame = next(frames)
        except (StopIteration, EOFError):
            return
        except FFmpegError:
            if first is None:
                raise
            return
        stamp = frame.time if frame.time is not None else number / rate
        first = stamp if first is None else first
        number += 1
        time = stamp - first
        yield time, frame
        goal = target()
        if goal - time > SEEK_BEYOND and goal > jumped and frame.time is not None:
            jumped = goal
            container.seek(int((goal + first) / stream.time_base), stream=stream)
            frames = iter(container.decode(stream))


def _duration(container: Any, stream: Any) -> float | None:
    """Seconds, as the file says, or None."""
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    if container.duration:
        return container.duration / 1_000_000
    if stream.frames and stream.average_rate:
        return float(stream.frames / stream.average_rate)
    return None


def _stored(container: Any, stream: Any) -> tuple[int, float]:
    """How many frames are stored, and the seconds from the first one to the end of the last one."""
    count, first, last = 0, None, None
    for packet in container.demux(stream):
        count += packet.size > 0
        if packet.size and packet.pts is not None:
            end = packet.pts + (packet.duration or 0)
            first = packet.pts if first is None else min(first, packet.pts)
            last = end if last is None else max(last, end)
    return count, math.inf if last is None else float((last - first) * stream.time_base)


def _image(frame: Any, max_side: int) -> Image:
    width, height = _fitted(frame.width, frame.height, max_side)
    image = frame.to_image(width=width, height=height)
    rotation = getattr(frame, "rotation", 0) or 0
    return image.rotate(rotation, expand=True) if rotation else image


def _picture(path: str | Path, max_side: int) -> Image:
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as opened:
            image = ImageOps.exif_transpose(opened).convert("RGB")
    except Exception as error:  # Pillow raises a dozen kinds of its own for damaged files
        raise VideoError(path, f"not a picture that can be read: {error}") from None
    return image.resize(_fitted(*image.size, max_side), Image.Resampling.LANCZOS)


def _fitted(width: int, height: int, max_side: int) -> tuple[int, int]:
    scale = min(1.0, max_side / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _thinned(items: list, most: int) -> list:
    """At most so many, evenly: for files that do not say how long they are."""
    return items if len(items) <= most else [items[index * len(items) // most] for index in range(most)]


@lru_cache(maxsize=4096)
def _content_hash(path: str, size: int, changed: int) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


_KEPT = Kept(KEPT)
