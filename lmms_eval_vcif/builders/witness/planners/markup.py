"""Demands on Markdown, and on its absence."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Infeasible, Phrase, Plan, columns_of_both


def bullet_list(plan: Plan, *, min: int | None = None, max: int | None = None) -> None:
    """A bulleted list."""
    plan.bound(("items", "bullets"), min or 1, max)


def numbered_list(plan: Plan, *, min: int | None = None, max: int | None = None) -> None:
    """A numbered list."""
    plan.bound(("items", "numbered"), min or 1, max)


def markdown(plan: Plan, *, elements: Sequence[str] | None = None, min: int = 1) -> None:
    """Each element so many times; bold where none is named."""
    _marked(plan)
    for element in elements or ["bold"]:
        plan.element(element, min)


def markdown_table(plan: Plan, *, columns: Sequence[str] | int | None = None, min_rows: int | None = None) -> None:
    """A table with the columns and rows."""
    _marked(plan)
    for index, (there, rows) in enumerate(plan.tables):
        try:
            plan.tables[index] = (columns_of_both(there, columns), max(rows, min_rows or 1))
            return
        except Infeasible:
            continue  # a table of its own
    plan.tables.append((columns, min_rows or 1))


def markdown_heading(plan: Plan, *, level: int | None = None, min: int | None = None, max: int | None = None) -> None:
    """Headings, of a level where one is named."""
    _marked(plan)
    plan.bound(("heading", str(level or "")), min or 1, max)


def bold_emphasis(
    plan: Plan, *, min: int | None = None, max: int | None = None, phrases: Sequence[str] | None = None
) -> None:
    """Bold passages, the phrases among them."""
    _marked(plan)
    plan.bound(("bold",), min or 1, max)
    plan.phrases += [Phrase(phrase, bold=True) for phrase in phrases or ()]


def code_block(plan: Plan, *, language: str | None = None) -> None:
    """A code block in the language."""
    _marked(plan)
    if language and "" in plan.codes:
        plan.codes.remove("")
    if language not in plan.codes if language else not plan.codes:
        plan.codes.append(language or "")


def plain_text(plan: Plan) -> None:
    """No Markdown at all."""
    plan.plain = True
    _marked(plan, asked=False)


def title_wrapper(plan: Plan, *, open: str = "<<", close: str = ">>") -> None:
    """A title between the marks as the first line."""
    if plan.title not in (None, (open, close)):
        raise Infeasible("two forms of the title")
    plan.title = (open, close)


def section_labels(plan: Plan, *, label: str, min: int | None = None, max: int | None = None) -> None:
    """Numbered labels at the beginning of lines."""
    plan.bound(("label", label), min or 1, max)


def _marked(plan: Plan, asked: bool = True) -> None:
    plan.marked = plan.marked or asked
    if plan.marked and plan.plain:
        raise Infeasible("Markdown and plain text")
