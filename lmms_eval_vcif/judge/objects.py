"""JSON objects in a reply, read leniently: prose round them, Python literals, raw line breaks, odd escapes, commas."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..text import clean

MOST_TRIES = 400
"""Opening braces of a reply at which an object is looked for, counted from its end."""

DEEPEST = 60
"""Levels of nesting beyond which nothing is read."""


class _Conflict:
    def __repr__(self) -> str:
        return "two different values of one key"


CONFLICT = _Conflict()
"""The value of a key that one object gives twice, with different values."""

_WRONG_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})')
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
_WORD = re.compile(r"(:\s*)(?:TRUE|True|FALSE|False|NULL|None)\b")


def objects(reply: str) -> list[Mapping[str, Any]]:
    """The outermost objects in a reply, in order."""
    return [value for _, _, value in located(clean(reply))]


def located(text: str) -> list[tuple[int, int, Mapping[str, Any]]]:
    """The outermost objects in a text, in order, each with where it begins and where it has ended."""
    found: list[tuple[int, int, Mapping[str, Any]]] = []
    starts = [match.start() for match in re.finditer(r"\{", text)][-MOST_TRIES:]
    end = 0
    for start in starts:
        if start < end:
            continue
        for span in _spans(text, start):
            value = _read(text[start:span])
            if isinstance(value, Mapping):
                found.append((start, span, value))
                end = span
                break
    return found


def values_of(found: list[Mapping[str, Any]], key: str) -> list[Any]:
    """What the objects say under `key`, in order: of each the outermost, also in another case or with other blanks."""
    return [value for item in found for value in under(item, key)[:1]]


def under(item: Any, key: str) -> list[Any]:
    """What one object says under `key`, in order: the outermost, also in another case or with other blanks."""
    return _under(item, _plain(key))


def loose_values(reply: str, key: str) -> list[str]:
    """What stands behind ``key:`` in a reply whose object can't be read, such as one that was cut off."""
    pattern = re.compile(
        rf"""["'`]?(?<!\w){re.escape(key)}["'`*]*\s*[:=]\s*["'`*]*([^"'`,}}\n*]{{1,40}})""", re.IGNORECASE
    )
    return [match[1].strip() for match in pattern.finditer(clean(reply))]


def _under(item: Any, key: str, depth: int = 0) -> list[Any]:
    if depth > DEEPEST:
        return []
    if isinstance(item, Mapping):
        own = [value for name, value in item.items() if _plain(name) == key]
        return own or [found for value in item.values() for found in _under(value, key, depth + 1)]
    if isinstance(item, list):
        return [found for value in item for found in _under(value, key, depth + 1)]
    return []


def _plain(key: Any) -> str:
    return re.sub(r"[\s_-]+", "_", str(key).strip().casefold())


def _spans(text: str, start: int) -> Iterator[int]:
    """Where the object that opens at `start` may end: by its braces outside of strings, then by all its braces."""
    for skip_strings in (True, False):
        depth, quote, position = 0, "", start
        while position < len(text):
            character = text[position]
            if quote:
                if character == "\\":
                    position += 1
                elif character == quote:
                    quote = ""
            elif skip_strings and character == '"':
                quote = character
            elif character == "{":
                depth += 1
                if depth > DEEPEST:
                    return
            elif character == "}":
                depth -= 1
                if depth == 0:
                    yield position + 1
                    break
            position += 1


def _read(text: str) -> Any:
    for attempt in (text, _repaired(text)):
        try:
            return json.loads(attempt, strict=False, object_pairs_hook=_pairs)
        except (ValueError, RecursionError):
            continue
    try:
        return _literal(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def _literal(text: str) -> Any:
    """A Python literal. Raises ValueError also where an object gives a key twice, of which the last would count."""
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        keys = [ast.dump(key) for key in node.keys if key is not None] if isinstance(node, ast.Dict) else []
        if len(set(keys)) < len(keys):
            raise ValueError("a key is given twice")
    return ast.literal_eval(tree)


def _repaired(text: str) -> str:
    text = _WRONG_ESCAPE.sub(r"\\\\", text)
    text = _TRAILING_COMMA.sub(r"\1", text)
    text = _BARE_KEY.sub(r'\1"\2"\3', text)
    words = {"TRUE": "true", "True": "true", "FALSE": "false", "False": "false", "NULL": "null", "None": "null"}
    return _WORD.sub(lambda match: match[1] + words[match[0][len(match[1]) :]], text)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        read[key] = CONFLICT if key in read and read[key] != value else value
    return read
