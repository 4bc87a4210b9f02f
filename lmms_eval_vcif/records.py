"""The three records that every room shares: a row, its constraints, and the verdict on one of them.

They are frozen, hold plain JSON values, and are parsed and gated here: what is malformed in itself is refused with the
field, the value and what would be right. Whether a type exists and its parameters fit is the catalogue's to say
(`constraints.gate`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

SUBSETS = ("base", "selection", "conflict", "normal", "hijack", "grounding", "numeric")
COMPOSITIONS = ("and", "chain", "selection", "nested")
LANGUAGES = ("en", "zh")
OPTION_ORDERS = ("AB", "BA")


class RecordError(ValueError):
    """A row, a constraint or a parameter that can't be used; the message names field, value and the nearest valid one.

    `field` is the path inside the row, such as ``constraints[2].params.min``; "" where the whole row is meant.
    """

    def __init__(self, field: str, problem: str):
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem


@dataclass(frozen=True)
class Constraint:
    """One requirement of a row. `params` is None while a hybrid's parameters are still to be extracted from `text`."""

    id: str
    type: str
    text: str = ""
    params: Mapping[str, Any] | None = None
    sub_questions: tuple[str, ...] = ()

    @classmethod
    def parse(cls, value: Any, field: str = "constraint") -> Constraint:
        """Read a constraint from a mapping whose `params` are a JSON string (as in rows) or a mapping.

        Raises RecordError.
        """
        if not isinstance(value, Mapping):
            raise RecordError(field, f"a constraint is an object, not {value!r:.80}")
        type_ = value.get("type")
        if not isinstance(type_, str) or not type_:
            raise RecordError(f"{field}.type", f"a constraint names its type, not {type_!r:.80}")
        questions = value.get("sub_questions")
        if not (
            questions is None or isinstance(questions, (list, tuple)) and all(isinstance(q, str) for q in questions)
        ):
            raise RecordError(f"{field}.sub_questions", f"a list of strings, not {questions!r:.80}")
        return cls(
            id=str(value.get("id") or type_),
            type=type_,
            text=_string(value, "text", field),
            params=_json_object(value.get("params"), f"{field}.params"),
            sub_questions=tuple(questions or ()),
        )


@dataclass(frozen=True)
class Row:
    """One item of a data set: what the model sees, what it must satisfy, and where it comes from.

    In files (JSON lines, JSON or parquet) the fields are the names below; of the pictures, `image` (one) or `images` (a
    list), each a path relative to the file.

    - `id`: unique in the data set, stable between versions
    - `subset`: one of `SUBSETS`; it decides the benchmark
    - `task`: the task type of the taxonomy
    - `language`, `response_language`: of the instruction, and of the answer (the same where it is absent)
    - `instruction`: the whole query as the model sees it
    - `constraints`: a list of `Constraint`; their `params` are a JSON object as a string, "" while to be extracted
    - `composition`: of and, chain, selection, nested
    - `video`: path of a clip, relative to the file
    - `reference`: JSON of what a check needs: the rendered text, a box, a value, the option order, the conflicting pair
    - `pair_id`: joins the two option orders of one selection item
    - `source`, `source_id`, `license`: where the media and the seed question come from
    - `meta`: JSON: the builder's version, seed, models and settings
    """

    id: str
    subset: str
    task: str
    language: str
    response_language: str
    instruction: str
    constraints: tuple[Constraint, ...]
    composition: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    video: str = ""
    reference: Mapping[str, Any] = field(default_factory=dict)
    pair_id: str = ""
    source: str = ""
    source_id: str = ""
    license: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, value: Any) -> Row:
        """Read a row from a mapping with the fields of the row schema. Raises RecordError.

        Media given as bytes or decoded pictures (as the harness hands them over) are not part of the record.
        """
        if not isinstance(value, Mapping):
            raise RecordError("", f"a row is an object, not {value!r:.80}")
        for name in ("id", "instruction"):
            if not isinstance(value.get(name), str) or not value[name].strip():
                raise RecordError(name, f"a non-empty string is required, not {value.get(name)!r:.80}")
        subset = _one_of(value, "subset", SUBSETS)
        language = _one_of(value, "language", LANGUAGES)
        compositions = _list(value, "composition")
        for composition in compositions:
            if composition not in COMPOSITIONS:
                raise RecordError("composition", nearest(composition, COMPOSITIONS))
        constraints = value.get("constraints")
        if isinstance(constraints, str):
            constraints = _json(constraints, "constraints")
        if not isinstance(constraints, (list, tuple)) or not constraints:
            raise RecordError("constraints", f"a non-empty list is required, not {constraints!r:.80}")
        images = _list(value, "images") or (value.get("image"),)
        return cls(
            id=value["id"],
            subset=subset,
            task=_string(value, "task"),
            language=language,
            response_language=_string(value, "response_language") or language,
            instruction=value["instruction"],
            constraints=tuple(Constraint.parse(c, f"constraints[{i}]") for i, c in enumerate(constraints)),
            composition=compositions,
            images=tuple(image for image in images if isinstance(image, str) and image),
            video=_string(value, "video"),
            reference=_json_object(value.get("reference"), "reference") or {},
            pair_id=_string(value, "pair_id"),
            source=_string(value, "source"),
            source_id=_string(value, "source_id"),
            license=_string(value, "license"),
            meta=_json_object(value.get("meta"), "meta") or {},
        )

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON-ready values, which `parse` reads again."""
        return json.loads(json.dumps(asdict(self)))


@dataclass(frozen=True)
class Verdict:
    """The decision on one constraint.

    `passed` is True, False, or None where nobody could decide (unjudged). `observed` is what the check saw (a JSON
    value), `reason` says it in words ("2 sentences, at most 1 allowed"), `notes` hold what a reader should know beside
    it (duplicate keys, a count that hangs on an arguable reading). `method` is rule, hybrid or judge.

    Where a judge had a part in it, `judge` is its model, `cached` says whether its answer was stored before,
    `sub_answers` pairs each sub-question with its answer (None where it is open), and `params` are the parameters that
    it found in the constraint's text.
    """

    passed: bool | None
    observed: Any = None
    reason: str = ""
    notes: tuple[str, ...] = ()
    type: str = ""
    constraint: str = ""
    method: str = "rule"
    judge: str = ""
    cached: bool = False
    sub_answers: tuple[tuple[str, bool | None], ...] = ()
    params: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON-ready values, in the order in which a person reads them. What is about a judge is there
        only where one had a part in it."""
        judged: dict[str, Any] = {}
        if self.judge:
            judged = {"judge": self.judge, "cached": self.cached}
            if self.sub_answers:
                judged["sub_answers"] = [{"question": q, "answer": a} for q, a in self.sub_answers]
            if self.params is not None:
                judged["params"] = dict(self.params)
        return {
            "constraint": self.constraint,
            "type": self.type,
            "passed": self.passed,
            "method": self.method,
            "observed": self.observed,
            "reason": self.reason,
            "notes": list(self.notes),
            **judged,
        }


@dataclass(frozen=True)
class ConflictVerdict:
    """How an answer deals with an instruction that can't be kept (VCIFBench, appendix A.3). Every flag is None where
    nobody could decide.

    `unsatisfiable`: it says that the instruction can't be kept; `mentions_conflict`: that requirements exclude each
    other; `localized`: it names the two; `ordinary`: it gives an ordinary answer all the same. `failure` is what goes
    wrong, in the words of Table 7's last column, "none" where nothing does.
    """

    unsatisfiable: bool | None = None
    mentions_conflict: bool | None = None
    localized: bool | None = None
    ordinary: bool | None = None
    failure: str = ""
    reason: str = ""
    judge: str = ""
    cached: bool = False

    @property
    def basic(self) -> bool | None:
        """It says that the instruction can't be kept, and mentions a conflict."""
        return None if self.unsatisfiable is None else bool(self.unsatisfiable and self.mentions_conflict)

    @property
    def strict(self) -> bool | None:
        """Basic, localized, and no ordinary answer."""
        return None if self.basic is None else bool(self.basic and self.localized and not self.ordinary)

    @property
    def blind(self) -> bool | None:
        """An ordinary answer with no word of the conflict."""
        if self.unsatisfiable is None:
            return None
        return bool(self.ordinary and not self.unsatisfiable and not self.mentions_conflict)

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON-ready values, the derived ones first."""
        derived = {"basic": self.basic, "localized": self.localized, "strict": self.strict, "blind": self.blind}
        return derived | {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "localized"}


def nearest(value: Any, valid) -> str:
    """Say that `value` is not one of `valid`, and which of them is nearest to it."""
    import difflib

    valid = [str(v) for v in valid]
    close = difflib.get_close_matches(str(value), valid, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}?" if close else f"one of {', '.join(valid[:40])}"
    return f"{value!r:.80} is unknown; {hint}"


def _string(value: Mapping, name: str, prefix: str = "") -> str:
    found = value.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise RecordError(f"{prefix}.{name}" if prefix else name, f"a string is required, not {found!r:.80}")
    return found


def _list(value: Mapping, name: str) -> tuple:
    found = value.get(name)
    if found is None:
        return ()
    if not isinstance(found, (list, tuple)):
        raise RecordError(name, f"a list is required, not {found!r:.80}")
    return tuple(found)


def _one_of(value: Mapping, name: str, valid) -> str:
    found = value.get(name)
    if found not in valid:
        raise RecordError(name, nearest(found, valid))
    return found


def _json(text: str, field: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise RecordError(field, f"not JSON ({error}): {text!r:.80}") from None


def _json_object(value: Any, field: str) -> dict[str, Any] | None:
    """None for what is absent or empty; an object, given as such or as a JSON string, as a dict."""
    if value is None or value == "":
        return None
    found = _json(value, field) if isinstance(value, str) else value
    if not isinstance(found, Mapping):
        raise RecordError(field, f"a JSON object is required, not {found!r:.80}")
    return dict(found)
