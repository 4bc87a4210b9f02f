"""One catalogue entry: what a constraint type means, where it belongs, how it is decided, worded and tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..records import LANGUAGES, RecordError, nearest
from .formats import box_problem, format_checker
from .mistakes import place_of, problem_of

EVALUATIONS = ("rule", "hybrid", "judge")
BENCHMARKS = {"vcifbench": "dimension", "mmifeval_pro": "category"}
ANY_LANGUAGE = "any"


class CatalogueError(ValueError):
    """An entry that can't be used; the message names the file."""


@dataclass(frozen=True)
class Benchmark:
    """Where a type stands in one benchmark: its dimension or category, how it is decided, and in which languages.

    `group` is the dimension (VCIFBench) or category (MM-IFEval-Pro); ``augmentation`` is the group of the checks beside
    the 52. `languages` are response languages; ("any",) where the text model's languages all serve.
    """

    name: str
    group: str
    evaluation: str
    languages: tuple[str, ...]

    def supports(self, language: str) -> bool:
        return ANY_LANGUAGE in self.languages or language in self.languages


@dataclass(frozen=True)
class Check:
    """The function that decides a type: its name, parameters of other names, and parameters that are fixed."""

    name: str
    rename: Mapping[str, str]
    fixed: Mapping[str, Any]

    def arguments(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The keyword arguments of the function for the parameters of a constraint."""
        if not self.rename and not self.fixed:
            return dict(params)
        return {**self.fixed, **{self.rename.get(name, name): value for name, value in params.items()}}


@dataclass(frozen=True)
class Entry:
    """A constraint type. `parameters` maps each name to a JSON Schema with a `meaning` in each language; of each group
    in `needs` at least one is given, of each in `excludes` at most one.

    A judged type has `guidance`, what the judge looks at, per language. Where it is judged by several yes/no questions
    that rows carry, `sub_questions` says per language `how` they are written and gives `examples` (`constraint`,
    `questions`). Its `cases` calibrate a judge: `constraint` (as a row words it), `response`, the right answer in
    `passes`, `why`, and where needed `instruction`, `scene` (what the video shows, in words), `video` (a clip that
    shows it), `params`, and `sub_questions` with the right `answers`.
    """

    id: str
    family: str
    meaning: Mapping[str, str]
    benchmarks: Mapping[str, Benchmark]
    check: Check | None
    parameters: Mapping[str, Mapping[str, Any]]
    needs: tuple[tuple[str, ...], ...]
    excludes: tuple[tuple[str, ...], ...]
    conflicts: tuple[str, ...]
    guidance: Mapping[str, str]
    sub_questions: Mapping[str, Mapping[str, Any]]
    wordings: Mapping[str, tuple[str, ...]]
    draw: Mapping[str, Any]
    cases: Mapping[str, tuple[Mapping[str, Any], ...]]
    file: str

    KEYS = (
        *("id", "meaning", "benchmarks", "check", "parameters", "needs", "excludes", "conflicts"),
        *("guidance", "sub_questions", "wordings", "draw", "cases"),
    )

    @classmethod
    def parse(cls, data: Any, family: str, file: str) -> Entry:
        """Read an entry from the mapping in its file. Raises CatalogueError naming the file and the key."""
        if not isinstance(data, Mapping):
            raise CatalogueError(f"{file}: an entry is a mapping")
        for key in data:
            if key not in cls.KEYS:
                raise CatalogueError(f"{file}: {nearest(key, cls.KEYS)}")
        for key in ("id", "meaning", "benchmarks"):
            if not data.get(key):
                raise CatalogueError(f"{file}: {key} is missing")
        benchmarks = {name: _benchmark(name, value, file) for name, value in data["benchmarks"].items()}
        judged = _judged(benchmarks)
        return cls(
            id=data["id"],
            family=family,
            meaning=data["meaning"],
            benchmarks=benchmarks,
            check=None if judged and "check" not in data else _check(data.get("check"), data["id"]),
            parameters=data.get("parameters") or {},
            needs=tuple(tuple(group) for group in data.get("needs") or ()),
            excludes=tuple(tuple(group) for group in data.get("excludes") or ()),
            conflicts=tuple(data.get("conflicts") or ()),
            guidance=data.get("guidance") or {},
            sub_questions=data.get("sub_questions") or {},
            wordings={language: tuple(texts) for language, texts in (data.get("wordings") or {}).items()},
            draw=data.get("draw") or {},
            cases={language: tuple(cases) for language, cases in (data.get("cases") or {}).items()},
            file=file,
        )

    @property
    def languages(self) -> tuple[str, ...]:
        """The response languages (of en and zh) that at least one benchmark supports."""
        return tuple(x for x in LANGUAGES if any(b.supports(x) for b in self.benchmarks.values()))

    @property
    def judged(self) -> bool:
        """Whether a judge decides the type in every benchmark that has it; a check may tell the same."""
        return _judged(self.benchmarks)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the parameters as one object."""
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.parameters), "additionalProperties": False}
        if self.needs:
            schema["allOf"] = [{"anyOf": [{"required": [name]} for name in group]} for group in self.needs]
        return schema

    def check_parameters(self, params: Mapping[str, Any]) -> None:
        """Raise RecordError, with the parameter's name as field, where `params` do not fit the entry."""
        for name in params:
            if name not in self.parameters:
                raise RecordError(name, f"{self.id} has no such parameter; {nearest(name, self.parameters)}")
        for group in self.needs:
            if not any(name in params for name in group):
                raise RecordError("", f"{self.id} needs {' or '.join(group)}")
        for group in self.excludes:
            given = [name for name in group if name in params]
            if len(given) > 1:
                raise RecordError(given[1], f"{self.id} takes {given[0]} or {given[1]}, not both")
        from jsonschema import Draft202012Validator  # 0.1 s to import, and cached verdicts never need it
        from jsonschema.exceptions import best_match

        validator = Draft202012Validator(self.schema, format_checker=format_checker())
        error = best_match(validator.iter_errors(dict(params)))
        if error is not None:
            raise RecordError(place_of(error), problem_of(error, self.parameters))
        low, high = params.get("min"), params.get("max")
        if low is not None and high is not None and low > high:
            raise RecordError("min", f"{low} is more than max, {high}")
        if params.get("box") and (problem := box_problem(params["box"], params.get("box_layout", "xyxy"))):
            raise RecordError("box", problem)


def _benchmark(name: str, value: Mapping[str, Any], file: str) -> Benchmark:
    if name not in BENCHMARKS:
        raise CatalogueError(f"{file}: benchmarks: {nearest(name, BENCHMARKS)}")
    group = BENCHMARKS[name]
    for key in value:
        if key not in (group, "evaluation", "languages"):
            raise CatalogueError(f"{file}: benchmarks.{name}: {nearest(key, (group, 'evaluation', 'languages'))}")
    evaluation = value.get("evaluation", "rule")
    if evaluation not in EVALUATIONS:
        raise CatalogueError(f"{file}: benchmarks.{name}.evaluation: {nearest(evaluation, EVALUATIONS)}")
    if not value.get(group):
        raise CatalogueError(f"{file}: benchmarks.{name}.{group} is missing")
    return Benchmark(name, value[group], evaluation, tuple(value.get("languages") or (ANY_LANGUAGE,)))


def _judged(benchmarks: Mapping[str, Benchmark]) -> bool:
    return all(benchmark.evaluation == "judge" for benchmark in benchmarks.values())


def _check(value: Any, id_: str) -> Check:
    if value is None:
        return Check(id_, {}, {})
    if isinstance(value, str):
        return Check(value, {}, {})
    return Check(value.get("name", id_), value.get("rename") or {}, value.get("fixed") or {})
