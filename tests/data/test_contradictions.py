"""Contradictions: what no response can satisfy is refused with its reason, and nothing that one satisfies."""

import json

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.data.contradictions import _translators, contradictions
from lmms_eval_vcif.data.contradictions.quantities import AT_LEAST_AS_MANY
from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import bound, decide

from .pairs import CONTRADICTORY, SATISFIABLE


def constraints(pairs):
    return [Constraint(id=f"c{i}", type=type_, params=params) for i, (type_, params) in enumerate(pairs)]


@pytest.mark.parametrize(("language", "pairs", "reason"), CONTRADICTORY)
def test_what_no_response_can_satisfy_is_refused_with_the_reason(language, pairs, reason):
    found = contradictions(constraints(pairs), language)
    assert [contradiction.constraints for contradiction in found] == [tuple(range(len(pairs)))], found
    assert reason in found[0].reason


@pytest.mark.parametrize(("language", "pairs", "reason"), CONTRADICTORY)
def test_the_order_of_constraints_does_not_matter(language, pairs, reason):
    assert contradictions(constraints(pairs[::-1]), language)


@pytest.mark.parametrize(("language", "pairs", "response"), SATISFIABLE)
def test_what_a_response_satisfies_is_not_refused(language, pairs, response):
    text = Text(response, language)
    for constraint in constraints(pairs):
        verdict = decide(constraint, text)
        assert verdict.passed, verdict.reason
    assert contradictions(constraints(pairs), language) == []


def every_case(language):
    """Each type with each of its cases' parameters, once, and every case's response."""
    asked, responses = {}, set()
    for entry in catalogue():
        for case in entry.cases.get(language, ()) if entry.check else ():
            params = json.dumps(case["params"], sort_keys=True)
            asked[entry.id, params] = Constraint(id=entry.id, type=entry.id, params=case["params"])
            responses.add(case["response"])
    return list(asked.values()), sorted(responses)


READ_IN_TWO_WAYS = (
    "Chinese script",  # a text of few characters, all of which both scripts have
    "layout of a box",  # numbers that are a box, but not the same one, in two layouts or scales
    "scale of a box",
    "markdown and plain_text",  # numbered lines, which are Markdown by chance
)
"""Reasons of contradictions that a text is out of only because it is read as two things at once."""


def is_vacuous(text):
    """Whether rules about letters hold because the response, code apart, has none that they are about."""
    return not text.letters or not text.han and "Latin" not in text.letters


@pytest.mark.parametrize("language", ["en", "zh"])
def test_constraints_that_one_response_satisfies_are_never_refused(language):
    """The catalogue against itself: what a case's response passes, of all cases' constraints, is consistent."""
    asked, responses = every_case(language)
    for response in responses:
        text = Text(response, language)
        if text.blank or is_vacuous(text):
            continue
        satisfied = [constraint for constraint in asked if decide(constraint, text).passed]
        for found in contradictions(satisfied, language):
            if found.reason.startswith(READ_IN_TWO_WAYS):
                continue
            pytest.fail(f"{response!r} satisfies {[satisfied[i] for i in found.constraints]}, but: {found.reason}")


def test_every_check_says_what_it_demands():
    assert set(_translators()) == {entry.check.name for entry, _ in bound().values()}


def test_types_of_static_conflict_are_refused_whatever_their_parameters():
    for entry in catalogue():
        for other in entry.conflicts:
            pair = [Constraint(id="a", type=entry.id), Constraint(id="b", type=other)]
            assert contradictions(pair, "en"), (entry.id, other)


def test_parameters_still_to_be_extracted_are_no_contradiction():
    assert contradictions([Constraint("a", "word_count"), Constraint("b", "fixed_opening")], "en") == []


def test_quantities_carry_upwards_only():
    wholes = {whole for whole, _ in AT_LEAST_AS_MANY}
    assert not any((part, whole) in AT_LEAST_AS_MANY for whole, part in AT_LEAST_AS_MANY)
    assert "characters" in wholes
