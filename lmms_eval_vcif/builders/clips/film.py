"""Videos written and cut with PyAV: H.264 in MP4, without sound, the same frames giving the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 24
"""The constant rate factor of x264: 0 is lossless, 51 the worst."""


class ClipError(ValueError):
    """Footage that can't be cut; the message names the file."""


def write_film(path: str | Path, frames: Iterable[Image], fps: float) -> int:
    """Write frames of one size (even width and height) as a clip. How many there were. Raises ValueError for none.

    One thread and no time of day: the file depends on the frames and the version of x264 alone.
    """
    import av

    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    count = 0
    try:
        with av.open(str(draft), "w", format="mp4", options={"movflags": "+faststart"}) as container:
            stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
            stream.pix_fmt = "yuv420p"
            stream.options = {"crf": str(QUALITY), "preset": "slow"}
            stream.codec_context.thread_count = 1
            for image in frames:
                if not count:
                    stream.width, stream.height = image.size
                container.mux(stream.encode(av.VideoFrame.from_image(image)))
                count += 1
            if not count:
                raise ValueError(f"{path}: a clip needs at least one frame")
            container.mux(stream.encode())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count


def cut(source: str | Path, start: float, end: float, *, width: int | None = None) -> Iterator[Image]:
    """The frames of a video from `start` up to `end` (seconds from its first frame), `width` pixels wide (even; the
    height follows). Raises ClipError for a file that does not open or has no frame there."""
    import av
    from PIL import Image

    found = False
    try:
        with av.open(str(source)) as container:
            stream = container.streams.video[0]
            first = None
            for frame in container.decode(stream):
                first = frame.time if first is None else first
                if frame.time - first >= end:
                    break
                if frame.time - first >= start - 1e-6:
                    found = True
                    image = frame.to_image()
                    yield image if width is None else image.resize(_even(image.size, width), Image.Resampling.LANCZOS)
    except (OSError, IndexError, av.FFmpegError) as error:
        raise ClipError(f"{source}: no video that opens: {error}") from None
    if not found:
        raise ClipError(f"{source}: has no frame from {start:g} to {end:g} s")


def play_backwards(source: str | Path, path: str | Path, fps: float) -> int:
    """Write a clip with the frames of another in the reverse order. How many there are. Raises ClipError."""
    return write_film(path, reversed(list(cut(source, 0, float("inf")))), fps)


def _even(size: tuple[int, int], width: int) -> tuple[int, int]:
    return width, 2 * round(size[1] * width / size[0] / 2)
