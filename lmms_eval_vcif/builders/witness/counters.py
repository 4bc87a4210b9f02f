"""For each check, demands that a response meets only by failing it: how to write one that violates it on purpose.

A counter is a list of (check, arguments); the empty list leaves the demand out, which is enough where no response meets
it by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

from ...verifiers import checks

Counter = list[tuple[str, dict[str, Any]]]

_INSTEAD: Mapping[str, tuple[Counter, ...]] = {
    "plain_text": ([("bold_emphasis", {"min": 1})], [("markdown_heading", {"min": 1})]),
    "no_contractions": ([("exact_word_inclusion", {"phrases": ["isn't"]})],),
    "full_width_punctuation": ([("exact_word_inclusion", {"phrases": ["光线,影子"]})],),
    "hanzi_only": ([("exact_word_inclusion", {"phrases": ["OK"]})],),
    "no_arabic_numerals": ([("exact_word_inclusion", {"phrases": ["3"]})],),
    "chinese_numerals": ([("exact_word_inclusion", {"phrases": ["3"]})],),
}


def counters(check: str, arguments: Mapping[str, Any]) -> Iterator[Counter]:
    """The counters of a check with its arguments."""
    yield from _INSTEAD.get(check, ())
    yield from _beyond(check, arguments)
    yield from _opposite(check, arguments)
    yield []


def _beyond(check: str, arguments: Mapping[str, Any]) -> Iterator[Counter]:
    """The same count, past one of its bounds."""
    accepted = signature(checks()[check]).parameters
    for low, high in (("min", "max"), ("min_rows", "max_rows")):
        if not {low, high} <= accepted.keys():
            continue
        rest = {name: value for name, value in arguments.items() if name not in (low, high)}
        least, most = arguments.get(low), arguments.get(high)
        if least is not None and least > 1:
            yield [(check, {**rest, high: least - 1})]
        if most is not None:
            yield [(check, {**rest, low: most + 1})]


def _opposite(check: str, arguments: Mapping[str, Any]) -> Iterator[Counter]:
    """What one of the checks with texts in its arguments excludes, or another value of its argument."""
    if check == "exact_word_inclusion":
        yield from ([("exact_word_exclusion", {"phrases": [phrase]})] for phrase in arguments["phrases"])
    if check == "exact_word_exclusion":
        yield from ([("exact_word_inclusion", {"phrases": [phrase]})] for phrase in arguments["phrases"])
    if check == "keyword_position":
        yield [("exact_word_exclusion", {"phrases": [arguments["keyword"]]})]
    if check == "keyword_order":
        yield [("keyword_order", {"keywords": list(reversed(arguments["keywords"]))})]
    if check == "punctuation_exclusion":
        yield from ([("punctuation_frequency", {"mark": mark, "min": 1})] for mark in arguments["marks"])
    if check == "chinese_script":
        other = {"simplified": "traditional", "traditional": "simplified"}[arguments["script"]]
        yield [("chinese_script", {"script": other})]
    if check == "number_precision":
        yield [("number_precision", {**arguments, "decimals": arguments["decimals"] + 1})]
    if check == "scientific_notation":
        digits = arguments.get("significant_digits") or 2
        yield [("scientific_notation", {"significant_digits": digits + 1})]
    if check == "lexical_diversity":
        for word in (*(arguments.get("words") or ()), *(arguments.get("banned") or ()), "light", "光线"):
            yield [("keyword_frequency", {"keyword": word, "min": (arguments.get("max_repeats") or 1) + 1})]
    if check == "letter_case":
        for case in {"upper", "lower", "title"} - {arguments["case"]}:
            yield [("letter_case", {**arguments, "case": case})]
