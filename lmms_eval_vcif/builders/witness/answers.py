"""Wrapped answers as text."""

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
            ends = form[1] is None and form[0] is not None and answer.content
            yield text, bool(ends) or answer.position is not None and number == 1


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
    for candidate in (content,) if content else CONTENTS:
        text = re.sub(r"\\(.)", r"\1", re.sub(r"\\s[*+?]?", " ", _GROUP.sub(lambda _: candidate, bare, count=1)))
        match = re.search(pattern, text, re.MULTILINE)
        if match is not None and match[1] == candidate:
            return text
    raise Infeasible(f"no answer is known that fits {pattern!r}")
