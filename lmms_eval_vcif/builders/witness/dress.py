"""What every slot must begin and end with, and which required phrases it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from .answers import box_texts, inline_answers
from .bank import language
from .blocks import (
    CODE,
    CSV,
    ELASTIC,
    ENDS,
    HEADING,
    JSON,
    LINE,
    LISTS,
    MARK,
    PROSE,
    RULE,
    TABLE,
    TITLE,
    Block,
    Slot,
    chains,
    parted,
)
from .plan import Infeasible, Phrase, Plan


def dress(plan: Plan, blocks: list[Block], units: Callable[[str], int]) -> None:
    """Give the slots their fixed texts. Raises Infeasible where two of them want the same place."""
    _heads(plan, blocks)
    _tails(plan, blocks)
    _phrases(plan, blocks, units)


def sentences(blocks: Sequence[Block]) -> list[Slot]:
    """The slots that count as sentences and that words may fill, in order."""
    return [slot for block in blocks if block.kind in ELASTIC for slot in block.slots if slot.kind != "name"]


def _heads(plan: Plan, blocks: list[Block]) -> None:
    for unit, demands in plan.heads.items():
        for texts in demands:
            for slot, text in _pairs(_starts(blocks, unit), texts):
                slot.head = prefix(slot.head, text)
    for text in plan.openings:
        slot = blocks[0].slots[0]
        try:
            slot.head = prefix(slot.head, text)
        except Infeasible:
            if plan.plain or plan.container != "prose":
                raise
            blocks.insert(0, Block(HEADING, [Slot("heading", head=text)], attrs={"level": 2}))


def _tails(plan: Plan, blocks: list[Block]) -> None:
    for unit, demands in plan.tails.items():
        for texts in demands:
            for slot, text in _pairs(_ends(blocks, unit), texts):
                slot.tail = suffix(slot.tail, text)
    for text in plan.closings:
        slot = blocks[-1].slots[-1]
        try:
            slot.tail = suffix(slot.tail, text)
        except Infeasible:
            if plan.plain or plan.container != "prose":
                raise
            blocks.append(Block(HEADING, [Slot("heading", tail=text)], attrs={"level": 2}))


def _pairs(slots: list[Slot], texts: Sequence[str]) -> Iterator[tuple[Slot, str]]:
    """Each slot with its text: one text for all, or one each."""
    if len(texts) == 1:
        return ((slot, texts[0]) for slot in slots)
    return zip(slots, texts, strict=False)


def _starts(blocks: Sequence[Block], unit: str) -> list[Slot]:
    """The slots at the start of each sentence, paragraph, item or line."""
    if blocks[0].kind == CSV and (unit != "paragraph" or blocks[0].attrs["lines_are_paragraphs"]):
        return blocks[0].slots[:: blocks[0].attrs["width"]]
    if unit == "sentence":
        kinds = (*ELASTIC, TITLE, LINE)
        return [
            slot for block in blocks if block.kind in kinds and not block.attrs.get("heading") for slot in block.slots
        ]
    if unit == "paragraph":
        return [chain[0].slots[0] for chain in chains(blocks) if chain[0].kind != MARK]
    if unit == "item":
        return [slot for block in blocks if block.kind in LISTS for slot in block.slots]
    return [slot for block in blocks for i, slot in enumerate(block.slots) if _opens_line(block, i)]


def _opens_line(block: Block, index: int) -> bool:
    if block.kind == PROSE:
        return index == 0 or index in block.breaks
    return block.kind not in (TABLE, CODE, MARK, RULE)


def _ends(blocks: Sequence[Block], unit: str) -> list[Slot]:
    if blocks[0].kind == CSV and (unit != "paragraph" or blocks[0].attrs["lines_are_paragraphs"]):
        width = blocks[0].attrs["width"]
        return blocks[0].slots[width - 1 :: width]
    if unit == "paragraph":
        return [chain[-1].slots[-1] for chain in chains(blocks) if chain[0].kind != MARK]
    return _starts(blocks, unit)


def prefix(there: str, text: str) -> str:
    """The text that begins with both, which is the longer of them."""
    if there.startswith(text):
        return there
    if text.startswith(there):
        return text
    raise Infeasible(f"the same place begins with {there!r} and {text!r}")


def suffix(there: str, text: str) -> str:
    """The text that ends with both, which is the longer of them."""
    if there.endswith(text):
        return there
    if text.endswith(there):
        return text
    for word, stop in ((there, text), (text, there)):
        if word[-1:].isalnum() and set(stop) <= set(ENDS):
            return word + stop
    raise Infeasible(f"the same place ends with {there!r} and {text!r}")


def _phrases(plan: Plan, blocks: Sequence[Block], units: Callable[[str], int]) -> None:
    slots = sentences(blocks) or [slot for block in blocks if block.kind not in (TABLE, CODE) for slot in block.slots]
    limit = plan.span("sentence_units").high
    load = {id(slot): units(slot.head) + units(slot.tail) for block in blocks for slot in block.slots}

    def put(phrase: str, candidates: Sequence[Slot]) -> None:
        size = units(phrase)
        roomy = [slot for slot in candidates if limit is None or load[id(slot)] + size <= limit] or candidates
        if not roomy:
            raise Infeasible(f"no room for {phrase!r}")
        slot = min(roomy, key=lambda slot: load[id(slot)])
        slot.phrases.append(plan.recased.get(phrase.casefold(), phrase))
        load[id(slot)] += size

    pins: dict[str, int] = {}
    first: set[str] = set()
    chained = {plan.recased.get(text.casefold(), text) for text in plan.ordered}
    for phrase in plan.phrases:
        candidates = _place(plan, phrase, blocks, slots)
        if plan.recased.get(phrase.text.casefold(), phrase.text) not in chained:
            put(phrase.text, candidates)
        elif phrase.text in first:
            put(phrase.text, slots[-1:])
        elif phrase.unit:
            pins[phrase.text] = max(i for i, slot in enumerate(slots) if any(slot is one for one in candidates))
        first.add(phrase.text)
    for text in inline_answers(plan):
        put(text, slots)
    ordered = [plan.recased.get(text.casefold(), text) for text in plan.ordered]
    pins = {plan.recased.get(text.casefold(), text): place for text, place in pins.items()}
    if not set(plan.json_keys).isdisjoint(plan.ordered):
        pins[ordered[-1]] = 0  # before the keys that they also are
    _chain(ordered, slots, pins, load, limit, units)
    if not plan.full_width:
        _chain(box_texts(plan), slots, {}, load, limit, units)
    for text in _inserts(plan):
        # a further occurrence of a keyword whose first one has its place in an order
        put(text, slots[-1:] if text in plan.ordered else slots)


def _inserts(plan: Plan) -> Iterator[str]:
    """Numbers, and words that bring counted keywords, letters and characters to their numbers."""
    digits = plan.significant_digits or (2 if plan.decimals is None else plan.decimals + 1)
    for _ in range(plan.scientific):
        mantissa = "".join(str(plan.rng.randint(1, 9)) for _ in range(digits))
        yield f"{mantissa[0]}{'.' if digits > 1 else ''}{mantissa[1:]} × 10^{plan.rng.randint(2, 9)}"
    for keyword, span in plan.keyed("phrase").items():
        yield from [keyword] * (span.nearest(0) + plan.bias[("phrase", keyword)])
    for character, span in plan.keyed("hanzi").items():
        yield from [character] * ((span.low if span.high is not None else 0) + plan.bias[("hanzi", character)])
    used: Counter[str] = Counter()
    for letter, span in plan.keyed("letter").items():
        missing = (span.low if span.high is not None else 0) + plan.bias[("letter", letter)]
        while missing > 0:
            word = _word_with(plan, letter, missing, used)
            missing -= word.count(letter)
            used[word] += 1
            yield word


def _word_with(plan: Plan, letter: str, most: int, used: Counter[str]) -> str:
    """A word of the bank with the letter `most` times at most, nearly as often as any; one that is not used up."""
    others = [other for other, span in plan.keyed("letter").items() if span.high is not None and other != letter]
    words = [
        word
        for role in ("adj", "noun", "adv")
        for word in language(plan.script).roles[role]
        if 0 < word.count(letter) <= most
        and used[word] < (plan.max_repeats or len(used) + 1)
        and word not in plan.forbidden_words
        and not any(o in word for o in others)
    ]
    if not words:
        return letter
    richest = max(word.count(letter) for word in words)
    return plan.rng.choice([word for word in words if word.count(letter) == richest])


def _place(plan: Plan, phrase: Phrase, blocks: Sequence[Block], slots: list[Slot]) -> list[Slot]:
    """The slots that may hold a phrase."""
    if not phrase.unit:
        return slots
    if phrase.unit == "sentence" and blocks[0].kind == JSON and plan.script == "en" and not blocks[0].attrs["array"]:
        # one sentence but for the stops inside the first value
        return slots[:1] if phrase.index == 1 else slots[1:] or slots
    if blocks[0].kind == CSV:
        units = _csv_units(blocks[0], phrase.unit)
    elif phrase.unit == "sentence":
        units = [[slot] for slot in _starts(blocks, "sentence")]
    elif blocks[0].kind == JSON:
        units = parted(blocks[0].slots, max(1, phrase.index))
    else:
        units = [[slot for block in chain for slot in block.slots] for chain in chains(blocks)]
    units = [[slot for slot in unit if slot.kind != "name"] for unit in units]
    try:
        return list(units[phrase.index - 1 if phrase.index > 0 else phrase.index])
    except IndexError:
        raise Infeasible(f"no {phrase.unit} {phrase.index}") from None


def _csv_units(block: Block, unit: str) -> list[list[Slot]]:
    """The slots of each sentence or paragraph of a CSV document."""
    width = block.attrs["width"]
    if block.attrs["one_sentence"] if unit == "sentence" else not block.attrs["lines_are_paragraphs"]:
        return [block.slots]
    return [block.slots[i : i + width] for i in range(0, len(block.slots), width)]


def _chain(
    chain: Sequence[str],
    slots: list[Slot],
    pins: Mapping[str, int],
    load: dict[int, int],
    limit: int | None,
    units: Callable[[str], int],
) -> None:
    """Put phrases in an order into slots in their order, no more in a slot than it has room for.

    `pins` are the slots, by number, that some of them must be in. Raises Infeasible where the order forbids that.
    """
    place = 0
    for index, phrase in enumerate(chain):
        size, left = units(phrase), len(chain) - index
        furthest = min((pins[later] for later in chain[index:] if later in pins), default=len(slots) - 1)
        while place < furthest and (
            (limit is not None and load[id(slots[place])] + size > limit)
            or (slots[place].phrases and left < len(slots) - place)
        ):
            place += 1
        place = max(place, pins.get(phrase, 0))
        if place > furthest:
            raise Infeasible(f"{phrase!r} does not come before what is after it")
        slots[place].phrases.append(phrase)
        load[id(slots[place])] += size
