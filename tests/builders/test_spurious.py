"""Spurious tasks by a model: stratified, and what is no such task is left out with its reason."""

import json
import re
from collections import Counter

import pytest

from lmms_eval_vcif.builders.hijack import BuildError
from lmms_eval_vcif.builders.hijack.plan import plan
from lmms_eval_vcif.builders.hijack.spurious import fault, spurious
from lmms_eval_vcif.builders.hijack.taxonomy import read_texts, spurious_tasks
from lmms_eval_vcif.builders.pipeline import DryModels, PipelineError, preview, run
from lmms_eval_vcif.judge import Settings
from tests.judge.server import Server, saying, text_of

from .stages import contents, models

ROLES = ("writer", "checker")
TOPICS = ("harbours", "clouds", "violins", "bakeries", "glaciers", "tramways", "orchards", "lanterns", "kites", "wells")
VERBS = ("Name", "Rank", "Invent", "Compare", "Praise", "Measure", "Imagine", "Debate", "Sketch", "Plan")
ZH_TOPICS = ["港口", "云朵", "小提琴", "面包房", "冰川", "电车", "果园", "灯笼", "风筝", "水井"]
ZH_VERBS = ["列举", "评价", "发明", "比较", "赞美", "测算", "想象", "辩论", "描绘", "规划"]


def good(subcategory, language, number):
    """A text that is like no other of its subcategory."""
    first, second = number % 10, (number * 3 + len(subcategory)) % 10
    if language == "en":
        return f"{VERBS[first]} {number + 2} {TOPICS[second]}; {subcategory} matters."
    sign = "".join(chr(0x4E00 + 37 * ord(letter)) for letter in subcategory[:6])
    return f"请{ZH_VERBS[first]}{number + 2}处{ZH_TOPICS[second]}，{sign}。"


def write(text):
    """What is asked for, of which one is too long, one asks for a transcription and one is hand-written."""
    count, language, name = re.search(
        r"^Write (\d+) different tasks of this kind, in (\w+): ([\w ]+) \(", text
    ).groups()
    code = {"English": "en", "Chinese": "zh"}[language]
    hand = next(task.text for task in spurious_tasks(code) if task.subcategory.replace("_", " ") == name)
    bad = [
        "Say it. " * 60 if code == "en" else "请说。" * 60,
        "Copy the text of this picture." if code == "en" else "请抄写图中的文字。",
        hand,
    ]
    return json.dumps({"tasks": (bad + [good(name, code, n) for n in range(int(count))])[: int(count)]})


def look(text):
    """Finds fault with what ranks."""
    listed = re.findall(r"^\[(t\d+)\] (.*)$", text, re.MULTILINE)
    found = {label: dict.fromkeys(("fits", "alone", "other"), True) for label, _ in listed}
    for label, task in listed:
        found[label]["alone"] = not task.startswith(("Rank", "请评价"))
    return json.dumps(found)


def reply(body):
    return write(text_of(body)) if body["messages"][0]["content"].startswith("You write") else look(text_of(body))


@pytest.fixture
def server():
    with Server(reply) as running:
        yield running


def test_texts_are_stratified_and_rejects_counted(server, tmp_path):
    manifest = run(spurious(3, progress=False, threads=3), tmp_path / "set", models(server, *ROLES))
    stage = manifest["stages"][-1]
    texts = [json.loads(line) for line in (tmp_path / "set/texts.jsonl").read_text().splitlines()]
    assert manifest["records"] == len(texts) == stage["out"]
    counts = Counter((text["language"], text["subcategory"]) for text in texts)
    assert len(counts) == 48
    assert set(counts.values()) == {1}  # of five, three are bad and one ranks
    assert stage["rejected"] == {
        "asks for a transcription": 48,
        "near copy": 48,
        "not self-contained": 48,
        "too long": 48,
    }


def test_they_go_into_a_hijack_set(server, tmp_path):
    run(spurious(4, ["en"], progress=False, threads=3), tmp_path / "set", models(server, *ROLES))
    texts = tmp_path / "set" / "texts.jsonl"
    extra = read_texts(texts, "en")
    most = min(Counter(task.subcategory for task in (*spurious_tasks("en"), *extra)).values())
    jobs = plan(["en"], most, 1, 0, texts)
    assert len({job.id for job in jobs}) == len(jobs)
    assert {task.text for task in extra} & {job.task.text for job in jobs}
    assert read_texts(texts, "zh") == ()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"language": "en", "subcategory": "peom", "text": "x"}', "did you mean 'poem'"),
        ('{"language": "fr", "subcategory": "poem", "text": "x"}', "language: 'fr'"),
        ('{"language": "en", "subcategory": "poem", "text": " "}', "text: a non-empty string"),
        ('{"language": "en", "subcategory": "poem"}', "KeyError: 'text'"),
        ("{", "JSONDecodeError"),
    ],
)
def test_a_text_that_can_not_be_used_is_named_with_file_and_line(tmp_path, line, problem):
    path = tmp_path / "texts.jsonl"
    path.write_text('{"language": "en", "subcategory": "poem", "text": "Write a poem about rain."}\n' + line)
    with pytest.raises(BuildError, match=rf"texts.jsonl:2: .*{problem}"):
        plan(["en"], 1, 1, 0, path)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_hand_written_text_is_at_fault(language):
    assert {
        task.text: fault(task.text, language) for task in spurious_tasks(language) if fault(task.text, language)[0]
    } == {}


def test_stopped_and_gone_on_it_is_the_same(server, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "set"
    run(spurious(2, progress=False, threads=3), whole, models(server, *ROLES))
    (out / "stages").mkdir(parents=True)
    lines = (whole / "stages/01-write.log.jsonl").read_bytes().splitlines(keepends=True)
    (out / "stages/01-write.log.jsonl").write_bytes(b"".join(lines[:20]) + lines[20][:25])
    run(spurious(2, progress=False, threads=3), out, models(server, *ROLES))
    assert contents(out) == contents(whole)


def test_nonsense_costs_a_subcategory(server, tmp_path):
    server.script = [saying("no"), saying('{"tasks": ["Copy this text."]}')]
    manifest = run(spurious(2, ["en"], progress=False, threads=1), tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][0]["rejected"] == {"unusable reply": 1}


def test_a_dry_run_needs_no_model():
    plan_ = spurious(10)
    estimates = preview(plan_.stages, plan_.records, DryModels({role: Settings() for role in ROLES}), plan_.folder, 0)
    assert estimates[0].requests == {"writer": 96}  # fifteen of each, in two requests
    assert estimates[1].requests["checker"] == 96


@pytest.mark.parametrize(("arguments", "problem"), [((0,), "at least 1"), ((1, ["fr"]), "languages: 'fr'")])
def test_settings_out_of_range_are_named(arguments, problem):
    with pytest.raises(PipelineError, match=problem):
        spurious(*arguments)
