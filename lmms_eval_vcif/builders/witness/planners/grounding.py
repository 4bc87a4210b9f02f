"""Demands for bounding boxes."""

from __future__ import annotations

from collections.abc import Sequence

from ..boxes import Boxes, Edges, edges_of
from ..plan import Infeasible, Plan


def box_format(
    plan: Plan,
    *,
    layout: str = "xyxy",
    keys: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    scale: str = "pixel",
    width: int | None = None,
    height: int | None = None,
    count: int | None = None,
) -> None:
    """As many boxes as asked for, in the form and scale."""
    boxes = _boxes(plan, layout, keys, order, scale)
    boxes.size = boxes.size or (width and height and (width, height)) or None
    if count is not None:
        boxes.count = _same(boxes.count, count)


def box_iou(
    plan: Plan,
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
) -> None:
    """A last box on the reference, brought to the scale of the answer; none where the object is absent."""
    boxes = _boxes(plan, layout, keys, order, scale)
    boxes.size = boxes.size or (width and height and (width, height)) or None
    if box is None:
        boxes.count = _same(boxes.count, 0)
    else:
        flat = [number for part in box for number in (part if isinstance(part, (list, tuple)) else [part])]
        boxes.last = _scaled(edges_of(flat, box_layout), box_scale, scale, boxes.size)


def _boxes(plan: Plan, layout: str, keys: Sequence[str] | None, order: Sequence[str] | None, scale: str) -> Boxes:
    """The boxes of the response, which are all of one form."""
    if layout == "json":
        plan.contain("json")
    wanted = Boxes(layout, list(keys or ()), list(order or ()), scale)
    if plan.boxes is None:
        plan.boxes = wanted
    there = plan.boxes
    if (there.layout, there.scale) != (layout, scale):
        raise Infeasible(f"boxes as {there.layout} in {there.scale} and as {layout} in {scale}")
    there.keys, there.order = there.keys or wanted.keys, there.order or wanted.order
    return there


def _same(there: int | None, count: int) -> int:
    if there not in (None, count):
        raise Infeasible(f"{there} boxes and {count}")
    return count


def _scaled(edges: Edges, old: str, new: str, size: tuple[int, int] | None) -> Edges:
    """Edges in another scale. Raises Infeasible where that needs the size of an image that nobody gave."""
    if old == new:
        return edges
    if "pixel" in (old, new) and size is None:
        raise Infeasible("pixels of an image of unknown size")
    largest = {"norm1": (1, 1), "norm1000": (1000, 1000), "pixel": size}
    factors = [after / before for before, after in zip(largest[old], largest[new], strict=True)]
    scaled = tuple(edge * factors[index % 2] for index, edge in enumerate(edges))
    return tuple(round(edge, 4) if new == "norm1" else round(edge) for edge in scaled)
