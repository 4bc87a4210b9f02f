"""A check is refused, by name, in a response language that its type does not support, and works in all others."""

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.records import RecordError
from lmms_eval_vcif.verdicts import verify

DECIDED_BY_RULE = [entry for entry in catalogue() if entry.check is not None]
LANGUAGES = ("en", "zh", "fr", "ja")
RESPONSES = {"en": "A dog barks.", "zh": "小狗在叫。", "fr": "Un chien aboie.", "ja": "犬が吠える。"}


def params_of(entry):
    return next(iter(entry.cases.values()))[0]["params"]


def pairs(supported):
    """Each type with each language that one of its benchmarks supports, or none does."""
    return [
        pytest.param(entry, language, id=f"{entry.id}-{language}")
        for entry in DECIDED_BY_RULE
        for language in LANGUAGES
        if any(place.supports(language) for place in entry.benchmarks.values()) is supported
    ]


@pytest.mark.parametrize(("entry", "language"), pairs(supported=False))
def test_an_unsupported_language_is_refused_by_name(entry, language):
    with pytest.raises(RecordError, match=rf"type: {entry.id} does not support responses in '{language}'"):
        verify(entry.id, RESPONSES[language], params_of(entry), language)


@pytest.mark.parametrize(("entry", "language"), pairs(supported=True))
def test_a_supported_language_is_decided(entry, language):
    verdict = verify(entry.id, RESPONSES[language], params_of(entry), language)
    assert verdict.type == entry.id
    assert verdict.reason


def test_only_types_of_vcifbench_are_open_to_languages_beyond_the_two():
    for language in ("fr", "ja"):
        beyond = {entry.id for entry in DECIDED_BY_RULE if any(b.supports(language) for b in entry.benchmarks.values())}
        assert beyond
        assert beyond <= {entry.id for entry in DECIDED_BY_RULE if "vcifbench" in entry.benchmarks}
