"""Demands on letters, marks and scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Infeasible, Phrase, Plan


def letter_case(plan: Plan, *, case: str, scope: str = "response", words: Sequence[str] | None = None) -> None:
    """A case for the scope, or for words that then must occur."""
    if words is None:
        _case(plan, case, scope)
        return
    for word in words:
        cased = {"upper": word.upper(), "lower": word.lower(), "title": word.title()}.get(case, word.capitalize())
        plan.phrases.append(Phrase(cased))
        plan.recased[word.casefold()] = cased
        plan.forbid([word], False)


def capital_word_frequency(plan: Plan, *, min: int | None = None, max: int | None = None) -> None:
    """A count of words in capitals."""
    plan.bound(("capitals",), min, max)


def no_contractions(plan: Plan) -> None:
    """Bank words hold none."""


def punctuation_exclusion(plan: Plan, *, marks: Sequence[str]) -> None:
    """None of the marks in what is filled in."""
    plan.forbidden_marks |= set(marks)


def punctuation_frequency(plan: Plan, *, mark: str, min: int | None = None, max: int | None = None) -> None:
    """A count of the mark."""
    plan.bound(("mark", mark), min, max)


def full_width_punctuation(plan: Plan) -> None:
    """The marks of Chinese drafts are full-width; boxes stand on lines of their own."""
    plan.full_width = True


def hanzi_only(plan: Plan) -> None:
    """Bank words of Chinese hold no Latin letter."""


def chinese_script(plan: Plan, *, script: str) -> None:
    """All characters in the script."""
    traditional = script == "traditional"
    if plan.traditional not in (None, traditional):
        raise Infeasible("simplified and traditional characters")
    plan.traditional = traditional


def _case(plan: Plan, case: str, scope: str) -> None:
    if plan.cases.setdefault(scope, case) != case:
        raise Infeasible(f"{scope} in {plan.cases[scope]} and in {case} case")
    if scope == "headings":
        plan.element("heading")
    if scope == "items":
        plan.needs_items = True
    if scope == "keys":
        plan.contain("json")
