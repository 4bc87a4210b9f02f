"""Responses that are one JSON or CSV document: its slots, and how they are written."""

from __future__ import annotations

import json

from .answers import final_lines
from .arrange import label_slots
from .blocks import CSV, JSON, Block, Slot, parted
from .decorate import in_case
from .dress import suffix
from .layout import column_names, counted_stops, shifted, target
from .numbers import split
from .plan import FREE, WIDTHS, Infeasible, Plan, Span

MEMBERS = 2
ROWS = 2


def blocks(plan: Plan) -> list[Block]:
    """The document as one block: a slot for each value or field."""
    block = _json(plan) if plan.container == "json" else _csv(plan)
    plan.inline_marks = {text: target(plan, 1, "separator", text) for text in plan.keyed("separator")}
    if plan.parted_by:
        plan.inline_marks[plan.parted_by] = max(0, target(plan, 2, "parts") - 1)
    for text in final_lines(plan):
        block.slots[-1].tail = suffix(block.slots[-1].tail, text)
        block.slots[-1].final = True
    return [block]


def write(plan: Plan, blocks: list[Block]) -> str:
    """The document as text, in a code fence where a code block is asked for."""
    text = _json_text(plan, blocks[0]) if plan.container == "json" else _csv_text(plan, blocks[0])
    if len(plan.codes) > 1:
        raise Infeasible("one document in two code blocks")
    return f"```{''.join(plan.codes) or plan.container}\n{text}\n```" if plan.fenced else text


def joins_members(plan: Plan) -> bool:
    """Whether the members of a JSON document stand on one line, and are one sentence: each ends with a comma otherwise,
    and boxes are a sentence of their own."""
    sized = bool(boxes_inside(plan)) and plan.span("sentence_units") != FREE
    apart = plan.script == "zh" or _is_array(plan, FREE)
    return apart and ("sentence" in plan.tails or sized)


def _fence_lines(plan: Plan) -> int:
    return 2 if plan.fenced else 0


def _json(plan: Plan) -> Block:
    keys = _in_order(plan)
    items = plan.span("members") & plan.span("items", "any")
    as_array = _is_array(plan, items)
    count = 1 if as_array else max(len(keys), 1)
    if plan.excluded_marks & set(","):
        items = items & Span(0, 1)
    if items != FREE:
        boxes = boxes_inside(plan)
        count = max(count, MEMBERS) + (len(boxes[0]) if len(boxes) == 1 else 0)
        count = items.nearest(count) + plan.bias[("members",)] + plan.bias[("items", "any")]
        count = max(1, count - (len(boxes[0]) if len(boxes) == 1 else 0))
    else:
        free = shifted(plan, "lines").low - 2 - _fence_lines(plan)
        short = bool(boxes_inside(plan)) and plan.span("sentence_units").high is not None
        count = max(count, free, _paragraphs(plan), 1 if keys or short else MEMBERS)
        count += bool(plan.second_language)
        count = max(count, plan.least_sentences) if as_array or plan.script == "zh" else count
    if as_array:
        block = _values(plan, count * max(1, len(keys)), {"keys": keys, "array": True})
        block.slots[-1].language = plan.second_language if len(block.slots) > 1 else ""
        return block
    listed = items.nearest(MEMBERS) + plan.bias[("items", "any")] if count < len(keys) else 0
    keys += [plan.name(index) for index in range(count - len(keys))]
    block = _values(plan, len(keys), {"keys": keys, "array": False, "listed": listed})
    if plan.second_language and len(keys) > len(plan.json_keys):
        block.slots[-1].language = plan.second_language
        keys[-1] = plan.name(len(keys), plan.second_language)
    return block


def _in_order(plan: Plan) -> list[str]:
    """The keys asked for, those last that have a place in an order of phrases, with one for the phrases before them."""
    free = [key for key in plan.json_keys if key not in plan.ordered]
    placed = sorted((key for key in plan.json_keys if key in plan.ordered), key=plan.ordered.index)
    return [*(free or ([plan.name(0)] if placed else [])), *placed]


def _is_array(plan: Plan, items: Span) -> bool:
    """Whether a JSON document is an array: where that is asked for, or an object has no place or may not be written."""
    if plan.json_root:
        return plan.json_root == "array"
    few = items.high is not None and items.high < len(plan.json_keys)
    return few or (not plan.json_keys and not plan.excluded_marks.isdisjoint('":'))


def boxes_inside(plan: Plan) -> list[dict]:
    """The boxes that are members or elements of a JSON document."""
    return plan.boxes.values() if plan.boxes is not None and plan.boxes.layout == "json" else []


def _values(plan: Plan, count: int, attrs: dict) -> Block:
    """A block of `count` values that hold as many sentences together as asked for.

    In English a document is one sentence but for the stops inside its values: those of the first are enough.
    """
    wanted = max(target(plan, count, "sentences"), counted_stops(plan), count)
    shares = split(wanted, count)
    if plan.script == "en" and plan.least_sentences > 1 and not attrs["array"]:
        shares[0] = max(shares[0], plan.least_sentences)
    return Block(JSON, [Slot("value", sentences=share) for share in shares], attrs=attrs)


def _csv(plan: Plan) -> Block:
    columns = column_names(plan, plan.columns)
    free = not isinstance(plan.columns, list)
    named = (
        [Slot("value", units=1) if free else Slot("name", phrases=[name]) for name in columns] if plan.header else []
    )
    rows = _rows(plan)
    cells = rows * len(columns)
    inside = max(0, shifted(plan, "sentences").low, counted_stops(plan)) - rows - plan.header
    shares = split(cells + max(0, inside), cells)
    values = [Slot("value", sentences=share) for share in shares]
    joined = _joined_rows(plan, rows) if plan.script == "en" and not free and plan.header else 0
    attrs = {
        "width": len(columns),
        "lines_are_paragraphs": plan.script == "zh" and not plan.fenced,
        "joined_rows": joined,
        "one_sentence": joined == rows,
    }
    block = Block(CSV, named + values, attrs=attrs)
    if plan.title is not None and named:
        named[0].head, named[-1].tail = plan.title
    starts = block.slots[len(named) :: len(columns)]
    label_slots(plan, starts)
    for slot, marker in zip(starts[-len(plan.postscripts) :], plan.postscripts, strict=False):
        slot.head = marker
    if plan.second_language:
        for slot in block.slots[-len(columns) :]:
            slot.language = plan.second_language
    return block


def _joined_rows(plan: Plan, rows: int) -> int:
    """The rows that begin in lower case and so go on with the sentence that the header begins."""
    by_sentence = "sentence" in plan.tails or plan.span("sentence_units") != FREE
    by_sentence = by_sentence or any(phrase.unit == "sentence" for phrase in plan.phrases)
    if by_sentence != bool(plan.variant & 8):
        return rows
    high = plan.span("sentences").high
    return 0 if high is None else max(0, min(rows, rows + 1 - high))


def _rows(plan: Plan) -> int:
    """The number of data rows: each is a line, and reads as a sentence."""
    wanted = plan.span("rows")
    usual = max([ROWS, *(target(plan, 2, "label", label) for label in plan.keyed("label"))])
    lines, sentences = shifted(plan, "lines"), shifted(plan, "sentences")
    parts = plan.span("items", "any") if "item" in plan.heads else FREE
    paragraphs = FREE
    if plan.script == "zh" and not plan.fenced:
        paragraphs = shifted(plan, "paragraphs") & Span(plan.least_paragraphs)
    if plan.script == "en" and isinstance(plan.columns, list):
        sentences = Span(sentences.low)  # rows in lower case are no sentences of their own
    for span, extra in (
        (lines, plan.header + _fence_lines(plan)),
        (sentences, plan.header),
        (parts, plan.header),
        (paragraphs, plan.header),
        (_delimited(plan), plan.header),
    ):
        if span != FREE:
            usual = max(1, span.nearest(usual + extra) - extra)
            low = max(1, span.low - extra) if span is not sentences else 1
            wanted = wanted & Span(low, None if span.high is None else max(1, span.high - extra))
    return max(1, wanted.nearest(usual) + plan.bias[("rows",)])


def _delimited(plan: Plan) -> Span:
    """The lines of CSV that the number of its delimiters allows, where they are counted."""
    marks = (plan.delimiter, *WIDTHS.get(plan.delimiter, ""))
    high = next((span.high for mark, span in plan.keyed("mark").items() if mark in marks), None)
    width = plan.columns if isinstance(plan.columns, int) else len(plan.columns or "ab")
    return FREE if high is None else Span(0, high // (width - 1))


def _texts(plan: Plan, block: Block) -> list[str]:
    case = plan.cases.get("response", "")
    spaced = {
        language: not (language or plan.language).startswith("zh") for language in {s.language for s in block.slots}
    }
    return [in_case(slot.text(spaced[slot.language]), case) for slot in block.slots]


def _json_text(plan: Plan, block: Block) -> str:
    texts, keys = _texts(plan, block), block.attrs["keys"]
    case = plan.cases.get("keys") or plan.cases.get("response", "")
    keys = [key if key in plan.json_keys else in_case(key, case) for key in keys]
    boxes = boxes_inside(plan)
    if len(boxes) > 1:
        return _document(plan, "[", [json.dumps(box, ensure_ascii=False) for box in boxes], "]")
    if block.attrs["array"]:
        elements = texts
        if '"' in plan.excluded_marks:
            elements = [plan.rng.randint(1, 99) for _ in texts]
        elif keys:
            elements = [dict(zip(keys, texts[i : i + len(keys)], strict=True)) for i in range(0, len(texts), len(keys))]
        return _document(plan, "[", [json.dumps(element, ensure_ascii=False) for element in elements], "]")
    texts += [plan.name(index) for index in range(block.attrs["listed"] - 1)]
    box, values = boxes[0] if boxes else {}, dict(zip(keys, texts, strict=False))
    if block.attrs["listed"]:  # of an object with one array, the elements of that are counted
        values[keys[0]] = [values[keys[0]], *texts[len(keys) :]]
    elif sum(isinstance(member, list) for member in box.values()) == 1 and plan.span("items", "any") != FREE:
        values[keys[0]] = [values[keys[0]]]
    members = box | values if final_lines(plan) or "sentence" in plan.tails else values | box
    pairs = [f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v, ensure_ascii=False)}" for k, v in members.items()]
    return _document(plan, "{", pairs, "}")


def _document(plan: Plan, start: str, members: list[str], end: str) -> str:
    """A JSON document on as many lines, in as many paragraphs, as asked for: white space between members is free."""
    members = [*(f"{member}," for member in members[:-1]), *members[-1:]]
    paragraphs = _paragraphs(plan)
    if paragraphs > 1:
        parts = [" ".join(part) for part in parted(members, paragraphs)]
        return "\n\n".join([start + parts[0], *parts[1:-1], parts[-1] + end])
    tokens, fence = [start, *members, end], _fence_lines(plan)
    if joins_members(plan):
        return f"{start}\n  {' '.join(members)}\n{end}"
    lines = 1 if final_lines(plan) else len(tokens)
    lines = shifted(plan, "lines").nearest(lines + fence) - fence
    if plan.script == "zh":
        lines = _paragraph_lines(plan, lines)
    text = start
    for index, token in enumerate(tokens[1:], 1):
        is_member = index < len(tokens) - 1
        if index < lines:
            text += "\n" + ("  " if is_member else "") + token
        else:
            text += (" " if is_member and index > 1 else "") + token
    return text


def _paragraph_lines(plan: Plan, lines: int) -> int:
    """The lines of a document in Chinese, each of which is a paragraph where there is no blank line."""
    if plan.span("paragraph_units") != FREE or any(phrase.unit == "paragraph" for phrase in plan.phrases):
        return 1
    high = shifted(plan, "paragraphs").high
    return lines if high is None else min(lines, high)


def _paragraphs(plan: Plan) -> int:
    """The paragraphs of a JSON document, which blank lines between its members part."""
    return max(target(plan, 1, "paragraphs"), plan.least_paragraphs if plan.second_language == "" else 1)


def _csv_text(plan: Plan, block: Block) -> str:
    texts, width = _texts(plan, block), block.attrs["width"]
    texts = [slot.phrases[0] if slot.kind == "name" else text for slot, text in zip(block.slots, texts, strict=True)]
    case = plan.cases.get("title") or plan.cases.get("first_line") or ""
    lines = []
    for i in range(0, len(texts), width):
        named = block.slots[i].kind == "name"
        row = [text if named or i else in_case(text, case) for text in texts[i : i + width]]
        if 0 < i <= block.attrs["joined_rows"] * width:
            row[0] = row[0][:1].lower() + row[0][1:]
        lines.append(_line(plan, block.slots[i].head, row))
    return "\n".join(lines)


def _line(plan: Plan, head: str, row: list[str]) -> str:
    """A row as a line. A text at its beginning that holds delimiters is fields of its own, for as many others."""
    taken = head.count(plan.delimiter)
    if not taken or not row[0].startswith(head):
        return plan.delimiter.join(_field(plan, text) for text in row)
    if taken >= len(row):
        raise Infeasible(f"{head!r} is more fields than a row has")
    rest = row[0][len(head) :].strip()
    return head + plan.delimiter.join(_field(plan, text) for text in [rest, *row[1 + taken :]])


def _field(plan: Plan, text: str) -> str:
    if plan.delimiter in text or '"' in text or "\n" in text:
        return '"' + text.replace('"', '""') + '"'
    return text
