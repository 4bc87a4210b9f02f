"""The harness's own Qwen2.5-VL class answers our rows: a checkpoint of random weights, made here, on the CPU."""

import pytest

from . import tiny_qwen
from .rows import ROWS
from .running import run_harness

TASK = "own_rows"


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    return tiny_qwen.save(tmp_path_factory.mktemp("tiny"), [row["instruction"] for row in ROWS])


@pytest.fixture(scope="module")
def arguments(checkpoint, own_data):
    pixels = "max_pixels=50176,min_pixels=3136"
    return [
        *("--model_args", f"pretrained={checkpoint},device_map=cpu,{pixels}", "--device", "cpu"),
        *("--tasks", TASK, "--include_path", str(own_data.folder), "--gen_kwargs", "max_new_tokens=12"),
    ]


@pytest.fixture(scope="module")
def chat(arguments, tmp_path_factory):
    return run_harness(tmp_path_factory.mktemp("chat") / "run", "--model", "qwen2_5_vl", *arguments)


def check(run):
    """Every row was answered and judged; rows with different pictures or prompts got different noise."""
    metrics = run.metrics(TASK)
    assert (metrics["answered"], metrics["judged"]) == (1.0, 1.0)
    samples = run.samples(TASK)
    assert [sample["accuracy"]["id"] for sample in samples] == [row["id"] for row in ROWS]
    assert len({sample["filtered_resps"] for sample in samples}) > len(ROWS) / 2


def answers(run):
    return [(sample["filtered_resps"], sample["accuracy"]) for sample in run.samples(TASK)]


def test_a_chat_model_answers_the_rows(chat):
    check(chat)


@pytest.mark.slow
def test_a_simple_model_answers_the_rows(arguments, tmp_path):
    check(run_harness(tmp_path / "run", "--model", "qwen2_5_vl", "--force_simple", *arguments))


def test_two_processes_give_what_one_gives(chat, arguments, cpu_ranks, tmp_path):
    run = run_harness(tmp_path / "run", "--model", "qwen2_5_vl_cpu", *arguments, ranks=2, environment=cpu_ranks)
    assert "Running on rank 1" in run.output
    check(run)
    assert run.metrics(TASK) == chat.metrics(TASK)
    assert answers(run) == answers(chat)
