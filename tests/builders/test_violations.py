"""Planted violations: a response that fails exactly one constraint, for every type."""

from __future__ import annotations

import random

import pytest

from lmms_eval_vcif.builders.witness import violate, witness
from lmms_eval_vcif.builders.witness.counters import counters
from lmms_eval_vcif.builders.witness.fit import Demand
from lmms_eval_vcif.builders.witness.make import demands
from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verifiers import checks

from .sets import LANGUAGES, compatible, drawn, types, unmet

ALONE = [(language, type_) for language in LANGUAGES for type_ in types(language)]
SAMPLE = {"en": "A bird sings.", "zh": "鸟在唱歌。"}
UNBREAKABLE = 0.05
"""The share of random sets in which a companion implies the constraint, so that nothing fails it alone."""


def planted(constraints: list[Constraint], language: str, rng: random.Random) -> tuple[str | None, str | None]:
    """A witness of the constraints, and what violates the first of them alone."""
    response = witness(constraints, language, rng)
    return response, response and violate(constraints[0], constraints, response, language, rng)


@pytest.mark.parametrize(("language", "type_"), ALONE, ids=lambda value: value)
def test_every_type_can_be_violated(language, type_):
    for seed in range(5):
        constraint = drawn(type_, language, random.Random(seed))
        response, broken = planted([constraint], language, random.Random(seed))
        assert broken, f"nothing violates {dict(constraint.params)}"
        assert broken != response
        assert unmet([constraint], broken, language) == [type_]


def broken_among_others(language: str, sets_per_type: int) -> tuple[int, list[str]]:
    """How many sets of two or three constraints were tried, and those in which the first was not violated alone."""
    tried, whole = 0, []
    for type_ in types(language):
        others = [other for other in types(language) if other not in (type_, "ocr_transcription")]
        for number in range(sets_per_type):
            rng = random.Random(f"{language} {type_} {number}")
            constraints = compatible(type_, rng.sample(others, rng.choice((1, 2))), language, rng)
            response, broken = planted(constraints, language, rng)
            if response is None:
                continue
            tried += 1
            if broken is None:
                whole.append(" and ".join(f"{c.type} {dict(c.params)}" for c in constraints))
            else:
                assert unmet(constraints, broken, language) == [type_]
    return tried, whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_violation_fails_exactly_its_constraint(language):
    tried, whole = broken_among_others(language, 4)
    assert tried > 150
    assert len(whole) <= UNBREAKABLE * tried, "\n".join(whole)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "type_"), ALONE, ids=lambda value: value)
def test_two_hundred_violations_of_every_type(language, type_):
    found = set()
    for seed in range(200):
        constraint = drawn(type_, language, random.Random(seed))
        _, broken = planted([constraint], language, random.Random(seed))
        assert broken, f"nothing violates {dict(constraint.params)}"
        assert unmet([constraint], broken, language) == [type_]
        found.add(broken)
    assert len(found) > 20


def test_a_violation_of_two_equal_constraints_is_none():
    constraint = Constraint("a", "sentence_count", params={"max": 3})
    same = Constraint("b", "sentence_count", params={"max": 3})
    response = witness([constraint, same], "en", random.Random(0))
    assert violate(constraint, [constraint, same], response, "en", random.Random(0)) is None


@pytest.mark.parametrize(("language", "type_"), ALONE, ids=lambda value: value)
def test_counters_are_demands_that_checks_accept(language, type_):
    for seed in range(10):
        demand = demands([drawn(type_, language, random.Random(seed))])[0]
        for counter in counters(demand.check, demand.arguments):
            for check, arguments in counter:
                assert check in checks()
                Demand(check, arguments).verdict(Text(SAMPLE[language], language))
