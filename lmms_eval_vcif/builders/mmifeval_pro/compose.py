"""Stage 3: constraints drawn from the catalogue, and one message written by a model from request and constraints.

The draws are the composer's: balanced types, the language gate, no contradiction, a witness that meets them. The model
chooses among those drawn the ones that go together and writes the message. Types and parameters stay as drawn: what the
model wrote must still say them.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ... import __version__
from ...records import Constraint
from ...text import Text
from ..compose.choose import Job, make, pool
from ..compose.phrase import query
from ..compose.run import SIZES
from ..compose.seeds import Seed
from ..pipeline import Record, Rejected, Rejection, Tools, prompt
from ..pipeline.says import missing
from .assign import NAMES

SPARE = 2
"""Constraints that are drawn beside those that the message needs, for the model to choose from."""


def deal(records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
    """Each record with how many constraints it gets (3.0 on average) and the type that it must have: one of those that
    have been dealt least in its language."""
    rng = random.Random(f"{seed} constraints")
    deck = [size for size, count in SIZES.items() for _ in range(count)]
    rng.shuffle(deck)
    used: dict[str, Counter] = {}
    dealt = []
    for number, record in enumerate(records):
        counts = used.setdefault(record["language"], Counter())
        types = pool(record["language"])
        lead = min(rng.sample(types, len(types)), key=lambda type_: counts[type_])
        counts[lead] += 1
        dealt.append({**record, "number": number, "size": deck[number % len(deck)], "lead": lead})
    return dealt, []


def draw(record: Record, tools: Tools) -> Record:
    """The record with its row, whose constraints are those to choose from, and a response that meets them."""
    seed = Seed(
        image=record["image"],
        task=record["task"],
        language=record["language"],
        instruction=record["request"],
        keywords=tuple(record["keywords"]),
        source=record.get("source", ""),
        source_id=record.get("source_id", record["image"]),
        license=record.get("license", ""),
    )
    made = make(Job(record["number"], seed, record["lead"], record["size"] + SPARE, {}), tools.seed)
    if made.row is None:
        raise Rejected("no constraints fit", json.dumps(made.rejects))
    return {**record, "row": made.row, "witness": made.witness}


def compose(record: Record, tools: Tools) -> Record:
    """The finished row: the model's message with the chosen constraints as they stand in it."""
    row, language = record["row"], record["language"]
    drawn = {f"c{number}": Constraint.parse(c) for number, c in enumerate(row["constraints"], 1)}
    lead = next(label for label, constraint in drawn.items() if constraint.type == record["lead"])
    count = min(record["size"], len(drawn))
    values = {
        "request": record["request"],
        "count": str(count),
        "constraints": "\n".join(f"[{label}] {constraint.text}" for label, constraint in drawn.items()),
        "lead": lead,
        "language": NAMES[language],
    }
    read = partial(_read, drawn=drawn, lead=lead, count=count, language=language)
    example = _example(record["request"], drawn, lead, count, language)
    text, chosen = tools.models.ask("writer", prompt(__package__, "compose"), values, read, example=example)
    constraints = [
        {**row["constraints"][int(label[1:]) - 1], "id": f"c{number}", "text": said}
        for number, (label, said) in enumerate(chosen.items(), 1)
    ]
    meta = {
        "builder": f"lmms-eval-vcif {__version__} mmifeval-pro",
        "seed": tools.seed,
        "writer": tools.models.settings["writer"].model,
        "request": record["request"],
        "scores": record["scores"],
    }
    kept = {name: record[name] for name in ("scores", "hash", "sha256") if name in record}
    finished = {**row, "instruction": text, "constraints": constraints, "meta": json.dumps(meta, ensure_ascii=False)}
    id_ = f"normal-{language}-{record['task']}-{record['number'] + 1:05d}"
    return {**finished, **kept, "id": id_, "witness": record["witness"]}


def _read(
    value: Mapping[str, Any], *, drawn: Mapping[str, Constraint], lead: str, count: int, language: str
) -> tuple[str, dict[str, str]]:
    text, listed = value.get("query"), value.get("chosen")
    if not isinstance(text, str) or not text.strip():
        raise ValueError("query: a non-empty string is required")
    if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
        raise ValueError("chosen: a list of objects is required")
    chosen = {str(one.get("label", "")).strip("[] "): one.get("text") for one in listed}
    if len(chosen) != count or len(listed) != count or lead not in chosen or set(chosen) - set(drawn):
        raise ValueError(f"chosen: {count} different labels of {', '.join(drawn)} are required, {lead} among them")
    flat = " ".join(text.split())
    for label, said in chosen.items():
        if not isinstance(said, str) or not said.strip() or " ".join(said.split()) not in flat:
            raise ValueError(f"chosen, {label}: its text is not in the query word for word: {said!r:.100}")
        if problem := missing(drawn[label], said, language):
            raise ValueError(f"chosen, {label}: {problem}")
    left = {c.text for label, c in drawn.items() if label not in chosen}
    if stated := [one for one in left if one.rstrip(".。") in flat]:
        raise ValueError(f"query: it states a requirement that was not chosen: {stated[0]!r:.100}")
    fits, seen = Text(text, language).is_in(language)
    if not fits:
        raise ValueError(f"query: not in {NAMES[language]} ({seen})")
    return text.strip(), {label: said.strip() for label, said in chosen.items()}


def _example(request: str, drawn: Mapping[str, Constraint], lead: str, count: int, language: str) -> dict[str, Any]:
    """A message by our own frames."""
    labels = [lead, *(label for label in drawn if label != lead)][:count]
    text, said = query(request, [drawn[label].text for label in labels], language, random.Random(request))
    chosen = [{"label": label, "text": one} for label, one in zip(labels, said, strict=True)]
    return {"query": text, "chosen": chosen}
