"""The VCIFBench half: requests with constraints that a rule decides, choices that the direction of a clip decides, and
conflict items, over the embedded clips."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from ...constraints import catalogue
from ...judge.prompt import Prompt
from ...judge.settings import Settings
from ...records import Constraint
from ..mmifeval_pro.assign import NAMES
from ..pipeline import Models, Pipeline, Record, Rejected, Stage, Tools, run
from ..pipeline.counts import counts
from ..pipeline.inspect import unlike
from ..vcifbench import conflicts
from ..vcifbench.choices import Rows
from ..vcifbench.conflicting import Unsuitable
from ..vcifbench.construct import base_row
from ..vcifbench.plan import BENCHMARK, Deal, Draw, Targets, types
from ..witness import witness

NOTED = "noted by a person"
"""Stands in manifests and rows for the model that said something."""

SIZES = {3: 0.4, 4: 0.4, 5: 0.2}
"""Shares of the base rows with so many constraints."""

BACK = "_back"
"""Ends the names of the embedded clips that are played backwards."""


class Notes(Models):
    """A person's notes on the embedded clips, in the place of models."""

    def __init__(self, settings: Mapping[str, Settings] | None = None):
        super().__init__(settings or {role: Settings(model=NOTED) for role in ("writer", "checker")})

    def ask(
        self,
        role: str,
        prompt: Prompt,
        values: Mapping[str, str],
        read: Callable[[Mapping[str, Any]], Any],
        *,
        example: Mapping[str, Any],
        media: Sequence[tuple[str | Path, bool]] = (),
    ) -> Any:
        """What is noted on the things of the one clip that is shown. Raises Unsuitable where nothing is."""
        name = Path(media[0][0]).stem.removesuffix(BACK)
        noted = notes()["things"].get(name)
        if noted is None:
            raise Unsuitable("nothing noted", name)
        if role == "checker":
            first = [things["visible"] for things in noted.values()]
            return read({"true": "1" if values["first"] in first else "neither"})
        return read(noted[next(code for code, language in NAMES.items() if language == values["language"])])


@cache
def notes() -> dict[str, dict[str, Any]]:
    """What is noted on things and choices."""
    return yaml.safe_load((files(__package__) / "notes.yml").read_bytes())


@cache
def bank() -> dict[str, dict[str, Any]]:
    """The generic requests and the frames."""
    return yaml.safe_load((files(__package__) / "requests.yml").read_bytes())


def parts(
    data: Path,
    rows: Sequence[Mapping[str, Any]],
    work: Path,
    *,
    base: int,
    each: int,
    languages: Sequence[str],
    seed: int,
    progress: bool,
) -> dict[str, Callable[[Path], Mapping[str, Any]]]:
    """The parts of this half by name, over the clips of the embedded `rows` in `data`. The conflict items are made of
    the base rows, which are in the folder ``base`` of `work` by then."""
    credit = {Path(row["video"]).stem: _credit(row) for row in rows}
    running: dict[str, Any] = {"seed": seed, "progress": progress, "threads": 1}

    def based(out: Path) -> Mapping[str, Any]:
        records = list(_requests(credit, base, languages, seed))
        targets = Targets({"and": 1.0}, SIZES, types=_weights())
        draw = Stage("draw", Draw(targets.types), Deal(targets), settings={"types": dict(targets.types)})
        stages = (draw, Stage("word", word), Stage("prove", prove, unlike))
        return run(Pipeline("demo-base", stages, records, data, statistics=counts, **running), out, Notes())

    def selection(out: Path) -> Mapping[str, Any]:
        stages = (Stage("rows", Rows(), roles=("writer", "checker")), Stage("prove", prove))
        records = list(_choices(credit, languages))
        return run(Pipeline("demo-selection", stages, records, data, statistics=counts, **running), out, Notes())

    def conflict(out: Path) -> Mapping[str, Any]:
        return run(conflicts(work / "base" / "rows.jsonl", each, **running), out, Notes())

    return {"base": based, "selection": selection, "conflict": conflict}


def word(record: Record, tools: Tools) -> Record:
    """The record as a row of the subset base: the request and its constraints in one of the frames."""
    language, rng = record["language"], tools.rng
    texts = [one["text"] for one in record["drawn"]]
    values = {
        "request": record["request"],
        "rules": ("" if language == "zh" else " ").join(texts),
        "lines": "\n".join(f"- {text}" for text in texts),
    }
    instruction = rng.choice(bank()["frames"][language])
    for name, value in values.items():
        instruction = instruction.replace(f"{{{name}}}", value)
    return base_row(record, instruction, record["drawn"], "demo", seed=tools.seed, request=record["request"])


def prove(record: Record, tools: Tools) -> Record:
    """The row with a response that keeps all that a rule decides. Raises Rejected where none is found."""
    response = witness([Constraint.parse(one) for one in record["constraints"]], record["language"], tools.rng)
    if response is None:
        raise Rejected("no witness", ", ".join(one["type"] for one in record["constraints"]))
    return {**record, "witness": response}


def _weights() -> dict[str, float]:
    """1 for the types that a rule decides once their parameters are stored, 0 for those that need a judge."""
    known = {name for language in NAMES for name in types(language)}
    return {name: float(catalogue()[name].check is not None and _storable(name)) for name in sorted(known)}


def _storable(name: str) -> bool:
    """Whether stored parameters leave nothing to a judge."""
    entry = catalogue()[name]
    return entry.benchmarks[BENCHMARK].evaluation != "judge" or bool(entry.parameters)


def _requests(
    credit: Mapping[str, Mapping[str, str]], count: int, languages: Sequence[str], seed: int
) -> Iterator[Record]:
    """Clips, tasks and phrasings dealt like cards, languages in turn."""
    rng = random.Random(f"{seed} demo requests")
    clips = rng.sample(sorted(credit), len(credit))
    decks = {language: _deck(language, rng) for language in languages}
    for number in range(count):
        language, clip = languages[number % len(languages)], clips[number % len(clips)]
        task, request = next(decks[language])
        known = {"task": task, "request": request, "language": language, "keywords": [], "shows": []}
        yield {"id": f"{clip}#{number + 1}", "video": f"videos/{clip}.mp4", **known, **credit[clip]}


def _deck(language: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Every task once before any comes again, each time in another phrasing while there are some."""
    tasks = bank()["requests"]
    while True:
        shuffled = {task: rng.sample(texts[language], len(texts[language])) for task, texts in tasks.items()}
        for cards in zip(*([(task, text) for text in texts] for task, texts in shuffled.items()), strict=True):
            yield from rng.sample(cards, len(cards))


def _choices(credit: Mapping[str, Mapping[str, str]], languages: Sequence[str]) -> Iterator[Record]:
    """The noted choices, languages in turn, each with the clip that plays the other way."""
    for number, (clip, choice) in enumerate(notes()["choices"].items()):
        language = languages[number % len(languages)]
        names = {"video": f"videos/{clip}.mp4", "backwards": f"videos/{clip}{BACK}.mp4"}
        yield {"id": clip, "language": language, "task": choice["task"], **names, **choice[language], **credit[clip]}


def _credit(row: Mapping[str, Any]) -> dict[str, str]:
    return {name: row[name] for name in ("source", "source_id", "license")}
