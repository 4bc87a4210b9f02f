import pytest

from lmms_eval_vcif.metrics.interactions import Fit, JointFailure, Mix, joint_failures, mixes, tasks_and_types
from lmms_eval_vcif.metrics.metric import Share

from .vcif_records import conflict, copies, record

MIXED = [
    record("a", "csv+ tone+", k=2),
    record("b", "csv+ tone?", k=3),
    record("c", "csv-", k=1),
    record("d", "csv- tone+", k=4),  # neither few nor many
    record("d5", "csv- tone-", k=5),  # nor here
    record("e", "csv+ csv-", k=6),
    record("f", "tone+", k=8),
]


def test_low_and_high_mixes_are_as_in_table_3():
    found = mixes(MIXED)
    assert found == {
        "csv": Mix(Share(pytest.approx(2 / 3), 3), Share(0.5, 2)),
        "tone": Mix(Share(1.0, 1), Share(1.0, 1)),
    }
    assert found["csv"].drop == pytest.approx(2 / 3 - 1 / 2)
    assert mixes(MIXED[:1])["csv"].drop is None


TOGETHER = [
    record("a", "word_count- content_inclusion-"),
    record("b", "word_count- content_inclusion-"),
    record("c", "word_count+ content_inclusion+"),
    record("d", "word_count+ content_inclusion+"),
    record("e", "word_count+ tone-"),
    record("f", "word_count+ tone+"),
    record("g", "word_count+ word_count? tone+"),  # open as a whole: not known to hold, nor to fail
    record("h", "tone- tone+"),
]


def test_pairs_that_fail_together():
    first, second = joint_failures(TOGETHER)
    # word_count fails 2 of 6, content_inclusion 2 of 4, tone 2 of 4 (e, h of e, f, g, h)
    assert first == JointFailure(("content_inclusion", "word_count"), 4, 2, 2, 2, pytest.approx(4 * 1 / 2 * 1 / 3))
    assert first.ratio == pytest.approx(3.0)
    assert second == JointFailure(("tone", "word_count"), 2, 1, 0, 0, pytest.approx(2 * 1 / 2 * 1 / 3))
    assert second.ratio == 0.0
    assert joint_failures(TOGETHER, least=3) == [first]
    assert joint_failures(TOGETHER[2:4])[0].ratio is None


def test_tasks_that_make_a_type_harder():
    samples = [
        record("a", "tone-", task="state_change_detection"),
        record("b", "tone- csv+", task="state_change_detection"),
        record("c", "tone+", task="summarization"),
        record("d", "tone+ csv?", task="summarization"),
    ]
    found = tasks_and_types(samples)
    assert [(fit.task, fit.type, fit.gap) for fit in found] == [
        ("state_change_detection", "tone", -0.5),
        ("state_change_detection", "csv", 0.0),
        ("summarization", "tone", 0.5),
    ]
    assert found[0] == Fit("state_change_detection", "tone", Share(0.0, 2), Share(0.5, 4))
    assert tasks_and_types(samples, least=2) == [found[0], found[2]]


@pytest.mark.parametrize("function", [mixes, joint_failures, tasks_and_types])
def test_conflict_items_second_copies_and_missing_answers_play_no_part(function):
    extra = [
        *copies("p", "selection_accuracy+ tone+", "selection_accuracy- tone-")[1:],
        conflict("x", "csv_json", "b"),
        record("y", "csv- tone-", answered=False),
    ]
    assert function(MIXED + extra) == function(MIXED)
