"""Whether a requirement that a model reworded still says what its constraint's parameters say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ...constraints import Entry, catalogue
from ...constraints.wording import presented
from ...records import Constraint
from ...text import Text

_WORDS = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "zh": ("零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"),
}
_PLACES = {
    "en": ("last", "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    "zh": ("最后", "", "首"),
}
"""Ways to say -1, 0, 1 and so on of a place."""

_TIMES = {"en": {1: ("once", "single", "a", "an"), 2: ("twice",)}, "zh": {2: ("两",)}}
_MOST = re.compile(
    r"\b(?:at most|no more than|not more than|up to|maximum of)\b|(?<!no )\b(?:fewer|less) than\b"
    r"|不超过|最多|至多|(?<![不得能可])少于|不多于|以内"
)
_LEAST = re.compile(
    r"\b(?:at least|no fewer than|no less than|minimum of)\b|(?<!no )(?<!not )\bmore than\b"
    r"|至少|不少于|不得少于|不能少于|最少|(?<![不得能可])多于|以上"
)


_NEGATED = re.compile(r"\b(?:not|never|without|avoid|\w+n't)\b|\bno (?!more|fewer|less)|不要|别|勿|避免|没有|不应|不会")
"""Behind a negation a bound is the other one, which is left to a reader."""


def missing(constraint: Constraint, text: str, language: str) -> str:
    """What `text` in `language` lacks of the constraint, in words; "" where it says all of it and no other number.

    The constraint's own text, whatever is round it, says all of it.
    """
    if _plain(constraint.text).rstrip(".。") in _plain(text):
        return ""
    entry = catalogue()[constraint.type]
    said = _plain(text)
    for name, value in presented(entry, constraint.params or {}).items():
        for form, accepted in _forms(entry, name, value, language):
            if not any(_stands(one, said) for one in accepted):
                return f"{constraint.type}: {form!r} is not in {text!r:.120}"
    return _other_number(constraint, text, language) or _turned(constraint, text)


VERBATIM = ("phrases", "text", "labels")
"""Parameters that hold what is to be written, as it is."""


def unsaid(constraint: Constraint, language: str) -> str:
    """What a constraint's own text, by whomever, says otherwise than its parameters: another bound, a phrase that it
    does not name, a bound turned round; "" where it is nothing. A text without numbers leaves bounds open."""
    said = _plain(constraint.text)
    for name, value in (constraint.params or {}).items():
        if name in VERBATIM and not catalogue()[constraint.type].parameters[name].get("reference"):
            for one in [value] if isinstance(value, str) else value:
                if not _stands(_plain(one), said):
                    return f"{name} hold {one!r}, which is not in {constraint.text!r:.120}"
        elif name.startswith(("min", "max")) and not isinstance(value, bool) and isinstance(value, int) and value > 1:
            near = value + (1 if name.startswith("max") else -1)  # "under 90" has 89 at most
            forms = [*_number(value, language), *_number(near, language)]
            if Text(constraint.text, language).numbers and not any(_stands(form, said) for form in forms):
                return f"{name} is {value}, which is not in {constraint.text!r:.120}"
    return _turned(constraint, constraint.text)


def stands_in(piece: str, instruction: str) -> bool:
    """Whether a piece stands in an instruction, whatever the blanks."""
    return " ".join(piece.split()) in " ".join(instruction.split())


def _forms(entry: Entry, name: str, value: Any, language: str) -> Iterator[tuple[Any, Sequence[str]]]:
    """Each single value of a parameter, with the texts that say it."""
    schema = entry.parameters.get(name) or entry.parameters.get(name.removesuffix("_list"), {})
    words = schema.get("words", {}).get(language, {})
    if isinstance(value, Mapping):
        value = list(value.values())
    for one in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(one, bool):
            continue
        if isinstance(one, (int, float)):
            yield one, [*_number(one, language), *([_plain(str(words[one]))] if one in words else [])]
        elif isinstance(one, str) and one.strip():
            yield one, [_plain(one), *([_plain(str(words[one]))] if one in words else [])]


def _number(value: float, language: str) -> list[str]:
    text = format(Decimal(repr(value)).normalize(), "f")
    words = _WORDS[language]
    if value != int(value):
        return [text]
    spelt = [words[int(value)]] if 0 <= value < len(words) else []
    places = _PLACES[language]
    place = [places[int(value) + 1]] if -1 <= value < len(places) - 1 and places[int(value) + 1] else []
    return [text, *spelt, *place, *_TIMES[language].get(int(value), ())]


def _stands(form: str, text: str) -> bool:
    """Whether the text holds the form, case ignored; a number or an English word as a whole."""
    start = r"(?<![\w.])" if form[:1].isascii() and form[:1].isalnum() else ""
    end = r"(?!\w|\.\d)" if form[-1:].isascii() and form[-1:].isalnum() else ""
    if start and not text.isascii():  # in Chinese text Latin letters and digits touch Han characters
        start, end = r"(?<![A-Za-z0-9.])", r"(?![A-Za-z0-9]|\.\d)" if end else ""
    return re.search(start + re.escape(form.casefold()) + end, text.casefold()) is not None


def _other_number(constraint: Constraint, text: str, language: str) -> str:
    """A number in the text that neither the constraint's text, its parameters nor its type's wordings have."""
    own = [constraint.text, *catalogue()[constraint.type].wordings.get(language, ())]
    known = {number.value for one in own for number in Text(one, language).numbers}
    known |= {Decimal(repr(value)) for value in _numbers((constraint.params or {}).values())}
    strange = [number.text for number in Text(text, language).numbers if number.value not in known]
    return f"{constraint.type}: {strange[0]!r} was added in {text!r:.120}" if strange else ""


def _numbers(values: Any) -> Iterator[float]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _numbers(value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield value


def _turned(constraint: Constraint, text: str) -> str:
    """A lower bound that became an upper one, or the other way round."""
    params = constraint.params or {}
    low, high = (any(name.startswith(end) for name in params) for end in ("min", "max"))
    if low == high or _NEGATED.search(text.lower()):
        return ""
    found = (_MOST if low else _LEAST).search(text.lower())
    return f"{constraint.type}: {found[0]!r} turns its bound round in {text!r:.120}" if found else ""


def _plain(text: str) -> str:
    """The text with quotes folded and blanks as one."""
    return " ".join(re.sub(r"[‘’']", "'", re.sub(r"[“”„「」『』\"]", '"', text)).split())
