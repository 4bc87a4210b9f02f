"""Every command of the builders that goes on where it stopped: what it is made of, who answers it, what it writes."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lmms_eval_vcif.builders.augment import build_grounding
from tests.cli.photos import photos
from tests.judge.server import text_of
from tests.judge.videos import write_video

from . import test_spurious, video_models
from .models import Answerer, assigner, composer
from .test_augment import plain_boxes, write_lines
from .test_augment_reword import writer as rewriter
from .test_pipeline_vcifbench import base_rows, clips, given, row
from .test_preferences import Reply as Preferring
from .test_preferences import judged_rows, judging, some_rows
from .test_splits import film

Reply = Callable[[dict[str, Any]], str]


@dataclass(frozen=True)
class Verb:
    """`arguments(inputs, out)` make the inputs where they are not there and give the command; `reply(inputs, out)` is
    the models' server, which may look at what is made; `asks` are the stages that ask a model, each with how the
    system message of its requests begins ("" for none); `stages` are those that log records, `files` what is written
    beside and behind them."""

    arguments: Callable[[Path, Path], list[str]]
    files: tuple[str, ...]
    stages: tuple[str, ...] = ()
    reply: Callable[[Path, Path], Reply] | None = None
    asks: tuple[tuple[str, str], ...] = ()

    def points(self) -> list[str]:
        """Where it can be killed: in the middle of each stage, and at each file."""
        return [*(f"{number:02d}-{name}.log.jsonl" for number, name in enumerate(self.stages, 1)), *self.files]


def _mmifeval(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        photos(inputs, "cat", "coffee")
    return ["mmifeval-pro", str(out), "--images", str(inputs), "--tries", "1"]


def _mmifeval_reply(inputs: Path, out: Path) -> Reply:
    answerer = Answerer(out)

    def say(body: dict[str, Any]) -> str:
        text = text_of(body)
        if "These kinds of task" in text:
            return assigner(body)
        return composer(body) if "shall keep" in text else answerer(body)

    return say


def _derive(inputs: Path, out: Path) -> list[str]:
    path = inputs / "questions.csv"
    if not path.exists():
        clips(inputs, "a", "b", "c")
        questions = ("what does the lamp do", "how many lamps are there", "where is it bright", "what comes last")
        with path.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["video", "qid", "question", *(f"a{n}" for n in range(5)), "answer"])
            for clip in ("a", "b", "c", "gone"):
                for number, question in enumerate(questions):
                    table.writerow([clip, number, question, *(f"{clip} {n}" for n in range(5)), number])
    return ["vcifbench", "derive", str(out), "--videos", str(inputs), "--annotations", f"nextqa={path}"]


def _direct(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        clips(inputs, *"abc")
    return ["vcifbench", "direct", str(out), "--videos", str(inputs)]


def _selection(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        clips(inputs, "lamp", "sun", "star")
    return ["vcifbench", "selection", str(out), "--videos", str(inputs)]


def _conflict(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        inputs.mkdir()
        base_rows(inputs, "en")
    return ["vcifbench", "conflict", str(out), "--rows", str(inputs / "rows.jsonl"), "--each", "1"]


def _repair(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        clips(inputs, "a")
        faulty = {"constraints": [given(type="word_cuont"), row()["constraints"][1]]}
        texts = [f"Say what happens in part {n}. Use at most 30 words. Use plain text." for n in range(6)]
        values = [row(id=f"x{n}", instruction=text, **(faulty if n % 2 else {})) for n, text in enumerate(texts)]
        write_lines(inputs / "rows.jsonl", values)
    return ["vcifbench", "repair", str(out), "--rows", str(inputs / "rows.jsonl")]


def _mending(body: dict[str, Any]) -> str:
    return video_models.reply(body).replace("word_cuont", "word_count")


def _preferences(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        some_rows(inputs, 8)
    return ["preferences", str(out), "--rows", str(inputs / "rows.jsonl"), "--tries", "1"]


def _judged(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        judged_rows(inputs)
    return ["preferences", str(out), "--rows", str(inputs / "rows.jsonl"), "--tries", "1"]


@cache
def _known(inputs: Path) -> Reply:
    return Preferring(inputs / "rows.jsonl")


def _spurious(inputs: Path, out: Path) -> list[str]:
    return ["spurious", str(out), "--per-subcategory", "4", "--language", "zh"]


def _boxes(inputs: Path) -> Path:
    from PIL import Image

    if not inputs.exists():
        (inputs / "images").mkdir(parents=True)
        Image.new("RGB", (640, 480), "white").save(inputs / "images" / "a.png")
        plain_boxes(inputs / "boxes.jsonl", 20)
        asked = [
            {"image": "a.png", "question": f"How many went to hall {n}?", "answer": f"3{n}"} for n in range(11, 31)
        ]
        write_lines(inputs / "questions.jsonl", asked)
        build_grounding(inputs / "set", boxes=inputs / "boxes.jsonl", images=inputs / "images")
    return inputs


def _reword(inputs: Path, out: Path) -> list[str]:
    return ["augment", "reword", str(out), "--rows", str(_boxes(inputs) / "set" / "rows.jsonl")]


def _grounding(inputs: Path, out: Path) -> list[str]:
    given = _boxes(inputs)
    return ["augment", "grounding", str(out), "--boxes", f"{given / 'boxes.jsonl'}", "--images", f"{given / 'images'}"]


def _numeric(inputs: Path, out: Path) -> list[str]:
    given = _boxes(inputs)
    asked = f"{given / 'questions.jsonl'}"
    return ["augment", "numeric", str(out), "--questions", asked, "--images", f"{given / 'images'}"]


def _compose(inputs: Path, out: Path) -> list[str]:
    if not inputs.exists():
        photos(inputs, "cat", "coffee")
    return ["compose", str(out), "--images", str(inputs), "--rows", "8", "--at-least", "0"]


def _demo(inputs: Path, out: Path) -> list[str]:
    sizes = {"--rows": 4, "--texts": 0, "--clip-rows": 8, "--conflicts": 1}
    return ["demo", str(out), "--language", "en", *(str(part) for option in sizes.items() for part in option)]


def _splits(inputs: Path, out: Path) -> list[str]:
    train, test = inputs / "train", inputs / "test"
    if not inputs.exists():
        for folder, order in ((train, (0, 1)), (test, (1, 0))):
            folder.mkdir(parents=True)
            film(folder / "there.mp4", order)
            write_lines(
                folder / "rows.jsonl", [row(id="x", video="there.mp4"), row(id="y", instruction="Another one.")]
            )
        write_video(train / "a.mp4", seconds=1)
        write_video(test / "a.mp4", seconds=4)
    left = ["--report", str(out / "report.json"), "--keep", str(out / "apart.jsonl")]
    return ["splits", str(train / "rows.jsonl"), str(test / "rows.jsonl"), *left]


ROWS = ("rows.jsonl",)
ITEMS = ("draw", "construct", "check", "repair", "confirm")
CONSTRUCT = ("construct", "You write instructions for a test")
CHECK = ("check", "You check whether an instruction")
WHICH = "You say which of two statements"


def always(reply: Reply) -> Callable[[Path, Path], Reply]:
    return lambda inputs, out: reply


VERBS = {
    "mmifeval-pro": Verb(
        _mmifeval,
        files=("06-inspect.jsonl", *ROWS),
        stages=("score", "select", "assign", "draw", "compose", "inspect"),
        reply=_mmifeval_reply,
        asks=(("assign", "You match pictures"), ("compose", "You turn a request"), ("inspect", "")),
    ),
    "derive": Verb(
        _derive,
        files=(*ROWS, "manifest.json"),
        stages=("derive", *ITEMS),
        reply=always(video_models.reply),
        asks=(("derive", "You turn questions"), CONSTRUCT, CHECK),
    ),
    "direct": Verb(  # its other stages are those of derive
        _direct,
        files=ROWS,
        stages=("direct", "draw"),
        reply=always(video_models.reply),
        asks=(("direct", "You find tasks"),),
    ),
    "selection": Verb(
        _selection,
        files=("star_reverse.mp4", *ROWS),
        stages=("reverse", "branch", "rows"),
        reply=always(video_models.reply),
        asks=(("branch", "You write tasks whose"), ("branch", WHICH)),
    ),
    "conflict": Verb(
        _conflict,
        files=ROWS,
        stages=("inject",),
        reply=always(video_models.reply),
        asks=(("inject", "You name things"), ("inject", WHICH)),
    ),
    "repair": Verb(
        _repair,
        files=ROWS,
        stages=("check", "repair", "confirm"),
        reply=always(_mending),
        asks=(CHECK, ("repair", "You put annotated")),
    ),
    "preferences": Verb(
        _preferences,
        files=("preferences.jsonl",),
        stages=("choose", "reject"),
        reply=lambda inputs, out: lambda body: _known(inputs)(body),
        asks=(("choose", ""),),
    ),
    "judged preferences": Verb(
        _judged,
        files=("preferences.jsonl",),
        stages=("choose", "reject"),
        reply=always(judging),
        asks=(("choose", "You decide whether a written"), ("reject", "You change answers")),
    ),
    "spurious": Verb(
        _spurious,
        files=("texts.jsonl",),
        stages=("write", "look", "choose"),
        reply=always(test_spurious.reply),
        asks=(("write", "You write tasks that will"), ("look", "You look at tasks")),
    ),
    "reword": Verb(
        _reword,
        files=(*ROWS, "witnesses.jsonl"),
        stages=("reword",),
        reply=always(rewriter),
        asks=(("reword", "You rewrite a message"),),
    ),
    "grounding": Verb(_grounding, files=("a.png", "rows.jsonl", "witnesses.jsonl", "manifest.json")),
    "numeric": Verb(_numeric, files=("a.png", "rows.jsonl", "rejects.jsonl", "manifest.json")),
    "compose": Verb(_compose, files=(".done.jsonl", "cat.jpg", "rows.jsonl", "manifest.json")),
    "demo": Verb(
        _demo, files=(".done.jsonl", "02-word.log.jsonl", "01-inject.log.jsonl", "witnesses.jsonl", "lint.jsonl")
    ),
    "splits": Verb(_splits, files=("report.json", "apart.jsonl")),
}
