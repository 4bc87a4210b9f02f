"""What is wrong with parameters is said without the words of JSON Schema."""

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.records import RecordError

CORNERS = {"box": [1, 2, 3, 4], "order": ["x1", "y1", "w", "x2"]}


@pytest.mark.parametrize(
    ("type_", "params", "said"),
    [
        ("keyword_inclusion", {"keywords": [""]}, "keywords[0]: a text that is not blank is required, not ''"),
        ("keyword_inclusion", {"keywords": ["a", 1]}, "keywords[1]: a text is required, not 1"),
        ("keyword_inclusion", {"keywords": []}, "keywords: at least 1 in the list, not 0"),
        ("keyword_inclusion", {"keywords": ["a", "a"]}, "keywords: one element is there twice: ['a', 'a']"),
        ("sentence_opening", {"text": 3}, "text: a text or a list is required, not 3"),
        ("word_count", {"max": True}, "max: an integer is required, not True"),
        ("word_count", {"max": -1}, "max: -1 is less than the minimum of 0"),
        ("keyword_position", {"keyword": "a", "unit": "sentence", "index": 0}, "index: 0 is not allowed"),
        (
            "keyword_position",
            {"keyword": "a", "unit": "sentense", "index": 1},
            "unit: 'sentense' is unknown; did you mean 'sentence'?",
        ),
        (
            "letter_frequency",
            {"letter": "ab", "min": 1},
            "letter: 'ab' is not of the form asked for: the letter to count, one of a to z",
        ),
        (
            "box_iou",
            {"box": [1, 2, 3]},
            "box: [1, 2, 3] is not of the form asked for: the reference box, null for an absent object",
        ),
        ("box_iou", CORNERS, "order: ['x1', 'y1', 'w', 'x2'] lacks y2 or h"),
        ("box_iou", {"box": [1, 2, 3, 4], "threshold": 0}, "threshold: more than 0 is required, not 0"),
        ("answer_wrapper", {"pattern": "a"}, "pattern: 'a': it has 0 groups, exactly one is needed"),
        ("answer_wrapper", {"open": "x" * 41}, f"open: {'x' * 41!r} is too long: 41 characters, at most 40"),
    ],
)
def test_a_mistake_is_said_in_words(type_, params, said):
    with pytest.raises(RecordError) as error:
        catalogue()[type_].check_parameters(params)
    assert str(error.value) == said


def test_a_huge_value_is_not_shown_whole():
    with pytest.raises(RecordError) as error:
        catalogue()["word_count"].check_parameters({"max": "9" * 100_000})
    assert len(str(error.value)) < 200
