"""A count held against bounds: the verdict, and the reason in words."""

import pytest

from lmms_eval_vcif.verifiers._bounds import counted, each_within, within


@pytest.mark.parametrize(
    ("count", "low", "high", "passed", "reason"),
    [
        (2, None, 1, False, "2 sentences, at most 1 allowed"),
        (1, None, 1, True, "1 sentence, at most 1 allowed"),
        (1, 2, None, False, "1 sentence, at least 2 required"),
        (2, 2, None, True, "2 sentences, at least 2 required"),
        (3, 2, 4, True, "3 sentences, between 2 and 4 asked for"),
        (5, 2, 4, False, "5 sentences, at most 4 allowed"),
        (1, 2, 4, False, "1 sentence, at least 2 required"),
        (4, 3, 3, False, "4 sentences, exactly 3 required"),
        (0, 0, 0, True, "0 sentences, none allowed"),
        (1, 0, 0, False, "1 sentence, none allowed"),
        (7, None, None, True, "7 sentences"),
    ],
)
def test_within(count, low, high, passed, reason):
    verdict = within(count, low, high, "sentences")
    assert (verdict.passed, verdict.observed, verdict.reason) == (passed, count, reason)


@pytest.mark.parametrize(
    ("counts", "low", "high", "passed", "reason"),
    [
        ([3, 5], None, 5, True, "2 sentences of 3 to 5 words, at most 5 allowed"),
        ([3, 6, 9], None, 5, False, "sentence 2 of 3: 6 words, at most 5 allowed"),
        ([4], 4, 4, True, "1 sentence of 4 words, exactly 4 required"),
        ([1, 1], 2, None, False, "sentence 1 of 2: 1 word, at least 2 required"),
        ([], None, 5, False, "no sentences"),
    ],
)
def test_each_within(counts, low, high, passed, reason):
    verdict = each_within(counts, low, high, "words", "sentences")
    assert (verdict.passed, verdict.observed, verdict.reason) == (passed, counts, reason)


@pytest.mark.parametrize(
    ("noun", "one"),
    [
        ("boxes", "1 box"),
        ("entries", "1 entry"),
        ("dashes", "1 dash"),
        ("matches", "1 match"),
        ("list items", "1 list item"),
        ('occurrences of "cats"', '1 occurrence of "cats"'),
    ],
)
def test_a_count_of_one_has_a_singular(noun, one):
    assert counted(1, noun) == one
    assert counted(2, noun) == f"2 {noun}"


def test_only_readings_that_turn_the_verdict_are_noted():
    others = [(3, "nothing changes"), (2, "less counts"), (4, "more counts")]
    assert within(3, None, 3, "words", others).notes == ("4 if more counts: that reading would fail",)
    assert within(4, None, 3, "words", others).notes == (
        "3 if nothing changes: that reading would pass",
        "2 if less counts: that reading would pass",
    )
