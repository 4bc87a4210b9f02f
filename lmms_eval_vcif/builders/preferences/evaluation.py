"""What the evaluation says of an answer: by rule where that decides, else by the judge."""

from __future__ import annotations

from collections.abc import Sequence

from ...judge import Judge
from ...records import Constraint, Row, Verdict
from ...verdicts import judge_row, method_of
from ..pipeline import Models, Tools
from ..pipeline.inspect import media


def evaluate(row: Row, response: str, tools: Tools) -> list[Verdict]:
    """The verdict on each constraint, in order; open where a judge would be needed and there is none."""
    files = [path for path, _ in media(row, tools)]
    return judge_row(row, response, _judge(tools.models), files)


def by_rule(row: Row, constraint: Constraint) -> bool:
    """Whether a rule alone decides a constraint of a row."""
    method = method_of(row, constraint)
    return method == "rule" or method == "hybrid" and constraint.params is not None


def needs_judge(rows: Sequence[Row]) -> bool:
    """Whether any row has a constraint that no rule decides."""
    return any(not by_rule(row, constraint) for row in rows for constraint in row.constraints)


def passes(verdicts: Sequence[Verdict]) -> bool:
    """Whether every constraint is satisfied; an open verdict is none that passes."""
    return all(verdict.passed for verdict in verdicts)


def failed(verdicts: Sequence[Verdict]) -> list[str]:
    """The ids of the constraints that are decided and not satisfied."""
    return [verdict.constraint for verdict in verdicts if verdict.passed is False]


def is_open(verdicts: Sequence[Verdict]) -> bool:
    """Whether any constraint could not be decided."""
    return any(verdict.passed is None for verdict in verdicts)


def _judge(models: Models) -> Judge | None:
    """One judge for the models of a run, so that all threads share what it stores."""
    settings = models.settings.get("judge")
    return models.once("judge", lambda: Judge(settings)) if settings else None
