"""A stage: what turns one record into rows, or rejects it with a reason; and what it may use while it does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...judge.prompt import Prompt
from .models import Models, Rejected

Record = dict[str, Any]


@dataclass(frozen=True)
class Rejection:
    """A record that went no further: `reason` is a few fixed words, to count by; `detail` says what is particular."""

    id: str
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class Tools:
    """What the work on one record may use. `rng` depends on seed, stage and record alone; `folder` is where the
    records' media start; `models` are asked by role (see `models.Models.ask` and `say`)."""

    rng: random.Random
    models: Models
    folder: Path
    seed: int


Work = Callable[[Record, Tools], "Record | Iterable[Record]"]
Deal = Callable[[Sequence[Record], int], "tuple[list[Record], list[Rejection]]"]


@dataclass(frozen=True)
class Stage:
    """One step of a pipeline.

    `deal(records, seed)` sees all records before any is worked on, and gives those to work on and those rejected: it
    balances, pairs, drops near copies. It is pure and quick. `work(record, tools)` turns one record into the record or
    the records that go on, by itself, in any order and in any thread; it raises Rejected where there are none. Both
    are functions of a module or objects of a class of one, so that they can travel to other processes. Every record
    has an `id`, unique in its stage.

    `prompts` and `roles` are those that `work` asks with; `settings` what else its result depends on. What is done
    already is done again where any of them changed.
    """

    name: str
    work: Work
    deal: Deal | None = None
    prompts: tuple[Prompt, ...] = ()
    roles: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


__all__ = ["Record", "Rejected", "Rejection", "Stage", "Tools"]
