"""Wrapped answers and boxes as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .plan import Answer, Form, Infeasible, Plan

CONTENTS = ("7", "12.5", "A", "yes", "no", "2024", "bird", "光线")
"""What may stand in a wrapper whose content is free: one of these fits the usual patterns."""

_GROUP = re.compile(r"(?<!\\)\((?!\?)(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)")


def wrapped(plan: Plan) -> Iterator[tuple[str, bool]]:
    """Every wrapped answer of the plan, and whether it stands on a line of its own at the end.

    It has to where the plan says so, and where it is known and its line ends it.
    """
    for form, answer in plan.answers.items():
        text = _wrap(plan, form, answer)
        for number in range(answer.count, 0, -1):
            yield text, _alone(form, answer) or (answer.position is not None and number == 1)


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


def _wrap(plan: Plan, form: Form, answer: Answer) -> str:
    before, after, pattern = form
    if pattern is not None:
        return _matching(pattern, answer.content)
    content = answer.content or plan.name(0)
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
