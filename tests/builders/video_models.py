"""Scripted models for the pipelines of VCIFBench: each reply is made from the request alone."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.judge.server import pictures_of, text_of

from .models import block

REQUESTS = {
    "en": "Tell a friend what {subject} is about, moment by moment.",
    "zh": "请把{subject}的内容一步一步讲给朋友听。",
}
UNUSABLE = {"how many": "closed", "why": "knowledge"}
"""What the deriver calls unusable, by a word in the question."""


def reply(body: dict[str, Any]) -> str:
    """Whoever is asked."""
    text, system = text_of(body), body["messages"][0]["content"]
    for start, model in (
        ("You turn questions of video tests", derive),
        ("You find tasks for videos", direct),
        ("You write instructions for a test", construct),
        ("You check whether an instruction", support),
        ("You put annotated instructions", mend),
        ("You write tasks whose right branch", branches),
        ("You say which of two statements", lambda _: json.dumps({"why": "Seen.", "true": which(body)})),
        ("You name things", lambda _: json.dumps({"visible": "the ramp", "absent": "a purple walrus"})),
    ):
        if system.startswith(start):
            return model(text)
    return "ready"


def derive(text: str) -> str:
    item = block(text, "instruction")
    for word, reason in UNUSABLE.items():
        if word in item.splitlines()[0]:
            return json.dumps({"usable": False, "reason": reason, "why": f"It asks {word}."})
    subject = re.sub(r"\W+", " ", item.splitlines()[0] + " " + item.splitlines()[-1])[:70]
    (first, *_) = re.findall(r"^- (\w+):", block(text, "requirements"), re.MULTILINE)
    found = {"task": first, "request": REQUESTS["en"].format(subject=subject)}
    return json.dumps(
        {"usable": True, **found, "facts": ["It gets brighter."], "keywords": ["light"], "shows": ["people"]}
    )


def direct(text: str) -> str:
    offered = re.findall(r"^- (\w+):", block(text, "requirements"), re.MULTILINE)
    choices = [
        {"task": task, "request": f"Tell me about {task} here.", "facts": ["It gets brighter."], "keywords": ["light"]}
        for task in offered[:2]
    ]
    return json.dumps({"choices": choices})


def construct(text: str) -> str:
    """The request and every requirement; what is to be written names its type."""
    pieces = {}
    for label, type_, rest in re.findall(
        r"^\[(c\d+)\] (\w+), (.*?)(?=\n\[c\d+\] |\Z)", block(text, "requirements"), re.M | re.S
    ):
        questions = ["Does the answer do so?"] if rest.endswith("With sub-questions.") else []
        given = rest.removesuffix(" With sub-questions.")
        own = f"Mind the {type_.replace('_', ' ')} of it."
        said = given.removeprefix("in words: ") if given.startswith("in words: ") else own
        pieces[label] = {"text": said, "sub_questions": questions}
    whole = " ".join([block(text, "instruction"), *(piece["text"] for piece in pieces.values())])
    return json.dumps({"instruction": whole, "requirements": pieces, "left_out": {}})


def support(text: str) -> str:
    labels = ["request", *re.findall(r"^\[(\w+)\]", block(text, "requirements"), re.MULTILINE)]
    return json.dumps({label: {"why": "It is seen.", "supported": True} for label in labels})


def mend(text: str) -> str:
    """The record as it is."""
    return json.dumps({**json.loads(block(text, "instruction")), "changes": "none"})


def branches(text: str) -> str:
    first = {
        "when": "If The picture gets brighter.",
        "do": "Write a poem",
        "is": "Is it a poem?",
        "free": "Is it no poem?",
    }
    second = {
        "when": "The picture gets darker",
        "do": "List three lamps..",
        "is": "Is it a list?",
        "free": "Is it no list?",
    }
    return json.dumps({"usable": True, "condition": "the change of the light", "first": first, "second": second})


def which(body: dict[str, Any]) -> str:
    """Looks at the frames: whether the last is brighter than the first, or what is said to be in the video."""
    import base64
    from io import BytesIO

    from PIL import Image, ImageStat

    if "walrus" in text_of(body):
        return "1"
    frames = [Image.open(BytesIO(base64.b64decode(url.partition(",")[2]))).convert("L") for url in pictures_of(body)]
    first, last = (ImageStat.Stat(frames[index]).mean[0] for index in (0, -1))
    return "1" if last > first else "2"
