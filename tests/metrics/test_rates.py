import pytest

from lmms_eval_vcif.metrics.rates import all_satisfied, judged_share, mean, median, reward


def verdicts(*passed):
    return [{"passed": value} for value in passed]


@pytest.mark.parametrize(
    ("passed", "expected_reward", "expected_strict", "expected_judged"),
    [
        ([True, True], 1.0, 1.0, 1.0),
        ([True, False, False], 1 / 3, 0.0, 1.0),
        ([False], 0.0, 0.0, 1.0),
        ([True, None], 1.0, None, 0.5),  # unjudged is neither passed nor failed
        ([False, None], 0.0, 0.0, 0.5),  # violated once is failed, whatever the open one is
        ([None, None], None, None, 0.0),
        ([], None, None, None),
    ],
)
def test_numbers_of_a_sample(passed, expected_reward, expected_strict, expected_judged):
    assert reward(verdicts(*passed)) == pytest.approx(expected_reward)
    assert all_satisfied(verdicts(*passed)) == expected_strict
    assert judged_share(verdicts(*passed)) == expected_judged


def test_combinations_leave_out_what_does_not_count():
    assert mean([1.0, None, 0.0, 0.5]) == 0.5
    assert mean([1.0, None, 0.0], [3.0, 5.0, 1.0]) == 0.75
    assert median([0.9, None, 0.1, 0.3, 0.2]) == 0.25
    assert mean([None]) is None
    assert median([]) is None


def test_the_mean_does_not_hang_on_the_order():
    values = [0.1, 0.7, 1 / 3, 0.9, 2 / 7] * 20
    assert mean(values) == mean(values[::-1]) == mean(sorted(values))
