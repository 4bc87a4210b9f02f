"""Rows with constraints of every method."""

from __future__ import annotations

import json
from typing import Any

from lmms_eval_vcif.records import Row

QUESTIONS = ["Does the response mention the lamp?", "Does the response say that it is bright?"]


def constraint(id_: str, type_: str, text: str = "", params: Any = None, questions: list[str] | None = None) -> dict:
    return {
        "id": id_,
        "type": type_,
        "text": text,
        "params": "" if params is None else json.dumps(params),
        "sub_questions": questions or [],
    }


TONE = constraint("tone-1", "tone", "Keep a calm tone.")
ORDER = constraint("order-1", "chronological", "Tell it in order.")
LAMP = constraint("lamp-1", "content_inclusion", "Mention the bright lamp.", questions=QUESTIONS)
WORDS = constraint("words-1", "word_count", "Use at most 12 words.", {"max": 12})
OPEN_WORDS = constraint("words-2", "word_count", "Use at most 12 words.")
OPENING = constraint("opening-1", "fixed_opening", 'Begin with "First".')
BULLETS = constraint("plain-1", "plain_text", "No Markdown.")


def row(*constraints: dict, video: str = "", **fields: Any) -> Row:
    return Row.parse(
        {
            "id": "r1",
            "subset": "base",
            "task": "summarization",
            "language": "en",
            "instruction": "Describe the video. " + " ".join(item["text"] for item in constraints),
            "video": str(video),
            "constraints": list(constraints),
            **fields,
        }
    )


def conflict_row(**fields: Any) -> Row:
    both = [
        constraint("c-in", "exact_word_inclusion", 'Use the word "lamp".', {"phrases": ["lamp"]}),
        constraint("c-out", "exact_word_exclusion", 'Never use the word "lamp".', {"phrases": ["lamp"]}),
    ]
    return row(*both, subset="conflict", reference=json.dumps({"conflict": ["c-in", "c-out"]}), **fields)
