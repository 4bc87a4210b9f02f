"""The two stages as a pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...data.problems import Problem
from ...data.readers import parse_row, read_records
from ...judge import prompt as judging
from ..pipeline import Pipeline, PipelineError, Record, Stage, prompt
from ..pipeline.inspect import answering
from .evaluation import needs_judge
from .pairs import Choose, Deal, reject
from .statistics import statistics


@dataclass(frozen=True)
class Options:
    """What pairs depend on beside rows, models and seed: how often a row is answered until an answer passes, and which
    share of the rejected sides is a corruption of the chosen one."""

    tries: int = 3
    corrupted: float = 0.5

    def __post_init__(self) -> None:
        if not 1 <= self.tries <= 100:
            raise PipelineError(f"tries: 1 to 100, not {self.tries}")
        if not 0 <= self.corrupted <= 1:
            raise PipelineError(f"corrupted: 0 to 1, not {self.corrupted}")


def plan(rows: Path, options: Options, **running: Any) -> Pipeline:
    """The pipeline over the rows of a file, media beside them; pairs are in preferences.jsonl. A judge is asked where a
    row has a constraint that no rule decides. Raises PipelineError naming file and row, DataError."""
    records = _rows(rows)
    parsed = [row for row, errors in map(parse_row, records) if row is not None and not errors]
    judge = ("judge",) if needs_judge(parsed) else ()
    asked = answering(), *(judging.prompt(name) for name in judging.NAMES if judge)
    corrupt = prompt(__package__, "corrupt")
    stages = (
        Stage("choose", Choose(options.tries), None, asked, ("answerer", *judge), {"tries": options.tries}),
        Stage("reject", reject, Deal(options.corrupted), (*asked, corrupt), ("weak", *judge)),
    )
    return Pipeline(
        "preferences",
        stages,
        records,
        rows.parent,
        inputs=[rows],
        settings=asdict(options),
        result="preferences.jsonl",
        statistics=statistics,
        **running,
    )


def _rows(path: Path) -> list[Record]:
    rows = []
    for number, value in read_records(path):
        if isinstance(value, Problem) or not isinstance(value, Mapping):
            raise PipelineError(str(value) if isinstance(value, Problem) else f"{path}:{number}: not an object")
        if value.get("subset") != "conflict":  # nothing satisfies those
            rows.append(dict(value))
    if not rows:
        raise PipelineError(f"{path}: no rows that an answer can satisfy")
    return rows
