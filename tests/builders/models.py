"""Scripted models for the pipelines: what a good writer, checker and answerer would reply, made from the request."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.judge.server import text_of


def block(text: str, tag: str) -> str:
    """What stands between the tags of a request."""
    return re.search(rf"<{tag}>\n?(.*?)\n?</{tag}>", text, re.DOTALL)[1]


def stage_rows(out: Path, stage: str) -> list[dict[str, Any]]:
    """What a stage of a run has written."""
    (path,) = (out / "stages").glob(f"*-{stage}.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


REQUESTS = {
    "en": "Write down what a curious visitor would want to know here, with an eye to {name}.",
    "zh": "假如有一位游客路过这里，请写下他想从这张图片中了解的事情，尤其是{name}。",
}
KEYWORDS = {"en": ["light", "colour", "shape"], "zh": ["光线", "颜色", "形状"]}


def assigner(body: dict[str, Any]) -> str:
    """Chooses the first tasks offered, as many as are asked for, languages in turn."""
    text = text_of(body)
    offered = re.findall(r"^- (\w+):", block(text, "requirements"), re.MULTILINE)
    count = int(re.search(r"Choose up to (\d+)", text)[1])
    languages = re.findall(r"\((en|zh)\)", text)
    choices = []
    for number, task in enumerate(offered[:count]):
        language = languages[number % len(languages)]
        request = REQUESTS[language].format(name=task.replace("_", " "))
        choice = {
            "task": task,
            "language": language,
            "request": request,
            "keywords": KEYWORDS[language],
            "why": "It fits.",
        }
        choices.append(choice)
    return json.dumps({"choices": choices}, ensure_ascii=False)


def composer(body: dict[str, Any]) -> str:
    """The request, and as many requirements as are asked for, as they stand, the required one first."""
    text = text_of(body)
    request, listed = block(text, "instruction"), block(text, "requirements")
    labels = dict(re.findall(r"^\[(c\d+)\] (.*?)(?=\n\[c\d+\] |\Z)", listed, re.MULTILINE | re.DOTALL))
    count = int(re.search(r"shall keep (\d+) of", text)[1])
    lead = re.search(r"always with (c\d+)", text)[1]
    chosen = [lead, *(label for label in labels if label != lead)][:count]
    query = " ".join([request, *(labels[label] for label in chosen)])
    return json.dumps(
        {"query": query, "chosen": [{"label": label, "text": labels[label]} for label in chosen]}, ensure_ascii=False
    )


class Answerer:
    """Answers each instruction with the witness that the run has for it."""

    def __init__(self, out: Path, stage: str = "compose"):
        self.out, self.stage = out, stage
        self._known: dict[str, str] = {}

    def __call__(self, body: dict[str, Any]) -> str:
        if not self._known:
            self._known = {row["instruction"].strip(): row["witness"] for row in stage_rows(self.out, self.stage)}
        return self._known[text_of(body).strip()]
