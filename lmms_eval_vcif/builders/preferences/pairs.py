"""The two sides of a pair: `Choose` has a row answered until the evaluation passes; `Reject` makes the answer beside it
that fails at least one constraint, or exactly one that was aimed at."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ... import __version__
from ...data.readers import parse_row
from ...records import Constraint, Row
from ..pipeline import Record, Rejected, Rejection, Tools, prompt
from ..pipeline.inspect import answer, answers
from ..witness import violate
from .evaluation import by_rule, evaluate, failed, is_open, passes

WITHOUT, CORRUPTED = "without constraints", "one corrupted"
STRATEGIES = (WITHOUT, CORRUPTED)

ALIKE = 50
"""How alike a corrupted answer is to the chosen one, of 100 (rapidfuzz's ratio), at least: one that was written anew
differs in more than what was aimed at."""

AIMS = 3
"""Constraints of a row that are aimed at in turn, until one can be corrupted alone."""

TRIES = 3
"""How often one is corrupted, by programme or by a model, until it fails alone."""


@dataclass(frozen=True)
class Deal:
    """Deals the strategies in their share, and the order in which the types of a row are aimed at: those aimed at least
    first."""

    corrupted: float = 0.5

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} strategies")
        aimed: Counter[str] = Counter()
        dealt, due = [], 0.0
        for record in records:
            due += self.corrupted
            strategy = CORRUPTED if due >= 1 - 1e-9 else WITHOUT
            constraints = rng.sample(record["constraints"], len(record["constraints"]))
            targets = [c["id"] for c in sorted(constraints, key=lambda one: aimed[one["type"]])]
            if strategy == CORRUPTED:
                due -= 1
                aimed[next(c["type"] for c in constraints if c["id"] == targets[0])] += 1
            dealt.append({**record, "strategy": strategy, "targets": targets})
        return dealt, []


@dataclass(frozen=True)
class Choose:
    """Has a row answered at most `tries` times, and keeps the first answer that passes, as `chosen`."""

    tries: int = 3

    def __call__(self, record: Record, tools: Tools) -> Record:
        row = row_of(record)
        wrong: Counter[str] = Counter()
        for response in answers("answerer", row, tools, self.tries, example=record.get("answer") or "…"):
            verdicts = evaluate(row, response, tools)
            if passes(verdicts):
                return {**record, "chosen": response}
            wrong.update(verdict.type for verdict in verdicts if not verdict.passed)
        raise Rejected("no answer passes", ", ".join(f"{name} {count}" for name, count in wrong.most_common()))


def reject(record: Record, tools: Tools) -> Record:
    """The pair of a record, by its strategy; both sides evaluated."""
    row = row_of(record)
    if record["strategy"] == WITHOUT:
        rejected, target = _without(row, tools), ""
    else:
        rejected, target = _corrupted(row, record, tools)
    if rejected.strip() == record["chosen"].strip():
        raise Rejected("both sides are the same")
    missed = failed(evaluate(row, rejected, tools))
    preference = {
        "builder": f"lmms-eval-vcif {__version__} preferences",
        "seed": tools.seed,
        "strategy": record["strategy"],
        "target": target,
        "failed": missed,
        "models": {role: own.model for role, own in tools.models.settings.items()},
    }
    kept = {name: value for name, value in record.items() if name not in ("strategy", "targets", "answer", "witness")}
    return {**kept, "rejected": rejected, "preference": json.dumps(preference, ensure_ascii=False)}


def row_of(record: Mapping[str, Any]) -> Row:
    """The gated row of a record. Raises Rejected."""
    row, errors = parse_row(record)
    if row is None or errors:
        raise Rejected("not a row", "; ".join(map(str, errors)))
    return row


def bare(row: Row) -> str:
    """The instruction with the constraints removed: the request that was stored when it was made, or what is left when
    each constraint's text is taken out. Raises Rejected where neither can be had."""
    stored = row.meta.get("request")
    if isinstance(stored, str) and stored.strip():
        return stored
    text = row.instruction
    for constraint in row.constraints:
        if not constraint.text or constraint.text not in text:
            raise Rejected("no request without constraints", f"{constraint.id}: {constraint.text!r:.80}")
        text = text.replace(constraint.text, "", 1)
    left = " ".join(re.sub(r"^\s*(?:[-*•]|\d+[.)、])\s*$", "", text, flags=re.MULTILINE).split())
    if len(left) < 8:
        raise Rejected("no request without constraints", f"{left!r} is left")
    return left


def _without(row: Row, tools: Tools) -> str:
    """An answer to the bare request by the weak model; it fails something, or the record is rejected."""
    plain = replace(row, instruction=bare(row))
    response = answer("weak", plain, tools, example="It shows a scene, and that is all there is to say about it.")
    verdicts = evaluate(row, response, tools)
    if not failed(verdicts):
        raise Rejected("could not be decided" if is_open(verdicts) else "passes without the constraints")
    return response


def _corrupted(row: Row, record: Record, tools: Tools) -> tuple[str, str]:
    """The chosen answer with exactly one constraint failed, and the id of it."""
    known = {constraint.id: constraint for constraint in row.constraints}
    causes = []
    for id_ in record["targets"][:AIMS]:
        target = known[id_]
        for response in _attempts(row, target, record["chosen"], tools):
            verdicts = evaluate(row, response, tools)
            if failed(verdicts) == [id_] and not is_open(verdicts):
                return response, id_
        causes.append(target.type)
    raise Rejected("nothing fails alone", ", ".join(causes))


def _attempts(row: Row, target: Constraint, chosen: str, tools: Tools) -> Any:
    """Changed answers, by programme for what a rule decides, else by the weak model."""
    if by_rule(row, target):
        ruled = [constraint for constraint in row.constraints if by_rule(row, constraint)]
        for _ in range(TRIES):
            found = violate(target, ruled, chosen, row.response_language, tools.rng, alike=ALIKE)
            if found is not None:
                yield found
        return
    values = {"instruction": row.instruction, "answer": chosen, "requirement": target.text}
    for _ in range(TRIES):
        asked = prompt(__package__, "corrupt")
        yield tools.models.ask("weak", asked, values, _read, example={"answer": f"{chosen} And so on."})


def _read(value: Mapping[str, Any]) -> str:
    text = value.get("answer")
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"answer: a non-empty string is required, not {text!r:.60}")
    return text
