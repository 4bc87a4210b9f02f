"""Checks of the language that an answer is in."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import Verdict
from ..text import Text


def response_language(text: Text, *, language: str) -> Verdict:
    """The answer is in the language (ISO 639-1, for Chinese also with the script). `observed` says what was seen."""
    passed, seen = text.is_in(language)
    notes = () if text.letters else ("undetermined: there are no letters",)
    return Verdict(passed, seen, f"{seen}; {language} asked for", notes)


def bilingual_response(text: Text, *, languages: Sequence[str] = ("en", "zh")) -> Verdict:
    """Each of the languages has a paragraph of its own; where no blank line parts any, a line of its own.

    `observed` counts the paragraphs of each language.
    """
    parts = text.paragraphs if len(text.paragraphs) > 1 else text.lines
    counts = dict.fromkeys(languages, 0)
    mixed = 0
    for part in parts:
        owner = _language_of(text, part, languages)
        if owner:
            counts[owner] += 1
        elif owner is None:
            mixed += 1
    missing = [language for language, count in counts.items() if not count]
    reason = ", ".join(f"{count} in {language}" for language, count in counts.items())
    reason += f", {mixed} in neither or both" if mixed else ""
    return Verdict(not missing, counts, f"paragraphs: {reason}; each language needs one")


def _language_of(text: Text, part: str, languages: Sequence[str]) -> str | None:
    """The language of a paragraph, None where it is in none of them or mixed, "" where it has no letters."""
    if not Text(part, text.language).letters:
        return ""
    return next((language for language in languages if text.is_in(language, within=part)[0]), None)
