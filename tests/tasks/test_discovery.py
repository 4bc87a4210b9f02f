"""The harness finds tasks and models by our entry point, and nobody else's work suffers from it."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

from lmms_eval_vcif import plugin

NAMES = {f"mmifeval_pro{part}" for part in ("", "_hijack", "_normal", "_grounding", "_numeric", "_en", "_zh")}
NAMES |= {f"vcifbench{part}" for part in ("", "_base", "_selection", "_conflict")}
NAMES |= {f"vcifbench_base_{side}p_{fps}fps" for side in (224, 480, 720, 1080) for fps in (0.25, 0.5, 1, 2)}


@pytest.fixture(scope="module")
def managers():
    from lmms_eval.tasks import TaskManager

    plugin.register_tasks()
    return TaskManager


def test_the_entry_point_is_installed():
    (found,) = importlib.metadata.entry_points(group="lmms_eval.models", name="vcif")
    assert found.load() is plugin.models


def test_our_tasks_and_those_of_the_harness_are_indexed(managers):
    assert {*NAMES, "mme", "mmmu_val"} <= set(managers().all_subtasks)


def test_only_our_tasks_are_in_our_folders(managers):
    index = managers(include_defaults=False, include_path=plugin.task_folders()).task_index
    ours = {name for name, entry in index.items() if entry["type"] == "task"}
    assert ours == NAMES


def test_the_settings_of_table_4_have_a_tag(managers):
    assert len(managers().task_index["vcifbench_table4"]["task"]) == 7


def test_registering_again_changes_nothing(managers):
    before = managers.initialize_tasks
    plugin.register_tasks()
    plugin.models()
    assert managers.initialize_tasks is before


def test_without_the_defaults_ours_are_left_out_too(managers, tmp_path):
    assert managers(include_path=str(tmp_path), include_defaults=False).all_tasks == []


@pytest.mark.parametrize("several", [False, True])
def test_a_users_task_of_the_same_name_wins(managers, tmp_path, several):
    (tmp_path / "own.yaml").write_text("task: mmifeval_pro\n", encoding="utf-8")
    found = managers(include_path=[str(tmp_path)] if several else str(tmp_path)).task_index["mmifeval_pro"]
    assert Path(found["yaml_path"]).parent == tmp_path


def test_the_models_are_registered_and_can_be_made(managers):
    from lmms_eval.models import get_model

    assert get_model("vcif_replay").__name__ == "Replay"
    assert get_model("vcif_ocr").__name__ == "OCR"


def test_a_missing_ocr_engine_breaks_nothing_else():
    code = (
        "import sys; sys.modules['rapidocr'] = sys.modules['onnxruntime'] = None\n"
        "from lmms_eval.tasks import TaskManager\nfrom lmms_eval.models import get_model\n"
        "assert {'mme', 'mmifeval_pro'} <= set(TaskManager().all_tasks)\n"
        "print(get_model('vcif_replay').__name__, get_model('vcif_ocr').__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split()[-2:] == ["Replay", "OCR"], done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("first", ["lmms_eval.tasks", "lmms_eval.models", "lmms_eval.evaluator", "lmms_eval.api.task"])
def test_any_order_of_imports_will_do(first):
    code = (
        f"import {first}\nimport lmms_eval.models\nfrom lmms_eval.tasks import TaskManager\n"
        "print(hasattr(TaskManager.initialize_tasks, 'holds_vcif'), 'vcif_ocr' in lmms_eval.models.AVAILABLE_MODELS)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split()[-2:] == ["True", "True"], done.stderr
