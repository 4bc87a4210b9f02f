import pytest

from lmms_eval_vcif.metrics.option_order import METRICS, OptionOrder, counts

from .vcif_records import copies, record

RIGHT, WRONG, OPEN = "selection_accuracy+", "selection_accuracy-", "selection_accuracy?"

PAIRS = [
    *copies("both", RIGHT, RIGHT, cluster="clip1"),
    *copies("first", RIGHT, WRONG, cluster="clip1"),
    *copies("second", WRONG, RIGHT, cluster="clip2"),
    *copies("neither", WRONG, WRONG, cluster="clip2"),
]


def shares(records):
    return tuple(METRICS[f"option_order_{name}"].over(records) for name in ("both", "either"))


def test_pairs_are_counted_as_in_table_2():
    assert counts(PAIRS) == OptionOrder(both=1, either=3, pairs=4, open=0)
    assert shares(PAIRS) == (0.25, 0.75)
    assert shares(PAIRS[::-1]) == (0.25, 0.75)


@pytest.mark.parametrize(
    ("first", "second", "both", "either"),
    [
        (RIGHT, OPEN, None, 1.0),  # one is right, whatever the other is
        (WRONG, OPEN, 0.0, None),
        (OPEN, OPEN, None, None),
        ("selection_accuracy+ tone-", "tone- selection_accuracy+", 1.0, 1.0),  # only the choice is looked at
    ],
)
def test_what_an_open_choice_leaves_known(first, second, both, either):
    pair = copies("p", first, second)
    assert shares(pair) == (both, either)
    assert counts(pair).open == (both is None or either is None)


def test_a_copy_without_an_answer_or_alone_makes_no_pair_of_choices():
    first, second = copies("p", RIGHT, RIGHT)
    unanswered = {**second, "answered": False, "verdicts": []}
    assert counts([first, unanswered]) == OptionOrder(both=0, either=1, pairs=1, open=1)
    assert counts([first]) == counts([record("a", RIGHT)]) == OptionOrder(0, 0, 0, 0)
    assert shares([first]) == (None, None)


def test_a_pair_stays_one_in_every_draw():
    """A clip that is drawn twice brings its pairs twice, not one pair of four copies."""
    interval = METRICS["option_order_both"].interval(PAIRS, resamples=500)
    assert (interval.low, interval.high) == (0.0, 0.5)
