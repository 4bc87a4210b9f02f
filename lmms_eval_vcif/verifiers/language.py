"""Checks of the language that an answer is in."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import Verdict
from ..text import Text
from ._bounds import counted


def response_language(text: Text, *, language: str) -> Verdict:
    """The answer is in the language (ISO 639-1, for Chinese also with the script). `observed` says what was seen."""
    passed, seen = text.is_in(language)
    notes = () if text.letters else ("undetermined: there are no letters",)
    return Verdict(passed, seen, f"{seen}; {language} asked for", notes)


def bilingual_response(text: Text, *, languages: Sequence[str] = ("en", "zh")) -> Verdict:
    """Each of the languages has a paragraph of its own; where no blank line parts any, a line of its own.

    `observed` says for each language which paragraph is the first in it, None where none is.
    """
    parts = text.paragraphs if len(text.paragraphs) > 1 else text.lines
    lettered = [(number, part) for number, part in enumerate(parts, 1) if Text(part, text.language).letters]
    first = {
        language: next((number for number, part in lettered if text.is_in(language, within=part)[0]), None)
        for language in languages
    }
    missing = [language for language, number in first.items() if number is None]
    if missing:
        return Verdict(False, first, f"none of {counted(len(parts), 'paragraphs')} is in {' or '.join(missing)}")
    return Verdict(True, first, ", ".join(f"paragraph {number} is in {language}" for language, number in first.items()))
