"""The four stages as a pipeline."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...records import LANGUAGES, nearest
from ..pipeline import Pipeline, PipelineError, Stage, prompt
from ..pipeline import inspect as inspection
from ..pipeline.counts import counts
from . import assign, compose
from .select import Choice, Scores, go_on, pictures

ROLES = ("writer", "answerer")


@dataclass(frozen=True)
class Options:
    """What a set depends on beside pictures, models and seed: scores that a picture must reach and their scorers
    (`module:function`, "" for statistics), pictures and tasks per picture at most, tasks of each category that are
    offered for a picture, languages, and how often a row is answered when it is inspected."""

    min_complexity: float = 0.25
    min_richness: float = 0.3
    complexity: str = ""
    richness: str = ""
    most_images: int | None = None
    per_image: int = 2
    offered: int = 2
    languages: tuple[str, ...] = LANGUAGES
    tries: int = 3

    def __post_init__(self) -> None:
        for language in self.languages:
            if language not in LANGUAGES:
                raise PipelineError(f"languages: {nearest(language, LANGUAGES)}")
        if not self.languages:
            raise PipelineError("languages: at least one is required")
        for name, low, high in (("per_image", 1, 24), ("offered", 1, 6), ("tries", 1, 100)):
            if not low <= getattr(self, name) <= high:
                raise PipelineError(f"{name}: {low} to {high}, not {getattr(self, name)}")
        if self.most_images is not None and self.most_images < 1:
            raise PipelineError(f"most_images: at least 1, not {self.most_images}")


def plan(images: Path, options: Options, **running: Any) -> Pipeline:
    """The pipeline over the pictures of a folder. `running` are the other settings of a Pipeline.

    Raises PipelineError for a folder without pictures.
    """
    scores = Scores(options.complexity, options.richness)
    choice = Choice(options.min_complexity, options.min_richness, options.most_images)
    task = assign.Assign(options.per_image, options.languages)
    check = inspection.Inspect(options.tries)
    stages = (
        Stage("score", scores, settings=asdict(scores)),
        Stage("select", go_on, deal=choice),
        Stage(
            "assign", task, assign.Offer(options.offered), (prompt(__package__, "assign"),), ("writer",), asdict(task)
        ),
        Stage("draw", compose.draw, deal=compose.deal),
        Stage("compose", compose.compose, prompts=(prompt(__package__, "compose"),), roles=("writer",)),
        Stage("inspect", check, inspection.unlike, (inspection.answering(),), ("answerer",), asdict(check)),
    )
    records = pictures(images)
    inputs = [images / record["image"] for record in records]
    return Pipeline(
        "mmifeval-pro", stages, records, images, inputs=inputs, settings=asdict(options), statistics=counts, **running
    )
