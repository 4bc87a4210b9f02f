"""English abbreviations by what may follow their dot, and words that a mark belongs to."""

from __future__ import annotations


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


NEVER_END = _set(
    "mr mrs ms mx dr prof msgr messrs mme mlle lt capt cmdr sgt cpl hon e.g i.e p.s p.p.s n.b eg ie cf vs v viz resp"
    " approx ca incl excl"
)
"""A name or the rest of the thought follows: the dot never ends a sentence."""

BEFORE_NUMBER = _set(
    "fig figs no nos eq eqs sec secs ch chap vol vols p pp art ex ref refs tab app nr c op para pt pg ver"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
"""Part of a reference or a date where a number, a single letter or a bracket follows."""

BEFORE_STARTER = _set(
    "inc ltd co corp llc plc bros jr sr st ave rd blvd dept univ assn est govt intl natl ph.d m.d b.a m.a b.sc m.sc"
    " rev fr gen col maj adm gov sen rep pres al mt ft u.s u.k u.n e.u d.c u.s.a n.y l.a a.k.a d.phil sq ste apt"
    " bldg"
)
"""The dot ends a sentence only where a word follows that commonly begins one."""

STARTERS = _set(
    "the a an it its it's he she they we you i i'm i've his her their our my your this that these those there here then"
    " but and or so yet if when while although though because since after before as at in on by for from with without"
    " however meanwhile finally first second next later also please thanks what who why how where which is are was were"
    " do does did no not yes all some many most both each every one two three to let don't can"
)

ABBREVIATIONS = NEVER_END | BEFORE_NUMBER | BEFORE_STARTER
"""All of them, without their last dot."""

NAMES_WITH_MARK = _set("yahoo jeopardy guess yum wham")
"""Names that end in an exclamation or a question mark."""

SPEECH = "said|asked|cried|shouted|yelled|whispered|replied|answered|exclaimed|added|wondered|screamed|called|murmured"
"""Verbs, as a pattern, that name the speaker of what was quoted."""
