"""Demands on length: they are all counts."""

from __future__ import annotations

from ..plan import Plan

_WORDS = {"response": "words", "sentence": "sentence_units", "paragraph": "paragraph_units", "item": "item_units"}
_SENTENCES = {"response": "sentences", "paragraph": "paragraph_sentences", "item": "item_sentences"}
_ITEMS = {"bullet": "bullets", "numbered": "numbered", "any": "any"}


def word_count(plan: Plan, *, min: int | None = None, max: int | None = None, scope: str = "response") -> None:
    """A count of words, of the whole or of each part."""
    plan.bound((_WORDS[scope],), min, max)
    plan.needs_items = plan.needs_items or scope == "item"


def sentence_count(plan: Plan, *, min: int | None = None, max: int | None = None, scope: str = "response") -> None:
    """A count of sentences, of the whole or of each part."""
    plan.bound((_SENTENCES[scope],), min, max)
    plan.needs_items = plan.needs_items or scope == "item"


def paragraph_count(
    plan: Plan, *, min: int | None = None, max: int | None = None, separator: str | None = None
) -> None:
    """A count of paragraphs, or of the parts between separators."""
    if separator is None:
        plan.bound(("paragraphs",), min, max)
        return
    plan.parted_by = separator
    plan.bound(("parts",), min, max)


def line_count(plan: Plan, *, min: int | None = None, max: int | None = None) -> None:
    """A count of lines."""
    plan.bound(("lines",), min, max)


def character_count(plan: Plan, *, min: int | None = None, max: int | None = None) -> None:
    """A count of characters."""
    plan.bound(("characters",), min, max)


def item_count(
    plan: Plan, *, min: int | None = None, max: int | None = None, kind: str = "any", separator: str | None = None
) -> None:
    """A count of items: of a list, a document, or an enumeration inside sentences."""
    if separator is not None:
        plan.inline_items = separator
        plan.bound(("enumerated",), min, max)
    elif kind == "json":
        plan.contain("json")
        plan.bound(("members",), min, max)
    elif kind == "csv_rows":
        plan.contain("csv")
        plan.bound(("rows",), min, max)
    else:
        plan.bound(("items", _ITEMS[kind]), min, max)
        plan.list_allowed = plan.list_allowed and max != 0
