import pytest

from lmms_eval_vcif.metrics import mmifeval_pro, vcifbench
from lmms_eval_vcif.metrics.comparison import McNemar, compare, mcnemar, mcnemar_p
from lmms_eval_vcif.metrics.intervals import Interval

from .vcif_records import copies, record

IPR, CPR = vcifbench.METRICS["ipr"], vcifbench.METRICS["cpr"]


def run(marks, **fields):
    return [record(f"r{index}", f"tone{mark}", **fields) for index, mark in enumerate(marks)]


def test_the_difference_of_two_runs_and_its_interval():
    first, second = run("+-" * 50), run("++--" * 25)  # each gets 25 right that the other gets wrong
    found = compare(IPR, first, second, resamples=2000)
    assert (found.first, found.second, found.difference, found.n) == (0.5, 0.5, 0.0, 100)
    # the differences are 1, -1 and 0 in 25, 25 and 50 of 100: 1.96 * sqrt(0.5 / 100)
    assert found.interval.low == pytest.approx(-0.139, abs=0.02)
    assert found.interval.high == pytest.approx(0.139, abs=0.02)


def test_a_run_against_itself_differs_by_nothing_for_certain():
    marks = run("+-?+-")
    found = compare(IPR, marks, marks[::-1])
    assert (found.difference, found.interval) == (0.0, Interval(0.0, 0.0))


def test_items_that_share_a_clip_are_drawn_together():
    first, second = run("-" * 20), run("+" * 10 + "-" * 10)
    loose = compare(IPR, first, second)
    halves = [{**item, "cluster": "one" if index < 10 else "two"} for index, item in enumerate(first)]
    tied = compare(IPR, halves, second)
    assert (loose.difference, tied.difference) == (0.5, 0.5)
    assert tied.interval == Interval(0.0, 1.0)
    assert loose.interval.high - loose.interval.low < 0.6


def test_only_what_counts_in_both_runs_is_compared():
    first, second = run("++-?"), run("+-?+")
    found = compare(IPR, first, second[::-1])
    assert (found.first, found.second, found.n, found.left_out) == (1.0, 0.5, 2, 2)


def test_weighted_and_joined_metrics_are_compared_too():
    found = compare(CPR, [record("a", "tone+ csv- csv-")], [record("a", "tone+ csv+ csv-")])
    assert found.difference == pytest.approx(1 / 3)
    right, wrong = "selection_accuracy+", "selection_accuracy-"
    both = vcifbench.METRICS["option_order_both"]
    assert compare(both, copies("p", right, wrong), copies("p", right, right)).difference == 1.0


def test_runs_with_nothing_in_common_have_no_difference():
    found = compare(IPR, [record("a", "tone+")], [record("b", "tone+")])
    assert (found.difference, found.n, found.left_out, found.interval) == (None, 0, 2, Interval(None, None))


def test_an_item_twice_is_refused():
    with pytest.raises(ValueError, match="'a' is there twice"):
        compare(IPR, [record("a", "tone+")] * 2, [record("a", "tone+")])


def test_mcnemar_counts_the_items_on_which_the_runs_part():
    found = mcnemar(IPR, run("+++++---"), run("-----+--"))
    # 5 against 1: 2 * (1 + 6) / 2^6
    assert found == McNemar(5, 1, pytest.approx(14 / 64))
    assert mcnemar(mmifeval_pro.METRICS["strict"], run("+"), run("-")) == McNemar(1, 0, 1.0)
    with pytest.raises(ValueError, match=r"'a': \[0.5, 1.0\] are not both 0 or 1"):
        mcnemar(CPR, [record("a", "tone+ csv-")], [record("a", "tone+ csv+")])


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 3), (5, 1), (0, 9), (40, 61), (700, 620)])
def test_the_exact_p_is_that_of_the_binomial_test(first, second):
    stats = pytest.importorskip("scipy.stats")
    expected = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar_p(first, second) == pytest.approx(expected, rel=1e-9)
