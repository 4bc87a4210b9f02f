"""What is asked in one call: the items, how each is shown, the form of the reply, and what its part may say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..constraints import Entry, catalogue
from ..constraints.gate import conflict_pair
from ..records import Constraint, Row
from .parse import read_decision
from .prompt import Prompt, neutral, prompt
from .settings import decisive

FAILURES = (
    *("none", "hallucination", "blind", "format_choice", "ordinary", "wrong_localization", "generic_localization"),
    "other",
)
"""What goes wrong in an answer to a conflict item (Table 7 of the VCIFBench paper)."""

CONFLICT_FLAGS = ("unsatisfiable", "conflict", "first", "second", "ordinary")

DECISION_KEYS = ("met", "verdict", "decision", "passed", "satisfied", "correct", "result", "answer")
"""Where a decision stands in what is said on an item, the first that is there."""

_SCHEMA_KEYS = {
    *(
        "type",
        "enum",
        "const",
        "items",
        "properties",
        "required",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "anyOf",
    ),
    *("oneOf", "minLength", "maxLength", "exclusiveMinimum", "exclusiveMaximum", "additionalProperties"),
}


@dataclass(frozen=True)
class Item:
    """One decision that is asked for. `label` names it in the reply; `read` turns what the reply says under it into
    what is stored, and raises ValueError with what is wrong."""

    label: str
    about: str
    shown: str
    form: Any
    schema: Mapping[str, Any]
    read: Callable[[Any], dict[str, Any]]


@dataclass(frozen=True)
class Call:
    """One request: the prompt, the row it is about, the data of the prompt, and all that is asked."""

    prompt: Prompt
    row: str
    data: Mapping[str, str]
    items: tuple[Item, ...]
    with_frames: bool = True

    def text(self, items: Sequence[Item]) -> str:
        """The user message that asks for these items; all that comes from rows and responses can't break out of it."""
        values = {name: neutral(value) for name, value in self.data.items()}
        shown = "\n\n".join(neutral(item.shown) for item in items)
        return self.prompt.fill({**values, "constraints": shown, "form": form(items)})

    def key(self, item: Item, model: str, sampling: Mapping[str, Any], frames: str) -> str:
        """The key of an item's judgement: a hash over all that could change it."""
        parts = [self.prompt.name, self.prompt.version, model, decisive(sampling), frames, dict(self.data)]
        parts += [[[other.label, other.shown] for other in self.items], item.label]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def judging_calls(row: Row, answer: str, constraints: Sequence[Constraint]) -> list[Call]:
    """At most two calls: structure apart from style, format and content (figures 11 and 12 of the VCIFBench paper)."""
    groups: dict[str, list[Item]] = {"structure": [], "content": []}
    for index, constraint in enumerate(constraints, 1):
        entry = catalogue()[constraint.type]
        group = "structure" if entry.benchmarks["vcifbench"].group == "structure" else "content"
        groups[group].append(_judged(f"c{index}", constraint, entry))
    data = {"instruction": row.instruction, "response": answer}
    return [Call(prompt(name), row.id, data, tuple(items)) for name, items in groups.items() if items]


def extraction_call(row: Row, constraints: Sequence[Constraint]) -> Call:
    """The call that finds the parameters of hybrid constraints. It does not depend on any response."""
    items = tuple(_extracted(f"c{i}", c, catalogue()[c.type]) for i, c in enumerate(constraints, 1))
    return Call(prompt("extraction"), row.id, {"instruction": row.instruction}, items, with_frames=False)


def conflict_call(row: Row, answer: str) -> Call:
    """The call about a conflict item (figure 16). Raises ValueError where the row does not name the two."""
    first, second = conflict_pair(row)
    flags = dict.fromkeys(CONFLICT_FLAGS, True)
    item = Item(
        "c1",
        "conflict",
        f"first: {first}\nsecond: {second}",
        {"reason": "...", **flags, "failure": "one of " + ", ".join(FAILURES)},
        _object(
            {"reason": {"type": "string"}}
            | {name: {"type": "boolean"} for name in flags}
            | {"failure": {"enum": list(FAILURES)}}
        ),
        _read_conflict,
    )
    data = {"instruction": row.instruction, "response": answer}
    return Call(prompt("conflict"), row.id, data, (item,), with_frames=False)


def form(items: Sequence[Item]) -> str:
    """The reply that is asked for, as JSON to be filled in."""
    return json.dumps({item.label: item.form for item in items}, ensure_ascii=False, indent=1).replace(
        "true", "<true or false>"
    )


def schema(items: Sequence[Item]) -> dict[str, Any]:
    """The JSON Schema of the reply."""
    return _object({item.label: item.schema for item in items})


def _judged(label: str, constraint: Constraint, entry: Entry) -> Item:
    questions = constraint.sub_questions
    names = [f"q{index}" for index in range(1, len(questions) + 1)]
    lines = [f"[{label}] {constraint.type}", f"meaning: {entry.meaning['en']}"]
    lines += [f"how to decide: {text}" for text in [entry.guidance.get("en")] if text]
    lines.append(f"requirement: {constraint.text}")
    lines += [f"{name}: {question}" for name, question in zip(names, questions, strict=True)]
    decision = {"answers": dict.fromkeys(names, True)} if names else {"met": True}
    answers = _object({name: {"type": "boolean"} for name in names})
    fields = {"reason": {"type": "string"}, **({"answers": answers} if names else {"met": {"type": "boolean"}})}
    return Item(
        label,
        constraint.id,
        "\n".join(lines),
        {"reason": "...", **decision},
        _object(fields),
        lambda value: _read_judged(value, names),
    )


def _extracted(label: str, constraint: Constraint, entry: Entry) -> Item:
    documented = [
        f"- {name}: {schema['meaning']['en']} {json.dumps(_plain(schema), ensure_ascii=False)}"
        for name, schema in entry.parameters.items()
    ]
    needs = [f"At least one of {', '.join(group)} is required." for group in entry.needs]
    lines = [
        f"[{label}] {constraint.type}",
        f"check: {entry.meaning['en']}",
        f"requirement: {constraint.text}",
        "parameters:",
    ]
    return Item(
        label,
        constraint.id,
        "\n".join([*lines, *documented, *needs]),
        {"<parameter>": "<value>"},
        {
            "type": "object",
            "properties": {name: _plain(schema) for name, schema in entry.parameters.items()},
            "additionalProperties": False,
        },
        lambda value: _read_parameters(value, entry),
    )


def _read_judged(value: Any, names: Sequence[str]) -> dict[str, Any]:
    reason = str(value.get("reason") or "") if isinstance(value, Mapping) else ""
    if names:
        answers = _answers(value, names)
        if None in answers and False not in answers:
            raise ValueError(f"no answer to {', '.join(n for n, a in zip(names, answers, strict=True) if a is None)}")
        return {"met": False not in answers, "reason": reason, "answers": answers}
    said = next((value[key] for key in DECISION_KEYS if key in value), None) if isinstance(value, Mapping) else value
    met = read_decision(said)
    if met is None:
        raise ValueError(f"no decision in {said!r:.60}")
    return {"met": met, "reason": reason}


def _answers(value: Any, names: Sequence[str]) -> list[bool | None]:
    """The answer to each sub-question, given by name or as a list."""
    if isinstance(value, Mapping):
        said = value.get("answers", value)
        if isinstance(said, list) and len(said) == len(names):
            said = dict(zip(names, said, strict=True))
        if isinstance(said, Mapping):
            return [read_decision(_decided(said.get(name))) for name in names]
    return [None] * len(names)


def _decided(value: Any) -> Any:
    return next((value[key] for key in DECISION_KEYS if key in value), None) if isinstance(value, Mapping) else value


def _read_parameters(value: Any, entry: Entry) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"an object of parameters is required, not {value!r:.60}")
    inner = value.get("parameters", value.get("params"))
    given = inner if isinstance(inner, Mapping) else value
    params = {name: item for name, item in given.items() if item is not None}
    entry.check_parameters(params)
    return {"params": params}


def _read_conflict(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"an object is required, not {value!r:.60}")
    flags = {name: read_decision(value.get(name)) for name in CONFLICT_FLAGS}
    unread = [name for name, flag in flags.items() if flag is None]
    if unread:
        raise ValueError(f"no decision on {', '.join(unread)}")
    failure = value.get("failure")
    return {**flags, "failure": failure if failure in FAILURES else "other", "reason": str(value.get("reason") or "")}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _plain(schema: Any) -> Any:
    """A parameter's schema with what servers understand: no meanings, words, patterns and defaults."""
    if not isinstance(schema, Mapping):
        return schema
    kept = {name: value for name, value in schema.items() if name in _SCHEMA_KEYS}
    for name in ("items", "additionalProperties"):
        if name in kept:
            kept[name] = _plain(kept[name])
    for name in ("anyOf", "oneOf"):
        if name in kept:
            kept[name] = [_plain(choice) for choice in kept[name]]
    if "properties" in kept:
        kept["properties"] = {name: _plain(inner) for name, inner in kept["properties"].items()}
    return kept
