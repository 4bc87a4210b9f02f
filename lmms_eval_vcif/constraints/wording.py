"""A constraint as a person would say it: an entry's wordings, filled with the parameters of one constraint.

A wording applies where its placeholders are exactly the parameters given, apart from those at their default. A lower
and an upper bound that are equal (min and max, min_rows and max_rows) are one placeholder, exact (exact_rows).
A parameter that may be one value or a list of them has two: text for one value, text_list for a list. One that is
marked `reference` (the right value, the size of the picture) is what an answer is held against, and never said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from random import Random
from string import Formatter
from typing import Any

from .entry import CatalogueError, Entry

_QUOTES = {"en": (('"', '"'), ("“", "”")), "zh": (("“", "”"), ("「", "」"))}
_COMMA = {"en": ", ", "zh": "、"}
_AND = {"en": " and ", "zh": "和"}

# "{exact} sentences" -> "{exact} sentence" where exact is 1; adjectives may stand before the noun.
_COUNTED = re.compile(r"\{(\w+)\}((?: (?!(?:of|in|or|and|to|as|the)\b)[\w-]+){0,2}?) (\w+s)\b")
_SINGULAR = {"boxes": "box", "entries": "entry"}
_NO_PLURAL = frozenset(("is", "was", "has", "this", "its", "less", "across", "thus", "plus", "always", "series"))


def placeholders(wording: str) -> frozenset[str]:
    """The names of the placeholders in a wording."""
    return frozenset(name for _, name, _, _ in Formatter().parse(wording) if name)


def presented(entry: Entry, params: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a wording must state: `params` without those at their default, equal bounds as one."""
    given = {}
    for name, value in params.items():
        schema = entry.parameters.get(name, {})
        if value is None or schema.get("reference") or ("default" in schema and schema["default"] == value):
            continue
        if isinstance(schema.get("type"), list) and isinstance(value, (list, tuple)):
            name, value = _list_or_one(name, value, schema["type"])
        given[name] = value
    for low in [name for name in given if name == "min" or name.startswith("min_")]:
        high = "max" + low[3:]
        if high in given and given[low] == given[high]:
            given["exact" + low[3:]] = given.pop(low)
            del given[high]
    return given


def _list_or_one(name: str, values: Any, types: list[str]) -> tuple[str, Any]:
    """Placeholder and value of a list where one value would do too; a list of one string reads as the string."""
    return (name, values[0]) if len(values) == 1 and "string" in types else (f"{name}_list", values)


def wordings(entry: Entry, params: Mapping[str, Any], language: str) -> list[str]:
    """Every wording of the entry in `language` (en or zh) that says exactly `params`, filled with them.

    The list is empty where the entry has none for this combination of parameters.
    """
    given = presented(entry, params)
    values = {name: _say(entry, name, value, language) for name, value in given.items()}
    fitting = [w for w in entry.wordings.get(language, ()) if placeholders(w) == given.keys()]
    if language == "en":
        fitting = [_singular(wording, given) for wording in fitting]
    return [wording.format_map(values) for wording in fitting]


def render(entry: Entry, params: Mapping[str, Any], language: str, choice: Random | int | None = None) -> str:
    """One wording of the entry, filled with `params`.

    `choice` draws it: a seeded Random, or an index that wraps round; without it, the first. Raises CatalogueError, with
    the entry's file and the parameters that no wording of that language states, where there is none.
    """
    texts = wordings(entry, params, language)
    if not texts:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(presented(entry, params))) or "no placeholder"
        raise CatalogueError(f"{entry.file}: wordings.{language}: none has exactly {wanted}")
    if isinstance(choice, Random):
        return choice.choice(texts)
    return texts[(choice or 0) % len(texts)]


def _say(entry: Entry, name: str, value: Any, language: str) -> str:
    """A parameter's value in words: choices by the entry's `words`, lists quoted and joined, numbers in digits."""
    schema = entry.parameters.get(name) or entry.parameters.get("min" + name[5:], {})
    words = schema.get("words", {}).get(language, {})
    if isinstance(value, (list, tuple)):
        return join([_say_one(item, words, language, quoted=True) for item in value], language)
    return _say_one(value, words, language, quoted=False)


def _say_one(value: Any, words: Mapping[Any, str], language: str, quoted: bool) -> str:
    if isinstance(value, (str, int)) and value in words:
        return words[value]
    if isinstance(value, str):
        return quote(value, language) if quoted else value
    if isinstance(value, float):
        return format(Decimal(repr(value)).normalize(), "f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_say_one(item, words, language, quoted) for item in value) + "]"
    return str(value)


def quote(text: str, language: str) -> str:
    """`text` in the language's quotation marks, in its second kind where `text` holds the first."""
    first, second = _QUOTES[language]
    start, end = second if any(mark in text for mark in first) else first
    return f"{start}{text}{end}"


def join(parts: list[str], language: str) -> str:
    """A list in running text: "a", "b" and "c"; “甲”“乙”和“丙” (closing and opening quotes need no comma between)."""
    if len(parts) < 2:
        return "".join(parts)
    text = parts[0]
    for before, part in pairwise(parts[:-1]):
        touching = language == "zh" and before[-1:] in "”」" and part[:1] in "“「"
        text += ("" if touching else _COMMA[language]) + part
    return text + _AND[language] + parts[-1]


def _singular(wording: str, given: Mapping[str, Any]) -> str:
    """Bring the plural noun after the placeholder of a count of 1 to its singular."""

    def one(match: re.Match) -> str:
        name, between, noun = match.groups()
        if given.get(name) != 1 or noun in _NO_PLURAL or noun.endswith("ss"):
            return match.group()
        return f"{{{name}}}{between} {_SINGULAR.get(noun, noun[:-1])}"

    return _COUNTED.sub(one, wording)
