"""Responses that are one JSON or CSV document."""

from __future__ import annotations

import json
from typing import Any

from .blocks import CSV, JSON, Block, Slot
from .decorate import in_case
from .layout import column_names, shifted, target
from .numbers import split
from .plan import Infeasible, Plan

MEMBERS = 2


def blocks(plan: Plan) -> list[Block]:
    """The document as one block: a slot for each value or field."""
    return [_json(plan) if plan.container == "json" else _csv(plan)]


def write(plan: Plan, blocks: list[Block]) -> str:
    """The document as text."""
    spaced = plan.script != "zh"
    texts = [in_case(slot.text(spaced), plan.cases.get("response", "")) for slot in blocks[0].slots]
    if plan.container == "json":
        return _json_text(plan, blocks[0].attrs["keys"], texts)
    return _csv_text(plan, blocks[0].attrs["columns"], texts)


def _json(plan: Plan) -> Block:
    count = len(plan.json_keys)
    lines = shifted(plan, "lines")
    if ("members",) in plan.spans:
        count = target(plan, max(count, MEMBERS), "members")
        if plan.json_root == "array":
            return _json_array(plan, count)
    elif lines.low or lines.high:
        count = max(count, lines.nearest(count + 2) - 2)
    count = max(count, len(plan.json_keys), 1)
    if count < len(plan.json_keys):
        raise Infeasible("more keys than members")
    keys = plan.json_keys + [plan.name(index) for index in range(count - len(plan.json_keys))]
    return _slots(plan, JSON, count, {"keys": keys})


def _json_array(plan: Plan, count: int) -> Block:
    keys = plan.json_keys or []
    return _slots(plan, JSON, max(1, count) * max(1, len(keys)), {"keys": keys})


def _slots(plan: Plan, kind: str, count: int, attrs: dict[str, Any]) -> Block:
    """A block of `count` slots that hold as many sentences together as asked for."""
    sentences = target(plan, count, "sentences")
    shares = split(max(sentences, count), count)
    return Block(kind, [Slot("value", sentences=share) for share in shares], attrs=attrs)


def _csv(plan: Plan) -> Block:
    columns = column_names(plan, plan.columns)
    lines = shifted(plan, "lines")
    rows = target(plan, 2, "rows")
    if lines.low or lines.high:
        rows = plan.span("rows").nearest(max(1, lines.nearest(rows + plan.header) - plan.header))
    cells = [Slot("value") for _ in range(max(1, rows) * len(columns))]
    return Block(CSV, cells, attrs={"columns": columns})


def _json_text(plan: Plan, keys: list[str], texts: list[str]) -> str:
    keys = [in_case(key, plan.cases.get("keys") or plan.cases.get("response", "")) for key in keys]
    if plan.json_root == "array":
        value: Any = texts
        if keys:
            value = [dict(zip(keys, texts[i : i + len(keys)], strict=True)) for i in range(0, len(texts), len(keys))]
    else:
        value = dict(zip(keys, texts, strict=True)) | plan.json_members
    high = plan.span("lines").high
    if high is not None and high < len(texts) + 2:
        return json.dumps(value, ensure_ascii=False)
    return _parted(plan, json.dumps(value, ensure_ascii=False, indent=2))


def _parted(plan: Plan, text: str) -> str:
    """Blank lines between members, which JSON allows, where several paragraphs are asked for."""
    lines = text.split("\n")
    wanted = target(plan, 1, "paragraphs")
    for place in range(2, min(len(lines) - 1, wanted + 1)):
        lines[place] = "\n" + lines[place]
    return "\n".join(lines)


def _csv_text(plan: Plan, columns: list[str], texts: list[str]) -> str:
    width = len(columns)
    rows = [texts[i : i + width] for i in range(0, len(texts), width)]
    if plan.header:
        rows.insert(0, columns)
    return "\n".join(plan.delimiter.join(_field(plan, field) for field in row) for row in rows)


def _field(plan: Plan, text: str) -> str:
    if plan.delimiter in text or '"' in text or "\n" in text:
        return '"' + text.replace('"', '""') + '"'
    return text
