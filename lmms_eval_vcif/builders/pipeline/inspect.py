"""Quality inspection: a model answers each finished row, the verifiers run, and a row stays only where an answer
satisfies all of its constraints. What can't be satisfied, or only by luck, is seen here."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...data.readers import parse_row
from ...judge.client import NO_ANSWER
from ...judge.prompt import Prompt
from ...records import Row, Verdict
from ...verdicts import verify_row
from ..compose.overlap import Instructions
from .models import Media
from .prompts import prompt
from .stage import Record, Rejected, Rejection, Tools


@dataclass(frozen=True)
class Inspect:
    """Has a row answered `tries` times; it stays where at least one answer passes. How many did, of how many, and by
    whom, stands in the row's meta; the first that passed goes on with the record as `answer`."""

    tries: int = 3

    def __call__(self, record: Record, tools: Tools) -> Record:
        row, errors = parse_row(record)
        if errors or row is None:
            raise Rejected("not a row", "; ".join(map(str, errors)))
        passed: list[str] = []
        failed: Counter[str] = Counter()
        answered = 0
        for response in answers("answerer", row, tools, self.tries, example=record.get("witness") or "…"):
            answered += 1
            wrong = unmet(verify_row(row, response))
            failed.update(wrong)
            if not wrong:
                passed.append(response)
        if not passed:
            raise Rejected("no answer satisfies all", ", ".join(f"{name} {n}" for name, n in failed.most_common()))
        model = tools.models.settings["answerer"].model
        counts = {"tries": self.tries, "answered": answered, "passed": len(passed)}
        found = {**counts, "pass_rate": len(passed) / answered, "model": model}
        meta = json.dumps({**row.meta, "inspection": found}, ensure_ascii=False)
        return {**record, "meta": meta, "answer": passed[0]}


def answer(role: str, row: Row, tools: Tools, *, example: str) -> str:
    """What a model says to a row's instruction, with its media before it and nothing round it. Raises Rejected."""
    asked = {"query": row.instruction}
    return tools.models.say(role, answering(), asked, example=example, media=media(row, tools), raw=True)


def answers(role: str, row: Row, tools: Tools, tries: int, *, example: str) -> Iterator[str]:
    """What a model answers in so many tries, less those that fail; where nobody is there to answer, no more are made.
    Raises Rejected for what most of them failed for where none gives an answer."""
    lost: list[Rejected] = []
    answered = 0
    for _ in range(tries):
        try:
            response = answer(role, row, tools, example=example)
        except Rejected as rejected:
            lost.append(rejected)
            if rejected.reason == NO_ANSWER:
                break
        else:
            answered += 1
            yield response
    if not answered:
        counts = Counter(rejected.reason for rejected in lost)
        raise max(lost, key=lambda rejected: counts[rejected.reason])


def answering() -> Prompt:
    """The prompt that holds an instruction and nothing else."""
    return prompt(__package__, "answer")


def media(row: Row, tools: Tools) -> Media:
    """The files of a row, as they are shown."""
    return [(tools.folder / path, bool(row.video)) for path in ([row.video] if row.video else row.images)]


def unlike(records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
    """The records without those whose instruction is a near copy of an earlier one."""
    kept, rejected, seen = [], [], Instructions()
    for record in records:
        if seen.fits(record["instruction"], record["language"]):
            seen.add(record["instruction"], record["language"])
            kept.append(record)
        else:
            rejected.append(Rejection(record["id"], "too much alike"))
    return kept, rejected


def unmet(verdicts: Sequence[Verdict]) -> list[str]:
    """The types of the constraints that an answer fails."""
    return [verdict.type for verdict in verdicts if not verdict.passed]
