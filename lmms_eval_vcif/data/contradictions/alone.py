"""The checks as judges of texts that a response must hold: what such a text violates alone, it violates anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...records import Verdict
from ...text import Text
from ...verifiers import checks


def verdict(check: str, text: str, language: str, params: dict[str, Any]) -> Verdict:
    """The check's verdict on a text that stands alone; an empty one is no text to judge, and passes."""
    read = Text(text, language)
    return Verdict(True, 0) if read.blank else checks()[check](read, **params)


def violates(check: str, language: str, *, before: str = "", after: str = "", **params: Any) -> Callable[[str], bool]:
    """Whether a text fails a check that can only say what may not be there.

    `before` and `after` stand round the text where the check also asks for something to be there.
    """
    return lambda text: verdict(check, f"{before}{text}{after}", language, params).passed is False


def counts(check: str, language: str, **params: Any) -> Callable[[str], int]:
    """How often a text holds what a check counts; the check's `observed` is the count."""

    def count(text: str) -> int:
        observed = verdict(check, text, language, params).observed
        return observed if isinstance(observed, int) else 0

    return count
