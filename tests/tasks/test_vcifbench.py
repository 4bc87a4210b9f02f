"""VCIFBench through the harness, with a judge on loopback and without one: numbers, records, kill and resume."""

import json
import shutil
import signal
import threading
from pathlib import Path

import pytest

from lmms_eval_vcif.metrics.vcifbench import rates
from lmms_eval_vcif.plugin import task_folders

from ..judge.server import KEY, MODEL, Server, text_of
from .conftest import replayed, write_task
from .rows import write_responses
from .running import start_harness
from .video_rows import EXPECTED, REQUESTS, RESPONSES, ROWS, UNJUDGED, reply, write_rows

TASK = "own_videos"


@pytest.fixture(scope="module")
def own_videos(tmp_path_factory):
    """The folder of the rows and the arguments of a run over them."""
    folder = tmp_path_factory.mktemp("own_videos")
    write_rows(folder)
    write_task(folder, TASK, "rows.jsonl", f"{task_folders()[0]}/vcifbench/vcifbench.yaml")
    responses = write_responses(folder / "responses.jsonl", RESPONSES)
    return responses, ["--tasks", TASK, "--include_path", str(folder)]


@pytest.fixture(scope="module")
def server():
    with Server(reply) as running:
        yield running


def judged_by(server: Server, cache: Path) -> dict[str, str]:
    """The environment that names a judge."""
    names = {"MODEL": MODEL, "BASE_URL": server.url, "API_KEY": KEY, "CACHE": str(cache)}
    return {f"VCIF_JUDGE_{name}": value for name, value in names.items()}


@pytest.fixture(scope="module")
def run(own_videos, server, tmp_path_factory):
    responses, arguments = own_videos
    folder = tmp_path_factory.mktemp("judged")
    return replayed(folder / "run", responses, *arguments, environment=judged_by(server, folder / "cache"))


@pytest.fixture(scope="module")
def without_judge(own_videos, tmp_path_factory):
    responses, arguments = own_videos
    return replayed(tmp_path_factory.mktemp("unjudged") / "run", responses, *arguments)


def records(run):
    return {sample["ipr"]["id"]: sample["ipr"] for sample in run.samples(TASK)}


def test_the_numbers_are_those_computed_by_hand(run, server):
    assert run.metrics(TASK) == pytest.approx(EXPECTED)
    sent = [text_of(body) for body in server.requests]
    assert len(sent) == len(set(sent)) == REQUESTS + 1  # the check when the task is loaded comes first
    assert "ready" in sent[0]
    assert KEY not in run.output


def test_a_samples_file_alone_gives_the_numbers_again(run):
    found = records(run)
    assert list(found) == [row["id"] for row in ROWS]
    assert rates(found.values()) == pytest.approx(run.metrics(TASK))


def test_the_record_of_a_sample_says_what_decided(run):
    kept, broken = records(run)["all-kept"], records(run)["one-broken"]
    assert [(v["type"], v["dimension"], v["method"], v["passed"]) for v in kept["verdicts"]] == [
        ("word_count", "format", "hybrid", True),
        ("tone", "style", "judge", True),
        ("chronological", "structure", "judge", True),
    ]
    assert broken["verdicts"][0]["judge"] == MODEL
    assert [answer["answer"] for answer in broken["verdicts"][0]["sub_answers"]] == [False, False]
    assert kept["signature"]["budget"] == "file"
    assert kept["signature"]["judge"]["model"] == MODEL
    assert kept["cluster"] == broken["cluster"] != records(run)["both-broken"]["cluster"]
    assert records(run)["both-broken"]["verdicts"][0]["params"] == {"max": 5}
    assert records(run)["seen"]["conflict"]["strict"] is True
    assert records(run)["choice-ba"]["option_order"] == "BA"


def test_every_metric_has_a_dict_of_its_own(run):
    sample = run.samples(TASK)[0]
    assert "verdicts" in sample["ipr"] and "verdicts" not in sample["cpr"]
    assert (sample["ipr"]["score"], sample["cpr"]["value"], sample["cpr"]["weight"]) == (1.0, 1.0, 3.0)
    conflict = next(sample for sample in run.samples(TASK) if sample["ipr"]["subset"] == "conflict")
    assert "score" not in conflict["ipr"] and "value" not in conflict["cpr"]
    assert isinstance(run.results[TASK]["ipr_stderr_clustered,none"], float)


def test_without_a_judge_the_run_ends_well_and_says_what_is_open(without_judge):
    assert without_judge.metrics(TASK) == pytest.approx(UNJUDGED)
    assert "9 of 12 constraints and 2 conflict items will be unjudged" in without_judge.output
    assert "without a verdict, 9 in all:\n  9: no judge is set up" in without_judge.output
    assert "VCIF_JUDGE_MODEL" in without_judge.output


def test_what_was_left_open_is_judged_later_from_the_log_alone(without_judge, run, server, tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from lmms_eval_vcif.cli.main import app

    for name, value in judged_by(server, tmp_path / "cache").items():
        monkeypatch.setenv(name, value)
    before = len(server.requests)
    (samples,) = without_judge.folder.rglob(f"*_samples_{TASK}.jsonl")
    shown = CliRunner().invoke(app, ["score", str(samples), "--output", str(tmp_path / "scores")])
    assert shown.exit_code == 0, shown.output
    assert len(server.requests) - before == REQUESTS + 1
    found = json.loads((tmp_path / "scores" / "metrics.json").read_text(encoding="utf-8"))
    assert {name: value["value"] for name, value in found["metrics"].items()} == pytest.approx(EXPECTED)
    lines = (tmp_path / "scores" / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["verdicts"] for line in lines] == [record["verdicts"] for record in records(run).values()]


@pytest.mark.slow
def test_a_run_that_is_killed_asks_nothing_twice_and_ends_with_the_same_numbers(own_videos, run, tmp_path):
    """Killed while it judges, with one judgement asked and not answered: only that one is asked again."""
    responses, arguments = own_videos
    arguments = ["--model", "vcif_replay", "--model_args", f"samples={responses}", *arguments]
    arguments += ["--process_docs_parallel", "1"]
    sixth, go = threading.Event(), threading.Event()

    def hold_the_sixth(body):
        if len(server.requests) == 6 and not go.is_set():
            sixth.set()
            go.wait(60)
        return reply(body)

    with Server(hold_the_sixth) as server:
        environment = judged_by(server, tmp_path / "cache")
        first = start_harness(tmp_path / "first", *arguments, environment=environment)
        assert sixth.wait(240)
        first.send_signal(signal.SIGKILL)
        first.communicate()
        go.set()
        second = replayed(tmp_path / "second", responses, *arguments[4:], environment=environment)
    sent = [text_of(body) for body in server.requests]
    checks = [text for text in sent if "ready" in text]
    judged = [text for text in sent if "ready" not in text]
    assert first.returncode == -signal.SIGKILL and not list((tmp_path / "first").rglob("*_results.json"))
    assert (len(checks), len(judged)) == (2, REQUESTS + 1)
    assert judged[4] == judged[5] and len(set(judged)) == REQUESTS
    assert second.metrics(TASK) == run.metrics(TASK)


@pytest.mark.slow
def test_two_processes_share_a_judge_and_give_the_same(own_videos, run, tmp_path):
    responses, arguments = own_videos
    with Server(reply) as server:
        environment = judged_by(server, tmp_path / "cache")
        twice = replayed(tmp_path / "run", responses, *arguments, ranks=2, environment=environment)
    assert "Running on rank 1" in twice.output
    assert len(server.requests) == REQUESTS + 2  # each process checks the judge
    assert twice.metrics(TASK) == run.metrics(TASK)
    assert twice.samples(TASK) == run.samples(TASK)


@pytest.mark.slow
def test_what_was_judged_is_played_back_without_a_request(run, own_videos, server, tmp_path):
    _, arguments = own_videos
    cache = tmp_path / "cache"
    shutil.copytree(run.folder.parent / "cache", cache)
    before = len(server.requests)
    again = replayed(tmp_path / "run", run.folder / "out", *arguments, environment=judged_by(server, cache))
    assert again.metrics(TASK) == run.metrics(TASK)
    assert len(server.requests) == before + 1
