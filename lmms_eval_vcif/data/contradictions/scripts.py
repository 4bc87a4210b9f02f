"""Facts of the script and language families: letters, marks, and the language they make."""

from __future__ import annotations

from collections.abc import Iterator

from ...text import Text
from ...text.characters import has_han
from ...text.scripts import WRITTEN_IN
from ...verifiers._marks import OF_MARKDOWN
from .alone import counts, violates
from .facts import INFINITY, Ban, Bound, Count, Fact, Feature, Format, Literal, occurrences
from .shapes import needed

_SHARED_HAN = "好"
"""A character of both Chinese scripts, beside which a text is read that need not hold one itself."""

_PLACES = {"title": "title", "headings": "headings", "first_line": "first line", "items": "item", "keys": "key"}
"""What a scope of case is called as the place of a text."""

_CHINESE = {
    **dict.fromkeys(("hans", "cn", "sg"), "simplified"),
    **dict.fromkeys(("hant", "tw", "hk", "mo"), "traditional"),
}


def letter_case(lang: str, /, *, case, scope="response", words=None) -> Iterator[Fact]:
    """The words of the response, of a part of it, or those named, are in the case."""
    if words:
        cased = {"upper": str.upper, "lower": str.lower, "title": str.title}.get(case, str.capitalize)
        for word in words:
            yield Literal(cased(word) if case in ("upper", "lower") else word, case in ("upper", "lower"))
            otherwise = violates("letter_case", lang, before=f"{cased(word)} ", case=case, words=[word])
            yield Ban(f'"{word}" in another case', otherwise)
        if case == "upper":
            in_capitals = counts("capital_word_frequency", lang, min=0)
            yield Bound("words in capitals", sum(in_capitals(word) for word in {word.upper() for word in words}))
        return
    before = "Zed " if case == "title" else ""  # small words may stay small where they do not come first
    misfit = violates("letter_case", lang, before=before, case=case)
    if scope == "response":
        yield from _case_of_all(lang, case)
        if case != "sentence":
            yield Ban(f"words that are not in {case} case", misfit, characters=case != "title")
    elif scope == "headings":
        yield Bound("headings or bold lines", 1)
    elif scope == "items":
        yield Bound("list items", 1)
    elif scope == "keys":
        yield Format("json")
    if scope != "response":
        yield from _case_of_part(lang, case, scope, misfit)


def _case_of_part(lang: str, case: str, scope: str, misfit) -> Iterator[Fact]:
    if case != "sentence":
        yield Ban(f"words that are not in {case} case", misfit, _PLACES[scope])
    if not Text("", lang).han:
        yield Feature(f"case of {_PLACES[scope]}", case)
        if case == "upper" and scope != "keys":
            yield Bound("words in capitals", 1)


def _case_of_all(lang: str, case: str) -> Iterator[Fact]:
    if Text("", lang).han:
        return  # text without a letter of two forms is in every case
    if case != "sentence":
        yield Feature("case", case)
    if case in ("upper", "lower"):
        yield from (Feature(f"case of {place}", case) for place in _PLACES.values())
    if case == "upper":
        yield Bound("words in capitals", 1)
    if case == "lower":
        yield Bound("words in capitals", 0, 0)


def capital_word_frequency(lang: str, /, *, min=None, max=None) -> Iterator[Fact]:
    """The words in capitals are bounded."""
    count = counts("capital_word_frequency", lang, min=0)
    yield Bound("words in capitals", min or 0, INFINITY if max is None else max)
    yield Count("words in capitals", count, high=INFINITY if max is None else max, characters=False)


def no_contractions(lang: str, /) -> Iterator[Fact]:
    """No contraction stands anywhere."""
    yield Ban("contractions", violates("no_contractions", lang))


def punctuation_exclusion(lang: str, /, *, marks) -> Iterator[Fact]:
    """None of the marks stands anywhere."""
    for mark in marks:
        yield Ban(f"the mark {mark}", violates("punctuation_exclusion", lang, marks=[mark]), characters=True)


def punctuation_frequency(lang: str, /, *, mark, min=None, max=None) -> Iterator[Fact]:
    """The mark occurs so many times."""
    count = counts("punctuation_frequency", lang, mark=mark, min=0)
    yield Count(f"the mark {mark}", count, min or 0, INFINITY if max is None else max, (mark,))
    if not OF_MARKDOWN.intersection(mark):  # which characters are counted without
        yield from occurrences(f"marks {mark}", min, "characters")


def full_width_punctuation(lang: str, /) -> Iterator[Fact]:
    """No half-width mark stands in Chinese text."""
    fails = violates("full_width_punctuation", lang)
    yield Ban("half-width marks in Chinese text", lambda text: has_han(text) and fails(text))


def hanzi_only(lang: str, /) -> Iterator[Fact]:
    """No letter stands anywhere that is no Han character."""
    yield Ban("letters that are no Han characters", violates("hanzi_only", lang, after=_SHARED_HAN), characters=True)
    yield Feature("script", "Chinese")


def chinese_script(lang: str, /, *, script) -> Iterator[Fact]:
    """No character of the other Chinese script stands anywhere."""
    yield Feature("Chinese script", script)
    other = {"simplified": "traditional", "traditional": "simplified"}[script]
    check = violates("chinese_script", lang, after=_SHARED_HAN, script=script)
    yield Ban(f"{other} characters", check, characters=True)


def response_language(lang: str, /, *, language) -> Iterator[Fact]:
    """The letters are those of the language's script."""
    base, _, script = language.lower().replace("_", "-").partition("-")
    if base == "zh" and script in _CHINESE:
        yield Feature("Chinese script", _CHINESE[script])
    written = WRITTEN_IN.get(base, (base,))[0]
    yield Feature("script", "Chinese" if written == "Han" else written)


def bilingual_response(lang: str, /, *, languages=("en", "zh")) -> Iterator[Fact]:
    """There are letters of both languages' scripts, on lines of their own."""
    yield Bound("lines", 2)
    yield Feature("script", "Chinese and Latin")
    samples = {"en": tuple("etaoinETAOIN"), "zh": ("的", "好", "人")}
    for code in languages:
        yield needed(f"text in {code}", *samples[code])
