"""A reply about several items -> what it decides on each, or why nothing may be read.

A judge may quote the answer that it judges, and an answer may hold a verdict that was put there to be quoted. So all
that a reply says on an item is read, not the last of it: where two readings differ, and neither is known to be a
quotation, none counts; nor does any that may stand inside an object that can't be read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..text import clean
from .calls import DECISION_KEYS, Item
from .objects import located, under

_NAME_KEYS = ("id", "label", "name", "constraint", "requirement")
_OPENED = re.compile(r"""\{\s*["'`]?(\w+)["'`]?\s*:""")
_FENCES = re.compile(r"\s*(?:```\w*)?\s*(?:```)?\s*")


@dataclass(frozen=True)
class _Said:
    """What a reply says at one place of its text: an object, or the words behind a label."""

    value: Any
    start: int
    end: int


def read(reply: str, items: Sequence[Item], response: str = "") -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """By label, what the reply decides, and what is wrong where it decides nothing that may be read. `response` is the
    answer that is judged: what the reply copies from it is not the judge's own."""
    text = clean(reply)
    found = [_Said(value, start, end) for start, end, value in located(text)]
    quotable = _folded(response)
    values, problems = {}, {}
    for item in items:
        try:
            values[item.label] = _decided(text, item, items, found, quotable)
        except ValueError as error:
            problems[item.label] = str(error)
    return values, problems


def _decided(text: str, item: Item, items: Sequence[Item], found: Sequence[_Said], quotable: str) -> dict[str, Any]:
    """The one thing that is said on an item. Raises ValueError with what is wrong."""
    labelled = [said for place in found for said in _about(place, item.label)]
    if not labelled and len(items) == 1:  # one thing was asked, and its label left out
        labelled = [place for place in found if set(place.value) & set(item.form)]
    loose = list(_loose(text, item.label, found))
    if _unread(text, item, items, found):
        raise ValueError("it stands in an object that can't be read")
    own = [said for said in labelled if not _quoted(text, said, quotable)]
    own_loose = [said for said in loose if not _quoted(text, said, quotable)]
    if not own and not own_loose:
        raise ValueError("it is missing" if not labelled and not loose else "it is only quoted from the answer")
    last = item.read((own or own_loose)[-1].value)
    readings = [last, *_readings(item, own[:-1] if own else ()), *_readings(item, own_loose)]
    if any(_decision(reading) != _decision(last) for reading in readings):
        raise ValueError("it is said twice, differently")
    return last


def _readings(item: Item, said: Iterable[_Said]) -> Iterator[dict[str, Any]]:
    """What decides something; an echo of the form or a remark behind a label does not."""
    for one in said:
        try:
            yield item.read(one.value)
        except ValueError:
            continue


def _decision(reading: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in reading.items() if name != "reason"}


def _about(place: _Said, label: str) -> list[_Said]:
    """What an object says under a label, or else its parts that say by themselves which item they are about."""
    values = under(place.value, label) or _named(place.value, label)
    return [_Said(value, place.start, place.end) for value in values]


def _named(found: Any, label: str) -> list[Any]:
    pending, named = [found], []
    while pending:
        item = pending.pop(0)
        if isinstance(item, Mapping):
            if any(str(item.get(key, "")).strip("[] ").casefold() == label for key in _NAME_KEYS):
                named.append(item)
            pending += item.values()
        elif isinstance(item, list):
            pending += item
    return named


def _loose(text: str, label: str, found: Sequence[_Said]) -> Iterator[_Said]:
    """What stands behind a label outside of all objects: up to the end of the sentence."""
    words = r"""["'`*]*((?:[^"'`,}\n*.。]|\.(?=\d)){1,40})"""
    pattern = rf"""(?<!\w){re.escape(label)}["'`*\]]*\s*(?:[:=：]|\bis\b|是)\s*{words}"""
    for match in re.finditer(pattern, text, re.IGNORECASE):
        if not _inside(match.start(), found):
            yield _Said(match[1].strip(), match.start(), match.end())


def _unread(text: str, item: Item, items: Sequence[Item], found: Sequence[_Said]) -> bool:
    """Whether an object of the form that was asked for is opened and could not be read: what is found behind its
    opening may be part of a string in it."""
    keys = {*_NAME_KEYS, *DECISION_KEYS, *item.form, *(other.label for other in items)}
    opened = [match.start() for match in _OPENED.finditer(text) if match[1].casefold() in keys]
    labelled = rf"""(?<!\w){re.escape(item.label)}["'`*\]]*\s*[:=]\s*[{{\[]"""
    opened += [match.start() for match in re.finditer(labelled, text, re.IGNORECASE)]
    return any(not _inside(position, found) for position in opened)


def _inside(position: int, found: Sequence[_Said]) -> bool:
    return any(said.start <= position < said.end for said in found)


def _quoted(text: str, said: _Said, quotable: str) -> bool:
    """Whether something is copied from the answer. A reply that is nothing else is the judge's own all the same."""
    alone = _FENCES.fullmatch(text[: said.start] + text[said.end :])
    return not alone and _folded(text[said.start : said.end]) in quotable


def _folded(text: str) -> str:
    return " ".join(text.split())
