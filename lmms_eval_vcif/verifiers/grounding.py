"""Checks of bounding boxes in answers: their form, and how well the last one fits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..records import Verdict
from ..text import Text
from ._bounds import counted
from ._boxes import (
    box_of,
    clipped,
    form_problem,
    iou,
    limits,
    read_boxes,
    read_last_json,
    rescaled,
    seems_other_scale,
)

_SHOWN = 20
_OTHER_SCALE = "the box lies within 1: it looks like one in fractions"


def box_format(
    text: Text,
    *,
    layout: str = "xyxy",
    keys: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    scale: str = "pixel",
    width: int | None = None,
    height: int | None = None,
    count: int | None = None,
) -> Verdict:
    """Every box is written in the layout and scale asked for, and there are `count` of them (at least one otherwise).

    With a count of 0 the response says in that form that the object is absent. `observed` holds the boxes as edges.
    """
    reading = read_boxes(text, layout, keys)
    if reading.problem:
        return Verdict(False, [], reading.problem)
    if count == 0 and not reading.boxes:
        reason = "no box, said in the form asked for" if reading.absent else "the empty form asked for is not there"
        return Verdict(reading.absent, [], reason)
    boxes = [box_of(numbers, layout, order) for numbers in reading.boxes]
    observed = [box.as_list() for box in boxes[:_SHOWN]]
    if count is not None and len(boxes) != count or not boxes:
        wanted = "at least 1" if count is None else f"exactly {count}"
        return Verdict(False, observed, f"{counted(len(boxes), 'boxes')} as {layout}, {wanted} required")
    if count == 1 and reading.in_list:
        return Verdict(False, observed, "one box is asked for, not a list of boxes")
    largest = limits(scale, width, height)
    for position, (numbers, box) in enumerate(zip(reading.boxes, boxes, strict=True), 1):
        problem = form_problem(numbers, box, scale, largest)
        if problem:
            return Verdict(False, observed, f"box {position} [{', '.join(numbers)}]: {problem}")
    notes = (_OTHER_SCALE,) if any(seems_other_scale(box, scale) for box in boxes) else ()
    return Verdict(True, observed, f"{counted(len(boxes), 'boxes')} as {layout} in {scale}", notes)


def box_iou(
    text: Text,
    *,
    box: Sequence | None,
    box_layout: str = "xyxy",
    box_scale: str = "pixel",
    layout: str = "xyxy",
    keys: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    scale: str = "pixel",
    width: int | None = None,
    height: int | None = None,
    threshold: float = 0.5,
) -> Verdict:
    """The last box of the response overlaps the reference `box` with an IoU of at least `threshold`.

    A reference of None is an absent object: right is the empty form and no box. `observed` is the IoU, None without a
    box. Unjudged where the two scales can't be compared without the size of the image.
    """
    reading = read_last_json(text, keys) if layout == "json" else read_boxes(text, layout, keys)
    if box is None:
        reason = (
            "absent, as it should be" if reading.absent else "the object is absent, which the response does not say"
        )
        return Verdict(reading.absent, None, reason)
    if not reading.boxes:
        return Verdict(False, None, reading.problem or f"no box as {layout}")
    largest, reference_largest = limits(scale, width, height), limits(box_scale, width, height)
    if scale != box_scale and not (largest and reference_largest):
        return Verdict(None, None, f"without the size of the image {scale} and {box_scale} can't be compared")
    answer = box_of(reading.boxes[-1], layout, order)
    inside = clipped(answer, largest)
    notes = ["cut off at the edge of the image"] if inside != answer else []
    if seems_other_scale(answer, scale):
        notes.append(_OTHER_SCALE)
    reference = box_of(_flat(box), box_layout, None)
    if scale != box_scale:
        inside, reference = rescaled(inside, largest), rescaled(reference, reference_largest)
    overlap = iou(inside, reference)
    observed = round(float(overlap), 6)
    if not answer.area:
        return Verdict(False, observed, "malformed: the corners are not in order, or there is no area", tuple(notes))
    passed = overlap >= Fraction(str(threshold))
    return Verdict(passed, observed, f"IoU {observed:.3f}, at least {threshold} required", tuple(notes))


def _flat(box: Sequence) -> list[str]:
    """The four numbers of a reference box, whose corners may be lists of their own."""
    return [str(number) for part in box for number in (part if isinstance(part, (list, tuple)) else [part])]
