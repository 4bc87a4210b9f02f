"""What keywords note beside their verdict, and phrases of which the catalogue has no case."""

import pytest

from lmms_eval_vcif.verdicts import verify
from lmms_eval_vcif.verifiers._stop_words import STOP_WORDS


@pytest.mark.parametrize(
    ("phrase", "response", "passed"),
    [
        ("**Note**", "**Note**: it rains.", True),
        ("**Note**", "Note: it rains.", False),
        ("#travel", "Go! #travel #food", True),
        ("#travel", "Go! #travels", False),
        ("*", "It is **bold**.", True),
        ("+1", "A +15 bonus", False),
        ("New York", "New\nYork is big.", True),
        ("new york", "NEW **YORK** is big.", True),
        ("C++", "We like ABC++.", False),
        ("rock 'n' roll", "Rock ’n’ roll lives.", True),
    ],
)
def test_phrases_with_marks_blanks_and_quotes(phrase, response, passed):
    assert verify("exact_word_inclusion", response, {"phrases": [phrase]}, "en").passed is passed
    assert verify("exact_word_exclusion", response, {"phrases": [phrase]}, "en").passed is not passed


@pytest.mark.parametrize(
    ("type_", "params", "response", "note"),
    [
        ("exact_word_inclusion", {"phrases": ["known"]}, "A well-known lake", "also occurs as a part of another word"),
        ("exact_word_inclusion", {"phrases": ["Turkey"]}, "A turkey runs", "also occurs in other capitals"),
        ("exact_word_exclusion", {"phrases": ["known"]}, "A well-known lake", "only as a part of other words"),
        ("keyword_frequency", {"keyword": "May", "max": 1}, "May I? It may rain.", "2 if other capitals count"),
        ("keyword_frequency", {"keyword": "blue", "max": 1}, "Blue, blue-eyed", "2 if parts of hyphenated words count"),
        ("keyword_order", {"keywords": ["a1", "b2"]}, "b2 a1 b2", "they occur in that order later on"),
    ],
)
def test_a_reading_that_turns_the_verdict_is_noted(type_, params, response, note):
    assert any(note in found for found in verify(type_, response, params, "en").notes)


def test_where_none_is_allowed_a_frequency_reads_as_an_exclusion():
    for response in ("nasa flies", "NASA-led work"):
        assert verify("keyword_frequency", response, {"keyword": "NASA", "max": 0}, "en").passed is False
        assert verify("keyword_frequency", response, {"keyword": "NASA", "min": 1}, "en").passed is False


@pytest.mark.parametrize(
    ("keywords", "response", "passed"),
    [
        (["apple pie", "apple"], "An apple pie needs an apple.", True),
        (["apple", "apple pie"], "An apple pie needs an apple.", False),
        (["New York", "York"], "New York is young.", False),
    ],
)
def test_a_keyword_inside_a_longer_one_is_not_counted_there(keywords, response, passed):
    assert verify("keyword_order", response, {"keywords": keywords}, "en").passed is passed


def test_a_missing_position_is_named():
    verdict = verify("keyword_position", "It rains.", {"keyword": "rains", "unit": "sentence", "index": -2}, "en")
    assert (verdict.passed, verdict.reason) == (False, "1 sentence, so there is none with the number -2")


def test_content_words_of_chinese_are_not_guessed():
    verdict = verify("lexical_diversity", "好好学习", {"max_repeats": 1}, "zh")
    assert verdict.passed is None
    assert "name them in `words`" in verdict.reason


@pytest.mark.parametrize(("params", "reason"), [({"words": ["dog"], "banned": ["cat"]}, '"dog" occurs 2 times')])
def test_each_way_of_diversity_must_hold(params, reason):
    verdict = verify("lexical_diversity", "A dog sees a dog.", params, "en")
    assert verdict.passed is False
    assert verdict.reason.startswith(reason)
    assert verdict.observed == {"most_repeated": "dog", "count": 2, "banned": {"cat": 0}}


def test_stop_words_are_in_the_form_that_words_are_compared_in():
    assert all(word == word.casefold() and "’" not in word for word in STOP_WORDS)
    assert {"the", "isn't", "of", "them"} <= STOP_WORDS
    assert not {"dog", "see", "red", "quickly"} & STOP_WORDS
