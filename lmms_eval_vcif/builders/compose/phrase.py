"""One query from a task and the wordings of its constraints."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

LIST_SHARE = 0.4
"""How many of the queries with several constraints give them as a list."""

CONNECTED = 0.35
"""How many of the sentences that could take a connective have one."""

PROPER = frozenset(["English", "Chinese", "Markdown", "Arabic", "Latin", "Roman", "JSON", "CSV", "LaTeX", "I"])
_FIRST_WORD = re.compile(r"([A-Z])([a-z']+)\b")
_STOPPED = re.compile(r"[.!?。！？:：]['\"”’」)）]*$")


@cache
def frames() -> dict[str, dict[str, list[Any]]]:
    """The frames and connectives by language."""
    return yaml.safe_load((files(__package__) / "frames.yml").read_bytes())


def query(task: str, wordings: Sequence[str], language: str, rng: random.Random) -> tuple[str, list[str]]:
    """The instruction, and each wording as it stands in it.

    In English a wording after a connective begins in lower case, and every wording ends with a stop.
    """
    known = frames()[language]
    rules = [
        wording if _STOPPED.search(wording) else wording + {"en": ".", "zh": "。"}[language] for wording in wordings
    ]
    if len(rules) == 1:
        return _fill(rng.choice(known["one"]), task, rules[0], language), rules
    if rng.random() < LIST_SHARE:
        mark = rng.choice(known["marks"])
        lines = "\n".join(mark.replace("{n}", str(number)) + rule for number, rule in enumerate(rules, 1))
        return _fill(rng.choice(known["list"]), task, lines, language), rules
    parts, used = _connected(rules, known, language, rng)
    return _fill(rng.choice(known["sentences"]), task, ("" if language == "zh" else " ").join(parts), language), used


def _fill(frame: str, task: str, rules: str, language: str) -> str:
    task = task if _STOPPED.search(task) else task + {"en": ".", "zh": "。"}[language]
    return frame.replace("{task}", task).replace("{rules}", rules)


def _connected(
    rules: Sequence[str], known: dict[str, list[Any]], language: str, rng: random.Random
) -> tuple[list[str], list[str]]:
    """The rules as sentences with connectives before some, no connective twice; and the rules as they then stand."""
    free = rng.sample(known["connectives"], len(known["connectives"]))
    parts, used = [rules[0]], [rules[0]]
    for number, rule in enumerate(rules[1:], 2):
        small = _small(rule) if language == "en" else rule
        if small is None or rng.random() >= CONNECTED:
            parts.append(rule)
            used.append(rule)
            continue
        connective = rng.choice(known["last"]) if number == len(rules) else free.pop()
        parts.append(connective + small)
        used.append(small)
    return parts, used


def _small(rule: str) -> str | None:
    """The rule with a small first letter; None where its first word keeps its capital."""
    first = _FIRST_WORD.match(rule)
    if first is None or first[0] in PROPER:
        return None
    return first[1].lower() + rule[1:]
