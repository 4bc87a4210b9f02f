"""A small VCIFBench data set of the kind that a user brings, with answers, and a judge whose numbers are known."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..judge.rows import constraint
from ..judge.server import asked, text_of
from ..judge.videos import write_video

BRIGHTENS, DARK = "videos/brightens.mp4", "videos/dark.mp4"
QUESTIONS = ["Does it say that the picture brightens?", "Does it say so in the past tense?"]

TONE = constraint("tone", "tone", "Keep a calm tone.")
SHORT = constraint("short", "word_count", "Use at most eight words.", {"max": 8})
TO_EXTRACT = constraint("shorter", "word_count", "Use at most five words.")
IN_ORDER = constraint("order", "chronological", "Tell it in order.")
BRIGHT = constraint("bright", "content_inclusion", "Say that it brightened.", questions=QUESTIONS)
PLAIN = constraint("plain", "plain_text", "No Markdown.")
CHOICE = constraint("choice", "selection_accuracy", "Follow the option that fits.")


def row(id_: str, subset: str, video: str, *constraints: dict, pair: str = "", **reference: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "subset": subset,
        "task": "summarization",
        "composition": ["and"],
        "language": "en",
        "response_language": "en",
        "instruction": f"Write about the video ({id_}). " + " ".join(item["text"] for item in constraints),
        "video": video,
        "constraints": list(constraints),
        "reference": json.dumps(reference) if reference else "",
        "pair_id": pair,
    }


def conflict(id_: str, word: str) -> dict[str, Any]:
    both = [
        constraint("in", "exact_word_inclusion", f'Use the word "{word}".', {"phrases": [word]}),
        constraint("out", "exact_word_exclusion", f'Never use the word "{word}".', {"phrases": [word]}),
    ]
    return row(id_, "conflict", DARK, *both, template="exact_include_exclude", conflict=["in", "out"])


ROWS = [
    row("all-kept", "base", BRIGHTENS, SHORT, TONE, IN_ORDER),
    row("one-broken", "base", BRIGHTENS, BRIGHT, PLAIN),
    row("both-broken", "base", DARK, TO_EXTRACT, TONE),
    row("failed", "base", DARK, TONE),
    row("empty", "base", DARK, SHORT, TONE),
    row("choice-ab", "selection", BRIGHTENS, CHOICE, pair="choice", option_order="AB"),
    row("choice-ba", "selection", BRIGHTENS, CHOICE, pair="choice", option_order="BA"),
    conflict("seen", "lamp"),
    conflict("unseen", "door"),
]

RESPONSES = {
    "all-kept": "<think>At most eight words.</think>It was dark, then it grew bright.",
    "one-broken": "It is a room. (breaks content_inclusion)",
    "both-broken": "Dark, dark, dark, and dark again! (breaks tone)",
    "failed": "[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error.",
    "empty": "",
    "choice-ab": "Farewell.",
    "choice-ba": "Welcome. (breaks selection_accuracy)",
    "seen": 'I can\'t do that: "lamp" is asked for and forbidden.',
    "unseen": "A door stands in the dark.",
}
"""The judge of `reply` finds in an answer what it says to break."""

WORDS = (7 + 6 + 8 + 0 + 1) / 5

EXPECTED = {
    "ipr": 2 / 5,
    "ipr_low": 2 / 5,
    "ipr_high": 2 / 5,
    "cpr": 5 / 10,
    "cpr_macro": (1 / 3 + 1 / 3 + 1 + 0 + 1 + 1) / 6,
    "cpr_format": 2 / 4,
    "cpr_content": 1 / 2,
    "cpr_style": 1 / 3,
    "cpr_structure": 1.0,
    "near_miss": 1 / 3,
    "violations": (1 + 2 + 2) / 3,
    "judged": 1.0,
    "answered": 8 / 9,
    "option_order_both": 0.0,
    "option_order_either": 1.0,
    "conflict_basic": 1 / 2,
    "conflict_localized": 1 / 2,
    "conflict_strict": 1 / 2,
    "conflict_blind": 1 / 2,
    "input_tokens": None,
    "output_words": WORDS,
}
"""Computed by hand."""

UNJUDGED = EXPECTED | {
    **{name: None for name in EXPECTED if name.startswith(("conflict", "option_order"))},
    "ipr": 0.0,
    "ipr_low": 0.0,
    "ipr_high": 4 / 5,
    "cpr": 2 / 4,
    "cpr_macro": (1 / 2 + 0 + 1) / 3,
    "cpr_format": 2 / 3,
    "cpr_content": None,
    "cpr_style": 0.0,
    "cpr_structure": None,
    "near_miss": 0.0,
    "violations": 2.0,
    "judged": 4 / 13,
}
"""The same without a judge: what rules decide, and the empty answer. Computed by hand."""

REQUESTS = 9
"""How many requests a judge gets: one for the parameters, six about answers, two about conflicts."""


def reply(body: dict[str, Any]) -> str:
    """A judge that knows the answers above."""
    text = text_of(body)
    answer = re.search(r"<answer>\n(.*?)\n</answer>", text, re.DOTALL)
    if "<requirements>" not in text:
        return "ready"
    if answer is None:
        return json.dumps({label: {"max": 5} for label in asked(body)})
    if '"unsatisfiable"' in text:
        sees = "can't" in answer[1]
        flags = dict.fromkeys(("unsatisfiable", "conflict", "first", "second"), sees)
        said = {"reason": "seen", **flags, "ordinary": not sees, "failure": "none" if sees else "blind"}
        return json.dumps({"c1": said})
    types = dict(re.findall(r"^\[(c\d+)\] (\w+)", text, re.MULTILINE))
    said = {}
    for label, names in asked(body).items():
        met = f"breaks {types[label]}" not in answer[1]
        said[label] = {"reason": "seen", **({"answers": dict.fromkeys(names, met)} if names else {"met": met})}
    return json.dumps(said)


def write_rows(folder: Path, rows: list[dict[str, Any]] | None = None) -> Path:
    """The rows as JSON lines, with their videos beside them."""
    (folder / "videos").mkdir(parents=True, exist_ok=True)
    if not (folder / BRIGHTENS).exists():
        write_video(folder / BRIGHTENS, seconds=8, width=224, height=126)
        write_video(folder / DARK, seconds=9, width=160, height=160)
    file = folder / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows or ROWS), encoding="utf-8")
    return file
