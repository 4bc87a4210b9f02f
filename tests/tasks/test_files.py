"""The task files: what they name exists, and says the same as the code."""

from pathlib import Path

import pytest

from lmms_eval_vcif.hooks import results, signature
from lmms_eval_vcif.hooks.budget import Budget
from lmms_eval_vcif.metrics import vcifbench
from lmms_eval_vcif.metrics.option_order import both, either
from lmms_eval_vcif.metrics.rates import mean, median
from lmms_eval_vcif.metrics.summary import METRICS
from lmms_eval_vcif.plugin import task_folders

FOLDER = Path(task_folders()[0])
FILES = [file for benchmark in METRICS for file in sorted((FOLDER / benchmark).glob("*.yaml"))]
TEMPLATES = [FOLDER / benchmark / "_parquet_template_yaml" for benchmark in METRICS]
BUDGETS = [f"vcifbench_base_{side}p_{fps}fps" for side in (224, 480, 720, 1080) for fps in (0.25, 0.5, 1, 2)]
TABLE_4 = {
    *("vcifbench_base_224p_0.5fps", "vcifbench_base_480p_0.5fps", "vcifbench_base_720p_0.5fps"),
    *(f"vcifbench_base_1080p_{fps}fps" for fps in (0.25, 0.5, 1, 2)),
}
AGGREGATIONS = {mean: results.mean, median: results.median, vcifbench.macro: results.macro}
AGGREGATIONS |= {both: results.both, either: results.either}
TASK_METRICS = {
    results.mmifeval_pro_results: METRICS["mmifeval_pro"],
    results.vcifbench_results: results.VCIFBENCH,
    results.base_results: results.BASE,
    results.selection_results: results.SELECTION,
    results.conflict_results: results.CONFLICT,
}


def read(file):
    from lmms_eval.utils import load_yaml_config

    return load_yaml_config(str(file))


@pytest.fixture(params=[*FILES, *TEMPLATES], ids=lambda file: f"{file.parent.name}-{file.name}")
def config(request):
    return read(request.param)


def test_there_is_one_file_a_task():
    names = {f"mmifeval_pro{part}" for part in ("", "_hijack", "_normal", "_grounding", "_numeric", "_en", "_zh")}
    names |= {f"vcifbench{part}" for part in ("", "_base", "_selection", "_conflict")} | set(BUDGETS)
    assert {file.name.removesuffix(".yaml") for file in FILES} == names
    assert all(f"task: {file.name.removesuffix('.yaml')}\n" in file.read_text(encoding="utf-8") for file in FILES)


def test_the_metrics_are_those_of_the_metrics_room(config):
    listed = {entry["metric"]: entry for entry in config["metric_list"]}
    metrics = TASK_METRICS[config["process_results"]]
    assert sorted(listed) == sorted(metrics)
    for name, metric in metrics.items():
        assert listed[name]["higher_is_better"] is metric.higher_is_better
        expected = results.judged if name == "judged" else AGGREGATIONS[metric.combine]
        assert listed[name]["aggregation"] is expected


def test_no_answer_is_cut_at_a_blank_line(config):
    assert config["generation_kwargs"]["until"] == []
    assert config["generation_kwargs"]["max_new_tokens"] >= 4096


def test_version_and_signature_are_reported(config):
    judged = config["process_results"] is not results.mmifeval_pro_results
    assert config["metadata"] == (signature.JUDGED_METADATA if judged else signature.METADATA)
    assert set(config["metadata"]) == {"version", "package", "catalogue"} | ({"judge"} if judged else set())


def test_a_judge_that_can_not_be_used_leaves_the_tasks_listed(monkeypatch):
    monkeypatch.setenv("VCIF_JUDGE_RECORDED", "/nowhere/recorded.jsonl")
    assert signature.JUDGED_METADATA["judge"] is None


def test_every_task_selects_its_own_rows_and_budget():
    chosen = [(read(file)["process_docs"], str(read(file).get("lmms_eval_specific_kwargs"))) for file in FILES]
    assert len(set(chosen)) == len(FILES)


@pytest.mark.parametrize("name", BUDGETS)
def test_a_budget_is_what_its_name_says(name):
    config = read(FOLDER / "vcifbench" / f"{name}.yaml")
    budget = Budget.of(config["lmms_eval_specific_kwargs"]["default"])
    assert f"vcifbench_base_{budget.max_side}p_{budget.fps:g}fps" == name
    assert budget.form == "frames"
    assert (config.get("tag") == "vcifbench_table4") is (name in TABLE_4)


def test_generation_is_that_of_the_paper():
    kwargs = read(FOLDER / "vcifbench" / "vcifbench.yaml")["generation_kwargs"]
    assert (kwargs["temperature"], kwargs["do_sample"]) == (0.1, True)
