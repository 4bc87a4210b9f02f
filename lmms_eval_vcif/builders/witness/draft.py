"""One draft of a response: a plan's blocks, filled with words and written out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...text import Text
from . import containers
from .bank import Bank, Word, traditional
from .blocks import ELASTIC, ENDS, PROSE, STOPS, Block, Slot, chains
from .decorate import decorate
from .dress import dress, sentences
from .layout import USUAL, layout, word_span
from .numbers import share
from .plan import FREE, Plan, Span
from .prose import write
from .sizes import sentence_spans

MORE_THAN_QUOTED = {"en": 10, "zh": 44}
"""Words of a quoted text that is too long to pass for a foreign term."""


SHORT_WORDS = 5.6
"""Characters a word, stops included, below which only short words serve."""


def draft(plan: Plan) -> list[Block]:
    """The blocks of a response to the plan's demands. Raises Infeasible where they leave no room."""
    blocks = layout(plan) if plan.container == "prose" else containers.blocks(plan)
    units = unit_counter(plan.language)
    dress(plan, blocks, units)
    _sizes(plan, blocks, units)
    _fill(plan, blocks, units)
    decorate(plan, blocks)
    _stops(plan, blocks)
    return blocks


def written(plan: Plan, blocks: list[Block]) -> str:
    """The blocks as the text of the response."""
    return write(plan, blocks) if plan.container == "prose" else containers.write(plan, blocks)


def unit_counter(language: str) -> Callable[[str], int]:
    """How many words (字) a fixed text counts for."""
    return lambda text: _units(text, language) if text else 0


@lru_cache(maxsize=4096)
def _units(text: str, language: str) -> int:
    return len(Text(text, language).words)


def _sizes(plan: Plan, blocks: list[Block], units: Callable[[str], int]) -> None:
    """Share the words out, first over the paragraphs, then over the slots of each."""
    pairs = zip(chains(blocks), _groups(blocks), strict=True)
    found = [(group, _fixed(plan, chain, units)) for chain, group in pairs if group]
    groups = [group for group, _ in found]
    each = {
        id(slot): span
        for block in blocks
        for slot, span in zip(block.slots, sentence_spans(plan, block, units), strict=True)
    }
    spans = [[_slot_span(plan, slot, each[id(slot)], units) for _, slot in group] for group in groups]
    fixed = _fixed(plan, blocks, units)
    usual = [
        sum(span.nearest(_usual(plan, block)) for span, (block, _) in zip(*pair, strict=True))
        for pair in zip(spans, groups, strict=True)
    ]
    span = word_span(plan)
    goal = sum(usual) if span == FREE else max(0, span.inside(sum(usual) + fixed, 3) - fixed)
    paragraph = plan.span("paragraph_units")
    bounds = [_meet(_total(span), _less(paragraph, taken)) for span, (_, taken) in zip(spans, found, strict=True)]
    for group, found, size in zip(groups, spans, share(goal, bounds, usual, plan.rng), strict=True):
        weights = [_usual(plan, block) + plan.rng.randint(-1, 1) for block, _ in group]
        for (_, slot), part in zip(group, share(size, found, weights, plan.rng), strict=True):
            slot.units = part


def _groups(blocks: list[Block]) -> list[list[tuple[Block, Slot]]]:
    """The slots that take any number of words, by paragraph."""
    return [
        [(block, slot) for block in chain if block.kind in ELASTIC for slot in block.slots] for chain in chains(blocks)
    ]


def _slot_span(plan: Plan, slot: Slot, each: Span, units: Callable[[str], int]) -> Span:
    least = units(slot.head) + units(slot.tail) + sum(map(units, slot.phrases))
    if slot.kind == "name":
        return Span(least, least)
    each = Span(each.low * slot.sentences, None if each.high is None else each.high * slot.sentences)
    if slot.kind == "item":
        each = _meet(each, plan.span("item_units"))
    return _meet(Span(max(least, slot.sentences)), each)


def _usual(plan: Plan, block: Block) -> int:
    usual = USUAL[plan.script]
    if block.kind == "csv":
        return 2
    if block.kind == "json" and plan.language_asked:
        return MORE_THAN_QUOTED[plan.script]
    return usual if block.kind == PROSE else usual * 2 // 3


def _fixed(plan: Plan, blocks: list[Block], units: Callable[[str], int]) -> int:
    """The words outside the slots that take any number: titles, headings, cells, keys.

    In a row of CSV the delimiter makes one word of two.
    """
    texts = sum(units(text) for block in blocks for name in ("columns", "keys") for text in block.attrs.get(name, ()))
    slots = [slot for block in blocks if block.kind not in ELASTIC for slot in block.slots]
    rows = [block for block in blocks if block.kind == "csv" and units("a,a") == 1]
    texts -= sum(len(block.slots) - len(block.slots) // block.attrs["width"] for block in rows)
    texts += sum(units(str(box)) for box in containers.boxes_inside(plan))
    return texts + sum(
        max(slot.units, units(slot.head) + units(slot.tail) + sum(map(units, slot.phrases))) for slot in slots
    )


def _meet(span: Span, other: Span) -> Span:
    """What both spans allow; where they part, what the first needs."""
    low = max(span.low, other.low)
    high = min((h for h in (span.high, other.high) if h is not None), default=None)
    return Span(low, high if high is None else max(low, high))


def _less(span: Span, taken: int) -> Span:
    """The bounds on what is left when so much is taken."""
    return Span(max(0, span.low - taken), None if span.high is None else max(0, span.high - taken))


def _total(spans: list[Span]) -> Span:
    high = None if any(span.high is None for span in spans) else sum(span.high for span in spans)
    return Span(sum(span.low for span in spans), high)


def _fill(plan: Plan, blocks: list[Block], units: Callable[[str], int]) -> None:
    banks = {language: bank_of(plan, language) for language in {plan.language, plan.second_language or plan.language}}
    for block in blocks:
        for slot in block.slots:
            bank = banks[slot.language or block.language or plan.language]
            if slot.kind in ("mark", "line"):
                slot.pieces = [Word(text, "phrase") for text in slot.phrases]
                continue
            room = slot.units - units(slot.head) - units(slot.tail) - sum(map(units, slot.phrases))
            slot.pieces = _spaced(bank, room) if _counts_blanks(plan, bank) else bank.fill(max(0, room))
            slot.merged = bool(plan.variant & 4)
            _insert(plan, slot)


def _counts_blanks(plan: Plan, bank: Bank) -> bool:
    """Whether Chinese stands in a response whose words are what blanks part, and their number matters."""
    sized = any(plan.span(name) != FREE for name in ("sentence_units", "paragraph_units", "words"))
    return plan.script == "en" and bank.code == "zh" and sized


def _spaced(bank: Bank, count: int) -> list[Word]:
    """So many short clauses of Chinese with blanks between them."""
    clauses = ["".join(word.text for word in bank.fill(4)) for _ in range(max(0, count))]
    return [Word(clause, "clause", before=" " if index else "") for index, clause in enumerate(clauses)]


def _insert(plan: Plan, slot: Slot) -> None:
    """Put the phrases between the words, in their order, none of them first."""
    places = sorted(plan.rng.randint(1, max(1, len(slot.pieces))) for _ in slot.phrases)
    for place, phrase in zip(reversed(places), reversed(slot.phrases), strict=True):
        slot.pieces.insert(min(place, len(slot.pieces)), Word(phrase, "phrase"))


def bank_of(plan: Plan, language: str) -> Bank:
    """The bank of a language with what the plan forbids taken out."""
    base = "zh" if language.startswith("zh") else "en"
    words, characters = plan.span("words"), plan.span("characters")
    rate = characters.high / words.low if words.low and characters.high is not None else None
    return Bank(
        base,
        plan.rng,
        allowed=plan.allows,
        sparse=plan.sparse,
        varied=plan.varied,
        convert=traditional if plan.traditional and base == "zh" else None,
        joint_mark="，" not in plan.limited_marks,
        longest=int(rate) if rate is not None and rate < SHORT_WORDS else None,
    )


def _stops(plan: Plan, blocks: list[Block]) -> None:
    """End sentences with a mark that is allowed, as many with a counted mark as it is asked for."""
    slots = sentences(blocks)
    limited = plan.limited_marks
    for block in blocks:
        script = "zh" if (block.language or plan.language).startswith("zh") else "en"
        stop = next((mark for mark in STOPS[script] if mark not in limited), "")
        for slot in block.slots:
            if slot.kind in ("sentence", "item", "value", "postscript", "quote"):
                slot.stop = stop if block.kind != "csv" or slot.sentences > 1 else ""
    for slot, mark in zip(plan.rng.sample(slots, len(slots)), _counted_stops(plan), strict=False):
        slot.stop = mark
        if slot.tail and set(slot.tail) <= set(ENDS) and mark not in slot.tail:
            slot.tail = mark + slot.tail
    for block in blocks:
        if block.kind == PROSE:
            block.breaks |= {
                i for i in range(1, len(block.slots)) if not (block.slots[i - 1].stop or block.slots[i - 1].tail)
            }


def _counted_stops(plan: Plan) -> list[str]:
    stops = []
    for mark in STOPS[plan.script]:
        if ("mark", mark) in plan.spans:
            stops += [mark] * max(0, plan.span("mark", mark).nearest(0) + plan.bias[("mark", mark)])
    return stops
