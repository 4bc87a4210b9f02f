"""Scripted models for the pipelines of VCIFBench: each reply is made from the request alone."""

from __future__ import annotations

import json
import re
from typing import Any
from zlib import crc32

from tests.judge.server import pictures_of, text_of

from .models import block

REQUESTS = {
    "en": "Tell a friend what {subject} is about, moment by moment.",
    "zh": "请把{subject}的内容一步一步讲给朋友听。",
}
SUBJECTS = (
    "一盏灯",
    "一条街",
    "一只猫",
    "一场雨",
    "一张桌子",
    "一座桥",
    "一片树林",
    "一个厨房",
    "一间教室",
    "一艘小船",
)
FACTS = {"en": "It gets brighter.", "zh": "画面变亮了。"}
KEYWORDS = {"en": "light", "zh": "灯光"}
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
    language = language_of(text)
    if language == "zh":
        subject = SUBJECTS[crc32(item.encode()) % len(SUBJECTS)]
    found = {"task": first, "request": REQUESTS[language].format(subject=subject), **seen(language)}
    return json.dumps({"usable": True, **found, "shows": ["people"]})


def language_of(text: str) -> str:
    """The language that a request asks to be written in."""
    return "zh" if re.search(r"\bin Chinese\b", text) else "en"


def seen(language: str) -> dict[str, list[str]]:
    return {"facts": [FACTS[language]], "keywords": [KEYWORDS[language]]}


def direct(text: str) -> str:
    offered = re.findall(r"^- (\w+):", block(text, "requirements"), re.MULTILINE)
    language = language_of(text)
    requests = {
        "en": [f"Tell me about {task} here." for task in offered[:2]],
        "zh": [REQUESTS["zh"].format(subject=SUBJECTS[crc32(task.encode()) % len(SUBJECTS)]) for task in offered[:2]],
    }[language]
    choices = [
        {"task": task, "request": request, **seen(language)}
        for task, request in zip(offered[:2], requests, strict=True)
    ]
    return json.dumps({"choices": choices})


def construct(text: str) -> str:
    """The request and every requirement; what is to be written names its type."""
    pieces = {}
    language = language_of(text)
    for label, type_, rest in re.findall(
        r"^\[(c\d+)\] (\w+), (.*?)(?=\n\[c\d+\] |\Z)", block(text, "requirements"), re.M | re.S
    ):
        questions = (
            [{"en": "Does the answer do so?", "zh": "回答做到了吗？"}[language]]
            if rest.endswith("With sub-questions.")
            else []
        )
        given = rest.removesuffix(" With sub-questions.")
        own = {"en": f"Mind the {type_.replace('_', ' ')} of it.", "zh": f"请留意第{label[1:]}个方面。"}[language]
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
    """As a careless writer gives them, with capitals, an "if" and two stops."""
    told = {
        "en": [
            ("If The picture gets brighter.", "Write a poem", "Is it a poem?", "Is it no poem?"),
            ("The picture gets darker", "List three lamps..", "Is it a list?", "Is it no list?"),
        ],
        "zh": [
            ("如果画面变亮。", "写一首诗", "是诗吗？", "没有诗吗？"),
            ("画面变暗", "列出三盏灯。。", "是列表吗？", "没有列表吗？"),
        ],
    }[language_of(text)]
    condition = {"en": "the change of the light", "zh": "光线的变化"}[language_of(text)]
    parts = ("when", "do", "is", "free")
    first, second = (dict(zip(parts, one, strict=True)) for one in told)
    return json.dumps({"usable": True, "condition": condition, "first": first, "second": second})


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
