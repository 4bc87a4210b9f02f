import random

import pytest

from lmms_eval_vcif.metrics.intervals import Interval, bootstrap
from lmms_eval_vcif.metrics.rates import median

COIN = [1.0, 0.0] * 50


def test_the_interval_of_a_share_is_as_wide_as_theory_says():
    found = bootstrap(COIN, resamples=4000)
    # 0.5 ± 1.96 * sqrt(0.25 / 100)
    assert found.low == pytest.approx(0.402, abs=0.015)
    assert found.high == pytest.approx(0.598, abs=0.015)


def test_samples_that_share_a_picture_widen_it():
    """100 samples over 25 pictures, four equal ones each, say as much as 25 samples."""
    values = ([1.0] * 4 + [0.0] * 4) * 12 + [1.0] * 4
    clusters = [index // 4 for index in range(100)]
    found = bootstrap(values, clusters, resamples=4000)
    assert found.high - found.low == pytest.approx(2 * 1.96 * (13 / 25 * 12 / 25 / 25) ** 0.5, abs=0.03)


def test_order_and_gaps_change_nothing_and_a_seed_fixes_it():
    draw = random.Random(1)
    values = [draw.random() for _ in range(30)]
    clusters = [index % 7 for index in range(30)]
    pairs = list(zip(values, clusters, strict=True))
    shuffled = random.Random(2).sample(pairs, len(pairs))
    expected = bootstrap(values, clusters)
    assert bootstrap([v for v, _ in shuffled], [c for _, c in shuffled]) == expected
    assert bootstrap([None, *values], ["another", *clusters]) == expected
    assert bootstrap(values, clusters, seed=1) != expected


def test_other_statistics_and_degenerate_data():
    assert bootstrap([0.2] * 9, statistic=median) == Interval(0.2, 0.2)
    assert bootstrap([0.7]) == Interval(0.7, 0.7)
    assert bootstrap([]) == bootstrap([None, None]) == Interval(None, None)


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="1 clusters for 2 values"):
        bootstrap([1.0, 0.0], ["a"])
    with pytest.raises(ValueError, match="level"):
        bootstrap([1.0], level=95)
