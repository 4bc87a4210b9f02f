"""``vcif build preferences``: pairs of answers for DPO (see `build_pipeline`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .build_pipeline import DryRun, Out, Processes, Retry, Review, Running, Seed, Threads, go

if TYPE_CHECKING:
    from ..builders.pipeline import Pipeline


def preferences(
    out: Out,
    rows: Annotated[Path, typer.Option(help="Rows, with their media beside them.")],
    tries: Annotated[int, typer.Option(help="How often a row is answered until an answer passes.")] = 3,
    corrupted: Annotated[float, typer.Option(help="Share of the pairs that corrupt one constraint, 0 to 1.")] = 0.5,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Pairs of an answer that passes the evaluation and one that does not; writes preferences.jsonl.

    The rejected side answers without the constraints, or is the chosen one with exactly one of them corrupted. Asks an
    answerer (VCIF_ANSWERER_...), a weak model (VCIF_WEAK_...), and, for rows with judged constraints, the judge. The
    stages are choose and reject; the manifest says how far length and likeness give a pair away. Needs the extras
    build, judge and eval.

    \b
    Example:
      vcif build preferences my_pairs --rows my_set/rows.jsonl
    """

    def make(**running: Any) -> Pipeline:
        from ..builders.preferences import Options, plan

        return plan(rows, Options(tries, corrupted), **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)
