"""JSON as an answer: the whole of it, or the inside of the one code fence round the whole."""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import Any

DEEPEST = 200
"""Levels of nesting that are read. Python's parser recurses: an own bound keeps verdicts the same in every caller."""

_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*(?:[\w+.#-]+[ \t]*)?\n")
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


class Numeral(str):
    """A number as written: Python refuses integers of some thousand digits, which are JSON, and rounds decimals."""

    __slots__ = ()


def read_json(source: str) -> tuple[Any, list[str]]:
    """The value of an answer in JSON (RFC 8259), numbers as `Numeral`, and the keys that stand twice in an object.

    Raises ValueError where it is no JSON, or is nested too deeply.
    """
    source = unfenced(source)
    duplicates: list[str] = []

    def as_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            seen: set[str] = set()
            duplicates.extend(key for key, _ in pairs if key in seen or seen.add(key))
        return value

    if _is_deep(source):
        raise ValueError(f"nested more than {DEEPEST} levels deep")
    decoder = JSONDecoder(object_pairs_hook=as_dict, parse_int=Numeral, parse_float=Numeral, parse_constant=_refuse)
    return decoder.decode(source), duplicates


def unfenced(source: str) -> str:
    """The inside of the code fence that holds the whole of `source`; `source` itself where none does."""
    opening = _FENCE.match(source)
    if opening is None:
        return source
    mark = opening[1]
    lines = source[opening.end() :].split("\n")
    closing = next((i for i, line in enumerate(lines) if _closes(line.strip(), mark)), None)
    return "\n".join(lines[:closing]) if closing == len(lines) - 1 else source


def _closes(line: str, mark: str) -> bool:
    return line.startswith(mark) and not line.strip(mark[0])


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _is_deep(source: str) -> bool:
    if source.count("[") + source.count("{") <= DEEPEST:
        return False
    depth = 0
    for token in _TOKENS.finditer(source):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > DEEPEST:
            return True
    return False
