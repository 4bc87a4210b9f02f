"""What holds for every check and any text: it answers, the same everywhere; blanks round it change nothing."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import bound, decide

from .strategies import HOSTILE, hostile, long_texts, texts

LANGUAGES = ("en", "zh")
BLANK = ("", " \n\t　", "\u200b\ufeff", "<think>A dog.</think>\n", "<THINK>A dog", "A dog.</think>")
PADDING = ("\n\n", " \t", "\r\n", "　", "\ufeff", "<think>Let me see.</think>\n")


def constraints(family, language):
    """Each different parameter set that the cases of a family hold, as constraints of `language`."""
    found = {}
    for entry, _ in bound().values():
        if entry.family == family:
            for case in entry.cases.get(language, ()):
                key = f"{entry.id} {json.dumps(case['params'], ensure_ascii=False, sort_keys=True)}"
                found[key] = Constraint(id=key, type=entry.id, params=case["params"])
    return list(found.values())


def seeds():
    """The responses of all cases."""
    return sorted(
        {case["response"] for entry, _ in bound().values() for cases in entry.cases.values() for case in cases}
    )


FAMILIES = sorted({entry.family for entry, _ in bound().values()})
TEXTS = texts(seeds())
every_family = pytest.mark.parametrize("family", FAMILIES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
laws = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def verdicts(family, response, language):
    text = Text(response, language)
    return [decide(constraint, text) for constraint in constraints(family, language)]


@every_family
@every_language
@laws
@given(response=TEXTS)
def test_every_text_gets_a_verdict_that_can_be_written_down(family, language, response):
    for verdict in verdicts(family, response, language):
        assert verdict.passed in (True, False, None)
        assert verdict.reason
        assert json.loads(json.dumps(verdict.as_dict(), allow_nan=False))["type"] == verdict.type


@every_family
@every_language
@laws
@given(response=TEXTS, before=st.sampled_from(PADDING), after=st.sampled_from(PADDING[:5]))
def test_what_stands_round_a_response_changes_nothing(family, language, response, before, after):
    if "think" not in response.lower():
        assert verdicts(family, before + response + after, language) == verdicts(family, response, language)


@every_family
@every_language
@pytest.mark.parametrize("response", BLANK)
def test_a_blank_response_fails_everything(family, language, response):
    assert {verdict.passed for verdict in verdicts(family, response, language)} <= {False}


@every_language
def test_threads_that_share_a_text_see_the_same_verdicts(language):
    wanted = [constraint for family in FAMILIES for constraint in constraints(family, language)]
    response = "\n\n".join(seeds()[::8])
    alone = [decide(constraint, Text(response, language)) for constraint in wanted]
    shared = Text(response, language)
    with ThreadPoolExecutor(16) as pool:
        # each thread begins with another constraint, so that they race for the parts of the text
        shifts = [wanted[shift:] + wanted[:shift] for shift in range(0, len(wanted), max(1, len(wanted) // 16))]
        together = list(pool.map(lambda order: {c.id: decide(c, shared) for c in order}, shifts))
    for found in together:
        assert [found[constraint.id] for constraint in wanted] == alone


@every_language
@settings(laws, max_examples=12)
@given(response=long_texts)
def test_long_texts_of_any_kind_get_verdicts(language, response):
    text = Text(response, language)
    for family in FAMILIES:
        for constraint in {c.type: c for c in constraints(family, language)}.values():
            assert decide(constraint, text).reason


@every_language
@pytest.mark.parametrize("name", HOSTILE)
def test_long_hostile_texts_get_verdicts(name, language):
    text = Text(hostile(100_000)[name], language)
    for family in FAMILIES:
        for constraint in {c.type: c for c in constraints(family, language)}.values():
            assert decide(constraint, text).reason
