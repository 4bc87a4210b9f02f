"""Wrapped answers and boxes as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .plan import Answer, Form, Infeasible, Plan

CONTENTS = ("7", "12.5", "A", "yes", "no", "2024", "bird", "光线")
"""What may stand in a wrapper whose content is free: one of these fits the usual patterns."""

_GROUP = re.compile(r"(?<!\\)\((?!\?)(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)")


def inline_answers(plan: Plan) -> Iterator[str]:
    """The wrapped answers that may stand inside sentences."""
    for form, answer in plan.answers.items():
        if not _alone(form, answer):
            yield from [_wrap(plan, form, answer.content)] * (answer.count - (answer.position is not None))


def final_lines(plan: Plan) -> list[str]:
    """The answers on lines of their own at the end; those that all have to end the last line are one there.

    An answer stands there where the plan says so, and where it is known and its line ends it.
    """
    ending = {form: answer for form, answer in plan.answers.items() if answer.position is not None}
    alone = {form: answer for form, answer in plan.answers.items() if _alone(form, answer)}
    lines = [
        _wrap(plan, form, answer.content)
        for form, answer in alone.items()
        for _ in range(answer.count - (form in ending))
    ]
    if len(ending) + len(plan.last_lines) < 2:
        return [*lines, *(_wrap(plan, form, answer.content) for form, answer in ending.items()), *plan.last_lines]
    return [*lines, _in_one(plan, ending)]


def _in_one(plan: Plan, ending: dict[Form, Answer]) -> str:
    """One line for several answers: the marks that only stand before one, then the wrappers in each other."""
    content = next((answer.content for answer in ending.values() if answer.content), "")
    content = content or next(iter(plan.last_lines), "")
    before = [start for start, end, pattern in ending if start is not None and end is None and pattern is None]
    for form in ending:
        if form[0] not in before:
            content = _wrap(plan, form, content)
    return " ".join([*before, content or plan.name(0)])


def box_texts(plan: Plan) -> list[str]:
    """The boxes asked for in running text."""
    if plan.boxes is None or plan.boxes.layout == "json":
        return []
    return plan.boxes.texts(plan.decimals)


def _alone(form: Form, answer: Answer) -> bool:
    """Whether nothing may stand on the answer's line: it would be read as a part of it, or a pattern is a line."""
    before, after, pattern = form
    if pattern is not None:
        return pattern.startswith("^") or pattern.endswith("$")
    return before is not None and after is None and bool(answer.content)


def _wrap(plan: Plan, form: Form, content: str) -> str:
    before, after, pattern = form
    if pattern is not None:
        return _matching(pattern, content)
    content = content or plan.name(0)
    if before is None:
        return f"\\boxed{{{content}}}"
    return f"{before} {content}" if after is None else before + content + after


def _matching(pattern: str, content: str) -> str:
    """A text that the pattern matches, its group replaced by the content."""
    bare = pattern.removeprefix("^").removesuffix("$")
    group = _GROUP.search(bare)
    for candidate in (content,) if content else CONTENTS:
        if group is None:
            break
        text = _literal(bare[: group.start()]) + candidate + _literal(bare[group.end() :])
        match = re.search(pattern, text, re.MULTILINE)
        if match is not None and match[1] == candidate:
            return text
    raise Infeasible(f"no answer is known that fits {pattern!r}")


def _literal(pattern: str) -> str:
    """The text that a pattern without choices matches: escapes undone, a blank for white space."""
    return re.sub(r"\\(.)", r"\1", re.sub(r"\\s[*+?]?", " ", pattern))
