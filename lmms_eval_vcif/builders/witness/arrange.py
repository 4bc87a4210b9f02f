"""The order of the blocks, and what goes between them: separators, labels, rules, line breaks."""

from __future__ import annotations

from .blocks import CODE, HEADING, LISTS, MARK, PROSE, RULE, TABLE, Block, Slot
from .plan import FREE, Plan

RULES = ("***", "---", "___")
NUMBER_WORDS = {
    "en": ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    "zh": ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
}


def arrange(plan: Plan, front: list[Block], prose: list[Block], body: list[Block], end: list[Block]) -> list[Block]:
    """All blocks in the order in which they are written."""
    headings = [*label_headings(plan), *(block for block in body if block.kind == HEADING)]
    others = [block for block in body if block.kind != HEADING]
    blocks = _glued(plan, prose, others) if others and others[0].glued else _mixed(plan, prose, others, bool(end))
    if front and blocks and joins_title(plan):
        blocks[0].glued = True
    blocks = front + _with_headings(plan, blocks, headings, bool(front)) + end
    _label(plan, blocks)
    _break_lines(plan, blocks)
    blocks = _separate(plan, blocks)
    return _fill_lines(plan, blocks)


def joins_title(plan: Plan) -> bool:
    """Whether the title is the first line of the first paragraph, and so no paragraph that is too short."""
    return plan.title is not None and not plan.headed and plan.span("paragraph_units") != FREE


def _mixed(plan: Plan, prose: list[Block], others: list[Block], ended: bool) -> list[Block]:
    """Paragraphs first and last where there are enough, the rest between them."""
    if plan.closings and not ended and len(prose) > 1:
        return [*prose[:-1], *others, prose[-1]]
    if plan.closings and not ended and len(prose) == 1 and not plan.openings and others:
        return [*others, prose[0]]
    return [*prose[:1], *others, *prose[1:]]


def _glued(plan: Plan, prose: list[Block], others: list[Block]) -> list[Block]:
    """Each list or table after a paragraph, as a part of it; prose after it again where its end must be a sentence."""
    blocks: list[Block] = []
    for index, paragraph in enumerate(prose):
        blocks.append(paragraph)
        own = others[index :: len(prose)]
        blocks += own
        needs_end = "paragraph" in plan.tails or (plan.closings and index == len(prose) - 1)
        if own and own[-1].kind in (TABLE, CODE) and needs_end:
            tail = paragraph.slots.pop() if len(paragraph.slots) > 1 else Slot()
            blocks.append(Block(PROSE, [tail], glued=True))
    return blocks


def _with_headings(plan: Plan, blocks: list[Block], headings: list[Block], titled: bool) -> list[Block]:
    """A heading before each paragraph, those left over before the first; none before what must open the response."""
    starts = [index for index, block in enumerate(blocks) if not block.glued]
    if plan.openings and not titled and len(starts) > 1:
        starts = starts[1:]
    if not starts:
        return headings + blocks
    spare = max(0, len(headings) - len(starts))
    waiting = list(headings)
    placed: list[Block] = []
    for index, block in enumerate(blocks):
        if index in starts:
            take = 1 + (spare if index == starts[0] else 0)
            placed += waiting[:take]
            del waiting[:take]
        placed.append(block)
    return placed


def _label(plan: Plan, blocks: list[Block]) -> None:
    """Take the lines that numbered section labels need, and put the labels there."""
    if _in_headings(plan):
        return
    needed = sum(count for _, count in _labels(plan)) - len(_label_starts(plan, blocks))
    for block in blocks:
        for index in range(1, len(block.slots)):
            if needed > 0 and block.kind == PROSE and index not in block.breaks:
                block.breaks.add(index)
                needed -= 1
    label_slots(plan, _label_starts(plan, blocks))


def label_slots(plan: Plan, starts: list[Slot]) -> None:
    """Let slots that begin a line begin with the numbered labels asked for, as far as there are enough."""
    labels = [numbered(plan, label, n) for label, count in _labels(plan) for n in range(1, count + 1)]
    for slot, label in zip(starts, labels, strict=False):
        slot.head = label + _label_end(plan)


def label_headings(plan: Plan) -> list[Block]:
    """The labels as headings."""
    labels = [numbered(plan, label, n) for label, count in _labels(plan) for n in range(1, count + 1)]
    return [Block(HEADING, [Slot("heading", head=label)], attrs={"level": 2}) for label in labels if _in_headings(plan)]


def _in_headings(plan: Plan) -> bool:
    """Whether labels are headings, as no sentence may begin with one."""
    asked = "sentence" in plan.heads or "sentence" in plan.tails
    return not plan.plain and asked != bool(plan.variant & 8)


def _label_end(plan: Plan) -> str:
    marks = (":", ".", ";") if plan.script == "en" else ("：", "，", "；")
    return next((mark for mark in marks if mark not in plan.limited_marks), "")


def _labels(plan: Plan) -> list[tuple[str, int]]:
    return [
        (label, max(0, span.nearest(2) + plan.bias[("label", label)])) for label, span in plan.keyed("label").items()
    ]


def _label_starts(plan: Plan, blocks: list[Block]) -> list[Slot]:
    """The slots of prose that begin a line and may carry a label."""
    opened = "paragraph" in plan.heads
    slots = [
        slot
        for block in blocks
        for index, slot in enumerate(block.slots)
        if block.kind == PROSE and slot.kind != "postscript" and (index in block.breaks or (index == 0 and not opened))
    ]
    return slots[1:] if plan.openings and not opened and blocks[0].kind == PROSE else slots


def numbered(plan: Plan, label: str, number: int) -> str:
    """A section label with its number, in digits or in words."""
    words = NUMBER_WORDS[plan.script]
    shown = words[number - 1] if plan.no_digits or (plan.script == "zh" and not label[-1:].isascii()) else str(number)
    head, mark, rest = label.partition("N")
    if mark and not (head[-1:].isalnum() and head[-1:].isascii()) and not (rest[:1].isalnum() and rest[:1].isascii()):
        return head + shown + rest
    return label + (" " if plan.script == "en" else "") + shown


def _break_lines(plan: Plan, blocks: list[Block]) -> None:
    """Put sentences on lines of their own until there are as many lines as asked for."""
    missing = _missing_lines(plan, blocks)
    for block in blocks:
        for index in range(1, len(block.slots)):
            if missing > 0 and block.kind == PROSE and index not in block.breaks:
                block.breaks.add(index)
                missing -= 1


def _missing_lines(plan: Plan, blocks: list[Block]) -> int:
    low = plan.span("lines").low
    return low + plan.bias[("lines",)] - sum(block.lines() for block in blocks) if low else 0


def _separate(plan: Plan, blocks: list[Block]) -> list[Block]:
    """Marks alone on a line between blocks; those that find no room there are left to stand inside sentences."""
    wanted = {
        text: max(0, span.nearest(1) + plan.bias[("separator", text)]) for text, span in plan.keyed("separator").items()
    }
    if plan.parted_by:
        parts = plan.span("parts").nearest(2) - 1 + plan.bias[("parts",)]
        wanted[plan.parted_by] = max(parts, wanted.get(plan.parted_by, 0))
    plan.inline_marks = {}
    counted = any("paragraph" in place or "line" in place for place in (plan.heads, plan.tails))
    for text, count in wanted.items():
        inline = bool(plan.variant & 2) or (counted and not _is_rule(text))
        gaps = (
            []
            if inline
            else [
                i
                for i in range(1, len(blocks))
                if not blocks[i].glued and blocks[i - 1].kind not in (HEADING, RULE, MARK)
            ]
        )
        chosen = sorted(plan.rng.sample(gaps, min(count, len(gaps))))
        for index in reversed(chosen):
            kind = RULE if _is_rule(text) else MARK
            blocks = [*blocks[:index], Block(kind, [Slot("mark", phrases=[text])]), *blocks[index:]]
        plan.inline_marks[text] = count - len(chosen)
    return blocks


def _is_rule(text: str) -> bool:
    bare = text.replace(" ", "")
    return len(bare) >= 3 and set(bare) in ({"*"}, {"-"}, {"_"})


def _fill_lines(plan: Plan, blocks: list[Block]) -> list[Block]:
    """Rules, which are lines and nothing else, where more lines are asked for than there are sentences."""
    missing = _missing_lines(plan, blocks)
    taken = {*plan.keyed("separator"), plan.parted_by}
    rule = next(rule for rule in RULES if rule not in taken)
    place = 1 if len(blocks) > 1 and not blocks[1].glued and blocks[0].kind not in LISTS else len(blocks)
    extra = [Block(RULE, [Slot("mark", phrases=[rule])]) for _ in range(max(0, missing))]
    return [*blocks[:place], *extra, *blocks[place:]]
