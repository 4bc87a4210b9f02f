import random
from importlib.resources import files

import pytest
import yaml

from lmms_eval_vcif.metrics.mmifeval_pro import METRICS, Share, breakdown, rates
from lmms_eval_vcif.metrics.rates import reward
from lmms_eval_vcif.metrics.tasks import TASKS, task_category

from .records import TABLE

EXPECTED = {
    "accuracy": (2 / 3 + 0 + 1 + 1 + 0 + 0 + 1) / 7,
    "accuracy_wo_ih": (2 / 3 + 0 + 1 + 1) / 4,
    "accuracy_ih": 1 / 3,
    "accuracy_en": (2 / 3 + 1 + 1 + 0) / 4,
    "accuracy_zh": (0 + 0 + 1) / 3,
    "strict": 2 / 6,  # the sample with an open constraint and none violated is left out
    "nld": 0.6,  # of 0.1, 0.6 and 1
    "answered": 7 / 8,
    "judged": 11 / 12,
}


def test_every_metric_of_the_table():
    assert rates(TABLE) == {name: pytest.approx(value) for name, value in EXPECTED.items()}


def test_the_order_of_samples_changes_nothing():
    shuffled = random.Random(0).sample(TABLE, len(TABLE))
    assert rates(shuffled) == rates(TABLE)


def test_without_samples_nothing_has_a_value():
    assert set(rates([]).values()) == {None}


def test_the_part_of_a_sample_in_accuracy_is_its_reward():
    for sample in TABLE:
        expected = reward(sample["verdicts"]) if sample["answered"] else None
        assert METRICS["accuracy"].value(sample) == expected


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("category", {"format": (2 / 3, 3), "hijack": (1 / 3, 3), "keyword": (1 / 2, 2), "length": (2 / 3, 3)}),
        (
            "type",
            {
                "json_object": (2 / 3, 3),
                "keyword_inclusion": (1 / 2, 2),
                "ocr_transcription": (1 / 3, 3),
                "word_count": (2 / 3, 3),
            },
        ),
        ("k", {1: (1 / 3, 3), 2: (2 / 3, 3), 3: (2 / 3, 1)}),
        ("subset", {"hijack": (1 / 3, 3), "normal": (2 / 3, 4)}),
        ("language", {"en": (2 / 3, 4), "zh": (1 / 3, 3)}),
        ("task_category", {"": (1 / 3, 3), "generation": (8 / 9, 3), "reasoning": (0.0, 1)}),
        ("task", {"": (1 / 3, 3), "estimation": (0.0, 1), "story": (8 / 9, 3)}),
    ],
)
def test_breakdowns(by, expected):
    found = breakdown(TABLE, by)
    assert list(found) == list(expected)
    for group, (rate, count) in expected.items():
        assert found[group] == Share(pytest.approx(rate), count), group


def test_a_breakdown_by_something_else_is_refused():
    with pytest.raises(ValueError, match="task_category.*not 'dimension'"):
        breakdown(TABLE, "dimension")


def test_the_task_taxonomy_has_24_subcategories_in_4_categories():
    names = [task for tasks in TASKS.values() for task in tasks]
    assert (len(TASKS), len(names), len(set(names))) == (4, 24, 24)
    assert task_category("what_if") == "reasoning"
    assert task_category("of the user's own") == ""


def test_the_builders_phrase_the_tasks_of_the_taxonomy():
    phrased = yaml.safe_load(files("lmms_eval_vcif.builders").joinpath("compose/tasks.yml").read_text(encoding="utf-8"))
    assert {category: tuple(tasks) for category, tasks in phrased.items()} == TASKS
