"""The pipelines of VCIFBench's items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...data.problems import Problem
from ...data.readers import read_records
from ...judge.prompt import Prompt
from ...records import LANGUAGES, nearest
from ..pipeline import Pipeline, PipelineError, Record, Stage
from ..pipeline import prompt as load
from ..pipeline.counts import counts
from ..pipeline.inspect import unlike
from ..pipeline.stage import Deal as Deals
from . import choices, conflicting
from .balance import Balance
from .check import Check
from .construct import construct
from .plan import Deal, Draw, Targets
from .repair import repair
from .requests import Derive, Direct, Offer
from .sources import clips_of, in_folder, noted, read_seeds

OF_A_QUESTION, OF_A_CLIP = 10, 6
"""Tasks that are offered for one, of the 20: a question leaves less choice than a clip."""


@dataclass(frozen=True)
class Options:
    """What a set depends on beside videos, annotations, models and seed: its language, the file of its targets, tasks
    of a video at most, and constraints beside the choice of a selection item."""

    language: str = "en"
    targets: Path | None = None
    per_video: int = 2
    beside: int = 2

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise PipelineError(f"language: {nearest(self.language, LANGUAGES)}")
        for name, low, high in (("per_video", 1, 20), ("beside", 1, 6)):
            if not low <= getattr(self, name) <= high:
                raise PipelineError(f"{name}: {low} to {high}, not {getattr(self, name)}")

    def as_settings(self) -> dict[str, Any]:
        """The options as the manifest shows them."""
        return {**asdict(self), "targets": self.targets.name if self.targets else ""}


def derived(annotations: Sequence[tuple[str, Path]], videos: Path, options: Options, **running: Any) -> Pipeline:
    """Items from annotated questions: files, each with its format (see `sources`), over the clips of a folder."""
    seeds = _seeds(annotations, videos)
    targets = Targets.load(options.targets)
    found = Derive(options.language)
    offer = Offer(OF_A_QUESTION, targets.tasks)
    first = Stage("derive", found, offer, _prompts("derive"), ("writer",), {"language": options.language})
    inputs = [path for _, path in annotations]
    return _items("vcifbench-derive", first, seeds, videos, options, inputs, running)


def direct(videos: Path, options: Options, **running: Any) -> Pipeline:
    """Items from the clips of a folder alone."""
    targets = Targets.load(options.targets)
    found = Direct(options.per_video, options.language)
    first = Stage("direct", found, Offer(OF_A_CLIP, targets.tasks), _prompts("direct"), ("writer",), asdict(found))
    return _items("vcifbench-direct", first, _clips(videos), videos, options, [], running)


def selection(
    out: Path, videos: Path, options: Options, annotations: Sequence[tuple[str, Path]] = (), **running: Any
) -> Pipeline:
    """Selection items over the clips of a folder and the same played backwards, which are made in `out`. Where there
    are annotations, they say what a clip shows and where it is from."""
    branch, clips = choices.Branch(out, options.language), noted(_clips(videos), _seeds(annotations, videos))
    stages = (
        Stage("reverse", choices.Reverse(out), choices.pair),
        Stage(
            *("branch", branch, None, _prompts("selection", "which"), ("writer", "checker")),
            settings={"language": options.language},
        ),
        Stage("rows", choices.Rows(options.beside), settings={"beside": options.beside}),
    )
    return Pipeline(
        "vcifbench-selection",
        stages,
        clips,
        videos,
        inputs=[*(path for _, path in annotations), *_videos(clips, videos)],
        settings=options.as_settings(),
        statistics=counts,
        beside=("backwards",),
        **running,
    )


def conflicts(rows: Path, each: int = 3, **running: Any) -> Pipeline:
    """Conflict items from finished base items, `each` of every template."""
    roles = ("writer", "checker")
    deal = conflicting.Deal(each)
    stages = (Stage("inject", conflicting.inject, deal, _prompts("thing", "which"), roles),)
    return Pipeline(
        "vcifbench-conflicts",
        stages,
        _rows(rows),
        rows.parent,
        inputs=[rows],
        settings={"each": each},
        statistics=counts,
        **running,
    )


def repaired(rows: Path, **running: Any) -> Pipeline:
    """Rows of any origin, brought in order, checked before and after."""
    stages = _checked()
    return Pipeline("vcifbench-repair", stages, _rows(rows), rows.parent, inputs=[rows], statistics=counts, **running)


def _items(
    name: str,
    first: Stage,
    records: Sequence[Record],
    videos: Path,
    options: Options,
    inputs: Sequence[Path],
    running: dict[str, Any],
) -> Pipeline:
    targets = Targets.load(options.targets)
    stages = (
        first,
        Stage("draw", Draw(targets.types), Deal(targets), settings={"types": dict(targets.types)}),
        Stage("construct", construct, prompts=_prompts("construct"), roles=("writer",)),
        *_checked(unlike),
    )
    inputs = [*inputs, *_videos(records, videos), *([options.targets] if options.targets else [])]
    return Pipeline(
        name,
        stages,
        records,
        videos,
        inputs=inputs,
        settings=options.as_settings(),
        statistics=Balance(targets, options.language),
        **running,
    )


def _checked(deal: Deals | None = None) -> tuple[Stage, ...]:
    """Check what `deal` leaves, repair, and check again what was repaired."""
    return (
        Stage("check", Check(), deal, _prompts("check"), ("checker",)),
        Stage("repair", repair, prompts=_prompts("repair"), roles=("writer",)),
        Stage("confirm", Check(final=True), prompts=_prompts("check"), roles=("checker",)),
    )


def _prompts(*names: str) -> tuple[Prompt, ...]:
    return tuple(load(__package__, name) for name in names)


def _clips(videos: Path) -> list[Record]:
    """A record for each clip of a folder. Raises PipelineError where there is none."""
    known = clips_of(videos).items()
    return [{"id": name, "video": path, "source": "", "source_id": name, "license": ""} for name, path in known]


def _seeds(annotations: Sequence[tuple[str, Path]], videos: Path) -> list[Record]:
    return [seed for format_, path in annotations for seed in in_folder(read_seeds(format_, path), videos)]


def _videos(records: Sequence[Record], videos: Path) -> list[Path]:
    """The clips of records, once each."""
    return [videos / path for path in dict.fromkeys(record["video"] for record in records) if path]


def _rows(path: Path) -> list[Record]:
    """The rows of a file. Raises PipelineError naming file and line, DataError for a file that can't be read."""
    rows = []
    for number, value in read_records(path):
        if isinstance(value, Problem) or not isinstance(value, dict):
            raise PipelineError(str(value) if isinstance(value, Problem) else f"{path}:{number}: not an object")
        rows.append(value)
    return rows
