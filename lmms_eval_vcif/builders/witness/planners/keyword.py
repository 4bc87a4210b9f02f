"""Demands on words: which must stand where, how often, and which must not."""

from __future__ import annotations

from collections.abc import Sequence

from ..numbers import merged
from ..plan import Phrase, Plan


def exact_word_inclusion(
    plan: Plan, *, phrases: Sequence[str], min_count: int = 1, case_sensitive: bool | None = None
) -> None:
    """Each phrase, as often as asked for."""
    for phrase in phrases:
        plan.phrases += [Phrase(phrase)] * min_count


def exact_word_exclusion(
    plan: Plan, *, phrases: Sequence[str], as_characters: bool = False, case_sensitive: bool | None = None
) -> None:
    """No filler word that is, or is a part of, a phrase."""
    plan.forbid(phrases, as_characters)


def keyword_frequency(plan: Plan, *, keyword: str, min: int | None = None, max: int | None = None) -> None:
    """The keyword so many times, and nowhere by chance."""
    plan.bound(("phrase", keyword), min, max)
    plan.forbid([keyword], False)


def keyword_position(plan: Plan, *, keyword: str, unit: str, index: int) -> None:
    """The keyword in its sentence or paragraph, and so many of those."""
    plan.phrases.append(Phrase(keyword, unit, index))
    if unit == "sentence":
        plan.least_sentences = max(plan.least_sentences, abs(index))
    else:
        plan.least_paragraphs = max(plan.least_paragraphs, abs(index))


def keyword_order(plan: Plan, *, keywords: Sequence[str]) -> None:
    """The keywords once each, in an order that keeps all orders asked for."""
    plan.ordered = merged(plan.ordered, list(keywords))
    plan.forbid(keywords, False)


def letter_frequency(plan: Plan, *, letter: str, min: int | None = None, max: int | None = None) -> None:
    """A count of the letter, which fillers avoid where it has a most."""
    plan.bound(("letter", letter.lower()), min, max)


def hanzi_frequency(plan: Plan, *, character: str, min: int | None = None, max: int | None = None) -> None:
    """A count of the character, which fillers avoid where it has a most."""
    plan.bound(("hanzi", character), min, max)


def lexical_diversity(
    plan: Plan,
    *,
    max_repeats: int | None = None,
    words: Sequence[str] | None = None,
    min_type_token_ratio: float | None = None,
    banned: Sequence[str] | None = None,
) -> None:
    """Varied fillers, without the words whose number is bounded."""
    plan.forbid([*(words or ()), *(banned or ())], False)
    plan.varied = plan.varied or words is None and max_repeats is not None or min_type_token_ratio is not None
    if words is None and max_repeats is not None:
        plan.max_repeats = max_repeats if plan.max_repeats is None else sorted((max_repeats, plan.max_repeats))[0]
    if min_type_token_ratio is not None:
        plan.ratio = max(plan.ratio, min_type_token_ratio)
