"""A run without a model: every request gets its example for a reply, and is kept to be shown and counted."""

from __future__ import annotations

import math
import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from ...judge.frames import VideoError, shots
from ...judge.prompt import Prompt
from ...judge.settings import ConfigurationError, Settings
from .models import Media, Models, Rejected
from .stage import Record, Stage, Tools

SAMPLE = 12
"""Records that a dry run takes through a stage; the rest is estimated from them. Those that are rejected before a model
is asked, such as for want of a file, are gone past."""

PATCH = 28
"""Pixels along a side of what one token stands for in a picture (Qwen2.5-VL; others are near it)."""


@dataclass(frozen=True)
class Request:
    """A request that would have been sent, with estimates of its tokens and those of the reply."""

    role: str
    prompt: str
    system: str
    text: str
    pictures: int
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True)
class Estimate:
    """What one stage would cost: records in and out, requests and tokens by role, and the requests of the sample."""

    stage: str
    records_in: int
    records_out: int
    rejected: Mapping[str, int]
    requests: Mapping[str, int]
    tokens_in: Mapping[str, int]
    tokens_out: Mapping[str, int]
    shown: tuple[Request, ...]


class DryModels(Models):
    """Models that answer with the example of each request. Roles that are not set up have the frames of the default."""

    def __init__(self, settings: Mapping[str, Settings]):
        super().__init__(settings)
        self.requests: list[Request] = []
        self._guard = threading.Lock()

    @classmethod
    def load(cls, roles: Sequence[str], environment: Mapping[str, str] | None = None) -> DryModels:
        """Never raises for a role that is not set up."""
        found = {}
        for role in roles:
            try:
                found[role] = Models.load([role], environment).settings[role]
            except ConfigurationError:
                found[role] = Settings()
        return cls(found)

    def _reply(self, role: str, prompt: Prompt, text: str, media: Media, example: str) -> str:
        pictures = [size for path, video in media for size in self._sizes(role, path, video)]
        seen = sum(math.ceil(width / PATCH) * math.ceil(height / PATCH) for width, height in pictures)
        cost = tokens(prompt.system) + tokens(text) + seen
        request = Request(role, prompt.name, prompt.system, text, len(pictures), cost, tokens(example))
        with self._guard:
            self.requests.append(request)
        return example

    def _sizes(self, role: str, path: str | Path, video: bool) -> list[tuple[int, int]]:
        from PIL import Image

        try:
            found = shots(path, self.settings[role].frames, video=video)
        except VideoError as error:
            raise Rejected("unreadable media", error) from None
        return [Image.open(BytesIO(shot.jpeg)).size for shot in found]


def tokens(text: str) -> int:
    """About how many tokens a text has: one for four characters, of Chinese and its like four for five."""
    wide = sum(character >= "\u2e80" for character in text)
    return math.ceil(wide * 0.8 + (len(text) - wide) / 4)


def preview(
    stages: Sequence[Stage], records: Sequence[Record], models: DryModels, folder: Path, seed: int
) -> list[Estimate]:
    """Every stage on the first records that bear it, and what all would cost, were the others like these."""
    estimates = []
    current, total = list(records), float(len(records))
    for stage in stages:
        if stage.deal:
            before = len(current)
            current, _ = stage.deal(current, seed)
            total *= len(current) / before if before else 0
        models.requests.clear()
        made, rejected, tried = _worked(stage, current, models, folder, seed)
        factor = total / tried if tried else 0.0
        estimates.append(_estimate(stage.name, total, factor, len(made), rejected, models.requests))
        current, total = made, factor * len(made)
    return estimates


def _worked(
    stage: Stage, records: Sequence[Record], models: DryModels, folder: Path, seed: int
) -> tuple[list[Record], Counter, int]:
    """What the sample of a stage becomes, what is rejected and why, and how many records were tried for it."""
    made: list[Record] = []
    rejected: Counter = Counter()
    left, tried = SAMPLE, 0
    for record in records:
        if not left:
            break
        tried += 1
        asked = len(models.requests)
        tools = Tools(random.Random(f"{seed} {stage.name} {record['id']}"), models, folder, seed)
        try:
            rows = stage.work(dict(record), tools)
            made += [rows] if isinstance(rows, Mapping) else list(rows)
            left -= 1
        except Rejected as error:
            rejected[error.reason] += 1
            left -= len(models.requests) > asked
    return made, rejected, tried


def _estimate(
    name: str, total: float, factor: float, made: int, rejected: Counter, requests: Sequence[Request]
) -> Estimate:
    counts: dict[str, Counter] = {"requests": Counter(), "in": Counter(), "out": Counter()}
    for request in requests:
        counts["requests"][request.role] += 1
        counts["in"][request.role] += request.tokens_in
        counts["out"][request.role] += request.tokens_out
    scaled: dict[str, Any] = {
        kind: {role: round(count * factor) for role, count in sorted(found.items())} for kind, found in counts.items()
    }
    return Estimate(
        stage=name,
        records_in=round(total),
        records_out=round(factor * made),
        rejected={reason: round(count * factor) for reason, count in sorted(rejected.items())},
        requests=scaled["requests"],
        tokens_in=scaled["in"],
        tokens_out=scaled["out"],
        shown=tuple(requests),
    )
