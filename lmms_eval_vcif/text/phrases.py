"""Words and phrases in a text, and phrases at its beginning or end.

A boundary is asked for only where the phrase's edge is a letter or a digit of a script with blanks, so ``C++``,
``A$AP``, ``,`` and Chinese words can be looked for alike. The texts are folded (`characters.fold_quotes`) already.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .characters import CLOSING_BRACKETS, CLOSING_QUOTES, UNSPACED, fold_quotes

_BLANKS = re.compile(r"\s+")
_LETTER = rf"[^\W_{UNSPACED}]"
_EDGE = re.compile(_LETTER)
_HEAD_MARKS = re.compile(r"(?:#{1,6}[ \t]+)?[*_~`]*")
_TAIL_MARKS = re.compile(r"[*_~`]+$")


@lru_cache(maxsize=4096)
def pattern(phrase: str, ignore_case: bool | None, whole: bool, parts: bool) -> re.Pattern | None:
    """What finds a phrase in a folded text; None for a blank phrase.

    `ignore_case` None: a phrase that holds a capital is matched in its case, one without ignores case. `whole` asks for
    boundaries; `parts` lets the parts of a hyphenated word be words.
    """
    folded = fold_quotes(unicodedata.normalize("NFC", phrase)).strip()
    if not folded:
        return None
    body = r"\s+".join(re.escape(part) for part in _BLANKS.split(folded))
    if whole:
        joins = "" if parts else "-‐‑"
        if _EDGE.match(folded[0]):
            body = rf"(?<!{_LETTER})(?<!{_LETTER}[{joins}'])" + body
        if folded[0].isdigit():
            body = r"(?<!\d[.,])" + body
        if _EDGE.match(folded[-1]):
            body += rf"(?!{_LETTER})(?!'(?![sS]\b){_LETTER})" + (f"(?![{joins}]{_LETTER})" if joins else "")
        if folded[-1].isdigit():
            body += r"(?![.,]\d)"
    if ignore_case is None:
        ignore_case = folded == folded.lower()
    return re.compile(body, re.IGNORECASE if ignore_case else 0)


def starts_with(text: str, phrase: str) -> bool:
    """Whether a folded text begins with a folded phrase; heading and emphasis marks before it do not matter."""
    phrase = phrase.lstrip()
    for candidate in (text, text[_HEAD_MARKS.match(text).end() :].lstrip()):
        if candidate.startswith(phrase) and _is_apart(phrase[-1:], candidate[len(phrase) : len(phrase) + 1]):
            return True
    return False


def ends_with(text: str, phrase: str) -> bool:
    """Whether a folded text ends with a folded phrase; emphasis marks and one closing quote or bracket after it do not
    matter."""
    phrase = phrase.rstrip()
    bare = _TAIL_MARKS.sub("", text[-200 - len(phrase) :]).rstrip()
    unquoted = bare[:-1] if bare[-1:] in CLOSING_QUOTES + CLOSING_BRACKETS else bare
    for candidate in (text, bare, unquoted, _TAIL_MARKS.sub("", unquoted)):
        if candidate.endswith(phrase) and _is_apart(phrase[:1], candidate[: -len(phrase) or None][-1:]):
            return True
    return False


def _is_apart(edge: str, neighbour: str) -> bool:
    """Whether a phrase's edge and the character beside it are not two letters of one word."""
    return not (edge and neighbour and _EDGE.match(edge) and _EDGE.match(neighbour))
