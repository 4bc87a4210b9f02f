"""Which words and phrases a response holds: how often, where, in what order, and how varied its vocabulary is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..records import Verdict
from ..text import Text, fold_quotes
from ._bounds import counted, within
from ._stop_words import STOP_WORDS

_MARKS = tuple("*_`#>|~+-•")


def exact_word_inclusion(
    text: Text, *, phrases: Sequence[str], min_count: int = 1, case_sensitive: bool | None = None
) -> Verdict:
    """Every phrase occurs at least `min_count` times, as whole words (Chinese: as a run of characters).

    A phrase that holds a capital is matched in its case, one without ignores case, unless `case_sensitive` says so.
    A part of a hyphenated word is no occurrence.
    """
    ignore_case = None if case_sensitive is None else not case_sensitive
    counts = {phrase: _count(text, phrase, ignore_case) for phrase in phrases}
    missing = [phrase for phrase, count in counts.items() if count < min_count]
    if missing:
        reason = "; ".join(f"{_occurs(phrase, counts[phrase])}, at least {min_count} required" for phrase in missing)
        return Verdict(False, counts, reason, _near_misses(text, missing, counts))
    return Verdict(True, counts, "; ".join(_occurs(*pair) for pair in counts.items()))


def exact_word_exclusion(
    text: Text, *, phrases: Sequence[str], as_characters: bool = False, case_sensitive: bool | None = None
) -> Verdict:
    """No phrase occurs as whole words (Chinese: as a run of characters), whatever its case unless `case_sensitive`.

    A part of a hyphenated word is an occurrence; with `as_characters`, so is a part of any word or number.
    """
    ignore_case = not case_sensitive
    if as_characters:
        counts = {phrase: text.count(phrase, ignore_case=ignore_case, as_characters=True) for phrase in phrases}
    else:
        counts = {phrase: _count(text, phrase, ignore_case, parts=True) for phrase in phrases}
    found = [phrase for phrase, count in counts.items() if count]
    inside = [] if as_characters else [phrase for phrase in found if not _count(text, phrase, ignore_case)]
    notes = [f'"{phrase}" occurs only as a part of other words' for phrase in inside]
    reason = "; ".join(_occurs(phrase, counts[phrase]) for phrase in found or phrases)
    return Verdict(not found, counts, f"{reason}, none allowed" if found else reason, tuple(notes))


def keyword_frequency(text: Text, *, keyword: str, min: int | None = None, max: int | None = None) -> Verdict:
    """The occurrences of the keyword, which do not overlap, lie within the bounds.

    It is matched as in an inclusion; where none is allowed, as in an exclusion.
    """
    if max == 0:
        count = _count(text, keyword, ignore_case=True, parts=True)
        return within(count, min, max, f'occurrences of "{keyword}"')
    others = [
        (_count(text, keyword, parts=True), "parts of hyphenated words count"),
        (_count(text, keyword, ignore_case=True), "other capitals count"),
    ]
    return within(_count(text, keyword), min, max, f'occurrences of "{keyword}"', others)


def keyword_position(text: Text, *, keyword: str, unit: str, index: int) -> Verdict:
    """The keyword occurs in one sentence or paragraph: `index` 1 is the first, -1 the last."""
    parts = text.sentences if unit == "sentence" else text.paragraphs
    if len(parts) < abs(index):
        return Verdict(False, None, f"{counted(len(parts), f'{unit}s')}, so there is none with the number {index}")
    number = index if index > 0 else len(parts) + 1 + index
    part = parts[number - 1]
    where = f"{unit} {number} of {len(parts)}"
    if _find(text, keyword, within=part):
        return Verdict(True, part, f'{where} holds "{keyword}"')
    elsewhere = f"; it occurs {counted(_count(text, keyword), 'times')} in the response" if _find(text, keyword) else ""
    return Verdict(False, part, f'{where} does not hold "{keyword}"{elsewhere}')


def keyword_order(text: Text, *, keywords: Sequence[str]) -> Verdict:
    """Every keyword occurs, and their first occurrences stand in the order given.

    A keyword inside an occurrence of a longer one ("York" in "New York") does not count there.
    """
    spans = _outermost([(*span, keyword) for keyword in keywords for span in _find(text, keyword)])
    order = list(dict.fromkeys(keyword for _, _, keyword in spans))
    missing = [keyword for keyword in keywords if keyword not in order]
    if missing:
        return Verdict(False, order, "; ".join(_occurs(keyword, 0) for keyword in missing))
    reason = "first occurrences in the order " + ", ".join(f'"{keyword}"' for keyword in order)
    if order == list(keywords):
        return Verdict(True, order, reason)
    notes = ("they occur in that order later on",) if _in_order_somewhere(spans, keywords) else ()
    return Verdict(False, order, f"{reason}; another order is asked for", notes)


def letter_frequency(text: Text, *, letter: str, min: int | None = None, max: int | None = None) -> Verdict:
    """The letter, capital or small, occurs a number of times within the bounds."""
    small, capital = letter.lower(), letter.upper()
    count = text.plain.count(small) + text.plain.count(capital)
    return within(count, min, max, f'occurrences of the letter "{letter}"')


def hanzi_frequency(text: Text, *, character: str, min: int | None = None, max: int | None = None) -> Verdict:
    """The Chinese character occurs a number of times within the bounds; its other script form is another character."""
    return within(text.plain.count(character), min, max, f'occurrences of "{character}"')


def lexical_diversity(
    text: Text,
    *,
    max_repeats: int | None = None,
    words: Sequence[str] | None = None,
    min_type_token_ratio: float | None = None,
    banned: Sequence[str] | None = None,
) -> Verdict:
    """The vocabulary is varied, in each of the ways that are asked for.

    `max_repeats` bounds how often each of `words` occurs (once where it is not given), or, without them, each word
    outside a list of function words. `min_type_token_ratio` is the least share of different words among all words
    (Chinese: of characters), `banned` words do not occur at all.
    """
    verdicts = []
    if words is not None:
        verdicts.append(_repeated_phrases(text, words, max_repeats or 1))
    elif max_repeats is not None:
        verdicts.append(_repeated_words(text, max_repeats))
    if min_type_token_ratio is not None:
        verdicts.append(_type_token_ratio(text, min_type_token_ratio))
    if banned is not None:
        exclusion = exact_word_exclusion(text, phrases=banned)
        verdicts.append(replace(exclusion, observed={"banned": exclusion.observed}))
    outcomes = {verdict.passed for verdict in verdicts}
    passed = False if False in outcomes else None if None in outcomes else True
    deciding = [verdict for verdict in verdicts if verdict.passed is passed]
    return Verdict(
        passed,
        {name: value for verdict in verdicts for name, value in verdict.observed.items()},
        "; ".join(verdict.reason for verdict in deciding),
        tuple(note for verdict in verdicts for note in verdict.notes),
    )


def _repeated_phrases(text: Text, phrases: Sequence[str], most: int) -> Verdict:
    counts = {phrase: _count(text, phrase, ignore_case=True, parts=True) for phrase in phrases}
    worst = max(counts, key=counts.__getitem__)
    return _at_most(worst, counts[worst], most)


def _repeated_words(text: Text, most: int) -> Verdict:
    if text.han:
        reason = "which words are content words can't be told in this script: name them in `words`"
        return Verdict(None, {"most_repeated": None}, reason)
    counts = Counter(word for word in _folded_words(text) if word not in STOP_WORDS)
    if not counts:
        return Verdict(True, {"most_repeated": None}, "no content words")
    worst, count = counts.most_common(1)[0]
    return _at_most(worst, count, most)


def _at_most(word: str, count: int, most: int) -> Verdict:
    return Verdict(
        count <= most, {"most_repeated": word, "count": count}, f"{_occurs(word, count)}, at most {most} allowed"
    )


def _type_token_ratio(text: Text, least: float) -> Verdict:
    words = _folded_words(text)
    different = len(set(words))
    ratio = different / len(words) if words else 0.0
    unit = text.unit
    reason = f"{different} of {counted(len(words), unit)} are different: {ratio:.4g}, at least {least:g} required"
    return Verdict(ratio >= least, {"type_token_ratio": round(ratio, 6)}, reason)


def _folded_words(text: Text) -> list[str]:
    """The words as diversity compares them: quotes folded, case ignored."""
    return [fold_quotes(word).casefold() for word in text.words]


def _find(
    text: Text, phrase: str, ignore_case: bool | None = None, *, parts: bool = False, within: str | None = None
) -> list[tuple[int, int]]:
    """Where the phrase occurs as whole words, in the response or in the part `within`.

    Marks of Markdown are no text, unless the phrase itself begins or ends with one ("#travel", "**Note**").
    """
    spans = text.find(phrase, ignore_case=ignore_case, parts=parts, within=within)
    if spans or not (phrase.strip().startswith(_MARKS) or phrase.strip().endswith(_MARKS)):
        return spans
    return text.find(phrase, ignore_case=ignore_case, parts=parts, within=within, as_written=True)


def _count(text: Text, phrase: str, ignore_case: bool | None = None, *, parts: bool = False) -> int:
    """How often the phrase occurs, as in `_find`, without overlaps."""
    return len(_find(text, phrase, ignore_case, parts=parts))


def _near_misses(text: Text, missing: Sequence[str], counts: dict[str, int]) -> tuple[str, ...]:
    """Notes on missing phrases that another reading would find."""
    notes = []
    for phrase in missing:
        if _count(text, phrase, parts=True) > counts[phrase]:
            notes.append(f'"{phrase}" also occurs as a part of another word')
        if _count(text, phrase, ignore_case=True) > counts[phrase]:
            notes.append(f'"{phrase}" also occurs in other capitals')
    return tuple(notes)


def _outermost(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The spans in order of their start, without those that lie inside another."""
    kept: list[tuple[int, int, str]] = []
    reach = -1
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if span[1] > reach:
            kept.append(span)
            reach = span[1]
    return kept


def _in_order_somewhere(spans: list[tuple[int, int, str]], keywords: Sequence[str]) -> bool:
    """Whether some choice of occurrences, not always the first ones, stands in the order given."""
    waiting = list(reversed(keywords))
    for _, _, keyword in spans:
        if waiting and keyword == waiting[-1]:
            waiting.pop()
    return not waiting


def _occurs(phrase: str, count: int) -> str:
    return f'"{phrase}" ' + (f"occurs {counted(count, 'times')}" if count else "does not occur")
