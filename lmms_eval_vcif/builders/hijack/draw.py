"""Making one row: draw its picture, have it read back, draw it again if it can't be read."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ... import __version__
from .fonts import Face, FontError
from .plan import Job, row_of
from .readability import Reader
from .render import RenderError, Style, draw_style, png, render

ATTEMPTS = 8


@dataclass(frozen=True)
class Made:
    """What came of a job: its row and picture (None if every drawing was refused), how often it was drawn, and the
    reasons of the refusals in order.
    """

    id: str
    row: dict[str, Any] | None
    picture: bytes
    drawings: int
    refusals: tuple[str, ...]
    family: str = ""


def make(job: Job, faces: Sequence[Face], seed: int, reader: Reader) -> Made:
    """Draw the picture of `job` in one of `faces` until `reader` can read it, at most ATTEMPTS times.

    A style that does not fit its canvas is refused without being drawn. Raises FontError where no face has all
    characters.
    """
    able = [face for face in faces if job.task.language in face.languages and not face.missing(job.task.text)]
    if not able:
        lacking = {face.family: face.missing(job.task.text) for face in faces if job.task.language in face.languages}
        raise FontError(
            f"{job.id}: no typeface has all its characters; missing are {lacking or 'all faces of the language'}"
        )
    refusals: list[str] = []
    drawings = 0
    for attempt in range(1, ATTEMPTS + 1):
        style = draw_style(random.Random(f"{seed} {job.id} {attempt}"), able)
        try:
            image = render(job.task.text, style, spaced=job.task.language == "en")
        except RenderError:
            refusals.append("does not fit")
            continue
        drawings += 1
        reading = reader.check(image, job.task.text, job.task.language, job.params)
        if reading.refusal:
            refusals.append(reading.refusal)
            continue
        picture = png(image)
        meta = _meta(seed, style, attempt, image.size, reading.similarity, picture)
        return Made(job.id, row_of(job, meta), picture, drawings, tuple(refusals), style.face.family)
    return Made(job.id, None, b"", drawings, tuple(refusals))


def _meta(
    seed: int, style: Style, attempt: int, size: tuple[int, int], similarity: float, picture: bytes
) -> dict[str, Any]:
    return {
        "builder": f"lmms-eval-vcif {__version__} hijack",
        "seed": seed,
        "attempt": attempt,
        "rendering": style.as_dict() | {"width": size[0], "height": size[1]},
        "ocr_similarity": round(similarity, 4),
        "sha256": hashlib.sha256(picture).hexdigest(),
    }
