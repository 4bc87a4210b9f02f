"""Checks of letters and marks: case, contractions, punctuation, Chinese scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import Verdict
from ..text import Text
from ..text import chinese_script as script_counts
from ..text.characters import has_han, is_han
from ._bounds import counted, within
from ._casing import NAMES, misfits, response_misfits, written_otherwise
from ._contractions import contractions
from ._json import read_json
from ._marks import count_mark, half_width_marks

_SHOWN = 5


def letter_case(text: Text, *, case: str, scope: str = "response", words: Sequence[str] | None = None) -> Verdict:
    """The letters of the scope, or of every occurrence of `words`, are in the case upper, lower, title or sentence.

    A scope that is not there fails; one without letters that have two forms passes.
    """
    if words:
        return _case_of_words(text, case, words)
    if scope == "words":
        return Verdict(None, None, "the constraint names no words whose case it asks for")
    if scope == "response":
        wrong, total = response_misfits(text, case)
    else:
        fragments = _fragments(text, scope)
        if not fragments:
            return Verdict(False, [], f"no {scope.replace('_', ' ')} to look at")
        wrong, total = misfits(text, case, fragments)
    if not total:
        return Verdict(True, [], "nothing that has a case", ("no letter with a case",))
    return _all_in(case, wrong, total, "words")


def _case_of_words(text: Text, case: str, words: Sequence[str]) -> Verdict:
    wrong, total = [], 0
    for word in words:
        written = [text.folded[start:end] for start, end in text.find(word, ignore_case=True)]
        if not written:
            return Verdict(False, [], f"{word!r} does not occur")
        total += len(written)
        wrong += [form for form in written if written_otherwise(case, form)]
    return _all_in(case, wrong, total, "occurrences")


def _all_in(case: str, wrong: Sequence[str], total: int, noun: str) -> Verdict:
    if wrong:
        reason = f"{len(wrong)} of {counted(total, noun)} not in {NAMES[case]}: {_quoted(wrong)}"
        return Verdict(False, list(wrong[:_SHOWN]), reason)
    return Verdict(True, [], f"{counted(total, noun)}, all in {NAMES[case]}")


def _fragments(text: Text, scope: str) -> list[str]:
    if scope == "items":
        return [item.text for item in text.items]
    if scope == "keys":
        return _json_keys(text)
    headings = [segment.text for segment in text.segments if segment.kind == "heading"]
    if scope == "headings":
        return headings
    if scope == "title" and headings:
        return headings[:1]
    return list(text.lines[:1])


def _json_keys(text: Text) -> list[str]:
    """The keys at every depth of an answer that is JSON, in a fence or not; none where it is not."""
    try:
        value = read_json(text.source)[0]
    except ValueError:
        return []
    keys, open_values = [], [value]
    while open_values:
        value = open_values.pop()
        if isinstance(value, dict):
            keys.extend(value)
            open_values.extend(value.values())
        elif isinstance(value, list):
            open_values.extend(value)
    return keys


def capital_word_frequency(text: Text, *, min: int | None = None, max: int | None = None) -> Verdict:
    """The number of words of two letters or more written all in capitals; a possessive 's does not matter."""
    words = [word for word in text.words if word.lower() != word]
    bare = [word[:-2] if word[-2:] in ("'s", "’s") else word for word in words]
    capitals = [word for word in bare if word.upper() == word]
    longer = sum(sum(map(str.isalpha, word)) > 1 for word in capitals)
    single = sum(sum(map(str.isalpha, word)) == 1 for word in capitals)
    others = [(longer + single, "words of one letter such as I are counted")]
    return within(longer, min, max, "words in capitals", others)


def no_contractions(text: Text) -> Verdict:
    """No contracted form such as isn't, it's or they've, with any shape of apostrophe."""
    found = contractions(text.plain)
    if found:
        return Verdict(False, found[:_SHOWN], f"{counted(len(found), 'contractions')}: {_quoted(found)}")
    return Verdict(True, [], "no contraction")


def punctuation_exclusion(text: Text, *, marks: Sequence[str]) -> Verdict:
    """None of the marks occurs. `observed` says how often each that does."""
    found, notes = {}, []
    for mark in marks:
        count, inside = count_mark(text, mark)
        if count:
            found[mark] = count
            if count == inside:
                notes.append(f"every {mark} stands inside a number")
    if found:
        return Verdict(False, found, ", ".join(f"{count} × {mark}" for mark, count in found.items()), tuple(notes))
    return Verdict(True, found, f"none of {' '.join(marks)}")


def punctuation_frequency(text: Text, *, mark: str, min: int | None = None, max: int | None = None) -> Verdict:
    """The number of times that a mark occurs."""
    count, inside = count_mark(text, mark)
    others = [(count - inside, "marks inside numbers are left out")]
    return within(count, min, max, f"occurrences of {mark}", others)


def full_width_punctuation(text: Text) -> Verdict:
    """No half-width mark in Chinese text; marks of numbers, code, addresses and foreign text do not count."""
    found = half_width_marks(text.prose)
    if found:
        return Verdict(False, found[:_SHOWN], f"{counted(len(found), 'half-width marks')}: {_quoted(found)}")
    return Verdict(True, [], "no half-width mark")


def hanzi_only(text: Text) -> Verdict:
    """Every letter is a Han character, and there is one. Digits, symbols and punctuation are free."""
    foreign = {c for c in set(text.plain) if c.isalpha() and not is_han(c)}
    if foreign:
        words = [word for word in text.words if not foreign.isdisjoint(word)] or sorted(foreign)
        return Verdict(False, words[:_SHOWN], f"{counted(len(words), 'words')} of other letters: {_quoted(words)}")
    if not has_han(text.plain):
        return Verdict(False, [], "no Han character")
    return Verdict(True, [], "no letter but Han characters")


def chinese_script(text: Text, *, script: str) -> Verdict:
    """No character that exists in the other Chinese script alone. `observed` counts those of each script."""
    plain = text.plain
    simplified, traditional = script_counts(plain)
    observed = {"simplified": simplified, "traditional": traditional}
    if not has_han(plain):
        return Verdict(False, observed, "no Han character")
    wrong, other = (traditional, "traditional") if script == "simplified" else (simplified, "simplified")
    if wrong:
        is_wrong = 1 if other == "traditional" else 0
        shown = [c for c in dict.fromkeys(plain) if is_han(c) and script_counts(c)[is_wrong]]
        return Verdict(False, observed, f"{counted(wrong, f'{other} characters')}: {_quoted(shown)}")
    notes = () if simplified or traditional else ("every character is used in both scripts",)
    return Verdict(True, observed, f"no {other} character", notes)


def _quoted(found: Sequence[str]) -> str:
    """The first of what was found, for a reason."""
    shown = ", ".join(repr(word[:40]) for word in found[:_SHOWN])
    return shown if len(found) <= _SHOWN else f"{shown} …"
