"""A reworded requirement still says what its parameters say, or what it lacks is named."""

import json
import random

import pytest

from lmms_eval_vcif.builders.draws import draw
from lmms_eval_vcif.builders.pipeline.says import missing, unsaid
from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.constraints.wording import wordings
from lmms_eval_vcif.records import Constraint

from .sets import LANGUAGES, types


def words(text, language="en", type_="word_count", **params):
    return Constraint("c", type_, text, params), language


MOST = words("Use at most 60 words.", max=60)
LEAST = words("Write at least 3 sentences.", type_="sentence_count", min=3)
BOTH = words('Mention "Red Lion" and "pier".', type_="keyword_inclusion", keywords=["Red Lion", "pier"])
ZH = words("不超过60字。", "zh", max=60)


@pytest.mark.parametrize(
    ("asked", "text", "lacks"),
    [
        (MOST, "Use at most 60 words", ""),
        (MOST, "keep the whole thing within 60 words", ""),
        (MOST, "keep the whole thing short", "60"),
        (MOST, "keep it to 600 words", "60"),
        (MOST, "keep it to 60.5 words", "60"),
        (MOST, "use at least 60 words", "turns its bound round"),
        (MOST, "no more than 60 words, please", ""),
        (MOST, "no less than 60 words", "turns its bound round"),
        (MOST, "stay under 60 words in 4 lines", "'4' was added"),
        (LEAST, "three sentences or more", ""),
        (LEAST, "no fewer than 3 sentences", ""),
        (LEAST, "no more than 3 sentences", "turns its bound round"),
        (LEAST, "a few sentences", "3"),
        (BOTH, "work in “Red Lion” as well as “pier”", ""),
        (BOTH, "work in “Red Lion” somewhere", "pier"),
        (ZH, "全文请控制在60字以内", ""),
        (ZH, "全文不少于60字", "turns its bound round"),
        (ZH, "请写得短一点", "60"),
        (ZH, "共160字", "60"),
    ],
)
def test_what_a_reworded_requirement_lacks(asked, text, lacks):
    constraint, language = asked
    found = missing(constraint, text, language)
    assert (lacks in found) if lacks else found == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_of_every_type_says_its_parameters(language):
    """The catalogue's own wordings are rewordings of each other."""
    for type_ in types(language):
        entry = catalogue()[type_]
        for seed in range(6):
            params = draw(entry, language, random.Random(f"{type_} {seed}"))
            texts = wordings(entry, params, language)
            for text in texts[1:]:
                constraint = Constraint("c", type_, texts[0], params)
                assert missing(constraint, text, language) == "", (texts[0], json.dumps(params))
                assert unsaid(Constraint("c", type_, text, params), language) == "", (text, json.dumps(params))


def phrase(text, **params):
    return words(text, type_="exact_word_inclusion", **params)


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (words("Use at most 30 words.", max=50), "max is 50, which is not in 'Use at most 30 words.'"),
        (words("Use at most 30 words.", max=30), ""),
        (words("Stay under 30 words.", max=29), ""),
        (words("More than 30 words, please.", min=31), ""),
        (words("Use at most 30 words.", min=30), "turns its bound round"),
        (words("Keep it short.", max=50), ""),
        (words("全文不超过30字。", "zh", max=50), "max is 50"),
        (phrase('Use the words "red lion".', phrases=["red lion"]), ""),
        (phrase('Use the words "red lion".', phrases=["red lion", "pier"]), "phrases hold 'pier'"),
    ],
)
def test_what_an_annotated_text_says_otherwise_than_its_parameters(asked, problem):
    found = unsaid(*asked)
    assert (problem in found) if problem else found == ""
