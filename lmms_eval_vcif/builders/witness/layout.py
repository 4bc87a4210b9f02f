"""From a plan's counts to blocks with empty slots: how many paragraphs, sentences, items and lines there are."""

from __future__ import annotations

from collections.abc import Sequence

from .answers import box_texts, final_lines
from .arrange import arrange, joins_title
from .blocks import CODE, HEADING, LINE, LISTS, NUMBERED, PROSE, QUOTE, TABLE, TITLE, Block, Slot
from .numbers import split
from .plan import FREE, Infeasible, Plan, Span

PARAGRAPHS = 2
SENTENCES = 3
ITEMS = 3
MOST = 400
USUAL = {"en": 10, "zh": 16}
LONGEST = {"en": 24, "zh": 40}
CHARACTERS = {"en": 5.1, "zh": 1.12}


def layout(plan: Plan) -> list[Block]:
    """The blocks of a prose response in order, with as many slots as the plan's counts ask for."""
    front, body, end = _front(plan), _body(plan), _end(plan)
    glue = glues(plan) and any(block.kind != HEADING for block in body)
    for block in body:
        block.glued = glue and block.kind != HEADING
    sizes = _prose(plan, front + body + end, glue)
    prose = [Block(PROSE, [Slot() for _ in range(size)]) for size in sizes]
    if plan.second_language and len(prose) > 1:
        prose[_second_place(plan, len(prose))].language = plan.second_language
    return arrange(plan, front, prose, body, end)


def _second_place(plan: Plan, paragraphs: int) -> int:
    """The paragraph that is in the second language: not one that a fixed text in the first opens or closes."""
    if not plan.closings:
        return paragraphs - 1
    return 0 if not plan.openings else paragraphs - 2


def glues(plan: Plan) -> bool:
    """Whether lists and tables follow their paragraph without a blank line, and are a part of it."""
    wanted = "paragraph" in plan.heads or "paragraph" in plan.tails or plan.span("paragraph_units") != FREE
    few = plan.span("paragraphs").high is not None and plan.span("paragraphs").high < 3
    return (wanted or few) != bool(plan.variant & 1)


def shifted(plan: Plan, *metric: str) -> Span:
    """The bounds on a metric, moved by what earlier drafts missed."""
    span, bias = plan.span(*metric), plan.bias[metric]
    return Span(max(0, span.low + bias), None if span.high is None else max(0, span.high + bias))


def target(plan: Plan, usual: int, *metric: str) -> int:
    """The count to aim at: the usual one as far as the bounds allow, moved by what earlier drafts missed."""
    return max(0, plan.span(*metric).nearest(usual) + plan.bias[metric])


def _front(plan: Plan) -> list[Block]:
    if plan.title is None:
        return []
    return [
        Block(
            TITLE,
            [Slot("title", units=plan.span("sentence_units").nearest(3))],
            attrs={"marks": plan.title, "heading": plan.headed},
        )
    ]


def _body(plan: Plan) -> list[Block]:
    """Headings, lists, tables, code and quotes, as far as they are asked for."""
    blocks = _headings(plan)
    for kind in LISTS:
        count = _items(plan, kind)
        lists = max(1, plan.elements.get("bullet_list" if kind == "bullets" else "numbered_list", 0))
        each = plan.span("item_sentences").nearest(1)
        for index, size in enumerate(split(max(count, lists), lists) if count else ()):
            blocks.append(Block(kind, [Slot("item", sentences=each) for _ in range(size)], attrs={"index": index}))
    blocks += _tables(plan)
    blocks += [Block(CODE, [Slot("code", units=2)], attrs={"language": code}) for code in plan.codes]
    return blocks + [Block(QUOTE, [Slot()]) for _ in range(plan.elements.get("quote", 0))]


def _headings(plan: Plan) -> list[Block]:
    levels: list[int] = []
    wanted = plan.keyed("heading")
    for level in sorted(wanted, reverse=True):
        if level:
            levels += [int(level)] * target(plan, 1, "heading", level)
    usual = max(plan.elements.get("heading", 0), 1 if "" in wanted else 0)
    other = next(level for level in (2, 3, 4) if str(level) not in wanted)
    levels += [other] * (target(plan, usual, "heading", "") - len(levels))
    rest = 0 if levels or plan.plain else max(_beside(plan, "paragraph_units"), _beside(plan, "sentence_units"))
    levels += [other] * (rest > 0)
    usual = 1 if plan.span("capitals").high == 1 else 2
    return [Block(HEADING, [Slot("heading", units=rest or usual)], attrs={"level": level}) for level in levels]


def _beside(plan: Plan, part: str) -> int:
    """The words that are too many for some paragraphs or sentences and too few for one more; 0 where there are none."""
    words, each = plan.span("words"), plan.span(part)
    if words.high is None or not each.low or each.high is None:
        return 0
    return max(0, words.low - words.high // each.low * each.high)


def _tables(plan: Plan) -> list[Block]:
    tables = [*plan.tables, *[(None, 1)] * (plan.elements.get("table", 0) - len(plan.tables))]
    return [_table(plan, columns, rows) for columns, rows in tables]


def _table(plan: Plan, columns: Sequence[str] | int | None, rows: int) -> Block:
    attrs = {"columns": column_names(plan, columns), "named": not (columns is None or isinstance(columns, int))}
    return Block(TABLE, [Slot("cell", units=1) for _ in range(rows * len(attrs["columns"]))], attrs=attrs)


def column_names(plan: Plan, columns: object) -> list[str]:
    """The names in a table's header; names from the bank where only their number is asked for."""
    if columns is None or isinstance(columns, int):
        return [plan.name(index) for index in range(columns or 2)]
    return list(columns)


def _items(plan: Plan, kind: str) -> int:
    """How many items the list of a kind has; 0 where no list is asked for."""
    own, anything = ("items", kind), ("items", "any")
    missing = _missing_items(plan, kind)
    if missing:
        return missing
    if plan.no_digits and plan.script == "en" and kind == NUMBERED and not plan.span(own).low:
        return 0
    wanted = own in plan.spans or f"{kind.rstrip('s')}_list" in plan.elements
    others = [("items", other) for other in LISTS if other != kind]
    alone = not any(other in plan.spans for other in others) and "numbered_list" not in plan.elements
    if kind == _usual_list(plan) and alone and (plan.needs_items or plan.spans.get(anything, FREE).low):
        wanted = True
    if not wanted:
        return 0
    span = plan.span(own)
    if alone and not _missing_items(plan, LISTS[kind == LISTS[0]]):
        span = span & plan.span(anything)
    if not glues(plan):
        span = Span(span.low, span.high) if plan.span("paragraph_sentences") == FREE else _soft(span, plan)
    return max(0, span.nearest(_usual_items(plan)) + plan.bias[own] + plan.bias[anything])


def _usual_items(plan: Plan) -> int:
    """Fewer items where sentences are few, as every item is one, and a paragraph needs one too."""
    most = plan.span("sentences").high
    return ITEMS if most is None else max(1, min(ITEMS, (most - 1) // 2))


def _missing_items(plan: Plan, kind: str) -> int:
    """The items that a list of the other kind may not have, where more are asked for of any kind."""
    own, other = (("items", kind), ("items", LISTS[kind == LISTS[0]]))
    high = plan.span(other).high
    if own in plan.spans or other not in plan.spans or high is None:
        return 0
    return max(0, plan.span("items", "any").low - high)


def _soft(span: Span, plan: Plan) -> Span:
    """The items of a list that is a paragraph for itself are its sentences."""
    each = plan.span("paragraph_sentences")
    low = max(span.low, each.low)
    high = min((h for h in (span.high, each.high) if h is not None), default=None)
    return Span(low, None if high is None else max(low, high))


def _usual_list(plan: Plan) -> str:
    return LISTS[0] if ("items", LISTS[1]) not in plan.spans else LISTS[1]


def _end(plan: Plan) -> list[Block]:
    lines = final_lines(plan)
    if plan.full_width:
        lines = [*box_texts(plan), *lines]
    blocks = [Block(LINE, [Slot("line", phrases=[line])]) for line in lines]
    if plan.headed:
        blocks = [Block(HEADING, block.slots, attrs={"level": 2}) for block in blocks]
    if len(plan.postscripts) == 1 and plan.headed:
        heading = Block(HEADING, [Slot("heading", head=plan.postscripts[0])], attrs={"level": 2})
        return [heading, Block(PROSE, [Slot()]), *blocks]
    blocks = [*(Block(PROSE, [Slot("postscript", head=marker)]) for marker in plan.postscripts), *blocks]
    for block in blocks[1:] if plan.postscripts else ():
        block.glued = True
    return blocks


def _prose(plan: Plan, fixed: list[Block], glue: bool) -> list[int]:
    """The number of sentences of each paragraph of prose."""
    paragraphs, lines = shifted(plan, "paragraphs"), shifted(plan, "lines")
    there = sum(1 for block in fixed if block.is_paragraph) - joins_title(plan)
    taken = sum(block.lines() for block in fixed)
    least = max(0, paragraphs.low - there, plan.least_paragraphs - there, 1 if glue or joins_title(plan) else 0)
    most = MOST if paragraphs.high is None else paragraphs.high - there
    if lines.high is not None:
        most = min(most, lines.high - taken)
    if least > most or (most <= 0 and not fixed):
        raise Infeasible("more blocks than paragraphs or lines")
    usual = PARAGRAPHS if not there or (plan.openings and plan.closings) else 1
    if lines.low:
        usual = max(usual, min(6, (lines.low - taken + 1) // 2))
    usual = max(usual, min(8, sum(target(plan, 1, "label", label) for label in plan.keyed("label"))))
    usual = max(usual, min(8, 1 + sum(target(plan, 1, "separator", text) for text in plan.keyed("separator"))))
    usual = max(usual, min(8, target(plan, 1, "parts") if plan.parted_by else 1))
    if plan.second_language:
        usual = max(2, usual)
    least = max(least, (3 if plan.openings and plan.closings else 2) if plan.second_language else 0)
    for count in sorted(range(least, min(most, least + 60) + 1), key=lambda count: (abs(count - usual), count)):
        sizes = _sentences(plan, fixed, count)
        if sizes is not None:
            return sizes
    raise Infeasible("no number of paragraphs fits the sentences")


def _sentences(plan: Plan, fixed: list[Block], paragraphs: int) -> list[int] | None:
    """The sizes of so many paragraphs, None where the counts of sentences and words can't be met with them."""
    there = sum(
        slot.sentences for block in fixed if block.kind in (*LISTS, PROSE, TITLE, LINE, QUOTE) for slot in block.slots
    )
    glued = sum(
        slot.sentences for block in fixed if block.glued and block.kind in (*LISTS, QUOTE) for slot in block.slots
    )
    each, span = plan.span("paragraph_sentences"), shifted(plan, "sentences")
    least = max(paragraphs * max(1, each.low) - glued, paragraphs, span.low - there, plan.least_sentences - there)
    most = MOST * 10 if span.high is None else span.high - there
    if each.high is not None:
        most = min(most, paragraphs * each.high - glued)
    if paragraphs == 0:
        return [] if least <= 0 and fixed else None
    if least > most:
        return None
    words, per = word_span(plan), plan.span("paragraph_units")
    beside = sum(slot.units for block in fixed if block.kind == HEADING for slot in block.slots)
    room = MOST**2 if words.high is None else words.high
    if paragraphs * (per.high or words.low) + beside < words.low or room < paragraphs * max(1, per.low):
        return None
    wanted, low, high = _suggested(plan, fixed, paragraphs, there)
    most = min(most, max(high, least))
    return split(max(least, min(max(wanted, low), most)), paragraphs)


def _suggested(plan: Plan, fixed: list[Block], paragraphs: int, there: int) -> tuple[int, int, int]:
    """How many sentences the counts of words, lines and stops suggest: the wanted number, the least and the most."""
    words, each = word_span(plan), plan.span("sentence_units")
    usual = each.nearest(USUAL[plan.script])
    longest = each.high if each.high is not None else max(LONGEST[plan.script], each.low)
    per = plan.span("paragraph_units")
    wanted = paragraphs * (SENTENCES if per == FREE else max(1, per.inside(SENTENCES * usual, 2) // usual))
    if words != FREE:
        wanted = max(1, words.inside((wanted + there) * usual, words.low // 20) // usual - there)
    low = max(-(-words.low // max(1, longest)) - there, paragraphs * -(-per.low // max(1, longest)))
    high = MOST * 10 if words.high is None else words.high // max(1, each.low) - there
    lines = shifted(plan, "lines").low - sum(block.lines() for block in fixed)
    return wanted, max(low, lines, counted_stops(plan) - there, 1), max(high, 1)


def counted_stops(plan: Plan) -> int:
    """The sentences that are needed to carry the counted stops."""
    return sum(span.low for mark, span in plan.keyed("mark").items() if mark in ".!?。！？")


def word_span(plan: Plan) -> Span:
    """The bounds on words, or, without any, what the bounds on characters come to."""
    words, characters = shifted(plan, "words"), shifted(plan, "characters")
    if characters == FREE:
        return words
    rate = sum(CHARACTERS.values()) / 2 if plan.second_language else CHARACTERS[plan.script]
    low = words.nearest(round(characters.low / rate))
    high = None if characters.high is None else max(low, words.nearest(round(characters.high / rate)))
    return Span(low, words.high if high is None else high)
