"""How long a response is: words, sentences, paragraphs, lines, characters and items, held against bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from ..records import Verdict
from ..text import Text, fold_width
from . import structured
from ._bounds import each_within, within
from ._json import read_json

_NOUNS = {"sentence": "sentences", "paragraph": "paragraphs", "item": "list items"}
_STOPPED = regex.compile(r"[.!?。！？．…]['\"”’」』)）\]】]*$")
_MARKS = regex.compile(r"[\p{P}]")
_CLUSTER = regex.compile(r"[\U0001f1e6-\U0001f1ff]{2}|\X")  # \X alone is quadratic in a run of flags
_COMBINING = regex.compile(r"\P{Grapheme_Cluster_Break=Other}")
_CONTENT = regex.compile(r"[^\s\p{P}]")
_BLANK_LINE = regex.compile(r"\n[^\S\n]*\n")


def word_count(text: Text, *, min: int | None = None, max: int | None = None, scope: str = "response") -> Verdict:
    """Words (Chinese: 字) of the response, or of every sentence, paragraph or top-level item, within the bounds."""
    if scope != "response":
        counts = [len(text.words_in(part)) for part in _parts(text, scope)]
        return each_within(counts, min, max, text.unit, _NOUNS[scope])
    count = len(text.words)
    return within(count, min, max, text.unit, _other_word_counts(text, count))


def sentence_count(text: Text, *, min: int | None = None, max: int | None = None, scope: str = "response") -> Verdict:
    """Sentences of the response, or of every paragraph or top-level item, within the bounds."""
    if scope != "response":
        counts = [len(text.sentences_in(part)) for part in _parts(text, scope)]
        return each_within(counts, min, max, "sentences", _NOUNS[scope])
    count = len(text.sentences)
    loose = [s for s in text.segments if s.kind in ("item", "title") and s.counted]
    unstopped = sum(1 for segment in loose if not _STOPPED.search(segment.text))
    others = [
        (len(text.segments), "headings, table rows and code count"),
        (count - unstopped, "titles and list items without a stop do not count"),
    ]
    return within(count, min, max, "sentences", others)


def paragraph_count(
    text: Text, *, min: int | None = None, max: int | None = None, separator: str | None = None
) -> Verdict:
    """Paragraphs within the bounds, parted by blank lines, or by `separator` where one is given."""
    if separator is not None:
        return within(len(text.paragraphs_by(separator)), min, max, "paragraphs")
    count = len(text.paragraphs)
    by_lines = count > 1 and _BLANK_LINE.search(text.source) is None
    return within(count, min, max, "paragraphs", [(1, "only a blank line parts paragraphs")] if by_lines else ())


def line_count(text: Text, *, min: int | None = None, max: int | None = None) -> Verdict:
    """Lines that are not blank, within the bounds."""
    return within(len(text.lines), min, max, "lines")


def character_count(text: Text, *, min: int | None = None, max: int | None = None) -> Verdict:
    """Characters other than white space, without Markdown marks, within the bounds.

    A character is what a reader sees as one: a letter with its accents, an emoji with its skin tone.
    """
    others = [(_visible(text.source), "Markdown and list marks count")] if text.plain != text.source else ()
    return within(_visible(text.plain), min, max, "characters", others)


def item_count(
    text: Text, *, min: int | None = None, max: int | None = None, kind: str = "any", separator: str | None = None
) -> Verdict:
    """Items within the bounds: list items of a kind, elements of a JSON document, records of a CSV, or what `separator`
    parts in running text (`kind` is then of no effect)."""
    if separator is not None:
        return within(_enumerated(text.source, separator), min, max, "items")
    if kind == "json":
        elements = _json_elements(text)
        if elements is None:
            return Verdict(False, None, structured.json(text).reason)
        return within(elements, min, max, "elements")
    if kind == "csv_rows":
        table = structured.csv(text)
        if table.observed is None or table.observed["columns"] < 2:
            return Verdict(False, None, table.reason)
        return within(table.observed["rows"], min, max, "records")
    items = text.items if kind == "any" else text.bullets if kind == "bullet" else text.numbered
    if kind == "any" and not items:
        return _count_without_list(text, min, max)
    noun = "list items" if kind == "any" else f"{kind} items"
    return within(len(items), min, max, noun, [(_with_children(items), "sub-items count")])


def _count_without_list(text: Text, min: int | None, max: int | None) -> Verdict:
    """The items of a response that holds no list: the elements of a JSON document, or none."""
    elements = _json_elements(text)
    if elements is not None:
        return within(elements, min, max, "elements")
    return within(0, min, max, "list items", [(len(text.lines), "each line is an item without a mark")])


def _parts(text: Text, scope: str) -> Sequence[str]:
    """The source of each sentence, paragraph or top-level list item."""
    if scope == "sentence":
        return text.sentences
    if scope == "paragraph":
        return text.paragraphs
    return [item.source for item in text.items]


def _other_word_counts(text: Text, count: int) -> Iterator[tuple[int, str]]:
    """What careful readers would count instead of `count`, and how they read."""
    if not text.han:
        if "/" in text.plain:
            slashes = sum(word.count("/") for word in text.words if "://" not in word and word[0] != "/")
            yield count + slashes, "words joined by a slash are parted"
        return
    yield count + len(_MARKS.findall(text.plain)), "punctuation counts"
    digits = sum(sum(map(str.isdecimal, unit)) - 1 for unit in text.words if unit[0].isdecimal())
    yield count + digits, "each digit counts"


def _visible(text: str) -> int:
    """Characters other than white space, as a reader sees them (extended grapheme clusters)."""
    parts = text.split()
    if text.isascii() or not any(map(_COMBINING.search, parts)):
        return sum(map(len, parts))
    return sum(len(_CLUSTER.findall(part)) for part in parts)


def _enumerated(source: str, separator: str) -> int:
    """The items that `separator` parts: stretches that hold more than punctuation.

    Width does not matter, and a separator between two digits, as in 1,500, parts nothing.
    """
    mark = fold_width(separator).strip() or separator
    pattern = regex.compile(rf"(?<!\d){regex.escape(mark)}|{regex.escape(mark)}(?!\d)")
    return sum(1 for part in pattern.split(fold_width(source)) if _CONTENT.search(part))


def _with_children(items: Sequence) -> int:
    """The number of items with all their sub-items."""
    waiting, count = list(items), 0
    while waiting:
        count += 1
        waiting.extend(waiting.pop().children)
    return count


def _json_elements(text: Text) -> int | None:
    """How many elements the JSON document has: those of its array, of its only array member, or else its members."""
    try:
        value, _ = read_json(text.source)
    except ValueError:
        return None
    if isinstance(value, dict):
        arrays = [member for member in value.values() if isinstance(member, list)]
        value = arrays[0] if len(arrays) == 1 else value
    return len(value) if isinstance(value, (dict, list)) else None
