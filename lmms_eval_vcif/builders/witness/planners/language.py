"""Demands on the language of the response."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Infeasible, Plan


def response_language(plan: Plan, *, language: str) -> None:
    """The plan's own language, and for Chinese its script."""
    base = language.partition("-")[0]
    if base != plan.base:
        raise Infeasible(f"a response in {language}, where {plan.language} is expected")
    plan.language_asked = True
    if language in ("zh-Hans", "zh-Hant"):
        plan.traditional = language == "zh-Hant"


def bilingual_response(plan: Plan, *, languages: Sequence[str] = ("en", "zh")) -> None:
    """A paragraph or more in the second language."""
    others = [language for language in languages if language != plan.base]
    plan.second_language = others[0]
    plan.least_paragraphs = max(plan.least_paragraphs, 2)
