"""Blocks of prose and Markdown as text."""

from __future__ import annotations

from .blocks import BULLETS, CODE, HEADING, NUMBERED, PROSE, QUOTE, TABLE, TITLE, Block
from .decorate import cased
from .plan import Plan

BULLET_MARKS = "-*+"
ORDINALS = "一二三四五六七八九十"


def write(plan: Plan, blocks: list[Block]) -> str:
    """The blocks as the text of a response, a blank line between them unless they are glued."""
    _mark_title(plan, blocks)
    text = ""
    for index, block in enumerate(blocks):
        lines = "\n".join(_lines(plan, block, index == 0))
        text += ("" if not text else "\n" if block.glued else "\n\n") + lines
    return text


def _mark_title(plan: Plan, blocks: list[Block]) -> None:
    """The title is the first heading or, without one, the first line."""
    heading = next((block for block in blocks if block.kind == HEADING), None)
    (heading or blocks[0]).attrs["is_title"] = True


def _lines(plan: Plan, block: Block, first: bool) -> list[str]:
    spaced = not (block.language or plan.language).startswith("zh")
    line_end = min(block.breaks, default=len(block.slots)) if block.kind == PROSE else 1
    texts = [cased(plan, block, first and i < line_end, slot.text(spaced)) for i, slot in enumerate(block.slots)]
    if block.kind == PROSE:
        return _paragraph(texts, block.breaks, " " if spaced or plan.script == "en" else "")
    if block.kind == BULLETS:
        mark = "•" if plan.plain else BULLET_MARKS[block.attrs["index"] % 3]
        return [f"{mark} {text}" for text in texts]
    if block.kind == NUMBERED:
        return [_ordinal(plan, number) + text for number, text in enumerate(texts, 1)]
    if block.kind == TITLE:
        start, end = block.attrs["marks"]
        return [("# " if block.attrs["heading"] else "") + start + text + end for text in texts]
    if block.kind == HEADING:
        return ["#" * block.attrs["level"] + " " + text for text in texts]
    if block.kind == QUOTE:
        return [f"> {text}" for text in texts]
    if block.kind == CODE:
        return [f"```{block.attrs['language']}", *texts, "```"]
    if block.kind == TABLE:
        width = len(block.attrs["columns"])
        header = (
            block.attrs["columns"]
            if block.attrs["named"]
            else [cased(plan, block, False, name) for name in block.attrs["columns"]]
        )
        rows = [header, ["---"] * width, *(texts[i : i + width] for i in range(0, len(texts), width))]
        return ["| " + " | ".join(row) + " |" for row in rows]
    return texts


def _paragraph(texts: list[str], breaks: set[int], blank: str) -> list[str]:
    lines: list[str] = []
    for index, text in enumerate(texts):
        if index in breaks or not lines:
            lines.append(text)
        else:
            lines[-1] += blank + text
    return lines


def _ordinal(plan: Plan, number: int) -> str:
    if plan.no_digits and plan.script == "zh" and number <= len(ORDINALS):
        return f"{ORDINALS[number - 1]}、"
    return f"{number}. "
