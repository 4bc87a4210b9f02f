"""What the cases of ocr_transcription leave open: the distance that the metric takes, and what is folded."""

import pytest

from lmms_eval_vcif.verdicts import verify


def transcribe(response, text, language="en", max_distance=0.0):
    return verify("ocr_transcription", response, {"text": text, "max_distance": max_distance}, language)


def test_observed_is_the_distance_divided_by_the_longer_length():
    verdict = transcribe("STOP HERE NOW", "STOP HERE")
    assert verdict.observed == pytest.approx(4 / 13)
    assert isinstance(transcribe("STOP", "STOP").observed, float)


def test_a_distance_of_exactly_the_bound_passes():
    assert transcribe("abcdx", "abcde", max_distance=0.2).passed
    assert not transcribe("abcxx", "abcde", max_distance=0.2).passed


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("你好，\n世界。 再见", "你好，世界。再见"),
        ("你好,\n世界", "你好，世界"),  # an engine writes the mark in half width
        ("Open\n\tDaily", "Open Daily"),
        ("“Open”", '"Open"'),
        ("Cafe\u0301", "Café"),
        ("ｏｐｅｎ　ｄａｉｌｙ", "open daily"),
        ("open\u200b daily", "\ufeffopen daily "),
    ],
)
def test_folding_takes_no_distance(response, text):
    assert transcribe(response, text).observed == 0


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("open", "Open"),
        ("好.", "好。"),
        ("使用Python", "使用 Python"),
        ("opendaily", "open daily"),
        ("**open**", "open"),
    ],
)
def test_what_is_not_folded_counts(response, text):
    assert transcribe(response, text).observed > 0


def test_lone_surrogates_are_characters_like_others():
    assert transcribe("a\ud800", "ab", max_distance=0.5).passed
