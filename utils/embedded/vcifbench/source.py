"""The hand-written rows of the embedded vcifbench data: read from YAML, turned into rows, witnesses and examples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.records import OPTION_ORDERS

from .clips import HERE, credit_of_clips

ROWS = HERE / "rows"
LETTERS = ("A", "B")
BUILDER = "vcifbench-embedded/1"


def read() -> list[dict[str, Any]]:
    """The entries of `rows/*.yml`, in the order of files and entries; each is one item."""
    return [entry for path in sorted(ROWS.glob("*.yml")) for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]


def rows() -> list[dict[str, Any]]:
    """All rows: base, then selection items in both orders, then conflict items."""
    credit = credit_of_clips()
    order = {"base": 0, "selection": 1, "conflict": 2}
    made = [row for entry in read() for row in _rows(entry, credit[entry["video"]])]
    return sorted(made, key=lambda row: order[row["subset"]])


def witnesses() -> list[dict[str, str]]:
    """For every base and selection row, a response that keeps all its constraints and is true to the clip."""
    found = ((id_, entry) for entry in read() for id_ in row_ids(entry))
    return [{"id": id_, "response": entry["witness"].strip()} for id_, entry in found if "witness" in entry]


def row_ids(entry: Mapping[str, Any]) -> list[str]:
    """The ids of the rows that an entry gives."""
    return [f"{entry['id']}-{order.lower()}" for order in OPTION_ORDERS] if "options" in entry else [entry["id"]]


def subset(entry: Mapping[str, Any]) -> str:
    """Where an entry belongs."""
    return "selection" if "options" in entry else "conflict" if "template" in entry else "base"


def example(entry: Mapping[str, Any], index: int) -> Mapping[str, Any]:
    """The example of an entry's row (0, or 1 for the second option order)."""
    return entry["examples"][index] if "examples" in entry else entry["example"]


def example_response(entry: Mapping[str, Any], index: int) -> str:
    """The answer of an example: its own, or the witness with replacements. Raises ValueError for a replacement of
    what the witness does not hold."""
    given = example(entry, index)
    if "response" in given:
        return given["response"].strip()
    text = entry["witness"].strip()
    for old, new in given.get("replace", ()):
        if old not in text:
            raise ValueError(f"{entry['id']}: {old!r} is not in the witness")
        text = text.replace(old, new)
    return text


def _rows(entry: Mapping[str, Any], credit: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    constraints = [_constraint(value) for value in entry["constraints"]]
    language = entry.get("language", "en")
    for index, id_ in enumerate(row_ids(entry)):
        texts = [entry["ask"], *_options(entry, index, language), *(constraint["text"] for constraint in constraints)]
        yield {
            "id": id_,
            "subset": subset(entry),
            "task": entry["task"],
            "composition": entry.get("composition", ["and"]),
            "language": language,
            "response_language": entry.get("response_language", language),
            "instruction": (" " if language == "en" else "").join(texts),
            "video": f"videos/{entry['video']}.mp4",
            "constraints": constraints,
            "reference": _json(_reference(entry, index)),
            "pair_id": entry["id"] if "options" in entry else "",
            **{name: credit[name] for name in ("source", "source_id", "license")},
            "meta": _json({"builder": BUILDER}),
        }


def _constraint(value: Any) -> dict[str, Any]:
    """A constraint from its list (type, text, parameters) or mapping (type, text, params, questions, id)."""
    if isinstance(value, list):
        value = dict(zip(("type", "text", "params"), value, strict=False))
    return {
        "id": value.get("id", value["type"]),
        "type": value["type"],
        "text": value["text"],
        "params": _json(value.get("params") or {}) or ("{}" if _by_rule(value["type"]) else ""),
        "sub_questions": value.get("questions", []),
    }


def _by_rule(type_: str) -> bool:
    return catalogue()[type_].benchmarks["vcifbench"].evaluation != "judge"


def _options(entry: Mapping[str, Any], index: int, language: str) -> list[str]:
    if "options" not in entry:
        return []
    options = entry["options"] if OPTION_ORDERS[index] == "AB" else entry["options"][::-1]
    form = "Option {}: {}" if language == "en" else "选项{}：{}"
    return [form.format(letter, option) for letter, option in zip(LETTERS, options, strict=True)]


def _reference(entry: Mapping[str, Any], index: int) -> dict[str, Any]:
    if "options" in entry:
        order = OPTION_ORDERS[index]
        right = entry["right"] if order == "AB" else 1 - entry["right"]
        return {"option_order": order, "branch": LETTERS[right], "answer": entry["options"][entry["right"]]}
    if "template" in entry:
        return {"template": entry["template"], "conflict": entry["conflict"]}
    return {}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""
