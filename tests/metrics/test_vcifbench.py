import random

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.metrics.metric import Share
from lmms_eval_vcif.metrics.tasks import TASKS, VCIFBENCH_TASKS, task_category
from lmms_eval_vcif.metrics.vcifbench import DIMENSIONS, METRICS, Tally, cpr_by, ipr_by, rates, sizes

from .vcif_records import conflict, copies, record, unjudged_conflict

TABLE = [
    record("a", "word_count+ tone+", input_tokens=100, output_words=50),
    record("b", "word_count- tone+ summarize+", input_tokens=300, output_words=100),
    record("c", "word_count- csv- chronological+"),
    record("d", "word_count+ tone?"),  # nothing violated, one open: may still be either
    record("e", "tone? csv-"),  # violated whatever the open one is
    record("f", "tone+ csv+", answered=False, k=2),
    *copies("p", "selection_accuracy+ tone+", "selection_accuracy- tone-"),
    *copies("q", "selection_accuracy-", "selection_accuracy-"),
    conflict("g", "csv_json", "bls"),
    conflict("h", "csv_json", "B", "blind"),
    unjudged_conflict("i", "csv_json"),
]
"""By hand, over a, b, c, d, e, p-AB, q-AB: satisfied / judged: 2/2, 2/3, 1/3, 1/1, 0/1, 2/2, 0/1."""

EXPECTED = {
    "ipr": 2 / 6,  # a, p of all but d
    "ipr_low": 2 / 7,
    "ipr_high": 3 / 7,  # and d
    "cpr": 8 / 13,
    # word_count 2/4, tone 3/3, summarize 1/1, csv 0/2, chronological 1/1, selection_accuracy 1/2
    "cpr_macro": (1 / 2 + 1 + 1 + 0 + 1 + 1 / 2) / 6,
    "cpr_format": 2 / 6,
    "cpr_content": 2 / 3,
    "cpr_style": 3 / 3,
    "cpr_structure": 1 / 1,
    "near_miss": 3 / 4,  # b, e, q of b, c, e, q
    "violations": 5 / 4,
    "judged": (13 + 3 + 2) / (15 + 3 + 3),  # with the swapped copies, and each conflict item as one
    "answered": 12 / 13,
    "option_order_both": 0 / 2,
    "option_order_either": 1 / 2,
    "conflict_basic": 1 / 2,
    "conflict_localized": 1 / 2,
    "conflict_strict": 1 / 2,
    "conflict_blind": 1 / 2,
    "input_tokens": 200,
    "output_words": 75,
}


def test_every_metric_of_the_table():
    assert rates(TABLE) == {name: pytest.approx(value) for name, value in EXPECTED.items()}


def test_the_order_of_samples_changes_nothing():
    shuffled = random.Random(0).sample(TABLE, len(TABLE))
    assert rates(shuffled) == rates(TABLE)


def test_without_samples_nothing_has_a_value():
    assert set(rates([]).values()) == {None}


def test_without_a_judge_the_rates_are_those_of_what_was_decided():
    found = rates([record("a", "word_count+ tone?"), record("b", "tone? tone?"), unjudged_conflict("c", "csv_json")])
    assert (found["ipr"], found["ipr_low"], found["ipr_high"]) == (None, 0.0, 1.0)
    assert (found["cpr"], found["cpr_macro"], found["cpr_style"]) == (1.0, 1.0, None)
    assert found["judged"] == 1 / 5
    assert found["conflict_strict"] is None


def test_an_empty_answer_fails_and_a_missing_one_does_not_count():
    failed, missing = record("a", "word_count- tone-"), record("b", "word_count+", answered=False)
    found = rates([failed, missing])
    assert (found["ipr"], found["cpr"], found["answered"]) == (0.0, 0.0, 0.5)
    assert rates([missing])["ipr"] is None


def test_groups_of_samples_and_of_constraints():
    assert ipr_by(TABLE, "k") == {1: Share(0.0, 1), 2: Share(2 / 3, 3), 3: Share(0.0, 2)}
    assert ipr_by(TABLE, "subset") == {"base": Share(1 / 4, 4), "selection": Share(1 / 2, 2)}
    assert cpr_by(TABLE, "dimension") == {
        "content": Tally(2, 3, 3),
        "format": Tally(2, 6, 6),
        "structure": Tally(1, 1, 1),
        "style": Tally(3, 3, 5),
    }
    assert cpr_by(TABLE, "type")["tone"].rate == 1.0
    assert Tally(0, 0, 4).rate is None
    assert sizes(TABLE) == {1: 1, 2: 4, 3: 2}


def test_cpr_is_the_tally_of_all_types():
    tallies = cpr_by(TABLE, "type").values()
    assert METRICS["cpr"].over(TABLE) == sum(t.satisfied for t in tallies) / sum(t.judged for t in tallies)


def test_the_interval_of_a_macro_average_holds_it():
    for name in ("ipr", "cpr", "cpr_macro", "violations"):
        interval = METRICS[name].interval(TABLE, resamples=200)
        assert interval.low <= EXPECTED[name] <= interval.high
        assert interval.low < interval.high


def test_dimensions_are_those_of_the_catalogue():
    assert {entry.benchmarks["vcifbench"].group for entry in catalogue().of("vcifbench")} == set(DIMENSIONS)


def test_the_task_taxonomy_has_20_types_in_3_categories():
    names = [task for tasks in VCIFBENCH_TASKS.values() for task in tasks]
    assert [len(tasks) for tasks in VCIFBENCH_TASKS.values()] == [3, 8, 9]
    assert len(set(names)) == 20
    assert not set(names) & {task for tasks in TASKS.values() for task in tasks}
    assert task_category("temporal_query") == "reasoning"
    assert task_category("tutorial_generation") == "expressive_generation"
