"""The harness's own Qwen2.5-VL class watches real video files: a checkpoint of random weights, made here, on the CPU.

It gets the file, frames within a budget, and a clip within a budget.
"""

import pytest

from lmms_eval_vcif.plugin import task_folders

from ..judge.server import KEY, MODEL, Server
from . import tiny_qwen
from .conftest import write_task
from .running import run_harness
from .video_rows import ROWS, reply, write_rows

TASKS = {"own_file": None, "own_frames": "frames", "own_clip": "clip"}
BUDGET = "lmms_eval_specific_kwargs: {{default: {{budget: {{fps: 0.5, max_side: 112, form: {}}}}}}}"
ARGUMENTS = "device_map=cpu,max_num_frames=4,max_pixels=50176,min_pixels=3136"


@pytest.fixture(scope="module")
def arguments(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own_videos")
    write_rows(folder)
    for name, form in TASKS.items():
        more = [BUDGET.format(form)] if form else []
        write_task(folder, name, "rows.jsonl", f"{task_folders()[0]}/vcifbench/vcifbench.yaml", *more)
    checkpoint = tiny_qwen.save(tmp_path_factory.mktemp("tiny"), [row["instruction"] for row in ROWS])
    return [
        *("--model_args", f"pretrained={checkpoint},{ARGUMENTS}", "--device", "cpu"),
        *("--tasks", ",".join(TASKS), "--include_path", str(folder)),
        *("--gen_kwargs", "max_new_tokens=12,temperature=0,do_sample=False"),
    ]


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    """The environment that names a judge."""
    with Server(reply) as server:
        cache = tmp_path_factory.mktemp("judgements")
        names = {"MODEL": MODEL, "BASE_URL": server.url, "API_KEY": KEY, "CACHE": str(cache)}
        yield {f"VCIF_JUDGE_{name}": value for name, value in names.items()}


@pytest.fixture(scope="module")
def run(arguments, judge, tmp_path_factory):
    return run_harness(tmp_path_factory.mktemp("video") / "run", "--model", "qwen2_5_vl", *arguments, environment=judge)


@pytest.mark.parametrize("task", TASKS)
def test_a_model_class_watches_the_videos(run, task):
    metrics = run.metrics(task)
    assert (metrics["answered"], metrics["judged"]) == (1.0, 1.0)
    assert metrics["output_words"] > 0
    samples = run.samples(task)
    assert [sample["ipr"]["id"] for sample in samples] == [row["id"] for row in ROWS]
    assert len({sample["filtered_resps"] for sample in samples}) > len(ROWS) / 2


def test_the_signature_says_what_the_model_got(run):
    budgets = {task: run.samples(task)[0]["ipr"]["signature"]["budget"] for task in TASKS}
    assert budgets == {"own_file": "file", "own_frames": "112p 0.5fps frames", "own_clip": "112p 0.5fps clip"}


def test_what_the_model_got_changes_what_it_says(run):
    answers = {tuple(sample["filtered_resps"] for sample in run.samples(task)) for task in TASKS}
    assert len(answers) == len(TASKS)


def test_two_processes_give_what_one_gives(run, arguments, judge, cpu_ranks, tmp_path):
    twice = run_harness(
        tmp_path / "run", "--model", "qwen2_5_vl_cpu", *arguments, ranks=2, environment={**judge, **cpu_ranks}
    )
    assert "Running on rank 1" in twice.output
    for task in TASKS:
        assert twice.metrics(task) == run.metrics(task)
        for one, other in zip(run.samples(task), twice.samples(task), strict=True):
            assert other["filtered_resps"] == one["filtered_resps"]
            assert [v["passed"] for v in other["ipr"]["verdicts"]] == [v["passed"] for v in one["ipr"]["verdicts"]]


@pytest.mark.slow
def test_a_simple_model_watches_them_too(arguments, tmp_path):
    run = run_harness(tmp_path / "run", "--model", "qwen2_5_vl", "--force_simple", *arguments)
    for task in TASKS:
        assert run.metrics(task)["answered"] == 1.0
        assert len({sample["filtered_resps"] for sample in run.samples(task)}) > len(ROWS) / 2
