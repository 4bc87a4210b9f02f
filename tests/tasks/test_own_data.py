"""A user's own rows: what goes wrong is said when the task is loaded, by row, before a model runs."""

import copy

import pytest

from lmms_eval_vcif.plugin import task_folders
from lmms_eval_vcif.records import RecordError

from .conftest import write_task
from .rows import ROWS, write_rows


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Load rows as a task of the harness, from a working directory that is elsewhere."""
    from lmms_eval.tasks import TaskManager

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    folder = tmp_path / "own"

    def load_task(rows, task_type="chat", data="rows.jsonl"):
        write_rows(folder, rows)
        write_task(folder, "own_rows", data, f"{task_folders()[0]}/mmifeval_pro/mmifeval_pro.yaml")
        return TaskManager(include_path=str(folder)).load_task_or_group("own_rows", task_type)["own_rows"]

    return load_task


@pytest.mark.parametrize("task_type", ["simple", "chat"])
def test_pictures_beside_the_rows_are_found_from_anywhere(load, task_type):
    task = load(ROWS, task_type)
    assert len(task.test_docs()) == len(ROWS)
    assert task.doc_to_visual(task.test_docs()[0])[0].getpixel((0, 0)) == (255, 0, 0)


def test_a_chat_model_gets_the_picture_and_then_the_text(load):
    task = load(ROWS)
    (message,) = task.doc_to_messages(task.test_docs()[0])
    assert [part["type"] for part in message["content"]] == ["image", "text"]
    assert message["content"][1]["text"] == ROWS[0]["instruction"]


def test_bad_rows_stop_the_load_at_once_with_their_names(load):
    rows = copy.deepcopy(ROWS)
    rows[1]["constraints"][0]["type"] = "letter_frequency"
    rows[3]["image"] = "images/gone.png"
    with pytest.raises(RecordError) as caught:
        load(rows)
    assert ".jsonl can't be used" in str(caught.value).split("\n")[0]
    assert "row 2 ('zh-1'): constraints[0].type: letter_frequency does not support" in str(caught.value)
    assert "row 4 ('en-3'): image: no file 'images/gone.png' in" in str(caught.value)
    assert "RetryError" not in repr(caught.value)


def test_a_data_file_by_pattern_and_working_directory(load, tmp_path, monkeypatch):
    write_rows(tmp_path / "own")
    monkeypatch.chdir(tmp_path)
    assert len(load(ROWS, data="own/row*.jsonl").test_docs()) == len(ROWS)
