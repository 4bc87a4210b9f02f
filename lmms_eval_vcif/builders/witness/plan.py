"""What a set of constraints asks of a response, gathered before a word of it is written.

Planners (one per check, in `planners`) write their demands here; `layout` turns them into blocks and sentences. Counts
that the draft misses are corrected through `bias`: the check says what it counted, and the next draft aims that much
higher or lower. So a plan needs no second definition of what a word, a sentence or a paragraph is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .bank import language, traditional
from .boxes import Boxes

WIDTHS = dict(zip(",.!?;:()，。！？；：（）", "，。！？；：（）,.!?;:()", strict=True))
"""The mark of the other width, which is the same mark where marks are counted (the two full stops apart)."""

Metric = tuple[str, ...]
"""What is counted: ("words",), ("sentences",), ("mark", ","), ("heading", "2") …"""


class Infeasible(ValueError):
    """Demands that no response can meet together, as far as the plan can see."""


@dataclass(frozen=True)
class Span:
    """A range of counts, both ends included; `high` None is open."""

    low: int = 0
    high: int | None = None

    def __and__(self, other: Span) -> Span:
        high = min((h for h in (self.high, other.high) if h is not None), default=None)
        low = max(self.low, other.low)
        if high is not None and low > high:
            raise Infeasible(f"at least {low} and at most {high}")
        return Span(low, high)

    def nearest(self, value: int) -> int:
        """The value in the span that is nearest to `value`."""
        value = max(value, self.low)
        return value if self.high is None else min(value, self.high)

    def __contains__(self, value: int) -> bool:
        return self.nearest(value) == value

    def inside(self, value: int, margin: int) -> int:
        """Like `nearest`, but `margin` away from the ends where the span is wide enough."""
        if self.high is None:
            return max(value, self.low + margin)
        margin = min(margin, (self.high - self.low) // 2)
        return min(max(value, self.low + margin), self.high - margin)


FREE = Span()


@dataclass
class Phrase:
    """Words that must stand in the response. `unit` and `index` (1 is first, -1 last) say where."""

    text: str
    unit: str = ""
    index: int = 0
    bold: bool = False


Form = tuple[str | None, str | None, str | None]
"""How an answer is wrapped: the mark before it, the mark after it, or a pattern; a box where all are None."""


@dataclass
class Answer:
    """An answer to wrap: its content ("" where any will do), how often, and where it must stand ("last_line")."""

    content: str
    count: int
    position: str | None


@dataclass
class Plan:
    """All demands on one response. `language` is the response's; `spans` hold every counted demand by metric."""

    language: str
    rng: random.Random
    spans: dict[Metric, Span] = field(default_factory=dict)
    watched: dict[int, list[Metric]] = field(default_factory=dict)
    bias: Counter = field(default_factory=Counter)
    demand: int = 0
    variant: int = 0

    container: str = "prose"
    json_root: str = ""
    json_keys: list[str] = field(default_factory=list)
    boxes: Boxes | None = None
    columns: Sequence[str] | int | None = None
    delimiter: str = ","
    header: bool = True
    verbatim: str = ""

    title: tuple[str, str] | None = None
    tables: list[tuple[Sequence[str] | int | None, int]] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    elements: dict[str, int] = field(default_factory=dict)
    needs_items: bool = False
    list_allowed: bool = True
    least_paragraphs: int = 0
    least_sentences: int = 0
    inline_items: str = ""
    parted_by: str = ""
    postscripts: list[str] = field(default_factory=list)
    last_lines: list[str] = field(default_factory=list)
    answers: dict[Form, Answer] = field(default_factory=dict)
    second_language: str = ""
    language_asked: bool = False

    openings: list[str] = field(default_factory=list)
    closings: list[str] = field(default_factory=list)
    heads: dict[str, list[list[str]]] = field(default_factory=dict)
    tails: dict[str, list[list[str]]] = field(default_factory=dict)

    phrases: list[Phrase] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)
    forbidden_words: set[str] = field(default_factory=set)
    forbidden_parts: set[str] = field(default_factory=set)
    forbidden_marks: set[str] = field(default_factory=set)

    cases: dict[str, str] = field(default_factory=dict)
    recased: dict[str, str] = field(default_factory=dict)
    traditional: bool | None = None
    varied: bool = False
    max_repeats: int | None = None
    ratio: float = 0.0
    marked: bool = False
    plain: bool = False
    no_digits: bool = False
    full_width: bool = False
    decimals: int | None = None
    significant_digits: int | None = None
    scientific: int = 0
    inline_marks: dict[str, int] = field(default_factory=dict)

    def bound(self, metric: Metric, low: int | None, high: int | None) -> None:
        """Ask for a count within bounds (None: open), and let the check of the current demand correct it."""
        self.spans[metric] = self.span(metric) & Span(low or 0, high)
        self.watched.setdefault(self.demand, []).append(metric)

    def span(self, *metric: Any) -> Span:
        """The bounds on a metric, given as one tuple or as its parts; free where nothing was asked."""
        return self.spans.get(metric[0] if isinstance(metric[0], tuple) else metric, FREE)

    def keyed(self, kind: str) -> dict[str, Span]:
        """The bounds of every metric of a kind by its key: the marks, letters, headings or labels that are counted."""
        return {metric[1]: span for metric, span in self.spans.items() if metric[0] == kind and len(metric) > 1}

    def correct(self, observed: int) -> bool:
        """Take into the bias how far `observed`, the count of the current demand, is from its bounds.

        False where the demand has no count or the count is within them.
        """
        changed = False
        for metric in self.watched.get(self.demand, ()):
            missing = self.spans[metric].nearest(observed) - observed
            self.bias[metric] += missing
            changed = changed or missing != 0
        return changed

    def contain(self, kind: str) -> None:
        """Make the response one JSON document, one CSV document or one given text instead of prose."""
        if self.container not in ("prose", kind):
            raise Infeasible(f"{self.container} and {kind}")
        self.container = kind

    def element(self, name: str, count: int = 1) -> None:
        """Ask for a Markdown element at least `count` times."""
        self.elements[name] = max(count, self.elements.get(name, 0))

    def forbid(self, phrases: Iterable[str], as_characters: bool) -> None:
        """Keep phrases out of the words that fill the response."""
        for phrase in phrases:
            if as_characters or self.script == "zh":
                self.forbidden_parts.add(phrase.casefold())
            self.forbidden_words.update(phrase.casefold().split())

    def allows(self, word: str) -> bool:
        """Whether a word may fill the response."""
        folded = word.casefold()
        return not (
            folded in self.forbidden_words
            or any(
                part in folded or (self.script == "zh" and not set(part).isdisjoint(folded))
                for part in self.forbidden_parts
            )
            or any(span.high is not None and letter in folded for letter, span in self.keyed("letter").items())
            or any(span.high is not None and character in folded for character, span in self.keyed("hanzi").items())
        )

    @property
    def limited_marks(self) -> set[str]:
        """Marks that do not stand where they are not counted out: those forbidden and those with bounds."""
        return {
            fold
            for mark in (*self.forbidden_marks, *self.keyed("mark"), self.inline_items.strip())
            for fold in (mark, *WIDTHS.get(mark, ""))
        }

    @property
    def excluded_marks(self) -> set[str]:
        """Marks that may not stand anywhere, in both widths."""
        return {fold for mark in self.forbidden_marks for fold in (mark, *WIDTHS.get(mark, ""))}

    @property
    def fenced(self) -> bool:
        """Whether a document stands in a code fence."""
        return bool(self.codes) or bool(self.variant & 1)

    @property
    def sparse(self) -> bool:
        """Whether to do without function words."""
        return self.ratio > (0.5 if self.script == "zh" else 0.7)

    @property
    def headed(self) -> bool:
        """Whether titles, labels and the like stand in headings, which are neither sentences nor paragraphs."""
        units = ("sentence", "paragraph")
        asked = any(unit in place for unit in units for place in (self.heads, self.tails))
        asked = asked or any(
            self.span(name) != FREE for name in ("sentence_units", "paragraph_units", "paragraph_sentences")
        )
        return not self.plain and asked != bool(self.variant & 8)

    def answer(self, form: Form, content: str, count: int, position: str | None) -> None:
        """Ask for a wrapped answer; of one form there is one content."""
        there = self.answers.setdefault(form, Answer(content, count, position))
        if there.content and content and there.content != content:
            raise Infeasible(f"two answers in one wrapper, {there.content} and {content}")
        there.content = there.content or content
        there.count = max(there.count, count)
        there.position = there.position or position

    def name(self, index: int, code: str = "") -> str:
        """The name of a column or a key that nobody has named: a noun of the bank."""
        nouns = [word for word in language(code or self.script).roles["noun"] if self.allows(word)] or ["x"]
        name = nouns[index] if index < len(nouns) else f"{nouns[index % len(nouns)]}{index // len(nouns)}"
        return traditional(name) if self.traditional else name

    @property
    def script(self) -> str:
        """The part of the bank that the language takes its words from: zh or en."""
        return "zh" if self.base == "zh" else "en"

    @property
    def base(self) -> str:
        """The language without region or script: en, zh …"""
        return self.language.lower().partition("-")[0]


def columns_of_both(
    there: Sequence[str] | int | None, wanted: Sequence[str] | int | None
) -> Sequence[str] | int | None:
    """The columns that satisfy both. Raises Infeasible where they differ."""
    if there is None or wanted is None:
        found = there if wanted is None else wanted
        return list(found) if isinstance(found, (list, tuple)) else found
    counts = [columns if isinstance(columns, int) else len(columns) for columns in (there, wanted)]
    named = [list(columns) for columns in (there, wanted) if not isinstance(columns, int)]
    if counts[0] != counts[1] or len(named) == 2 and named[0] != named[1]:
        raise Infeasible(f"the columns {there!r} and {wanted!r}")
    return named[0] if named else wanted
