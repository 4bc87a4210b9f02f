"""Marks inside a line of Markdown: emphasis, code spans, links, escapes. One pass, linear in the text.

CommonMark's rules decide, with one difference: beside Chinese or Japanese characters emphasis opens and closes as its
writer meant it (``**注意：**请`` is bold), which CommonMark's rule about punctuation and words without blanks prevents.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from .characters import is_unspaced

_MARK = re.compile(r"[\\`*_~<!\[\]]")
"""What a token begins with: to look for this first is several times as fast as to look for tokens at once."""

_TOKEN = re.compile(
    r"""\\(?P<escaped>[!-/:-@\[-`{-~])
    | (?P<ticks>`+)
    | (?P<run>\*+|_+|~~)
    | <(?P<address>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w.-]{1,255})>
    | (?P<open>!?\[)
    | (?P<close>\])
    """,
    re.VERBOSE,
)
_TARGET = re.compile(r"""\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)""")


class Inline(NamedTuple):
    """A text without its inline marks, and what the marks held (as rendered; of nested emphasis the outermost)."""

    plain: str
    prose: str
    bold: tuple[str, ...] = ()
    italic: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class _Run:
    """A run of ``*``, ``_`` or ``~~`` that may open or close emphasis; `piece` is its place among the output pieces."""

    __slots__ = ("character", "length", "original", "piece", "opens", "closes")

    def __init__(self, match: re.Match, text: str, piece: int):
        run = match[0]
        self.character, self.length, self.original, self.piece = run[0], len(run), len(run), piece
        start, end = match.span()
        before = text[start - 1] if start else "\n"
        after = text[end] if end < len(text) else "\n"
        left = not after.isspace() and (not _is_punctuation(after) or _is_loose(before))
        right = not before.isspace() and (not _is_punctuation(before) or _is_loose(after))
        if self.character == "_":
            self.opens = left and (not right or _is_loose(before))
            self.closes = right and (not left or _is_loose(after))
        else:
            self.opens, self.closes = left, right


def read_inline(text: str) -> Inline:
    """Read the inline marks of one block's text."""
    if not is_marked(text):
        return Inline(text, text)
    return _only_bold(text) or _Reader(text).read()


def is_marked(text: str) -> bool:
    """Whether a text holds what inline marks need."""
    return "*" in text or "_" in text or "`" in text or "](" in text or "<" in text or "\\" in text or "~~" in text


def _only_bold(text: str) -> Inline | None:
    """The common case: pairs of ``**`` round words and no other mark; None where it is any other."""
    if "**" not in text:
        return None
    parts = text.split("**")
    plain = "".join(parts)
    if len(parts) % 2 == 0 or is_marked(plain) or "***" in text:
        return None
    for held, after in zip(parts[1::2], parts[2::2], strict=True):
        closes = held[-1:].isalnum() or (not held[-1:].isspace() and after[:1] in ("", " ", "\n"))
        if not held[:1].isalnum() or not closes:
            return None
    return Inline(plain, plain, bold=tuple(parts[1::2]))


class _Reader:
    """The state of one pass: output pieces, emphasis runs, open brackets, and what was found."""

    def __init__(self, text: str):
        self.text = text
        self.pieces: list[str] = []
        self.code_pieces: list[int] = []
        self.runs: list[_Run] = []
        self.brackets: list[int] = []
        self.links: list[tuple[int, int]] = []

    def read(self) -> Inline:
        self._tokens()
        spans = _match_runs(self.runs)
        for run in self.runs:
            self.pieces[run.piece] = run.character * run.length
        pieces = self.pieces
        prose = pieces.copy()
        for piece in self.code_pieces:
            prose[piece] = " "
        return Inline(
            "".join(pieces),
            "".join(prose),
            _outermost(pieces, [span[1:] for span in spans if span[0] == "bold"]),
            _outermost(pieces, [span[1:] for span in spans if span[0] == "italic"]),
            tuple(pieces[piece] for piece in self.code_pieces),
            _outermost(pieces, self.links),
        )

    def _tokens(self) -> None:
        text, pieces = self.text, self.pieces
        closing_ticks = _tick_positions(text)
        written = position = 0
        while (mark := _MARK.search(text, position)) is not None:
            match = _TOKEN.match(text, mark.start())
            if match is None:
                position = mark.end()
                continue
            pieces.append(text[written : match.start()])
            kind, position = match.lastgroup, match.end()
            if kind == "escaped":
                pieces.append(match["escaped"])
            elif kind == "ticks":
                position = self._code(match, closing_ticks)
            elif kind == "run":
                self.runs.append(_Run(match, text, len(pieces)))
                pieces.append("")
            elif kind == "address":
                self.links.append((len(pieces) - 1, len(pieces) + 1))
                pieces.append(match["address"])
            elif kind == "open":
                self.brackets.append(len(pieces))
                pieces.append(match[0])
            else:
                position = self._close(match.end())
            written = position
        pieces.append(text[written:])

    def _code(self, match: re.Match, closing: dict[int, list[int]]) -> int:
        """A code span to the next run of as many backticks, or the backticks themselves."""
        size = len(match["ticks"])
        starts = closing.get(size, [])
        while starts and starts[-1] <= match.start():
            starts.pop()
        if not starts:
            self.pieces.append(match["ticks"])
            return match.end()
        code = self.text[match.end() : starts[-1]].replace("\n", " ")
        if code[:1] == code[-1:] == " " and code.strip():
            code = code[1:-1]
        self.code_pieces.append(len(self.pieces))
        self.pieces.append(code)
        return starts[-1] + size

    def _close(self, end: int) -> int:
        """A link or picture where the bracket has its opener and a target follows; a bracket otherwise."""
        opener = self.brackets.pop() if self.brackets else None
        target = _TARGET.match(self.text, end) if opener is not None else None
        if target is None:
            self.pieces.append("]")
            return end
        self.links.append((opener, len(self.pieces)))
        self.pieces[opener] = ""
        self.pieces.append("")
        return target.end()


def _match_runs(runs: list[_Run]) -> list[tuple[str, int, int]]:
    """Pair opening with closing runs (CommonMark's procedure); gives (kind, first piece, last piece) per pair."""
    spans = []
    stack: list[_Run] = []
    bottoms: dict[tuple, int] = {}
    for run in runs:
        while run.closes and run.length:
            key = (run.character, run.opens, run.original % 3)
            index = _opener(stack, run, bottoms.get(key, 0))
            if index is None:
                bottoms[key] = len(stack)
                break
            opener = stack[index]
            size = 2 if opener.length >= 2 and run.length >= 2 else 1
            kind = "struck" if run.character == "~" else ("italic", "bold")[size - 1]
            spans.append((kind, opener.piece, run.piece))
            opener.length -= size
            run.length -= size
            del stack[index + bool(opener.length) :]
            bottoms = {key: min(bottom, len(stack)) for key, bottom in bottoms.items()}
        if run.opens and run.length:
            stack.append(run)
    return spans


def _opener(stack: list[_Run], closer: _Run, bottom: int) -> int | None:
    for index in range(len(stack) - 1, bottom - 1, -1):
        opener = stack[index]
        if opener.character != closer.character:
            continue
        # the rule of three: ** may not be closed by a * that could also open
        ambiguous = (opener.closes or closer.opens) and (opener.original + closer.original) % 3 == 0
        if ambiguous and (opener.original % 3 or closer.original % 3):
            continue
        return index
    return None


def _outermost(pieces: list[str], spans: list[tuple[int, int]]) -> tuple[str, ...]:
    if not spans:
        return ()
    found, end = [], -1
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        if first >= end:
            found.append("".join(pieces[first + 1 : last]).strip())
            end = last
    return tuple(found)


def _tick_positions(text: str) -> dict[int, list[int]]:
    """For each length the starts of the runs of so many backticks, last first."""
    positions: dict[int, list[int]] = {}
    if "`" in text:
        for match in re.finditer("`+", text):
            positions.setdefault(len(match[0]), []).append(match.start())
        for starts in positions.values():
            starts.reverse()
    return positions


def _is_punctuation(character: str) -> bool:
    return not character.isalnum() and unicodedata.category(character)[0] in "PS"


def _is_loose(character: str) -> bool:
    """Whether emphasis marks beside this character need no further boundary."""
    return character.isspace() or _is_punctuation(character) or is_unspaced(character)
