"""Sentences of running text. One splitter serves every language, as answers mix them.

Full-width stops end a sentence; half-width ones need a blank after them, and what follows decides. English
abbreviations are known everywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from .abbreviations import ABBREVIATIONS, BEFORE_NUMBER, BEFORE_STARTER, NAMES_WITH_MARK, NEVER_END, SPEECH, STARTERS
from .characters import ALPHANUMERIC, EMOJI, UNSPACED, is_unspaced

_WIDE = "。！？．｡"
STOPS = f".!?…{_WIDE}؟।॥"
"""Inside of a character class: the marks that may end a sentence."""

_CLOSERS = "\"'”’»›)\\]}）】］」』》〉〕*_`~"
_CANDIDATE = re.compile(
    rf"(?P<stop>[{STOPS}]+)"
    rf"(?P<closers>(?:[{_CLOSERS}]+|[ \u00a0\u202f]»|\s?[{EMOJI}][{EMOJI}\ufe0f\u200d]*|\[\^?\d{{1,3}}\])*)"
    r"(?P<gap>\s*)"
)
_OPENING = re.compile(r"""["'“‘«‹「『(\[（【*_`~#>\s]*""")
_WORD_BEFORE = re.compile(rf"[^\s()\[\]\"“”‘«»—–/…!?，、。；：（）《》「」{UNSPACED}]*$")
_WORD_AFTER = re.compile(r"[\w'’]+")
_ENUMERATOR = re.compile(r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})$")
_PLAIN_WORD = 5
"""Letters from which on a word before a stop is taken for no abbreviation."""

_GOES_ON = NEVER_END | BEFORE_STARTER | {"etc"}
"""Abbreviations after which a small letter goes on with the sentence."""

_QUOTES = frozenset("\"'”’»›」』")
_BRACKETS = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "］": "［", "》": "《", "〉": "〈", "〕": "〔"}
_BRACKET = re.compile(r"[()\[\]{}（）【】［］《》〈〉〔〕]")
_ADDRESS_REST = re.compile(r"\w{0,40}[./@:_]\w")
_SPEECH_ZH = re.compile(
    r"[^，。！？；：,.!?:“”「」『』\s]{0,8}?(?:说|說|道|问|問|答|喊|叫|嚷|笑|想|吼|叹|嘆|回应|表示|解释|补充|写|寫)(?:道|着|著|了|完)?"
    r"(?=[，。！？；,.!?…—]|$)"
)
_CONTINUES = frozenset("、，；,;:：—")
_CONTINUES_QUOTE = _CONTINUES | frozenset("的地得等之与和或")
_SPEECH_EN = re.compile(rf"(?:(?:[Tt]he\s)?[\w'’.-]+\s(?:[A-Z][\w'’-]+\s)?)?(?:{SPEECH})\b")
_LETTER = re.compile(r"[^\W\d_]")
_CAPITAL_AFTER_STOP = re.compile(r"[.!?][\"'”’)\]*_]*\s+[\"'“‘(*_]*[A-Z]")


def split(text: str) -> list[str]:
    """The sentences of running text without line breaks that matter, as written, without outer blanks."""
    pieces: list[str] = []
    start = 0
    spans = _bracket_spans(text)
    cased = _is_cased(text)
    for match in _CANDIDATE.finditer(text):
        end = match.end()
        if end == len(text):
            break
        if spans and _inside(text, spans, start, match.start()):
            continue
        if _is_plain_end(text, match) or _ends(text, start, match, cased):
            pieces.append(text[start : match.end("closers")].strip())
            start = end
    pieces.append(text[start:].strip())
    return _attach_empty(pieces)


def _attach_empty(pieces: list[str]) -> list[str]:
    """Join pieces without a letter or digit (an emoji, a lone mark) to the sentence before them."""
    joined: list[str] = []
    for piece in pieces:
        if joined and not ALPHANUMERIC.search(piece):
            joined[-1] = f"{joined[-1]} {piece}".strip()
        elif piece:
            joined.append(piece)
    return joined


def _is_cased(text: str) -> bool:
    """Whether sentences begin with capitals here: not where the writer wrote all in lower case."""
    first = _LETTER.search(text)
    return first is None or not first[0].islower() or _CAPITAL_AFTER_STOP.search(text) is not None


def _is_plain_end(text: str, match: re.Match) -> bool:
    """The common case, decided at once: a word that is no abbreviation, a dot, a blank, a capital."""
    stop, closers, gap = match.groups()
    if stop != "." or closers or not gap or not text[match.end()].isupper():
        return False
    dot = match.start()
    word = text[text.rfind(" ", max(0, dot - 40), dot) + 1 : dot]
    return len(word) > 1 and word.isalpha() and word.lower() not in ABBREVIATIONS


def _ends(text: str, start: int, match: re.Match, cased: bool) -> bool:
    """Whether the stop of `match` ends the sentence that began at `start`. Text follows it."""
    stop, closers = match["stop"], match["closers"]
    begin = _OPENING.match(text, match.end()).end()
    after = text[begin : begin + 1]
    wide = any(character in _WIDE for character in stop)
    han_follows = bool(after) and is_unspaced(after)
    if not match["gap"] and not wide and not (han_follows and stop[-1] in "!?.…" and _is_free(text, match)):
        return _is_run_on(text, start, match, after)
    if _is_ellipsis(stop):
        return after.isupper()
    quoted = any(character in _QUOTES for character in closers)
    if text[match.end()] in (_CONTINUES_QUOTE if quoted else _CONTINUES):
        return False
    if wide or han_follows:
        if not quoted:
            return wide or stop != "." or not _is_abbreviation(text, start, match.start(), begin)
        return not _SPEECH_ZH.match(text, match.end())
    if cased and after.islower() and not _is_brand(text, begin):
        return not closers and _ends_carelessly(text, start, match, begin)
    if stop[-1] in "!?":
        return not _belongs(text, start, match, begin, quoted)
    return quoted or not _is_abbreviation(text, start, match.start(), begin)


def _ends_carelessly(text: str, start: int, match: re.Match, begin: int) -> bool:
    """Whether a stop ends a sentence though a small letter follows: not behind an abbreviation, a listed one or what
    may be one, a short word before a word that seldom begins a sentence."""
    word = _WORD_BEFORE.search(text, max(start, match.start() - 40), match.start())[0]
    if match["stop"][-1] in "!?":
        return word.lower() not in NAMES_WITH_MARK
    if len(word) < 2 or not word.isalpha() or word.lower() in _GOES_ON:
        return False
    after = _WORD_AFTER.match(text, begin)
    return len(word) >= _PLAIN_WORD or after is not None and after[0].lower() in STARTERS


def _is_ellipsis(stop: str) -> bool:
    return stop[-1] == "…" or (len(stop) > 1 and not stop.strip("."))


def _is_free(text: str, match: re.Match) -> bool:
    """Whether a half-width stop without a blank before a Han character stands after one too, or is no dot."""
    before = text[match.start() - 1 : match.start()]
    return match["stop"][-1] in "!?" or (bool(before) and is_unspaced(before))


def _is_run_on(text: str, start: int, match: re.Match, after: str) -> bool:
    """Whether the writer forgot the blank: ``won.You``, but not an address, a file or an initial."""
    if not after.isupper() or match["stop"] not in (".", "!", "?"):
        return False
    begin = match.end()
    if not (text[begin : begin + 1] == after and text[begin + 1 : begin + 2].islower()):
        return False
    before = _WORD_BEFORE.search(text, max(start, match.start() - 40), match.start())[0]
    return len(before) > 1 and before.isalpha() and before[-1].islower() and not _ADDRESS_REST.match(text, begin)


def _is_brand(text: str, begin: int) -> bool:
    """Whether a word such as iPad or eBay begins here: lower case, then upper case."""
    return text[begin + 1 : begin + 2].isupper()


def _belongs(text: str, start: int, match: re.Match, begin: int, quoted: bool) -> bool:
    """Whether an exclamation or question mark belongs to a name, or to speech whose speaker follows."""
    word = _WORD_BEFORE.search(text, max(start, match.start() - 40), match.start())[0]
    after = _WORD_AFTER.match(text, begin)
    if word.lower() in NAMES_WITH_MARK and not (after and after[0].lower() in STARTERS):
        return True
    opens_quoted = text[start : start + 1] in ('"', "“", "‘", "'", "«")
    return quoted and opens_quoted and begin == match.end() and _SPEECH_EN.match(text, begin) is not None


def _is_abbreviation(text: str, start: int, dot: int, begin: int) -> bool:
    """Whether the dot at `dot` is part of an abbreviation, an initial or an enumerator rather than a stop."""
    token = _WORD_BEFORE.search(text, max(start, dot - 40), dot)[0].lstrip("'*_~`")
    if not token:
        return False
    if _ENUMERATOR.fullmatch(token) and _opens_part(text, start, dot - len(token), token):
        return True
    word = token.lower()
    match = _WORD_AFTER.match(text, begin)
    after = match[0] if match else ""
    starter = after.lower().replace("’", "'") in STARTERS
    if word in NEVER_END or (word == "etc" and after[:1].islower()):
        return True
    if word in BEFORE_NUMBER and not (len(token) == 1 and token.isupper()):
        return after[:1].isdigit() or (len(after) == 1 and after not in "IA")
    if word in ("a.m", "p.m"):
        return after.lower().endswith("day") or after.isdigit()
    if word in BEFORE_STARTER or (len(token) == 1 and token.isalpha() and token.isupper()):
        return not starter
    if "." in token and len(token) <= 6 and all(len(part) == 1 for part in token.split(".")) and token[0].isalpha():
        return not starter
    return False


def _opens_part(text: str, start: int, position: int, token: str) -> bool:
    """Whether the enumerator at `position` begins the sentence, or a part of it: after a colon, a comma or the number
    before it."""
    before = text[max(start, position - 200) : position].rstrip()
    if before[-1:] in tuple("：:；;，,、") or (token.isdecimal() and f"{int(token) - 1}. " in before):
        return True
    return ALPHANUMERIC.search(text, start, position) is None


def _bracket_spans(text: str) -> list[tuple[int, int]]:
    """The outermost matched bracket pairs, in order."""
    spans: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text):
        opener = _BRACKETS.get(match[0])
        if opener is None:
            stack.append((match[0], match.start()))
        elif stack and stack[-1][0] == opener:
            begin = stack.pop()[1]
            while spans and spans[-1][0] > begin:
                spans.pop()
            spans.append((begin, match.start()))
    return spans


def _inside(text: str, spans: list[tuple[int, int]], start: int, position: int) -> bool:
    """Whether `position` lies in brackets that opened in mid-sentence, or in 《》 wherever they opened."""
    index = bisect_right(spans, (position,)) - 1
    if index < 0 or spans[index][1] < position:
        return False
    begin = spans[index][0]
    return text[begin] in "《〈" or ALPHANUMERIC.search(text, start, begin) is not None
