"""Witnesses for every type alone, for every pair of types, and for larger sets."""

from __future__ import annotations

import json
import random
from itertools import combinations_with_replacement

import pytest

from lmms_eval_vcif.builders.witness import witness
from lmms_eval_vcif.builders.witness.bank import Bank
from lmms_eval_vcif.builders.witness.planners import planners
from lmms_eval_vcif.data.contradictions import contradictions
from lmms_eval_vcif.records import Constraint
from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verifiers import checks

from .sets import LANGUAGES, drawn, types, unmet

PER_TYPE = 12

ALONE = [(language, type_) for language in LANGUAGES for type_ in types(language)]


@pytest.mark.parametrize(("language", "type_"), ALONE, ids=lambda value: value)
def test_every_type_has_a_witness(language, type_):
    for seed in range(PER_TYPE):
        constraint = drawn(type_, language, random.Random(seed))
        response = witness([constraint], language, random.Random(seed))
        assert response, f"no witness for {dict(constraint.params)}"
        assert not unmet([constraint], response, language)


SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pair_has_a_witness_or_is_refused(language, seed):
    neither = []
    for first, second in combinations_with_replacement(types(language), 2):
        rng = random.Random(f"{first} {second} {language} {seed}")
        constraints = [drawn(first, language, rng), drawn(second, language, rng)]
        if contradictions(constraints, language):
            continue
        response = witness(constraints, language, rng)
        if response is None or unmet(constraints, response, language):
            neither.append(" and ".join(f"{c.type} {dict(c.params)}" for c in constraints))
    assert not neither, f"{len(neither)} pairs are neither met nor refused:\n" + "\n".join(neither)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sets_of_many_types_have_witnesses(language):
    """Of sets without a contradiction that the linter sees, nearly all are met: pairs it misses are the test above."""
    rng = random.Random(language)
    tried = met = 0
    while tried < 60:
        chosen = rng.sample([t for t in types(language) if t not in ("ocr_transcription", "json", "csv")], 6)
        constraints = [drawn(type_, language, rng) for type_ in chosen]
        if contradictions(constraints, language):
            continue
        tried += 1
        response = witness(constraints, language, rng)
        met += response is not None and not unmet(constraints, response, language)
    assert met >= 0.9 * tried


@pytest.mark.parametrize("keys", [["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]], ids=len)
@pytest.mark.parametrize("order", [["x1", "y1", "x2", "y2"], ["x1", "y1", "w", "h"]], ids="-".join)
def test_boxes_stand_under_any_number_of_keys(keys, order):
    form = {"layout": "json", "keys": keys, "order": order}
    constraints = [
        Constraint("f", "box_format", params={**form, "count": 1}),
        Constraint("i", "box_iou", params={**form, "box": [10, 20, 200, 90], "threshold": 0.9}),
    ]
    response = witness(constraints, "en", random.Random(1))
    assert response
    assert unmet(constraints, response, "en") == []
    box = json.loads(response)
    assert [name for name in box if name in keys] == keys
    assert [name for name in keys if isinstance(box[name], list)] == {1: ["a"], 2: ["a", "b"], 3: ["a"], 4: []}[
        len(keys)
    ]


def test_the_same_seed_gives_the_same_witness():
    constraints = [drawn("word_count", "en", random.Random(3)), drawn("keyword_inclusion", "en", random.Random(4))]
    assert witness(constraints, "en", random.Random(5)) == witness(constraints, "en", random.Random(5))


def test_constraints_that_exclude_each_other_have_none():
    constraints = [
        Constraint("a", "keyword_inclusion", params={"keywords": ["lamp"]}),
        Constraint("b", "keyword_exclusion", params={"keywords": ["lamp"]}),
    ]
    assert witness(constraints, "en", random.Random(0)) is None


def test_every_check_has_a_planner_and_nothing_else():
    assert planners().keys() == checks().keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sparse", (False, True))
def test_the_bank_gives_sentences_of_any_size(language, sparse):
    for size in range(1, 80):
        words = Bank(language, random.Random(size), sparse=sparse).fill(size)
        blank = "" if language == "zh" else " "
        assert len(Text(blank.join(map(str, words)), language).words) == size


def test_the_bank_keeps_to_what_is_allowed():
    words = Bank("en", random.Random(1), allowed=lambda word: "e" not in word).fill(60)
    assert len(words) == 60
    assert not any("e" in word.text for word in words)
