"""The judge of a run: checked when a task is loaded, before hours of generation, and at hand for the scoring."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence

from ..judge import HOW_TO, CheckFailed, ConfigurationError, Judge, load_judge
from ..metrics.conflict import SUBSET
from ..records import Row
from ..verdicts import method_of, needs_judge

logger = logging.getLogger(__name__)


def prepare_judge(rows: Sequence[Row], files: Sequence[Sequence[str]]) -> str:
    """Load the judge for gated rows with their media `files`, where they need one. What is wrong with it, or "".

    Without a judge the rows are scored all the same: the log says what stays open, and what to set. With one, the first
    clips that it will be shown are decoded while the model generates.
    """
    conflicts = sum(row.subset == SUBSET for row in rows)
    constraints = [(row, constraint) for row in rows if row.subset != SUBSET for constraint in row.constraints]
    asked = sum(needs_judge(row, constraint) for row, constraint in constraints)
    if not asked and not conflicts:
        return ""
    try:
        judge = load_judge()
    except ConfigurationError as error:
        hint = "\n  (with VCIF_JUDGE_CHECK=0 it is not asked before the model runs)"
        return f"the judge can't be used: {error}{hint if isinstance(error, CheckFailed) else ''}"
    if os.environ.get("RANK", "0") == "0":
        _say(judge, f"{asked} of {len(constraints)} constraints and {conflicts} conflict items")
    if judge is not None:
        judge.look_ahead(_shown_here(rows, files))
    return ""


def judge_of_run() -> Judge | None:
    """The judge that the environment names, or None; what is wrong with it is logged."""
    try:
        return load_judge()
    except ConfigurationError as error:
        logger.error("the judge can't be used: %s", error)
        return None


def _shown_here(rows: Sequence[Row], files: Sequence[Sequence[str]]) -> list[str]:
    """The videos that a judge of this process is shown: the harness deals the rows out to its processes in turn."""
    rank, processes = (int(os.environ.get(name, default)) for name, default in (("RANK", "0"), ("WORLD_SIZE", "1")))
    own = list(zip(rows, files, strict=True))[rank::processes]
    return [
        file
        for row, (file, *_) in own
        if row.subset != SUBSET and any(method_of(row, constraint) == "judge" for constraint in row.constraints)
    ]


def _say(judge: Judge | None, open_ones: str) -> None:
    if judge is None:
        logger.warning(
            "no judge is set up: %s will be unjudged, and rules decide the rest; to judge them, %s", open_ones, HOW_TO
        )
        return
    for recording in judge.cache.recordings:
        note = f": {recording.note}" if recording.note else ""
        logger.warning("recorded judgements by %s are played back%s", recording.model, note)
    logger.info("%s are judged by %s", open_ones, judge.model)
