"""Where an answer is wrapped: between two marks, after one to the end of its line, in ``\\boxed{}``, by a pattern."""

from __future__ import annotations

import re
import threading
import time
from functools import lru_cache
from typing import NamedTuple

import regex

from ..text import Text
from ..text.characters import is_unspaced

PATTERN_SECONDS = 0.5
"""How long a row's pattern may take on one response."""

_ALONE = threading.Lock()
"""A pattern's time is the processor time of the whole process: patterns beside it would use it up."""

MOST_FOUND = 1000
"""A response with more wrappers than this is not read further: no row asks for so many."""

_BOX_TOKEN = re.compile(r"\\boxed\s{0,9}\{|\\.|[{}]", re.DOTALL)
_BOX_IN_BOX = re.compile(r"\s{0,9}\\boxed\s{0,9}\{")
_DECORATION = " \t*_`$"
_CLOSING = re.compile(r"""[\s*_`$.。!！"'”’)）\]}]*""")


class Wrapped(NamedTuple):
    """What a wrapper holds, and where the whole of it lies in the text that was looked at."""

    content: str
    start: int
    end: int


class Answer(NamedTuple):
    """The wrapped answer that counts, the last; `content` is None where `problem` says why there is none."""

    content: str | None
    count: int
    problem: str = ""


class PatternTimeout(Exception):
    """A row's pattern took too long on a response: nobody can say whether it matches."""


def wrapped_answer(
    text: Text,
    *,
    open: str | None = None,
    close: str | None = None,
    pattern: str | None = None,
    count: int | None = None,
    position: str | None = None,
) -> Answer:
    r"""The content of the last wrapper: by `pattern` (its one group), else from `open` to `close` (or to the end of
    the line), else ``\boxed{}``.

    `count` is the number of wrappers that there have to be; with `position` last_line the last one ends the last line
    (a pattern is that line). The response is read as written and, as a label may be in bold, without its Markdown
    marks; the reading that finds more counts. Raises PatternTimeout.
    """
    readings = [(body, _found(body, open, close, pattern)) for body in dict.fromkeys((text.source, text.plain))]
    body, found = max(readings, key=lambda reading: len(reading[1]))
    if not found:
        return Answer(None, 0, "the answer is not wrapped as asked")
    if count is not None and len(found) != count:
        return Answer(None, len(found), f"{len(found)} wrapped answers, exactly {count} required")
    last = found[-1]
    if position == "last_line" and not _ends_last_line(body, last, whole=pattern is not None):
        return Answer(None, len(found), "the wrapped answer is not the last line")
    content = last.content.strip().strip(_DECORATION).strip()
    if not content:
        return Answer(None, len(found), "the wrapper is empty")
    return Answer(content, len(found))


def _found(body: str, open: str | None, close: str | None, pattern: str | None) -> list[Wrapped]:
    if pattern is not None:
        return _by_pattern(body, pattern)
    return boxes(body) if open is None else _between(body, open, close)


def boxes(source: str) -> list[Wrapped]:
    r"""The ``\boxed{…}`` that are closed, in order; of boxes in boxes the outermost, with the content of the innermost.

    One pass; an escaped brace neither opens nor closes a group.
    """
    groups: list[tuple[int, int] | None] = []
    found: list[Wrapped] = []
    for token in _BOX_TOKEN.finditer(source):
        if token[0] == "{":
            groups.append(None)
        elif token[0] == "}":
            group = groups.pop() if groups else None
            if group is not None:
                found.append(_closed_box(source, *group, token, found))
        elif token[0].startswith("\\boxed"):
            groups.append(token.span())
    return found


def _closed_box(source: str, start: int, inside: int, closing: re.Match, found: list[Wrapped]) -> Wrapped:
    """The box that `closing` ends; boxes inside it are taken off `found`."""
    is_wrapper = bool(found) and found[-1].start > start and _BOX_IN_BOX.match(source, inside) is not None
    content = found[-1].content if is_wrapper else source[inside : closing.start()]
    while found and found[-1].start > start:
        found.pop()
    return Wrapped(content, start, closing.end())


def _between(body: str, open: str, close: str | None) -> list[Wrapped]:
    found: list[Wrapped] = []
    position = body.find(open)
    while position >= 0 and len(found) < MOST_FOUND:
        inside = position + len(open)
        end = body.find("\n" if close is None else close, inside)
        if end < 0:
            if close is not None:
                break
            end = len(body)
        found.append(Wrapped(body[inside:end], position, end + len(close or "")))
        position = body.find(open, found[-1].end)
    return found


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> regex.Pattern:
    return regex.compile(pattern, regex.MULTILINE)


def _by_pattern(body: str, pattern: str) -> list[Wrapped]:
    """The matches of a pattern with one group, less those that cut a word or a number at their edge."""
    found: list[Wrapped] = []
    with _ALONE:
        deadline = time.thread_time() + PATTERN_SECONDS
        try:
            for match in _compiled(pattern).finditer(body, timeout=PATTERN_SECONDS):
                if match[1] is not None and not (_cuts(body, match.start()) or _cuts(body, match.end())):
                    found.append(Wrapped(match[1], match.start(), match.end()))
                    if len(found) == MOST_FOUND:
                        break
                if time.thread_time() > deadline:
                    raise PatternTimeout
        except TimeoutError:
            raise PatternTimeout from None
    return found


def _cuts(body: str, position: int) -> bool:
    """Whether a word or a number goes on across a position."""
    before, after = body[position - 1 : position], body[position : position + 1]
    if not before or not after:
        return False
    if before.isdigit() and after in ".,":
        return body[position + 1 : position + 2].isdigit()
    return before.isalnum() and after.isalnum() and not (is_unspaced(before) or is_unspaced(after))


def _ends_last_line(body: str, last: Wrapped, *, whole: bool) -> bool:
    """Whether only closing marks follow on the same line, and no other line; `whole`: nor stands anything before."""
    start = body.rstrip().rfind("\n") + 1
    if last.start < start or _CLOSING.fullmatch(body, last.end) is None:
        return False
    return not whole or not body[start : last.start].strip(_DECORATION)
