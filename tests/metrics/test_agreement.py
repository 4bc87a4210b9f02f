from collections import Counter

import pytest

from lmms_eval_vcif.metrics.agreement import Agreement, agree, complete_agreement, fleiss_kappa, majority


def table(yes_yes, yes_no, no_yes, no_no):
    """Labels of two raters from the counts of their four-field table."""
    fields = Counter({(1, 1): yes_yes, (1, 0): yes_no, (0, 1): no_yes, (0, 0): no_no})
    return zip(*fields.elements(), strict=True)


def test_cohens_kappa_of_a_textbook_table():
    # observed 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4
    found = agree(*table(20, 5, 10, 15))
    assert found.agreement == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)
    assert found.pabak == pytest.approx(0.4)


def test_the_table_by_which_gwet_shows_the_paradox_of_kappa():
    found = agree(*table(118, 5, 2, 0))
    assert found.n == 125
    assert found.agreement == pytest.approx(0.944)
    assert found.kappa == pytest.approx(-0.0234, abs=5e-5)
    assert found.ac1 == pytest.approx(0.94078, abs=5e-6)
    assert found.pabak == pytest.approx(0.888)


def test_more_than_two_categories():
    found = agree("aabc", "aabb")  # of eight labels, four are a, three b and one c
    assert found.agreement == 0.75
    assert found.kappa == pytest.approx((3 / 4 - (4 + 2) / 16) / (1 - 6 / 16))
    by_guess = (1 / 2 * 1 / 2 + 3 / 8 * 5 / 8 + 1 / 8 * 7 / 8) / 2
    assert found.ac1 == pytest.approx((3 / 4 - by_guess) / (1 - by_guess))
    assert found.pabak == pytest.approx((3 / 4 - 1 / 3) / (2 / 3))


def test_raters_who_always_say_one_thing_have_no_kappa():
    assert agree([True] * 5, [True] * 5) == Agreement(5, 1.0, None, 1.0, 1.0)


def test_what_one_rater_left_open_is_left_out():
    assert agree([True, None, False], [True, True, None]) == Agreement(1, 1.0, None, 1.0, 1.0)
    assert agree([None], [True]) == Agreement(0, None, None, None, None)


def test_raters_of_different_items_are_refused():
    with pytest.raises(ValueError, match="2 labels of the one rater, 1 of the other"):
        agree([True, False], [True])


FLEISS = """
0 0 0 0 14
0 2 6 4 2
0 0 3 5 6
0 3 9 2 0
2 2 8 1 1
7 7 0 0 0
3 2 6 3 0
2 5 3 2 2
6 5 2 1 0
0 2 2 3 7
"""
"""How many of 14 raters put each of ten subjects into each of five categories: a widely used example, kappa 0.210."""


def subjects():
    for line in FLEISS.split("\n"):
        if line:
            yield [category for category, count in enumerate(map(int, line.split())) for _ in range(count)]


def test_fleiss_kappa_of_a_known_table():
    assert fleiss_kappa(subjects()) == pytest.approx(0.20993, abs=5e-6)
    assert complete_agreement(subjects()) == 0.1


def test_fleiss_kappa_of_two_raters_who_agree_on_half():
    # observed 1/2, by chance 1/2
    assert fleiss_kappa([(0, 0), (1, 1), (0, 1), (0, 1)]) == pytest.approx(0.0)
    assert fleiss_kappa([(0, 0), (1, 1)]) == 1.0
    assert fleiss_kappa([(1, 1, 1)] * 3) is None
    assert fleiss_kappa([]) is None
    assert complete_agreement([]) is None


def test_items_with_another_number_of_labels_are_refused():
    with pytest.raises(ValueError, match="item 2 has 2 labels; .* 3"):
        fleiss_kappa([(0, 0, 1), (0, 1)])
    with pytest.raises(ValueError, match="item 1 has 1 labels"):
        fleiss_kappa([(0,)])


def test_the_majority():
    assert majority([True, True, False]) is True
    assert majority([True, False, None]) is None
    assert majority([False, None, None]) is False
    assert majority([None]) is None
