"""The task files: what they name exists, and says the same as the code."""

from pathlib import Path

import pytest

from lmms_eval_vcif.hooks import results
from lmms_eval_vcif.metrics.mmifeval_pro import METRICS
from lmms_eval_vcif.metrics.rates import median
from lmms_eval_vcif.plugin import task_folders

FOLDER = Path(task_folders()[0]) / "mmifeval_pro"
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.fixture(params=[*FILES, FOLDER / "_parquet_template_yaml"], ids=lambda file: file.stem)
def config(request):
    from lmms_eval.utils import load_yaml_config

    return load_yaml_config(str(request.param))


def test_there_is_one_file_a_task():
    assert len(FILES) == 5
    assert all(f"task: {file.stem}\n" in file.read_text(encoding="utf-8") for file in FILES)


def test_the_metrics_are_those_of_the_metrics_room(config):
    listed = {entry["metric"]: entry for entry in config["metric_list"]}
    assert list(listed) == list(METRICS)
    for name, metric in METRICS.items():
        assert listed[name]["higher_is_better"] is metric.higher_is_better
        assert listed[name]["aggregation"] is (results.median if metric.combine is median else results.mean)


def test_no_answer_is_cut_at_a_blank_line(config):
    assert config["generation_kwargs"]["until"] == []
    assert config["generation_kwargs"]["max_new_tokens"] >= 4096


def test_version_and_signature_are_reported(config):
    assert {"version", "package", "catalogue"} <= set(config["metadata"])


def test_every_task_selects_its_own_rows():
    from lmms_eval.utils import load_yaml_config

    selections = [load_yaml_config(str(file))["process_docs"] for file in FILES]
    assert len(set(selections)) == len(FILES)
