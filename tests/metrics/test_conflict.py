import pytest

from lmms_eval_vcif.metrics.conflict import METRICS, failures, templates
from lmms_eval_vcif.metrics.metric import Share
from lmms_eval_vcif.records import ConflictVerdict

from .vcif_records import conflict, record, unjudged_conflict

ITEMS = [
    conflict("a1", "csv_json", "bls"),
    conflict("a2", "csv_json", "", "format_choice"),
    conflict("a3", "csv_json", "B", "format_choice"),
    conflict("a4", "csv_json", "bl", "ordinary"),
    conflict("b1", "word_budget_long_phrase", "b", "generic_localization"),
    conflict("b2", "word_budget_long_phrase", "b", "wrong_localization"),
    conflict("b3", "word_budget_long_phrase", "bls", "none"),
    unjudged_conflict("b4", "word_budget_long_phrase"),
    conflict("b5", "word_budget_long_phrase", "B", "blind", answered=False),
    record("c", "tone+"),
]


def test_the_lines_of_table_7():
    found = templates(ITEMS)
    assert list(found) == ["csv_json", "word_budget_long_phrase"]
    csv_json, budget = found.values()
    assert (csv_json.basic, csv_json.localized) == (Share(2 / 4, 4), Share(2 / 4, 4))
    assert (csv_json.strict, csv_json.blind) == (Share(1 / 4, 4), Share(1 / 4, 4))
    assert (csv_json.main_failure, csv_json.failures) == ("format_choice", {"format_choice": 2, "ordinary": 1})
    assert (budget.basic, budget.localized) == (Share(1.0, 3), Share(pytest.approx(1 / 3), 3))
    assert (budget.strict, budget.blind) == (Share(pytest.approx(1 / 3), 3), Share(0.0, 3))
    assert budget.main_failure == "generic_localization"  # of two that are as frequent, the first by name


def test_where_nothing_fails_there_is_no_main_failure():
    assert templates([conflict("a", "csv_json", "bls")])["csv_json"].main_failure == ""


def test_a_failure_without_a_kind_is_another():
    assert failures([conflict("a", "csv_json", "b", "none"), conflict("b", "csv_json", "b", "")]) == {"other": 2}


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({"unsatisfiable": True, "mentions_conflict": True, "localized": True, "ordinary": False}, (1, 1, 1, 0)),
        ({"unsatisfiable": True, "mentions_conflict": True, "localized": True, "ordinary": True}, (1, 1, 0, 0)),
        ({"unsatisfiable": True, "mentions_conflict": False, "localized": False, "ordinary": False}, (0, 0, 0, 0)),
        ({"unsatisfiable": False, "mentions_conflict": False, "localized": False, "ordinary": True}, (0, 0, 0, 1)),
        # a word of either is a word of the conflict
        ({"unsatisfiable": True, "mentions_conflict": False, "localized": False, "ordinary": True}, (0, 0, 0, 0)),
        ({"unsatisfiable": False, "mentions_conflict": True, "localized": False, "ordinary": True}, (0, 0, 0, 0)),
        ({}, (None, None, None, None)),
    ],
)
def test_the_metrics_read_what_verdicts_log(flags, expected):
    item = record("a", "", subset="conflict", template="csv_json", conflict=ConflictVerdict(**flags).as_dict())
    assert tuple(metric.value(item) for metric in METRICS.values()) == expected
