"""What stands where: openings and closings of the response and its parts, labels, postscripts, separators.

The checks call the answer `response`, since `text` is the name of a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import normalize

from ..records import Verdict
from ..text import Text
from ..text.characters import UNSPACED
from ..text.lists import read_marker
from ._bounds import counted, within

_AROUND = 300
"""Characters beside a phrase that are enough to read the marks round it; more of a long part is never looked at."""

_QUOTE_MARKS = re.compile(r"(?:>[ \t]?)+")
_EDGE_MARKS = re.compile(r"(?:#{1,6}[ \t]+)?[*_~`]*")
_AFTER_LAST_WORD = ".!?…。！？．~～\"'”’»)]）】」』*_` \t"
_FURTHER_POSTSCRIPT = re.compile(r"[*_# \t]*(?:P\.?[ \t]?){1,5}S\b", re.IGNORECASE)
_MARKDOWN_SIGNS = frozenset("*-_=#~`+>")
_LETTER = rf"[^\W_{UNSPACED}]"
"""A letter or digit of a script that puts blanks between words."""

_TWO_LETTERS = re.compile(_LETTER * 2)


def fixed_opening(response: Text, *, text: str) -> Verdict:
    """The response begins with `text`, in its case; emphasis, kinds of quotes and, in Chinese, widths do not matter."""
    return _edge_verdict(_begins(response, response.source, text), response.source, text, closing=False)


def fixed_closing(response: Text, *, text: str) -> Verdict:
    """The response ends with `text`, in its case; one closing quote or bracket may follow it."""
    return _edge_verdict(_ends(response, response.source, text), response.source, text, closing=True)


def sentence_opening(response: Text, *, text: str | Sequence[str]) -> Verdict:
    """Every sentence begins with `text`, or each with its own of a list that is as long as there are sentences."""
    return _each(response, response.sentences, text, "sentences")


def sentence_closing(response: Text, *, text: str) -> Verdict:
    """Every sentence ends with `text`; the sentence's stop may follow a text that ends with a letter or a digit."""
    return _each(response, response.sentences, text, "sentences", closing=True)


def paragraph_opening(response: Text, *, text: str | Sequence[str]) -> Verdict:
    """Every paragraph begins with `text`, or each with its own of a list that is as long as there are paragraphs."""
    return _each(response, response.paragraphs, text, "paragraphs")


def paragraph_closing(response: Text, *, text: str) -> Verdict:
    """Every paragraph ends with `text`; the last stop may follow a text that ends with a letter or a digit."""
    return _each(response, response.paragraphs, text, "paragraphs", closing=True)


def prefix_label(response: Text, *, labels: str | Sequence[str], scope: str = "item") -> Verdict:
    """Every item, line, sentence or paragraph, or the response (`scope`), begins with its label.

    One label (a string, or a list of one) is for all parts; a longer list has one for each part, in order.
    """
    return _each(response, _parts(response, scope), labels, f"{scope}s")


def postscript(response: Text, *, marker: str) -> Verdict:
    """The last line that begins with `marker` opens a postscript: one paragraph, with text before it.

    Further postscripts (P.P.S.) may follow.
    """
    lines = response.source.split("\n")
    at = next((n for n in range(len(lines) - 1, -1, -1) if _opens(response, lines[n], marker)), None)
    if at is None:
        return Verdict(False, None, f"no line begins with {marker!r}")
    own = _without_opening(lines[at], marker)
    paragraphs = [" ".join(group) for filled, group in groupby([own, *lines[at + 1 :]], _has_words) if filled]
    while len(paragraphs) > 1 and _FURTHER_POSTSCRIPT.match(paragraphs[-1]):
        paragraphs.pop()
    observed = {"line": at + 1, "paragraphs": len(paragraphs)}
    if not any(map(_has_words, lines[:at])):
        return Verdict(False, observed, "nothing stands before the postscript")
    if len(paragraphs) != 1:
        follows = f"{counted(len(paragraphs), 'paragraphs')} follow" if paragraphs else "nothing follows"
        return Verdict(False, observed, f"{follows} {marker!r}, where one paragraph should")
    return Verdict(True, observed, f"a postscript begins with {marker!r} on line {at + 1}")


def separator(response: Text, *, text: str, min: int | None = None, max: int | None = None) -> Verdict:
    """At least `min` marks (1 unless said) have text on both sides, and there are at most `max` marks in all."""
    mark = normalize("NFC", text).strip()
    source = response.source
    if "-" in mark:
        source = "\n".join(line for line in source.split("\n") if not _is_table_rule(line))
    parts = _mark(mark).split(source)
    dividing = sum(1 for part in parts if part.strip()) - 1
    least = within(dividing, 1 if min is None else min, None, f"marks {mark!r} with text on both sides")
    if not least.passed or max is None:
        return least
    return within(len(parts) - 1, min, max, f"marks {mark!r}")


def _edge_verdict(passed: bool, source: str, wanted: str, *, closing: bool) -> Verdict:
    """The verdict on the beginning or the end of the whole response; what was seen is as long as what was wanted."""
    seen = source[-len(wanted) :] if closing else source[: len(wanted)]
    verb = "ends" if closing else "begins"
    reason = f"the response {verb} with {wanted!r}" if passed else f"the response {verb} with {seen!r}, not {wanted!r}"
    return Verdict(passed, seen, reason)


def _each(
    response: Text, parts: Sequence[str], wanted: str | Sequence[str], noun: str, *, closing: bool = False
) -> Verdict:
    """The verdict on parts that all begin (or end) with one phrase, or each with its own of several.

    `noun` is the plural of what the parts are. Positions count from 1.
    """
    phrases = [wanted] if isinstance(wanted, str) else list(wanted)
    if not parts:
        return Verdict(False, {noun: 0}, f"no {noun}")
    if len(phrases) > 1 and len(phrases) != len(parts):
        return Verdict(False, {noun: len(parts)}, f"{counted(len(parts), noun)} for {len(phrases)} phrases")
    if len(phrases) == 1:
        phrases *= len(parts)
    fits = _closes if closing else _opens
    pairs = zip(parts, phrases, strict=True)
    first = next(((n, *pair) for n, pair in enumerate(pairs, 1) if not fits(response, *pair)), None)
    verb = "ends" if closing else "begins"
    if first is None:
        return Verdict(True, {noun: len(parts)}, f"each of {counted(len(parts), noun)} {verb} as required")
    number, part, phrase = first
    seen = part[-len(phrase) - 10 :] if closing else part[: len(phrase) + 10]
    reason = f"{noun[:-1]} {number} of {len(parts)} {verb} with {seen!r}, not {phrase!r}"
    return Verdict(False, {noun: len(parts), "first_other": number}, reason)


def _opens(response: Text, part: str, phrase: str) -> bool:
    """Whether a part begins with a phrase, marks of quotation, lists, headings and emphasis aside."""
    if _begins(response, part, phrase):
        return True
    bare = _unmarked(part)
    return bare != part and _begins(response, bare, phrase)


def _closes(response: Text, part: str, phrase: str) -> bool:
    """Whether a part ends with a phrase, or with a phrase whose last word the stop of a sentence follows."""
    if _ends(response, part, phrase):
        return True
    return phrase.rstrip()[-1:].isalnum() and _ends(response, part.rstrip(_AFTER_LAST_WORD), phrase)


def _begins(response: Text, part: str, phrase: str) -> bool:
    """`Text.starts_with` for a part; what can be told from the characters alone is not parsed."""
    if part.startswith(phrase) and not _TWO_LETTERS.match(part, len(phrase) - 1):
        return True
    head = part[: len(phrase) + _AROUND]
    return _first_letter(phrase) in head and response.starts_with(phrase, within=head)


def _ends(response: Text, part: str, phrase: str) -> bool:
    """`Text.ends_with` for a part; what can be told from the characters alone is not parsed."""
    start = len(part) - len(phrase)
    if part.endswith(phrase) and not (start and _TWO_LETTERS.match(part, start - 1)):
        return True
    tail = part[-len(phrase) - _AROUND :]
    return _first_letter(phrase) in tail and response.ends_with(phrase, within=tail)


@lru_cache(maxsize=256)
def _first_letter(phrase: str) -> str:
    """The first letter or digit of a phrase, which no folding changes; "" where it has none."""
    return next(filter(str.isalnum, normalize("NFC", phrase)), "")


def _unmarked(line: str) -> str:
    """A line without the marks of a quotation and of a list item at its beginning."""
    bare = line.lstrip()
    quoted = _QUOTE_MARKS.match(bare)
    bare = bare[quoted.end() :] if quoted else bare
    marker = read_marker(bare)
    return bare[marker.end :] if marker else bare


def _parts(response: Text, scope: str) -> Sequence[str]:
    """What may carry a label; items are the first lines of list items or, without a list, the lines of running text."""
    if scope == "line":
        return response.lines
    if scope == "sentence":
        return response.sentences
    if scope == "paragraph":
        return response.paragraphs
    if scope == "response":
        return (response.source,)
    if response.items:
        lines = response.source.split("\n")
        return [lines[item.line].lstrip() for item in response.items]
    running = (block for block in response.blocks if block.kind in ("paragraph", "quote"))
    return [line for block in running for line in block.source.split("\n")]


def _without_opening(line: str, phrase: str) -> str:
    """What follows a phrase at the beginning of a line."""
    bare = _unmarked(line) if read_marker(line) or line.lstrip().startswith(">") else line.lstrip()
    return bare[_EDGE_MARKS.match(bare).end() :].lstrip()[len(normalize("NFC", phrase).strip()) :]


def _has_words(line: str) -> bool:
    return any(character.isalnum() for character in line)


def _is_table_rule(line: str) -> bool:
    return "|" in line and not line.strip("|:- \t")


@lru_cache(maxsize=256)
def _mark(mark: str) -> re.Pattern[str]:
    """What finds a separator: never in a longer run of its signs or a word, of Markdown signs between blanks only."""
    if set(mark) <= _MARKDOWN_SIGNS:
        return re.compile(rf"(?<!\S){re.escape(mark)}(?!\S)")
    before = _LETTER if re.match(_LETTER, mark[0]) else re.escape(mark[0])
    after = _LETTER if re.match(_LETTER, mark[-1]) else re.escape(mark[-1])
    return re.compile(rf"(?<!{before}){re.escape(mark)}(?!{after})")
