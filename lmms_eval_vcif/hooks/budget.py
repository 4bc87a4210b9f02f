"""The visual budget: the one place where a video is brought to so many frames a second of such a size for the model.

A task's `lmms_eval_specific_kwargs` name it (VCIFBench, section 4.5 and table 4)::

    budget: {fps: 0.5, max_side: 720, form: frames}

`fps` is frames per second; `max_side` caps the longer side, in pixels (the paper's 720p), and nothing is enlarged;
`max_frames`, where given, spreads so many over the whole of a longer video. `form` says what is handed over: `frames`,
a list of pictures, which every model class reads the same, or `clip`, a video file of just those frames, from which a
model class draws by its own rules. Without a budget the file itself is handed over.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..judge.frames import content_hash, sample
from ..judge.once import Kept
from ..judge.settings import default_cache
from ..records import RecordError, nearest

if TYPE_CHECKING:
    from PIL.Image import Image

FORMS = ("frames", "clip")
NONE = "file"
"""How a signature names the absence of a budget: the file itself is handed over."""

ENCODING = "libx264 crf 18"
"""How clips are written; part of their name."""

BOUNDS = {"fps": (0.001, 60), "max_side": (16, 16_384), "max_frames": (1, 100_000)}
KEPT = 1 << 30
"""Bytes of frames that are kept in memory for rows that show the same video."""


@dataclass(frozen=True)
class Budget:
    """Frames per second, the cap on the longer side in pixels, what is handed over, and a cap on the frames."""

    fps: float
    max_side: int
    form: str = "frames"
    max_frames: int = BOUNDS["max_frames"][1]

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Budget | None:
        """The budget in a task's settings, None where there is none. Raises RecordError naming the key."""
        given = settings.get("budget")
        if given is None:
            return None
        where = "lmms_eval_specific_kwargs.budget"
        if not isinstance(given, Mapping):
            raise RecordError(where, f"such as {{fps: 0.5, max_side: 720, form: frames}}, not {given!r:.80}")
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise RecordError(where, nearest(name, cls.__dataclass_fields__))
        for name in ("fps", "max_side"):
            if name not in given:
                raise RecordError(f"{where}.{name}", "is required")
        for name, (low, high) in BOUNDS.items():
            if name in given:
                _check_number(f"{where}.{name}", given[name], low, high, whole=name != "fps")
        if given.get("form", FORMS[0]) not in FORMS:
            raise RecordError(f"{where}.form", nearest(given["form"], FORMS))
        return cls(**given)

    def __str__(self) -> str:
        """The budget as a signature names it: ``720p 0.5fps frames``."""
        capped = f" max {self.max_frames}" if self.max_frames < BOUNDS["max_frames"][1] else ""
        return f"{self.max_side}p {self.fps:g}fps{capped} {self.form}"

    def visuals(self, path: str) -> list[Image | str]:
        """What the model gets of a video: pictures, or the path of a clip. Raises VideoError naming the file.

        It depends on the file's content and the budget alone. Frames are kept in memory, within KEPT; clips stay in the
        user's cache folder, written whole or not at all, so that several processes may share it.
        """
        if self.form == "clip":
            return [str(self._clip(path))]
        kept = _KEPT.get((content_hash(path), self), lambda: self._frames(path))
        return [frame.copy() for frame in kept]  # some model classes shrink in place what they are given

    def _frames(self, path: str) -> list[Image]:
        return [image for _, image in sample(path, self.fps, self.max_frames, self.max_side)]

    def _clip(self, path: str) -> Path:
        name = hashlib.sha256(f"{content_hash(path)} {self} {ENCODING}".encode()).hexdigest()[:32]
        file = default_cache().with_name("clips") / f"{name}.mp4"
        if not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_name(f".{name}.{os.getpid()}.{secrets.token_hex(4)}.mp4")
            try:
                _write(draft, self._frames(path), self.fps)
                draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)
        return file


def visuals(path: str, budget: Budget | None) -> list[Image | str]:
    """What the model gets of a video: within the budget, or the file itself where there is none."""
    return [path] if budget is None else budget.visuals(path)


def name_of(budget: Budget | None) -> str:
    """How a signature names the budget."""
    return NONE if budget is None else str(budget)


def _write(file: Path, frames: Sequence[Image], fps: float) -> None:
    """A video of just these frames that lasts as long as they did; sides are even, as its encoding asks."""
    import av

    width, height = (side - side % 2 or 2 for side in frames[0].size)
    with av.open(str(file), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1000), options={"crf": "18"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.thread_count = 1  # the same bytes on every machine
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_image(frame.crop((0, 0, width, height)))))
        container.mux(stream.encode())


def _bytes(frames: Sequence[Image]) -> int:
    return sum(3 * frame.width * frame.height for frame in frames)


def _check_number(where: str, value: Any, low: float, high: float, *, whole: bool) -> None:
    fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not fits or not low <= value <= high:
        kind = "a whole number" if whole else "a number"
        raise RecordError(where, f"{kind} from {low:g} to {high:g} is required, not {value!r:.80}")


_KEPT = Kept(KEPT, cost=_bytes)
