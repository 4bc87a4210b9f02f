"""The rows that come with the package, through the harness."""

import pytest

from .running import run_harness

PARTS = ("hijack", "normal", "en", "zh")


@pytest.fixture(scope="module")
def rows():
    """The rows of each task, as the harness loads them."""
    from lmms_eval.tasks import TaskManager

    names = ["mmifeval_pro", *(f"mmifeval_pro_{part}" for part in PARTS)]
    tasks = TaskManager().load_task_or_group(names, "chat")
    return {name.removeprefix("mmifeval_pro").lstrip("_") or "all": task.test_docs() for name, task in tasks.items()}


def test_the_tasks_part_the_rows(rows):
    ids = {name: set(docs["id"]) for name, docs in rows.items()}
    assert len(ids["all"]) == len(rows["all"]) >= 300
    assert ids["hijack"] | ids["normal"] == ids["en"] | ids["zh"] == ids["all"]
    assert not ids["hijack"] & ids["normal"] and not ids["en"] & ids["zh"]
    assert len(ids["hijack"]) >= 96


def test_all_tasks_are_over_the_same_data(rows):
    assert len({docs[0]["vcif"]["data"] for docs in rows.values()}) == 1


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """The README's first run, over the hijacking samples: an engine reads the pictures."""
    return run_harness(
        tmp_path_factory.mktemp("ocr") / "run", "--model", "vcif_ocr", "--tasks", "mmifeval_pro_hijack", ranks=2
    )


@pytest.mark.slow
def test_an_engine_that_reads_is_the_ceiling_of_hijacking(read):
    metrics = read.metrics("mmifeval_pro_hijack")
    assert "Running on rank 1" in read.output
    assert metrics["accuracy_ih"] >= 0.9
    assert metrics["nld"] <= 0.1
    assert metrics["accuracy"] == metrics["accuracy_ih"] == metrics["strict"]
    assert metrics["accuracy_wo_ih"] is None
    assert (metrics["answered"], metrics["judged"]) == (1.0, 1.0)


def test_a_few_rows_are_read_and_scored(tmp_path):
    """As plain as can be: no include path, no variable, from a folder that is not the checkout."""
    run = run_harness(tmp_path / "run", "--model", "vcif_ocr", "--tasks", "mmifeval_pro", "--limit", "6")
    assert run.metrics("mmifeval_pro")["answered"] == 1.0
    assert len(run.samples("mmifeval_pro")) == 6
