"""Facts of the structured and markup families: documents that are the whole response, and elements of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...text import Text
from .facts import INFINITY, Ban, Bound, Count, End, Fact, Feature, Format, LineStart, Literal, Start

_BLOCKS = (
    "titles",
    "headings",
    "headings or bold lines",
    "tables",
    "quotes",
    "bullets",
    "numbered items",
    "list items",
)
"""What stands on lines of its own, which JSON and CSV leave no room for."""

_MARKED = ("headings", "headings or bold lines", "bold passages", "italic passages", "tables", "quotes", "links")
"""What plain text does without, code apart."""

_ELEMENTS = {
    "heading": "headings",
    "bold": "bold passages",
    "italic": "italic passages",
    "table": "tables",
    "code": "code",
    "quote": "quotes",
    "link": "links",
    "bullet_list": "bullets",
    "numbered_list": "numbered items",
}
_DIGITS = tuple("0123456789")
_JSON_VALUE_END = re.compile(r"(?:true|false|null|-?\d[\d.eE+-]*)$")
_IN_JSON = re.compile(r"[\[\]{},:\"\s]")


def json(lang: str, /, *, root="either", required_keys=()) -> Iterator[Fact]:
    """The response is one JSON document, with the marks and keys that it needs."""
    yield from json_facts(root, required_keys or ())


def json_facts(root: str = "either", keys: Sequence[str] = (), *, elements: int = 0) -> Iterator[Fact]:
    """What every JSON document of a kind has, of so many elements at least, with these keys in one object."""
    begins = {"object": "{", "array": "[", "either": "{["}[root]
    yield Format("json", begins + ']}",:-0123456789tfn`~', may_end=_may_end_json)
    yield from (Bound(block, 0, 0) for block in _BLOCKS)
    yield from (Literal(key, apart=False, place="key") for key in keys)
    if root != "either":
        yield Feature("outermost value of JSON", root)
    if root == "object" or keys:
        yield from (needed(f"{mark} in JSON", mark, least=len(keys or "1")) for mark in '":')
        yield from (needed(f"{mark} in JSON", mark) for mark in "{}")
    if root == "array":
        yield from (needed(f"{mark} in JSON", mark) for mark in "[]")
    yield needed("the commas of JSON", ",", least=max(len(keys), elements, 1) - 1)


def _may_end_json(text: str) -> bool:
    """Whether a JSON document may end with the text, one closing bracket after it allowed."""
    if text[-1:] in '"]}' or not text:
        return True
    last = _IN_JSON.split(text)[-1]
    if len(last) < len(text):
        return _JSON_VALUE_END.match(last) is not None
    return any(value.endswith(last) for value in ("true", "false", "null")) or last.isdigit()


def csv(lang: str, /, *, columns=None, min_rows=None, max_rows=None, delimiter=",", header=True) -> Iterator[Fact]:
    """The response is one CSV table, with its header, columns and delimiters."""
    names = columns if isinstance(columns, (list, tuple)) and header else ()
    yield from csv_facts(lang, min_rows, max_rows, header=header, names=names)
    for name in names:
        yield Literal(name, apart=False, place="first line")
    if names:
        yield Start("response", (names[0],))
        if Text("", lang).han:  # elsewhere a row in lower case goes on with the sentence of the header
            yield End("first line", names[-1])
            words = sum(len(Text(name, lang).words) for name in names)
            yield Bound("words in each sentence", words, words)
            yield Ban("words beside the names of the columns", lambda text: text not in ",".join(names), "sentence 1")
    width = columns if isinstance(columns, int) else len(columns or ())
    if width:
        yield Feature("columns of CSV", str(width))
    if names:
        yield Feature("names of the columns of CSV", str(list(names)))
    yield Feature("delimiter", delimiter)
    delimiters = ((width or 2) - 1) * ((min_rows or 1) + header)
    yield needed(f"the delimiter {delimiter}", delimiter, least=delimiters)


def csv_facts(
    lang: str, min_rows=None, max_rows=None, header: bool = True, names: Sequence[str] = ()
) -> Iterator[Fact]:
    """What every CSV table has."""
    yield Format("csv", head=",".join(names))
    yield from (Bound(block, 0, 0) for block in (*_BLOCKS, "list items or JSON elements"))
    rows = min_rows or 1
    yield Bound("data rows of CSV", rows, INFINITY if max_rows is None else max_rows)
    most, fence = INFINITY if max_rows is None else max_rows + header, 2
    yield Bound("lines", rows + header, most + fence)
    yield Bound("lines without a fence", 0, most)
    yield Bound("lines with a fence", rows + header + fence)
    if Text("", lang).han:
        yield Bound("sentences, if any", rows + header)  # in a code fence there are none
        yield Bound("paragraphs, if several", rows + header)  # and all is one paragraph
    else:
        yield Bound("paragraphs", 0, 1)


def needed(name: str, *samples: str, least: int = 1) -> Count:
    """The samples have to stand in the response, so many of them in all."""
    return Count(name, lambda text: 0, low=least, samples=samples)


def markdown(lang: str, /, *, elements=None, min=1) -> Iterator[Fact]:
    """Each of the elements is there so many times."""
    for element in elements or ():
        yield Bound(_ELEMENTS[element], min)
    if "numbered_list" in (elements or ()):
        yield needed("the number of an item", *_DIGITS)
    if "table" in (elements or ()):
        yield LineStart("|")


def markdown_table(lang: str, /, *, columns=None, min_rows=None) -> Iterator[Fact]:
    """There is a table, with the names of its columns."""
    yield Bound("tables", 1)
    yield Bound("lines", (min_rows or 1) + 2)
    yield LineStart("|")
    for name in columns if isinstance(columns, (list, tuple)) else ():
        yield Literal(name)


def markdown_heading(lang: str, /, *, level=None, min=None, max=None) -> Iterator[Fact]:
    """The headings, of a level or of any, are bounded."""
    low, high = 1 if min is None else min, INFINITY if max is None else max
    yield Bound("headings" if level is None else f"headings of level {level}", low, high)
    if level is not None:
        yield Bound("headings", low)


def bullet_list(lang: str, /, *, min=None, max=None) -> Iterator[Fact]:
    """The bulleted items are bounded, one at least."""
    yield _at_least_one("bullets", min, max)


def numbered_list(lang: str, /, *, min=None, max=None) -> Iterator[Fact]:
    """The numbered items are bounded, one at least."""
    yield from numbered_items(lang, 1 if min is None else min, max)


def numbered_items(lang: str, low: int | None, high: int | None) -> Iterator[Fact]:
    """The numbered items are bounded; the numbers are there with them, which Chinese may write out."""
    yield Bound("numbered items", low or 0, INFINITY if high is None else high)
    if low and not Text("", lang).han:
        yield needed("the number of an item", *_DIGITS)


def bold_emphasis(lang: str, /, *, min=None, max=None, phrases=()) -> Iterator[Fact]:
    """The bold passages are bounded, and the phrases are there."""
    yield _at_least_one("bold passages", min, max)
    for phrase in phrases or ():
        yield Literal(phrase, exact=phrase != phrase.lower())


def code_block(lang: str, /, **_) -> Iterator[Fact]:
    """There is a block of code, between lines of their own."""
    yield Bound("code", 1)
    yield Bound("lines", 2)
    yield LineStart("```")


def plain_text(lang: str, /) -> Iterator[Fact]:
    """No element of Markdown is there, and the response is no JSON document."""
    yield from (Bound(quantity, 0, 0) for quantity in (*_MARKED, "code"))
    yield Format("plain text")


def title_wrapper(lang: str, /, *, open="<<", close=">>") -> Iterator[Fact]:
    """The response begins with a title between the marks."""
    yield Start("response", (open,))
    yield Bound("titles", 1)
    yield Literal(open, apart=False, place="first line")
    yield Literal(close, apart=False, place="first line")


def section_labels(lang: str, /, *, label, min=None, max=None) -> Iterator[Fact]:
    """The labels of sections are bounded, each at the beginning of a line."""
    yield _at_least_one(f'sections labelled "{label}"', min, max)
    yield Bound("lines", min or 1)
    fixed = [part.strip() for part in re.split(r"(?<![A-Za-z])N(?![A-Za-z])", label, maxsplit=1)]
    yield from (Literal(part, times=min or 1, any_width=True, apart=False) for part in fixed if part)
    if fixed[0]:
        yield LineStart(fixed[0])


def _at_least_one(quantity: str, low: int | None, high: int | None) -> Bound:
    return Bound(quantity, 1 if low is None else low, INFINITY if high is None else high)
