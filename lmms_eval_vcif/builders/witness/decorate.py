"""Marks, emphasis and case: what is added to words that already stand in their places."""

from __future__ import annotations

from collections.abc import Iterator

from .bank import Word
from .blocks import HEADING, LISTS, STOPS, Block
from .dress import sentences
from .plan import Plan

INLINE = {"italic": ("*", "*"), "code": ("`", "`"), "link": ("[", "](https://example.org/)")}
OPENING_MARKS = "([{（【《“‘「"


def decorate(plan: Plan, blocks: list[Block]) -> None:
    """Add what the plan counts besides words: emphasis, marks inside sentences, words in capitals."""
    free = list(_free_words(blocks))
    plan.rng.shuffle(free)
    _emphasis(plan, blocks, free)
    _marks(plan, blocks, free)
    _capitals(plan, free)


def _free_words(blocks: list[Block]) -> Iterator[Word]:
    """Filler words that something may be done to: none at the edge of a slot, unless the slot has no others."""
    for slot in sentences(blocks):
        inner = [piece for piece in slot.pieces[1:-1] if piece.role != "phrase"]
        yield from inner or [piece for piece in slot.pieces if piece.role != "phrase"]


def _emphasis(plan: Plan, blocks: list[Block], free: list[Word]) -> None:
    bold = {plan.recased.get(phrase.text.casefold(), phrase.text) for phrase in plan.phrases if phrase.bold}
    done = 0
    for slot in sentences(blocks):
        for piece in slot.pieces:
            if piece.text in bold:
                bold.remove(piece.text)
                _wrap(piece, "**", "**")
                done += 1
    wanted = max(plan.span("bold").nearest(plan.elements.get("bold", 0)) + plan.bias[("bold",)], 0)
    jobs = [("**", "**")] * (wanted - done)
    for element, marks in INLINE.items():
        if element == "code" and plan.codes:
            continue
        jobs += [marks] * plan.elements.get(element, 0)
    for marks in jobs:
        if free:
            _wrap(free.pop(), *marks)


def _wrap(word: Word, before: str, after: str) -> None:
    word.before, word.after = before + word.before, after + word.after


def _marks(plan: Plan, blocks: list[Block], free: list[Word]) -> None:
    """Put counted marks other than stops after words, several after one where words are few."""
    for mark, span in plan.keyed("mark").items():
        if mark in STOPS["zh" if plan.base == "zh" else "en"]:
            continue
        count = max(0, span.nearest(0) + plan.bias[("mark", mark)])
        for index in range(count if free else 0):
            word = free[index % len(free)]
            if mark in OPENING_MARKS:
                word.before += mark
            else:
                word.after += mark
    _inline(plan, free)


def _inline(plan: Plan, free: list[Word]) -> None:
    """Separators and enumeration marks that stand inside sentences."""
    for mark, count in plan.inline_marks.items():
        for index in range(count if free else 0):
            free[index % len(free)].after += f" {mark}" + ("" if plan.script == "en" else " ")
    if plan.inline_items:
        count = plan.span("enumerated").nearest(3) - 1 + plan.bias[("enumerated",)]
        for index in range(count if free else 0):
            free[index % len(free)].after += plan.inline_items.rstrip()


def _capitals(plan: Plan, free: list[Word]) -> None:
    count = max(0, plan.span("capitals").nearest(0) + plan.bias[("capitals",)])
    long = [word for word in free if len(word.text) > 1 and word.text.isascii()]
    for word in long[:count]:
        word.text = word.text.upper()


def cased(plan: Plan, block: Block, first: bool, text: str) -> str:
    """The text of a slot in the case that the plan asks for it. `first`: it stands in the first line."""
    case = plan.cases.get("response", "")
    for scope, own in plan.cases.items():
        if _inside(scope, block, first):
            case = own
    return in_case(text, case)


def _inside(scope: str, block: Block, first: bool) -> bool:
    if scope == "headings":
        return block.kind == HEADING
    if scope == "items":
        return block.kind in LISTS
    if scope == "title":
        return block.attrs.get("is_title", False)
    return scope == "first_line" and first


def in_case(text: str, case: str) -> str:
    """The text in upper, lower or title case; as it is for any other."""
    if case == "upper":
        return text.upper()
    if case == "lower":
        return text.lower()
    if case == "title":
        return " ".join(word if _has_inner_capital(word) else _title(word) for word in text.split(" "))
    return text


def _has_inner_capital(word: str) -> bool:
    letters = [character for character in word if character.isalpha()]
    return len(letters) > 1 and any(character.isupper() for character in letters)


def _title(word: str) -> str:
    for index, character in enumerate(word):
        if character.isalpha():
            return word[:index] + character.upper() + word[index + 1 :]
    return word
