"""Demands on how the response and its parts begin and end."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Plan


def fixed_opening(plan: Plan, *, text: str) -> None:
    """A text at the very beginning."""
    plan.openings.append(text)


def fixed_closing(plan: Plan, *, text: str) -> None:
    """A text at the very end."""
    plan.closings.append(text)


def sentence_opening(plan: Plan, *, text: str | Sequence[str]) -> None:
    """A text at the beginning of every sentence."""
    _each(plan, plan.heads, "sentence", text)


def sentence_closing(plan: Plan, *, text: str) -> None:
    """A text at the end of every sentence."""
    _each(plan, plan.tails, "sentence", text)


def paragraph_opening(plan: Plan, *, text: str | Sequence[str]) -> None:
    """A text at the beginning of every paragraph."""
    _each(plan, plan.heads, "paragraph", text)


def paragraph_closing(plan: Plan, *, text: str) -> None:
    """A text at the end of every paragraph."""
    _each(plan, plan.tails, "paragraph", text)


def prefix_label(plan: Plan, *, labels: str | Sequence[str], scope: str = "item") -> None:
    """A label at the beginning of every part of the scope."""
    if scope == "response":
        plan.openings.append(labels if isinstance(labels, str) else labels[0])
    else:
        _each(plan, plan.heads, scope, labels)
    plan.needs_items = plan.needs_items or scope == "item"


def postscript(plan: Plan, *, marker: str) -> None:
    """A last line that begins with the marker."""
    if marker not in plan.postscripts:
        plan.postscripts.append(marker)


def separator(plan: Plan, *, text: str, min: int | None = None, max: int | None = None) -> None:
    """Marks between the blocks, or inside sentences."""
    plan.bound(("separator", text), min or 1, max)


def _each(plan: Plan, place: dict, unit: str, text: str | Sequence[str]) -> None:
    """Ask for one text at every unit, or for as many units as there are texts."""
    texts = [text] if isinstance(text, str) else list(text)
    place.setdefault(unit, []).append(texts)
    if len(texts) > 1:
        metric = {
            "sentence": ("sentences",),
            "paragraph": ("paragraphs",),
            "line": ("lines",),
            "item": ("items", "any"),
        }
        plan.bound(metric[unit], len(texts), len(texts))
