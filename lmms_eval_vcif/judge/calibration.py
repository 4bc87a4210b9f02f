"""Is a judge to be trusted? The catalogue's cases of judged types, asked one by one, beside the right answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..constraints import Entry, catalogue
from ..records import Constraint, Row, Verdict
from .judge import Judge

NO_FRAMES = "(No frames come with this example. Take the following for what they show: {scene})"
"""How a scene in words stands in for a clip."""


@dataclass(frozen=True)
class Case:
    """One response with the right answer: whether the constraint is kept. `video` is a file of the embedded data."""

    name: str
    row: Row
    response: str
    passes: bool
    why: str
    video: str = ""

    @property
    def type(self) -> str:
        """The constraint type that the case is of."""
        return self.row.constraints[0].type


@dataclass(frozen=True)
class Outcome:
    """A case with what the judge said on it."""

    case: Case
    verdict: Verdict

    @property
    def right(self) -> bool | None:
        """Whether the judge is right; None where it said nothing."""
        return None if self.verdict.passed is None else self.verdict.passed is self.case.passes


def cases(types: Collection[str] = (), languages: Collection[str] = ()) -> Iterator[Case]:
    """The cases of all judged types, or of these types and languages, in the order of the catalogue.

    Raises RecordError for a type that is unknown.
    """
    for type_ in types:
        catalogue()[type_]
    for entry in catalogue():
        if entry.judged and (not types or entry.id in types):
            for language, found in entry.cases.items():
                if not languages or language in languages:
                    for number, case in enumerate(found, 1):
                        yield _case(entry, language, number, case)


def ask(judge: Judge, case: Case, folder: Path) -> Outcome:
    """What the judge says on a case. Clips are looked for in `folder`. Raises nothing (`Judge`)."""
    media = [folder / case.video] if case.video else []
    (verdict,) = judge.judge(case.row, case.response, case.row.constraints, media)
    return Outcome(case, verdict)


def by_type(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The outcomes of each type, in order of type."""
    found: dict[str, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.case.name):
        found.setdefault(outcome.case.type, []).append(outcome)
    return found


def _case(entry: Entry, language: str, number: int, case: Mapping[str, Any]) -> Case:
    instruction = case.get("instruction") or case["constraint"]
    if case.get("scene") and not case.get("video"):
        instruction = f"{instruction}\n\n{NO_FRAMES.format(scene=case['scene'])}"
    name = f"{entry.id}-{language}-{number}"
    constraint = Constraint(name, entry.id, case["constraint"], sub_questions=tuple(case.get("sub_questions") or ()))
    row = Row(name, "base", "", language, language, instruction, (constraint,), video=case.get("video", ""))
    return Case(name, row, case["response"], case["passes"], case["why"], case.get("video", ""))
