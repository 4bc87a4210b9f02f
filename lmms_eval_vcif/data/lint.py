"""What is wrong with rows, said before a model runs: schema, gate, media, languages, duplicates, contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..constraints.gate import BENCHMARK_OF_SUBSET, MEDIUM_OF_BENCHMARK, subset_problems
from ..metrics.tasks import TASKS, VCIFBENCH_TASKS, task_category
from ..records import Constraint, Row, nearest
from .contradictions import contradictions
from .media import fingerprint, media_of, problem_of
from .problems import Problem
from .readers import STAND_IN, parse_row, read_records

LANGUAGE_TYPES = ("response_language", "output_language")
REPEATS_MEANT = ("hijack",)
"""Subsets in which one query goes with many pictures by design. So do choices, whose rows are joined by `pair_id`."""

_NAMES = {"video": ("video", "a video"), "image": ("images", "a picture")}
"""The field of a medium, and its name in messages."""

FIELDS = (*Row.__dataclass_fields__, "image")
CONSTRAINT_FIELDS = tuple(Constraint.__dataclass_fields__)
CLOSE = 0.8
"""How alike two names are, 0 to 1, if one may be the other mistyped."""


def lint_rows(path: str | Path) -> Iterator[Problem]:
    """Every problem of a file of rows, in the order of its rows. Raises DataError where it can't be read at all."""
    path = Path(path)
    seen = _Seen()
    count = 0
    for number, value in read_records(path):
        count += 1
        if isinstance(value, Problem):
            yield value
            continue
        row, errors = parse_row(value)
        for error in errors:
            yield Problem(str(path), number, error.field, error.problem)
        if row is None:
            continue
        fields = {error.field.partition(".")[0] for error in errors}
        for field, message, is_error in (
            *_mistyped_fields(value),
            *seen.mistyped_tasks(row, fields),
            *_media(row, value, path.parent, fields),
            *_subset(row, fields),
            *_languages(row, fields),
            *_constraints(row, fields),
            *seen.repeats(row, value, number, fields),
        ):
            yield Problem(str(path), number, field, message, is_error)
    if not count:
        yield Problem(str(path), 0, "", "no rows")


def _mistyped_fields(value: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Names that are nearly those of fields; other names are the user's own."""
    for known, found, where in (
        (FIELDS, value, ""),
        *((CONSTRAINT_FIELDS, part, f"constraints[{i}].") for i, part in enumerate(_list(value.get("constraints")))),
    ):
        for name in found if isinstance(found, Mapping) else ():
            if name not in known and get_close_matches(str(name), known, n=1, cutoff=CLOSE):
                yield f"{where}{name}", f"the field is not read: {nearest(name, known)}", False


def _list(value: Any) -> list | tuple:
    return value if isinstance(value, (list, tuple)) else ()


def _media(row: Row, value: Mapping[str, Any], folder: Path, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
    """Media that do not open, and rows without the kind of media that their benchmark shows."""
    kinds = set()
    for field, kind, source in media_of(value):
        kinds.add(kind)
        problem = problem_of(kind, source, folder)
        if problem:
            yield field, problem, True
    if "subset" in faulty:
        return
    needed = MEDIUM_OF_BENCHMARK[BENCHMARK_OF_SUBSET[row.subset]]
    if needed not in kinds:
        field, name = _NAMES[needed]
        yield field, f"a {row.subset} row shows {name}, and this one has none", True


def _subset(row: Row, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
    if faulty & {"subset", "reference", "constraints", "pair_id"}:
        return
    for error in subset_problems(row):
        yield error.field, error.problem, True


def _languages(row: Row, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
    """The language of the answer is the row's, unless a constraint says otherwise, and then it is that one."""
    if faulty & {"language", "response_language", "constraints"}:
        return
    stated = False
    for index, constraint in enumerate(row.constraints):
        if constraint.type == "bilingual_response":
            stated = True
        if constraint.type not in LANGUAGE_TYPES:
            continue
        stated = True
        language = (constraint.params or {}).get("language")
        if isinstance(language, str) and _base(language) != _base(row.response_language):
            problem = f"{language!r} is asked for, but response_language is {row.response_language!r}"
            yield f"constraints[{index}].params.language", problem, True
    if not stated and row.response_language != row.language:
        problem = f"{row.response_language!r} is not the instruction's {row.language!r}, and no constraint says so"
        yield "response_language", problem, True


def _base(language: str) -> str:
    return language.lower().partition("-")[0]


def _constraints(row: Row, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
    ids: dict[str, int] = {}
    for index, constraint in enumerate(row.constraints):
        if constraint.type != STAND_IN and not constraint.text.strip():
            needed = constraint.params is None
            why = ", and its parameters are to be extracted from it" if needed else ""
            yield f"constraints[{index}].text", f"the text of the constraint is empty{why}", needed
        first = ids.setdefault(constraint.id, index)
        if first != index and f"constraints[{index}]" not in faulty:
            yield f"constraints[{index}].id", f"{constraint.id!r} is also the id of constraints[{first}]", True
    if row.subset == "conflict":
        return  # a contradiction is what these rows are made of
    sound = [i for i in range(len(row.constraints)) if not faulty & {f"constraints[{i}]", "constraints"}]
    for found in contradictions([row.constraints[i] for i in sound], row.response_language):
        *others, last = (sound[i] for i in found.constraints)
        named = " and ".join(f"constraints[{i}] ({row.constraints[i].type})" for i in others)
        yield f"constraints[{last}]", f"contradicts {named or 'itself'}: {found.reason}", True


class _Seen:
    """Ids and instructions of the rows so far, with the numbers of their rows."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._instructions: dict[str, int] = {}
        self._items: dict[tuple[str, str], int] = {}
        self._tasks: set[str] = set()

    def mistyped_tasks(self, row: Row, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
        """What may be a mistyped task, the first time; tasks of other names are the user's own."""
        if faulty & {"task", "subset"} or not row.task or task_category(row.task) or row.task in self._tasks:
            return
        tasks = TASKS if BENCHMARK_OF_SUBSET[row.subset] == "mmifeval_pro" else VCIFBENCH_TASKS
        known = [task for names in tasks.values() for task in names]
        if get_close_matches(row.task, known, n=1, cutoff=CLOSE):
            self._tasks.add(row.task)
            yield "task", f"not in the taxonomy: {nearest(row.task, known)}", False

    def repeats(self, row: Row, value: Mapping, number: int, faulty: set[str]) -> Iterator[tuple[str, str, bool]]:
        if "id" not in faulty:
            first = self._ids.setdefault(row.id, number)
            if first != number:
                yield "id", f"{row.id!r} is also the id of row {first}", True
        if "instruction" in faulty:
            return
        text = " ".join(row.instruction.split())
        first = self._items.setdefault((text, fingerprint(value)), number)
        again = self._instructions.setdefault(text, number)
        if first != number:
            yield "instruction", f"the same instruction with the same media as row {first}", True
        elif again != number and row.subset not in REPEATS_MEANT and not row.pair_id:
            yield "instruction", f"the same instruction as row {again}, with other media", False
