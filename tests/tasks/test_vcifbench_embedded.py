"""The VCIFBench rows that come with the package, through the harness, with the recorded example and without it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.judge.prompt import versions
from lmms_eval_vcif.metrics.vcifbench import METRICS
from lmms_eval_vcif.plugin import task_folders

from . import tiny_qwen
from .conftest import replayed
from .running import run_harness

TASK = "vcifbench"
DATA = Path(task_folders()[0]) / "_data" / "vcifbench"
RECORDED = {"VCIF_JUDGE_RECORDED": str(DATA / "recorded_judgements.jsonl")}


@pytest.fixture(scope="module")
def rows():
    """The rows of each task, as the harness loads them."""
    import lmms_eval.models  # noqa: F401 - the harness asks for plug-ins while it imports its models
    from lmms_eval.tasks import TaskManager

    names = [TASK, *(f"{TASK}_{part}" for part in ("base", "selection", "conflict"))]
    tasks = TaskManager().load_task_or_group(names, "chat")
    return {name.removeprefix(TASK).lstrip("_") or "all": task.test_docs() for name, task in tasks.items()}


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The README's run of the example."""
    folder = tmp_path_factory.mktemp("example") / "run"
    return replayed(folder, DATA / "example_responses.jsonl", "--tasks", TASK, environment=RECORDED)


@pytest.fixture(scope="module")
def without(tmp_path_factory):
    """The same without the recorded judgements."""
    return replayed(tmp_path_factory.mktemp("bare") / "run", DATA / "example_responses.jsonl", "--tasks", TASK)


def records(run):
    return [sample["ipr"] for sample in run.samples(TASK)]


def test_the_tasks_part_the_rows(rows):
    ids = {name: set(docs["id"]) for name, docs in rows.items()}
    assert ids["base"] | ids["selection"] | ids["conflict"] == ids["all"]
    assert sum(len(ids[name]) for name in ("base", "selection", "conflict")) == len(rows["all"])
    assert (len(ids["base"]) >= 60, len(ids["selection"]), len(ids["conflict"])) == (True, 20, 30)


def test_all_tasks_are_over_the_same_data(rows):
    assert len({docs[0]["vcif"]["data"] for docs in rows.values()}) == 1


def test_the_page_counts_the_rows(rows):
    page = (Path(task_folders()[0]) / TASK / "README.md").read_text(encoding="utf-8")
    languages = list(rows["all"]["language"])
    for count in (
        f"all {len(rows['all'])}, over {len(set(rows['all']['video']))} clips",
        f"| {len(rows['base'])} that can be kept |",
        f"| {len(rows['selection'])}: {len(set(rows['selection']['pair_id']))} items",
        f"| {len(rows['conflict'])} that can't be kept",
        f"{languages.count('en')} instructions are English and {languages.count('zh')} Chinese",
    ):
        assert count in page


def test_the_example_gives_every_number(example):
    metrics = example.metrics(TASK)
    assert {name for name, value in metrics.items() if value is None} == {"input_tokens"}  # a replay reads no tokens
    assert set(metrics) == set(METRICS)
    assert (metrics["judged"], metrics["answered"]) == (1.0, 1.0)
    for name in ("ipr", "cpr", "near_miss", "option_order_both", "conflict_strict", "conflict_blind"):
        assert 0 < metrics[name] < 1, name
        assert f"|{name}|" in example.output.replace(" ", "").replace("↑", "").replace("↓", "").replace("||", "|")


def test_the_example_is_labelled_as_one(example):
    assert "Recorded example" in example.output
    judges = {verdict["judge"] for record in records(example) for verdict in record["verdicts"] if "judge" in verdict}
    assert judges == {"recorded-example"}
    assert {
        record["signature"]["judge"]["model"] for record in records(example) if record["signature"]["judge"]
    } == judges


def test_every_place_of_its_numbers_labels_the_example(example, tmp_path):
    (samples,) = example.folder.rglob("*_samples_*.jsonl")
    scored = CliRunner().invoke(app, ["score", str(samples), "--output", str(tmp_path)])
    metrics = json.loads((tmp_path / "metrics.json").read_text("utf-8"))
    for judge in (example.configs[TASK]["metadata"]["judge"], metrics["signature"]["judge"]):
        assert judge["model"] == "recorded-example"
        assert judge["note"].startswith("Recorded example: ") and judge["note"].endswith(" No model's quality.")
        assert judge["prompts"] == versions()
    assert f"judged by recorded-example: {metrics['signature']['judge']['note']}" in scored.stdout


def test_without_the_recording_it_ends_well_and_says_what_is_unjudged(without, example):
    metrics = without.metrics(TASK)
    assert 0 < metrics["judged"] < 1
    assert metrics["conflict_basic"] is metrics["option_order_both"] is None
    assert metrics["ipr_low"] <= example.metrics(TASK)["ipr"] <= metrics["ipr_high"]
    assert "30 conflict items will be unjudged" in without.output and "set VCIF_JUDGE_MODEL" in without.output
    decided = [[v["passed"] for v in record["verdicts"] if v["passed"] is not None] for record in records(without)]
    judged = [[v["passed"] for v in record["verdicts"] if "judge" not in v] for record in records(example)]
    assert decided == judged


@pytest.mark.slow
def test_a_model_class_watches_every_embedded_clip(rows, tmp_path):
    checkpoint = tiny_qwen.save(tmp_path / "tiny", list(rows["all"]["instruction"]))
    run = run_harness(
        tmp_path / "run",
        *("--model", "qwen2_5_vl", "--device", "cpu", "--tasks", f"{TASK},{TASK}_base_224p_0.25fps"),
        *("--model_args", f"pretrained={checkpoint},device_map=cpu,max_num_frames=4,max_pixels=50176,min_pixels=3136"),
        *("--gen_kwargs", "max_new_tokens=8,temperature=0,do_sample=False"),
    )
    assert run.metrics(TASK)["answered"] == 1.0
    assert len(run.samples(TASK)) == len(rows["all"])
    assert len(run.samples(f"{TASK}_base_224p_0.25fps")) == len(rows["base"])
    budgets = {sample["ipr"]["signature"]["budget"] for sample in run.samples(f"{TASK}_base_224p_0.25fps")}
    assert budgets == {"224p 0.25fps frames"}
