"""What the cases of the grounding entries leave open: exact thresholds, malformed JSON, scales without a size."""

import pytest

from lmms_eval_vcif.records import RecordError
from lmms_eval_vcif.verdicts import verify


def iou(response, **params):
    return verify("box_iou", response, params, "en")


def test_the_threshold_is_met_exactly_in_fractions_that_floats_can_not_hold():
    # 0.1 * 0.3 of 0.3 * 0.3 is one third; as floats the quotient falls below 1/3 or above it
    params = {"box": [0.1, 0.1, 0.4, 0.4], "box_scale": "norm1", "scale": "norm1"}
    assert iou("[0.1, 0.1, 0.2, 0.4]", **params, threshold=0.3333).passed
    assert not iou("[0.1, 0.1, 0.2, 0.4]", **params, threshold=0.3334).passed
    assert iou("[0.1, 0.1, 0.25, 0.4]", **params, threshold=0.5).passed


def test_observed_is_the_overlap():
    assert iou("[0, 0, 10, 5]", box=[0, 0, 10, 10]).observed == 0.5
    assert iou("no box", box=[0, 0, 10, 10]).observed is None


def test_what_lies_outside_the_image_is_cut_off_and_noted():
    verdict = iou("[-10, 0, 110, 100]", box=[0, 0, 100, 100], width=100, height=100, threshold=1)
    assert verdict.passed
    assert verdict.notes == ("cut off at the edge of the image",)


def test_scales_that_need_the_size_of_the_image_are_unjudged_without_it():
    verdict = iou("[0.1, 0.1, 0.5, 0.5]", box=[10, 10, 50, 50], scale="norm1")
    assert verdict.passed is None
    assert iou("[0.1, 0.1, 0.5, 0.5]", box=[100, 100, 500, 500], box_scale="norm1000", scale="norm1").passed


@pytest.mark.parametrize("order", [["x1", "x2", "w", "h"], ["x1", "y1", "x2", "w"], ["y1", "x2", "y2", "h"]])
def test_an_order_that_is_no_box_is_refused(order):
    with pytest.raises(RecordError, match="order"):
        iou("[1, 2, 3, 4]", box=[1, 2, 3, 4], order=order)
    with pytest.raises(RecordError, match="order"):
        verify("box_format", "[1, 2, 3, 4]", {"order": order}, "en")


def test_the_numbers_are_read_in_the_declared_order():
    assert iou("[20, 10, 40, 30]", box=[10, 20, 30, 40], order=["y1", "x1", "y2", "x2"], threshold=1).passed
    assert iou("[20, 10, 20, 20]", box=[10, 20, 30, 40], order=["y1", "x1", "h", "w"], threshold=1).passed


def test_json_may_stand_in_a_code_block_beside_prose_where_only_the_value_counts():
    response = 'Here:\n```json\n[{"b": [0, 0, 10, 10]}]\n```\nDone.'
    params = {"layout": "json", "keys": ["b"]}
    assert iou(response, box=[0, 0, 10, 10], **params).passed
    assert not verify("box_format", response, params, "en").passed


@pytest.mark.parametrize(
    "response",
    [
        '{"b": ["1", 2, 3, 4]}',
        '{"b": [true, 2, 3, 4]}',
        '{"b": [1e0, 2, 3, 4]}',
        '{"b": [1, 2, 3e400, 4]}',
        '{"b": [1, 2, 3]}',
        '{"b": [1, 2, 3, 4, 5]}',
        '{"b": {"x": 1}}',
        '{"b": 4}',
        '[{"b": [1, 2, 3, 4]}, {"b": null}]',
        '[{"b": [1, 2, 3, 4]}, 5]',
        f'{{"b": [{"9" * 5000}, 2, 3, 4]}}',
        f'{{"b": {"[" * 150}{"]" * 150}}}',
        "[" * 100_000,
        '"b"',
        "5",
    ],
)
def test_json_without_four_numbers_is_no_box(response):
    for params in ({}, {"count": 0}):
        assert verify("box_format", response, {"layout": "json", "keys": ["b"], **params}, "en").passed is False


@pytest.mark.parametrize(
    ("response", "layout"),
    [
        ("[10 20 30 40]", "xyxy"),
        ("[10, 20, 30]", "xyxy"),
        ("[1, 2, 3, 4, 5]", "xyxy"),
        ("[10，20，30，40]", "xyxy"),
        ("(10, 20, 30, 40)", "xyxy"),
        ("[[10, 20], [30, 40]]", "xyxy"),
        ("[[10, 20, 30, 40]]", "xyxy"),
        ("(10, 20) (30, 40)", "pairs"),
        ("[10, 20], [30, 40]", "nested"),
    ],
)
def test_another_layout_is_no_box(response, layout):
    assert verify("box_format", response, {"layout": layout, "count": 1}, "en").passed is False


def test_a_list_of_boxes_is_fine_where_more_than_one_is_asked_for():
    assert verify("box_format", "[[10, 20, 30, 40], [1, 2, 3, 4]]", {"count": 2}, "en").passed


def test_a_box_within_one_gets_a_note_but_its_declared_scale():
    verdict = verify("box_format", "[0, 0, 1, 1]", {"scale": "norm1000", "count": 1}, "en")
    assert verdict.passed
    assert any("fractions" in note for note in verdict.notes)


@pytest.mark.parametrize(("response", "passed"), [("[]", True), ("None", True), ("None of them is here.", False)])
def test_an_absent_object_is_said_in_the_form_of_a_box(response, passed):
    assert verify("box_format", response, {"count": 0}, "en").passed is passed
    assert iou(response, box=None).passed is passed
