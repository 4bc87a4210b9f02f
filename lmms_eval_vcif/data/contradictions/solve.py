"""Facts against facts: every pair, or small group, of constraints that no response can satisfy together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from ...text import Text
from .ends import beginnings, endings, folded, lines
from .facts import (
    INFINITY,
    Ban,
    Bound,
    Count,
    End,
    Fact,
    Feature,
    Format,
    LineStart,
    Literal,
    Order,
    Ratio,
    Start,
)
from .quantities import Quantities

Facts = list[tuple[int, Fact]]
Literals = list[tuple[frozenset[int], Literal]]
Found = tuple[frozenset[int], str]

_COUNTED_PARTS = {"sentence": "sentences", "paragraph": "paragraphs", "line": "lines", "item": "list items"}
_BEGINS_LIKE = {
    "response": ("title", "first line"),
    "line": ("title", "headings", "first line", "item"),
    "sentence": ("item",),
}
"""The places whose texts begin as the parts of a kind do."""

PROSE = 20
"""Words (字) below which a text may be any list of names."""

WORD_SIZES = {"en": (3, 9), "zh": (1.03, 1.6)}
"""Characters for each word (字), marks counted, that are fewer and more than any prose has: in English about half and
twice the usual, in Chinese a text nearly without marks and one of many foreign names."""

_ONE_DOCUMENT = {frozenset({"json", "csv"}), frozenset({"json", "plain text"})}


def solve(facts: Facts, language: str) -> Iterator[Found]:
    """The constraints of each contradiction, by index, and what excludes what."""
    literals = [(frozenset({source}), literal) for source, literal in _of(facts, Literal)]
    quantities = Quantities()
    for source, bound in _of(facts, Bound):
        quantities.add(source, bound)
    documents = bool(_documents(facts))
    for quantity, value, sources, why in _size_of_literals(literals, language, documents):
        quantities.need(quantity, value, sources, why)
    _rows(quantities)
    items = [(source, Ratio("labelled items", "lines", 1)) for source, _ in _documents(facts)]  # without list marks
    _lists(facts, quantities)
    quantities.carry(_of(facts, Ratio) + items)
    literals += [*_repeated(_of(facts, Start), quantities), *_placed(facts)]
    yield from quantities.contradictions()
    yield from _odd_words(quantities, language)
    yield from _uneven_paragraphs(quantities)
    yield from _banned(literals, _of(facts, Count), _of(facts, Ban), documents)
    yield from _too_often(literals, _of(facts, Count))
    yield from _too_often_together(_of(facts, Start), _of(facts, Count))
    yield from beginnings(_of(facts, Start), language, documents)
    yield from lines(_of(facts, Start), _of(facts, LineStart), language)
    yield from endings(_of(facts, End), language)
    yield from _formats(facts, language)
    yield from _orders(_of(facts, Order))
    yield from _headed_orders(_of(facts, Order), _of(facts, Format), language)
    yield from _features(_of(facts, Feature))


def _of(facts: Facts, kind: type) -> list:
    return [(source, fact) for source, fact in facts if isinstance(fact, kind)]


def _documents(facts: Facts) -> list[tuple[int, Format]]:
    return [(source, found) for source, found in _of(facts, Format) if found.name in ("json", "csv")]


def _size_of_literals(
    literals: Literals, language: str, documents: bool
) -> Iterator[tuple[str, float, frozenset[int], str]]:
    """The words and characters that the texts need: what two texts share is counted once."""
    words, characters = _Needed(), _Needed()
    spaced = not Text("", language).han
    for sources, literal in literals:
        tokens = Text(literal.text, language).words
        if literal.place != "separator" and (literal.apart and not documents or not spaced or len(tokens) > 1):
            words.add(sources, Counter(token.casefold() for token in tokens), literal)
        characters.add(sources, Counter(c.casefold() for c in literal.text if c.isalnum()), literal)
    for name, needed in (("words", words), ("characters", characters)):
        if needed.most:
            yield name, needed.total, frozenset(needed.sources), f" for {needed.quoted}"


class _Needed:
    """How often each word or character is needed at least, over all texts."""

    def __init__(self) -> None:
        self.most: Counter[str] = Counter()
        self.sources: set[int] = set()
        self.texts: list[str] = []

    def add(self, sources: frozenset[int], counts: Counter[str], literal: Literal) -> None:
        needed = Counter({token: count * literal.times for token, count in counts.items()})
        if needed - self.most:
            self.most |= needed
            self.sources |= sources
            self.texts.append(literal.text)

    @property
    def total(self) -> int:
        return self.most.total()

    @property
    def quoted(self) -> str:
        return ", ".join(f"{text!r:.60}" for text in self.texts[:4]) + (" …" if len(self.texts) > 4 else "")


def _repeated(starts: list[tuple[int, Start]], quantities: Quantities) -> Iterator[tuple[frozenset[int], Literal]]:
    """What every part begins with stands there once for each part that is needed."""
    for source, start in starts:
        least = quantities.least.get(_COUNTED_PARTS.get(start.part, ""))
        if least is not None and len(start.texts) == 1:
            yield least.sources | {source}, Literal(start.texts[0], times=int(least.value), any_width=True)


def _placed(facts: Facts) -> Iterator[tuple[frozenset[int], Literal]]:
    """What parts begin or end with, as texts of the places that are such parts: a heading is a line, an item a
    sentence."""
    for source, start in _of(facts, Start):
        for place in _BEGINS_LIKE.get(start.part, ()) if len(start.texts) == 1 else ():
            yield frozenset({source}), Literal(start.texts[0], any_width=True, place=place)
    for source, end in _of(facts, End):
        if end.part in ("sentence", "paragraph"):
            yield frozenset({source}), Literal(end.text, any_width=True, place="item")


def _rows(quantities: Quantities) -> None:
    """Each row of a document is a sentence where there are sentences, and a paragraph where there are several."""
    for whole, rows, beyond in (("sentences", "sentences, if any", 0), ("paragraphs", "paragraphs, if several", 1)):
        least, each = quantities.least.get(whole), quantities.least.get(rows)
        if least is not None and each is not None and least.value > beyond:
            quantities.need(whole, each.value, each.sources | least.sources, " for its lines")
    least, (most, source) = quantities.least.get("lines"), quantities.most.get("lines without a fence", (INFINITY, 0))
    if least is not None and least.value > most:
        fenced = quantities.least["lines with a fence"]
        quantities.need("lines", fenced.value, least.sources | {source}, " in a code fence")


def _lists(facts: Facts, quantities: Quantities) -> None:
    """Items that have labels, or where nobody asks for JSON, are those of a list, not the elements of a document."""
    items = quantities.least.get("list items or JSON elements")
    labelled = next((source for source, start in _of(facts, Start) if start.part == "item"), None)
    if items is None:
        return
    if labelled is not None:
        quantities.need("list items", items.value, items.sources | {labelled}, " that are labelled")
        labels = quantities.least["labelled items"]
        quantities.need("list items", labels.value, items.sources | labels.sources, " that are labelled")
    elif not any(document.name == "json" for _, document in _of(facts, Format)):
        quantities.need("list items", items.value, items.sources, "")


def _odd_words(quantities: Quantities, language: str) -> Iterator[Found]:
    """So many characters in so few words, or so few in so many, that no text in the language has such words."""
    shortest, longest = WORD_SIZES["zh" if Text("", language).han else "en"]
    for many, few, times in (("characters", "words", longest), ("words", "characters", 1 / shortest)):
        least, (most, source) = quantities.least.get(many), quantities.most.get(few, (INFINITY, 0))
        words = least.value if least is not None and many == "words" else most
        if least is not None and least.value > times * most and words >= PROSE:
            yield least.sources | {source}, f"at least {least.value:g} {many}{least.why} in at most {most:g} {few}"


def _uneven_paragraphs(quantities: Quantities) -> Iterator[Found]:
    """Sentences of a size of which no number makes a paragraph of the size asked for."""
    units = ("words in each sentence", "words in each paragraph")
    if not all(unit in quantities.least and unit in quantities.most for unit in units):
        return
    (least, most), (low, high) = ((quantities.least[unit].value, quantities.most[unit][0]) for unit in units)
    if not any(count * least <= high and count * most >= low for count in range(1, int(high // least) + 1)):
        sources = frozenset.union(*(quantities.least[unit].sources | {quantities.most[unit][1]} for unit in units))
        yield sources, f"no number of sentences of {least:g} to {most:g} words makes a paragraph of {low:g} to {high:g}"


def _banned(
    literals: Literals, counts: list[tuple[int, Count]], bans: list[tuple[int, Ban]], documents: bool
) -> Iterator[Found]:
    """Texts that have to be there and hold what may not. The title of a document is its first line."""
    for source, ban in bans:
        place = "first line" if documents and ban.place == "title" else ban.place
        for other, literal in literals:
            if place in ("", literal.place) and all(ban.hits(form) for form in literal.forms()):
                yield other | {source}, f"{literal.text!r} is required, and no {_plural(ban.name)} allowed"
        for other, count in counts:
            if ban.characters and count.low > 0 and count.samples and all(map(ban.hits, count.samples)):
                yield frozenset({source, other}), f"{count.name} is required, and no {_plural(ban.name)} allowed"


def _plural(name: str) -> str:
    return f"{name} is" if name[0] == '"' or name.startswith("the ") else f"{name} are"


def _too_often(literals: Literals, counts: list[tuple[int, Count]]) -> Iterator[Found]:
    """Counts with a most, of which a required text or another count needs more."""
    for source, count in counts:
        if count.low > count.high:
            yield frozenset({source}), f"{count.name}: at least {count.low:g}, but at most {count.high:g}"
        if count.high == INFINITY:
            continue
        for other, literal in literals:
            needed = literal.times * min(map(count.count, literal.forms()))
            if needed > count.high:
                reason = f"{literal.text!r} brings {count.name} {needed} times, at most {count.high:g} are allowed"
                yield other | {source}, reason
        for other, needed in counts:
            if other != source and count.characters and needed.low > 0 and needed.samples:
                least = needed.low * min(map(count.count, needed.samples))
                if least > count.high:
                    yield (
                        frozenset({source, other}),
                        f"{count.name}: {least:g} are needed, at most {count.high:g} allowed",
                    )


def _too_often_together(starts: list[tuple[int, Start]], counts: list[tuple[int, Count]]) -> Iterator[Found]:
    """Parts that each begin with a text of their own, which bring more of what is counted than is allowed."""
    for source, start in starts:
        for other, count in counts:
            brought = sum(count.count(text) for text in start.texts)
            if len(start.texts) > 1 and count.characters and brought > count.high:
                reason = f"the texts at the beginnings bring {count.name} {brought} times, at most {count.high:g}"
                yield frozenset({source, other}), f"{reason} are allowed"


def _formats(facts: Facts, language: str) -> Iterator[Found]:
    """A document that is the whole response, against other documents and what its edges would have to be."""
    for (source, one), (other, second) in combinations(_of(facts, Format), 2):
        if frozenset({one.name, second.name}) in _ONE_DOCUMENT:
            yield frozenset({source, other}), f"the whole response would have to be {one.name} and {second.name}"
    for source, document in _documents(facts):
        begins = _of(facts, Start) + _of(facts, LineStart)
        for other, start in begins:
            text = start.text if isinstance(start, LineStart) else start.texts[0]
            if document.begins and text.strip()[:1] not in document.begins:
                yield frozenset({source, other}), f"{text!r} can't stand at the beginning of a line of {document.name}"
        for other, end in _of(facts, End):
            if end.part in ("response", "paragraph") and not document.may_end(folded(end.text, language).rstrip()):
                yield frozenset({source, other}), f"a {document.name} document can't end with {end.text!r}"


def _orders(orders: list[tuple[int, Order]]) -> Iterator[Found]:
    for (source, order), (other, second) in combinations(orders, 2):
        for before, after in combinations(order.phrases, 2):
            if {before, after} <= set(second.phrases) and second.phrases.index(before) > second.phrases.index(after):
                yield frozenset({source, other}), f"{before!r} before {after!r}, and the other way round"


def _headed_orders(
    orders: list[tuple[int, Order]], formats: list[tuple[int, Format]], language: str
) -> Iterator[Found]:
    """Phrases of which a later one stands in the first line of a document, and an earlier one does not."""
    for (source, order), (other, document) in product(orders, formats):
        head = Text(document.head, language)
        for before, after in combinations(order.phrases, 2):
            if head.find(after, ignore_case=True) and not head.find(before, ignore_case=True):
                yield frozenset({source, other}), f"{before!r} would have to stand before the first line"


def _features(features: list[tuple[int, Feature]]) -> Iterator[Found]:
    for (source, feature), (other, second) in combinations(features, 2):
        if feature.name == second.name and feature.value != second.value:
            yield frozenset({source, other}), f"{feature.name}: {feature.value}, and {second.value}"
