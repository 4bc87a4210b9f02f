"""Every command of the builders, killed in each of its stages and at each of its files, goes on and gives the same; and
a model that answers nothing of use, refuses or is late costs it one record."""

import json
import os
import shutil
import signal
from collections import Counter
from functools import partial

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from tests.judge.server import MODEL, Server, hang, saying, text_of

from .killed import killed
from .stages import contents
from .verbs import VERBS

READY = "Reply with the single word"
ROLES = ("WRITER", "CHECKER", "ANSWERER", "WEAK", "JUDGE")
POINTS = [(name, point) for name, verb in VERBS.items() for point in verb.points()]


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.fixture
def environment(server, tmp_path, monkeypatch):
    """The models of all roles at the server, with little patience."""
    config = tmp_path / "models.yml"
    config.write_text("timeout: 20\nretries: 0\n")
    values = {"MODEL": MODEL, "BASE_URL": server.url, "CONFIG": str(config)}
    monkeypatch.setenv("VCIF_JUDGE_CACHE", str(tmp_path / "cache"))
    found = {f"VCIF_{role}_{name}": value for role in ROLES for name, value in values.items()}
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    return found


def build(arguments, status=0):
    result = CliRunner().invoke(app, ["build", *arguments])
    assert result.exit_code == status, result.output


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Finished sets by verb, each made once; how many requests they took."""
    return partial(_made, tmp_path_factory.mktemp("made"), {})


def _made(folder, known, server, name):
    verb, inputs, whole = VERBS[name], folder / f"{name}-inputs", folder / name
    answer(server, verb, inputs, whole)
    if name not in known:
        server.requests.clear()
        build(verb.arguments(inputs, whole))
        known[name] = len(server.requests)
        shutil.rmtree(os.environ["VCIF_JUDGE_CACHE"], ignore_errors=True)  # the test at hand asks for itself
    return inputs, whole, known[name]


def answer(server, verb, inputs, out):
    """Have the server play the verb's models."""
    if verb.reply:
        reply = verb.reply(inputs, out)
        server.reply = lambda body: "ready" if text_of(body).startswith(READY) else reply(body)


def half(whole, point):
    """The write in the middle of a log of the finished set; the first of another file, the second of what is gone."""
    found = list(whole.rglob(point))
    if not found or not point.endswith(".log.jsonl"):
        return 1 if found else 2
    return (len(found[0].read_bytes().splitlines()) + 1) // 2


@pytest.mark.parametrize(("name", "point"), POINTS, ids=[f"{name}-{point}" for name, point in POINTS])
def test_killed_anywhere_it_goes_on_and_gives_the_same(server, environment, made, tmp_path, name, point):
    inputs, whole, asked = made(server, name)
    out = tmp_path / name
    arguments = VERBS[name].arguments(inputs, out)
    write = half(whole, point)
    assert killed(arguments, environment, point, write) == -signal.SIGKILL
    server.requests.clear()
    build(arguments)
    assert contents(out) == contents(whole)
    assert len(server.requests) <= asked


REASONS = {"nonsense": "unusable reply", "refusal": "refused", "delay": "timeout"}
ANSWERS = {"inspect": "no answer satisfies all", "choose": "no answer passes"}
"""Stages that verify what they are told, and what they say of a record whose answers do not pass, also since the judge
gave no verdict on them; a record without any answer is rejected for what the model failed for."""

ASKED = [
    (name, stage, start, reason)
    for name, verb in VERBS.items()
    for number, (stage, start) in enumerate(verb.asks)
    for reason in list(REASONS)[: 2 if number else 3]  # waiting takes its time: once for each verb
]


def faults(fault, start):
    """What the server does with the first request of a stage, and with what is asked again for it."""
    if fault == "delay":
        return [hang]
    if fault == "refusal":
        return [saying(None, message={"refusal": "I will not."})] * 2
    return [saying("?")] * (2 if start else 1)


def spoiling(server, start, faults):
    """The server's script: the faults for the requests that begin so, good replies to all others."""

    def act(handler, body):
        system = body["messages"][0]["content"] if body["messages"][0]["role"] == "system" else ""
        if faults and system[: len(start) or None] == start and not text_of(body).startswith(READY):
            faults.pop(0)(handler, body)
        else:
            handler.say(server.reply(body))

    return [act] * 1000


@pytest.mark.parametrize(
    ("name", "stage", "start", "fault"), ASKED, ids=[f"{name}-{start[:16]}-{fault}" for name, _, start, fault in ASKED]
)
def test_a_model_that_fails_costs_one_record(server, environment, made, tmp_path, name, stage, start, fault):
    inputs, whole, _ = made(server, name)
    if fault == "delay":
        (tmp_path / "models.yml").write_text("timeout: 1\nretries: 0\n")
    script = faults(fault, start)
    answer(server, VERBS[name], inputs, tmp_path / name)
    server.script = spoiling(server, start, script)
    try:
        build([*VERBS[name].arguments(inputs, tmp_path / name), "--threads", "1"])
    finally:
        server.script = []
    assert not script
    before, after = (rejections(folder, stage) for folder in (whole, tmp_path / name))
    unanswered = start == "" and fault != "nonsense"
    assert after - before == Counter({REASONS[fault] if unanswered else ANSWERS.get(stage, REASONS[fault]): 1})


def rejections(folder, stage):
    """What a stage of a finished set rejected, by reason."""
    stages = json.loads((folder / "manifest.json").read_text())["stages"]
    return Counter(next(one["rejected"] for one in stages if one["stage"] == stage))
