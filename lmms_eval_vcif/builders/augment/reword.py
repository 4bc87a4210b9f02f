"""Queries of a finished set written anew by a model, so that they are as varied as people's.

Layouts, schemas, wrappers and patterns travel as marks that the model only places, so that they can't change; the name
of the object or the question, the numbers, the scale, the place of the wrapper and the percent sign have to be there
still. The parameters stay, and with them the witnesses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from ...data.problems import Problem
from ...data.readers import read_records
from ...data.writers import write_json_lines
from ...text import Text
from ..pipeline import Pipeline, PipelineError, Record, Stage, Tools, prompt
from .forms import Form
from .rows import phrasings

NAMES = {"en": "English", "zh": "Chinese"}
LONGEST = 3
"""How many times as long as the message the new one may be."""

_MARK = re.compile(r"«[A-Z]»")
_DIGITS = re.compile(r"(?<![A-Za-z\d.])\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Masked:
    """A row's message and the texts of its constraints with marks in place of the literals, by mark; `kept` are the
    words to keep, `says` for each constraint what has to be found in its text, and what must not."""

    message: str
    texts: Mapping[str, str]
    literals: Mapping[str, str]
    kept: str
    says: Mapping[str, tuple[str, str]]

    def unmasked(self, text: str) -> str:
        return _MARK.sub(lambda match: self.literals.get(match[0], match[0]), text)


def plan(rows: Path, **running: Any) -> Pipeline:
    """The pipeline that rewords the rows of a set; its media are beside them. `running` are the other settings of a
    Pipeline. Raises PipelineError for a file with a row of another kind, DataError where it can't be read."""
    records = []
    for number, value in read_records(rows):
        track = value.get("subset") if isinstance(value, Mapping) else None
        if isinstance(value, Problem) or track not in ("grounding", "numeric"):
            raise PipelineError(f"{rows}:{number}: no row of grounding or numeric: {value!r:.80}")
        records.append(dict(value))
    stage = Stage("reword", reword, prompts=(prompt(__package__, "reword"),), roles=("writer",))
    return Pipeline("augment reword", (stage,), records, rows.parent, inputs=(rows,), **running)


def keep_witnesses(rows: Path, out: Path) -> None:
    """Write the witnesses of the set that the rows are from for those that are in `out`; none before it is finished."""
    witnesses, finished = rows.parent / "witnesses.jsonl", out / "rows.jsonl"
    if not (witnesses.exists() and finished.exists()):
        return
    left = {row["id"] for _, row in read_records(finished)}
    write_json_lines(out / "witnesses.jsonl", (line for _, line in read_records(witnesses) if line["id"] in left))


def reword(record: Record, tools: Tools) -> Record:
    """The row with its message as the model wrote it."""
    masked = mask(record)
    values = {
        "message": masked.message,
        "marks": "\n".join(f"{mark} {literal}" for mark, literal in masked.literals.items()),
        "requirements": "\n".join(f"[{id_}] {text}" for id_, text in masked.texts.items()),
        "language": NAMES[record["language"]],
        "kept": masked.kept,
    }
    example = {"query": masked.message, "pieces": dict(masked.texts)}
    read = partial(_read, masked=masked, language=record["language"])
    query, pieces = tools.models.ask("writer", prompt(__package__, "reword"), values, read, example=example)
    meta = json.loads(record["meta"]) | {"writer": tools.models.settings["writer"].model}
    constraints = [{**one, "text": pieces[one["id"]]} for one in record["constraints"]]
    return {**record, "instruction": query, "constraints": constraints, "meta": json.dumps(meta, ensure_ascii=False)}


def mask(row: Record) -> Masked:
    """The row's message with its literals behind marks."""
    params = {one["type"]: json.loads(one["params"]) for one in row["constraints"]}
    bank = phrasings(row["subset"])[row["language"]]
    found = (
        _form_literals(params, bank, row["language"])
        if row["subset"] == "grounding"
        else _number_literals(params, bank)
    )
    message = row["instruction"]
    marks = (f"«{chr(ord('A') + number)}»" for number in count())
    literals: dict[str, str] = {}
    texts: dict[str, str] = {}
    names = {literal: next(marks) for literal in sorted(found, key=len, reverse=True)}
    for one in row["constraints"]:
        text = one["text"]
        for literal, mark in names.items():
            if literal in text:
                text = text.replace(literal, mark)
                literals[mark] = literal
        texts[one["id"]] = text
        message = message.replace(one["text"], text)
    says = {one["id"]: _says(one["type"], params, one["text"], bank) for one in row["constraints"]}
    return Masked(message, texts, literals, _kept(row), says)


def _form_literals(params: Mapping[str, Any], bank: Mapping[str, Any], language: str) -> set[str]:
    form = params["box_format"]
    if form["layout"] != "json":
        return {bank["layout"][form["layout"]], "[]"}
    keys = tuple(form["keys"])
    empty = json.dumps(dict.fromkeys(keys), ensure_ascii=False)
    return {Form("json", form["scale"], keys, tuple(form["order"])).schema(language), empty}


def _number_literals(params: Mapping[str, Any], bank: Mapping[str, Any]) -> set[str]:
    wrapper, value = params["answer_wrapper"], params["answer_value"]
    found = {wrapper[name] for name in ("open", "close", "pattern") if name in wrapper}
    if "wrapper" in wrapper:
        found |= {"\\boxed{}", "\\boxed{n}"}
    found |= {bank["places"][value["decimals"]]} if "decimals" in value else set()
    return found | ({bank["digits"][value["significant_digits"]]} if "significant_digits" in value else set())


def _kept(row: Record) -> str:
    """What stays letter by letter: the object's name, or the question."""
    if row["subset"] == "grounding":
        return json.loads(row["reference"])["object"]
    return json.loads(row["reference"])["question"].rstrip("?？.。!！")


def _says(type_: str, params: Mapping[str, Any], text: str, bank: Mapping[str, Any]) -> tuple[str, str]:
    """Patterns of what a constraint's text has to say beside its marks, and of what it must not."""
    known = bank["says"]
    if type_ == "box_format":
        others = [known[name] for name in known if name in ("pixel", "norm1", "norm1000")]
        own = known[params[type_]["scale"]]
        return own, "|".join(other for other in others if other != own)
    if type_ == "answer_wrapper":
        name = "once" if "count" in params[type_] else "last" if "position" in params[type_] else ""
        return known.get(name, ""), ""
    if type_ == "answer_value" and "%" in str(params[type_]["value"]):
        return known["percent"], known["without"]
    if type_ == "answer_value" and re.search(known["percent"], text):
        return known["without"], ""
    return "", ""


def _read(value: Mapping[str, Any], *, masked: Masked, language: str) -> tuple[str, dict[str, str]]:
    """The message and the constraints' texts of a reply. Raises ValueError with what is wrong with it."""
    query, pieces = value.get("query"), value.get("pieces")
    if not isinstance(query, str) or not query.strip() or len(query) > LONGEST * len(masked.message) + 200:
        raise ValueError("query: a string is required that is not much longer than the message")
    if not isinstance(pieces, Mapping) or set(pieces) != set(masked.texts):
        raise ValueError(f"pieces: an object with {', '.join(masked.texts)} is required")
    if masked.kept.casefold() not in query.casefold():
        raise ValueError(f"query: {masked.kept!r} is not in it letter by letter")
    if sorted(set(_DIGITS.findall(query))) != sorted(set(_DIGITS.findall(masked.message))):
        raise ValueError("query: its numbers are not those of the message")
    if strange := set(_MARK.findall(query)) - set(masked.literals):
        raise ValueError(f"query: the mark {min(strange)} stands for nothing")
    for id_, text in masked.texts.items():
        _check_piece(id_, pieces[id_], text, query, masked.says[id_])
    if not Text(masked.unmasked(query), language).is_in(language)[0] and not Text(query, language).is_in(language)[0]:
        raise ValueError(f"query: not in {NAMES[language]}")
    return masked.unmasked(query.strip()), {id_: masked.unmasked(piece.strip()) for id_, piece in pieces.items()}


def _check_piece(id_: str, piece: Any, text: str, query: str, says: tuple[str, str]) -> None:
    if not isinstance(piece, str) or not piece.strip() or piece.strip() not in query:
        raise ValueError(f"pieces, {id_}: it is not in the query letter by letter: {piece!r:.100}")
    if set(_MARK.findall(piece)) != set(_MARK.findall(text)):
        raise ValueError(f"pieces, {id_}: it needs the marks {', '.join(_MARK.findall(text)) or 'of none'}")
    required, forbidden = says
    if required and not re.search(required, piece, re.IGNORECASE):
        raise ValueError(f"pieces, {id_}: it no longer says what this says: {text!r:.160}")
    if forbidden and re.search(forbidden, piece, re.IGNORECASE):
        raise ValueError(f"pieces, {id_}: it says something else than this: {text!r:.160}")
