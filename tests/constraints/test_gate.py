"""The gate refuses a type in a language that it does not support, an unknown type, and parameters that do not fit."""

import json
from dataclasses import replace

import pytest

from lmms_eval_vcif.constraints import catalogue, gate_constraint, gate_row
from lmms_eval_vcif.data.readers import parse_row
from lmms_eval_vcif.records import Constraint, RecordError, Row

ENGLISH_ONLY = {
    "letter_frequency", "uppercase", "lowercase", "title_case", "capital_word_frequency", "no_contractions",
}  # fmt: skip
CHINESE_ONLY = {"hanzi_frequency", "full_width_punctuation", "hanzi_only", "chinese_script", "chinese_numerals"}


def row(type_: str, language: str, params: dict, subset: str = "normal") -> Row:
    constraint = {"id": "c1", "type": type_, "text": "…", "params": json.dumps(params)}
    return Row.parse(
        {"id": "r1", "subset": subset, "language": language, "instruction": "Describe it.", "constraints": [constraint]}
    )


def test_the_language_gate_of_mmifeval_pro_is_the_papers():
    entries = catalogue().of("mmifeval_pro")
    only = {language: set() for language in ("en", "zh")}
    for entry in entries:
        place = entry.benchmarks["mmifeval_pro"]
        supported = [language for language in only if place.supports(language)]
        if len(supported) == 1:
            only[supported[0]].add(entry.id)
    assert only == {"en": ENGLISH_ONLY, "zh": CHINESE_ONLY}


def test_mmifeval_pro_has_52_subcategories_in_8_categories():
    groups: dict[str, int] = {}
    for entry in catalogue().of("mmifeval_pro"):
        group = entry.benchmarks["mmifeval_pro"].group
        groups[group] = groups.get(group, 0) + 1
    assert groups.pop("augmentation") == 3
    assert groups == {
        "length": 7, "keyword": 7, "format": 11, "position": 9, "script": 10, "language": 2, "numeric": 5, "hijack": 1,
    }  # fmt: skip
    assert sum(groups.values()) == 52


def a_case(type_: str) -> dict:
    cases = catalogue()[type_].cases
    return dict(next(iter(cases.values()))[0]["params"])


@pytest.mark.parametrize("type_", sorted(ENGLISH_ONLY | CHINESE_ONLY))
def test_a_row_with_a_type_of_the_other_language_is_refused_by_name(type_):
    own, other = ("en", "zh") if type_ in ENGLISH_ONLY else ("zh", "en")
    params = a_case(type_)
    gate_row(row(type_, own, params))
    with pytest.raises(RecordError) as error:
        gate_row(row(type_, other, params))
    assert error.value.field == "constraints[0].type"
    assert str(error.value).startswith(f"constraints[0].type: {type_} does not support responses in {other!r}")


def test_the_gate_asks_for_the_language_of_the_response():
    mixed = Row.parse(
        {
            "id": "r1",
            "subset": "normal",
            "language": "zh",
            "response_language": "en",
            "instruction": "请用英文回答，全部大写。",
            "constraints": [{"type": "uppercase", "params": "{}"}],
        }
    )
    gate_row(mixed)


def test_an_unknown_type_is_refused_with_the_nearest():
    with pytest.raises(RecordError, match="'word_cuont' is unknown; did you mean 'word_count'"):
        gate_constraint(Constraint(id="c", type="word_cuont", params={}), "en")


@pytest.mark.parametrize(
    ("params", "field", "problem"),
    [
        ({"min": "3"}, "params.min", "an integer is required, not '3'"),
        ({"minimum": 3}, "params.minimum", "did you mean 'min'"),
        ({}, "params", "needs min or max"),
        ({"min": 5, "max": 3}, "params.min", "5 is more than max, 3"),
        ({"min": -1}, "params.min", "-1 is less than"),
    ],
)
def test_parameters_that_do_not_fit_are_refused_with_their_path(params, field, problem):
    with pytest.raises(RecordError) as error:
        gate_constraint(Constraint(id="c", type="sentence_count", params=params), "en")
    assert error.value.field == field
    assert problem in error.value.problem


def test_a_type_of_the_other_benchmark_is_refused():
    with pytest.raises(RecordError, match="csv is not part of mmifeval_pro"):
        gate_row(row("csv", "en", {"columns": 2}))


def test_vcifbench_rows_may_be_in_any_language_that_the_text_model_knows():
    gate_constraint(Constraint(id="c", type="word_count", params={"max": 30}), "fr", "vcifbench")
    with pytest.raises(RecordError, match="does not support responses in 'fr'"):
        gate_constraint(Constraint(id="c", type="word_count", params={"max": 30}), "fr", "mmifeval_pro")


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant", "zh_TW", "fr", "pt-BR", "no", "yue", "EN"])
def test_a_type_for_any_language_takes_every_known_one(language):
    gate_constraint(Constraint("c1", "word_count", params={"max": 3}), language, "vcifbench")


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("", "one of en, zh, fr"),
        ("xx", "one of en, zh, fr"),
        ("klingon", "one of en, zh, fr"),
        ("cn", "did you mean 'zh'?"),
        ("jp", "did you mean 'ja'?"),
        ("English", "did you mean 'en'?"),
        ("中文", "did you mean 'zh'?"),
    ],
)
def test_a_language_that_nobody_knows_is_refused_with_the_one_that_may_be_meant(language, hint):
    with pytest.raises(RecordError) as error:
        gate_constraint(Constraint("c1", "word_count", params={"max": 3}), language)
    assert error.value.field == "language"
    assert error.value.problem.startswith(f"{language!r} is no known language code (ISO 639-1); {hint}")


def test_a_row_whose_answers_language_nobody_knows_is_refused_once():
    given = replace(row("word_count", "en", {"max": 3}), response_language="cn")
    with pytest.raises(RecordError, match="^response_language: 'cn' is no known language code"):
        gate_row(given)
    _, errors = parse_row(given.as_dict())
    assert [error.field for error in errors] == ["response_language"]


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"box": [50, 60, 10, 20]}, "its corners are the wrong way round: x from 50 to 10, y from 60 to 20"),
        ({"box": [[50, 10], [10, 60]]}, "its corners are the wrong way round: x from 50 to 10, y from 10 to 60"),
        ({"box": [50, 60, -1, 20], "box_layout": "xywh"}, "its width and height, -1 and 20, are at least 0"),
    ],
)
def test_a_reference_box_the_wrong_way_round_is_refused(params, problem):
    with pytest.raises(RecordError) as error:
        gate_constraint(Constraint("c1", "box_iou", params=params), "en")
    assert str(error.value) == f"params.box: {problem}"


@pytest.mark.parametrize(
    "params", [{"box": [10, 20, 50, 60]}, {"box": None}, {"box": [50, 60, 10, 20], "box_layout": "xywh"}]
)
def test_a_reference_box_in_order_or_none_is_taken(params):
    gate_constraint(Constraint("c1", "box_iou", params=params), "en")
