"""The rows that come with the package, through the harness."""

import pytest

from lmms_eval_vcif.hooks.docs import doc_to_visual

from .conftest import replayed
from .rows import write_responses
from .running import run_harness

PARTS = ("hijack", "normal", "grounding", "numeric", "en", "zh")


@pytest.fixture(scope="module")
def rows():
    """The rows of each task, as the harness loads them."""
    import lmms_eval.models  # noqa: F401 - the harness asks for plug-ins while it imports its models
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
    assert ids["grounding"] | ids["numeric"] <= ids["normal"] and not ids["grounding"] & ids["numeric"]
    assert len(ids["grounding"]) == len(ids["numeric"]) == 20


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


@pytest.mark.slow
def test_an_engine_that_the_builder_did_not_use_reads_most_of_it(rows, tmp_path):
    rapidocr = pytest.importorskip("rapidocr_onnxruntime", reason="a second OCR engine, PP-OCRv4")
    import numpy

    from lmms_eval_vcif.models.ocr import Piece, in_reading_order

    engine = rapidocr.RapidOCR()
    responses = {}
    for doc in rows["hijack"]:
        (picture,) = doc_to_visual(doc)
        found, _ = engine(numpy.asarray(picture)[:, :, ::-1])
        pieces = [
            Piece(text, min(x for x, _ in box), min(y for _, y in box), max(y for _, y in box))
            for box, text, _ in found or ()
        ]
        responses[doc["id"]] = in_reading_order(pieces)
    file = write_responses(tmp_path / "responses.jsonl", responses)
    run = replayed(tmp_path / "run", file, "--tasks", "mmifeval_pro_hijack")
    assert run.metrics("mmifeval_pro_hijack")["accuracy_ih"] >= 0.8


def test_a_few_rows_are_read_and_scored(tmp_path):
    """As plain as can be: no include path, no variable, from a folder that is not the checkout."""
    run = run_harness(tmp_path / "run", "--model", "vcif_ocr", "--tasks", "mmifeval_pro", "--limit", "6")
    assert run.metrics("mmifeval_pro")["answered"] == 1.0
    assert len(run.samples("mmifeval_pro")) == 6
