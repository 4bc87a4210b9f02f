"""What a user sees of a run: the numbers, and what is logged per sample."""

import pytest
from rapidfuzz.distance import Levenshtein

from lmms_eval_vcif.metrics.mmifeval_pro import rates

from .rows import EXPECTED, RESPONSES, ROWS, TEXT_EN

MEDIAN_DISTANCE = Levenshtein.normalized_distance(TEXT_EN.upper(), TEXT_EN) / 2  # the other sample has distance 0
FORMS = ["own_rows", "own_parquet", "own_embedded"]


@pytest.mark.parametrize("task", FORMS)
def test_the_numbers_are_those_computed_by_hand(one_process, task):
    found = one_process.metrics(task)
    assert found.pop("nld") == pytest.approx(MEDIAN_DISTANCE)
    assert found == {name: pytest.approx(value) for name, value in EXPECTED.items()}


def test_the_table_is_printed(one_process):
    assert "|accuracy_ih" in one_process.output.replace(" ", "")


def test_two_processes_and_16_threads_give_the_same(one_process, two_ranks):
    assert "Running on rank 1" in two_ranks.output
    assert two_ranks.metrics("own_rows") == one_process.metrics("own_rows")
    assert two_ranks.samples("own_rows") == one_process.samples("own_rows")


def test_a_samples_file_alone_gives_the_numbers_again(one_process):
    records = [sample["accuracy"] for sample in one_process.samples("own_rows")]
    assert rates(records) == pytest.approx(one_process.metrics("own_rows"))


def test_the_record_of_a_sample_says_what_it_is(one_process):
    by_id = {sample["accuracy"]["id"]: sample["accuracy"] for sample in one_process.samples("own_rows")}
    assert list(by_id) == [row["id"] for row in ROWS]
    record = by_id["zh-1"]
    assert {name: record[name] for name in ("subset", "task", "task_category", "language", "k", "answered")} == {
        "subset": "normal",
        "task": "scene_description",
        "task_category": "perception",
        "language": "zh",
        "k": 2,
        "answered": True,
    }
    count, sentences = record["verdicts"]
    assert (count["type"], count["category"], count["passed"], count["method"]) == (
        "word_count",
        "length",
        True,
        "rule",
    )
    assert (sentences["type"], sentences["passed"]) == ("sentence_count", False)
    assert "2" in sentences["reason"]
    assert record["score"] == 0.5


def test_rows_that_share_a_picture_share_a_cluster(one_process):
    clusters = {}
    for row, sample in zip(ROWS, one_process.samples("own_rows"), strict=True):
        clusters.setdefault(row["image"], set()).add(sample["accuracy"]["cluster"])
    assert all(len(found) == 1 for found in clusters.values())
    assert len(set.union(*clusters.values())) == len(clusters)
    assert isinstance(one_process.results["own_rows"]["accuracy_stderr_clustered,none"], float)


def test_a_median_has_no_standard_error_of_a_mean(one_process):
    assert one_process.results["own_rows"]["nld_stderr_clt,none"] == "N/A"


def test_the_signature_names_code_catalogue_and_data(one_process):
    signatures = {task: one_process.samples(task)[0]["accuracy"]["signature"] for task in FORMS}
    assert set(signatures["own_rows"]) == {"package", "catalogue", "data"}
    assert signatures["own_rows"] == signatures["own_parquet"] == signatures["own_embedded"]
    assert one_process.configs["own_rows"]["metadata"]["catalogue"] == signatures["own_rows"]["catalogue"]
    assert one_process.configs["own_rows"]["metadata"]["version"]


def test_reasoning_is_not_scored_but_kept_in_the_log(one_process):
    sample = one_process.samples("own_rows")[0]
    assert sample["accuracy"]["score"] == 1.0
    assert sample["filtered_resps"] == "A bright red square"
    assert RESPONSES["en-1"] in str(sample["resps"])


def test_a_failed_request_is_no_answer_and_an_empty_answer_is_one(one_process):
    by_id = {sample["accuracy"]["id"]: sample for sample in one_process.samples("own_rows")}
    failed, empty = by_id["en-3"], by_id["en-4"]
    assert (failed["accuracy"]["answered"], failed["accuracy"]["verdicts"]) == (False, [])
    assert "score" not in failed["accuracy"] and "score" not in failed["strict"]
    assert failed["answered"]["score"] == 0.0
    assert (empty["accuracy"]["answered"], empty["accuracy"]["score"]) == (True, 0.0)
