"""The lint of entries: the catalogue is clean, and each kind of fault is seen with its file and key."""

from copy import deepcopy
from importlib.resources import files

import pytest
import yaml

from lmms_eval_vcif.constraints import Entry, catalogue
from lmms_eval_vcif.constraints.lint import lint

MMIFEVAL = "mmifeval_pro"
UNSUPPORTED = "the type does not support that language"

GOOD = {
    "id": "sample",
    "meaning": {"en": "How many words there are.", "zh": "字数。"},
    "benchmarks": {"mmifeval_pro": {"category": "length", "languages": ["en", "zh"]}},
    "parameters": {
        "count": {"type": "integer", "meaning": {"en": "How many.", "zh": "多少。"}},
        "scope": {
            "enum": ["response", "item"],
            "default": "response",
            "meaning": {"en": "Where.", "zh": "何处。"},
            "words": {"en": {"item": "each item"}, "zh": {"item": "每条"}},
        },
    },
    "needs": [["count"]],
    "wordings": {
        "en": ["Use {count} words.", "Write {count} words.", "Say it in {count} words.", "{count} words in {scope}."],
        "zh": ["写{count}个字。", "用{count}个字。", "共{count}个字。", "{scope}{count}个字。"],
    },
    "cases": {
        "en": [
            {"params": {"count": 1}, "response": "One.", "passes": True, "why": "one word"},
            {"params": {"count": 2}, "response": "One two.", "passes": True, "why": "two words"},
            {"params": {"count": 1}, "response": "One two.", "passes": False, "why": "two words"},
            {"params": {"count": 2}, "response": "One.", "passes": False, "why": "one word"},
        ],
        "zh": [
            {"params": {"count": 1}, "response": "一", "passes": True, "why": "one character"},
            {"params": {"count": 2}, "response": "一二", "passes": True, "why": "two"},
            {"params": {"count": 1}, "response": "一二", "passes": False, "why": "two"},
            {"params": {"count": 2}, "response": "一", "passes": False, "why": "one"},
        ],
    },
}


JUDGED = {
    "id": "sample",
    "meaning": GOOD["meaning"],
    "benchmarks": {"vcifbench": {"dimension": "content", "evaluation": "judge", "languages": ["en"]}},
    "guidance": {"en": "Look at the words.", "zh": "看用词。"},
    "sub_questions": {
        "en": {"how": "One a word.", "examples": [{"constraint": "Say yes.", "questions": ["Is it yes?"]}] * 2},
        "zh": {"how": "每词一问。", "examples": [{"constraint": "说是。", "questions": ["是吗？"]}] * 2},
    },
    "wordings": {"en": ["Say so.", "Do say so.", "Tell it.", "Put it so."]},
    "cases": {
        "en": [
            {
                "scene": "A dog barks.",
                "constraint": "Mention the dog.",
                "response": response,
                "sub_questions": ["Is there a dog?", "Does it bark?"],
                "answers": [passes, True],
                "passes": passes,
                "why": "so it is",
            }
            for response, passes in (("A dog.", True), ("It barks.", False)) * 2
        ]
    },
}


def problems(change, good=GOOD) -> list[str]:
    data = deepcopy(good)
    change(data)
    return lint([Entry.parse(data, "length", "length/sample.yml")])


def test_a_good_entry_has_no_problem():
    assert problems(lambda data: None) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: d["meaning"].pop("zh"), "meaning.zh: missing"),
        (lambda d: d["meaning"].update(zh="Words."), "meaning.zh: not in that language: 'Words.'"),
        (lambda d: d["meaning"].update(fr="Mots."), "meaning.fr: 'fr' is unknown; one of en, zh"),
        (lambda d: d["parameters"]["count"].update(type="int"), "parameters.count.type: 'int' is not valid"),
        (lambda d: d["parameters"]["count"].pop("meaning"), "parameters.count.meaning: one text in each of en, zh"),
        (lambda d: d["parameters"]["scope"]["words"]["en"].update(itm="x"), "scope.words.en: 'itm' is unknown"),
        (lambda d: d["parameters"]["scope"]["words"]["zh"].clear(), "parameters.scope.words.zh has none for 'item'"),
        (lambda d: d.update(needs=[["counts"]]), "needs: 'counts' is unknown; did you mean 'count'?"),
        (lambda d: d["wordings"]["en"].pop(), "wordings.en: 3, at least 4 are needed"),
        (lambda d: d["wordings"]["zh"].append("共{count}个字。"), "wordings.zh: one is there twice"),
        (lambda d: d["wordings"]["en"].append("{cuont} words"), "'cuont' is unknown; did you mean 'count'?"),
        (lambda d: d["wordings"]["en"].append("{count words"), "expected '}' before end of string"),
        (lambda d: d["wordings"]["zh"].append("{count} words"), "not in that language"),
        (lambda d: d.update(conflicts=["smaple"]), "conflicts: 'smaple' is unknown; did you mean 'sample'?"),
        (lambda d: d["cases"]["zh"].pop(), "cases.zh: 2 of 3 pass; at least 4"),
        (lambda d: d["cases"]["zh"].extend(deepcopy(d["cases"]["zh"])), "cases: not as many in each language"),
        (lambda d: d["cases"]["en"][1].pop("why"), "cases.en[1]: why is missing"),
        (lambda d: d["cases"]["en"][1].update(wy="x"), "cases.en[1]: 'wy' is unknown; did you mean 'why'?"),
        (lambda d: d["cases"]["en"][1].update(why=" "), "cases.en[1].why: empty"),
        (lambda d: d["cases"]["en"][1].update(response=3), "cases.en[1].response: 3 is no str"),
        (lambda d: d["cases"]["en"][1].update(params={}), "cases.en[1].params: sample needs count"),
        (lambda d: d["cases"]["en"][1].update(params={"cont": 1}), "sample has no such parameter"),
        (lambda d: d["benchmarks"][MMIFEVAL].update(languages=["en"]), f"cases.zh: {UNSUPPORTED}"),
        (lambda d: d["benchmarks"][MMIFEVAL].update(languages=["en"]), f"wordings.zh: {UNSUPPORTED}"),
    ],
)
def test_each_fault_is_named_with_file_and_key(change, problem):
    found = problems(change)
    assert any(problem in line and line.startswith("length/sample.yml: ") for line in found), found


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: None, None),
        (lambda d: d["cases"]["en"][0].pop("scene"), None),
        (lambda d: d["cases"]["en"][0].update(video="dog.mp4", instruction="Describe the clip."), None),
        (lambda d: d.pop("guidance"), "guidance.en: missing"),
        (lambda d: d["guidance"].update(zh="Words."), "guidance.zh: not in that language: 'Words.'"),
        (lambda d: d["sub_questions"].pop("zh"), "sub_questions.zh: how and examples, not []"),
        (lambda d: d["sub_questions"]["zh"].update(how="One."), "sub_questions.zh.how: not in that language"),
        (lambda d: d["sub_questions"]["en"]["examples"].pop(), "sub_questions.en.examples: 1, at least 2"),
        (
            lambda d: d["sub_questions"]["en"]["examples"][0].update(questions=["Say it."]),
            "sub_questions.en.examples[0].questions: not a question: 'Say it.'",
        ),
        (lambda d: d["sub_questions"]["en"]["examples"][0].pop("questions"), "constraint and questions, not ['const"),
        (lambda d: d["cases"]["en"][0].pop("constraint"), "cases.en[0]: constraint is missing"),
        (lambda d: d["cases"]["en"][0].update(constraint=" "), "cases.en[0].constraint: empty"),
        (lambda d: d["cases"]["en"][0].pop("sub_questions"), "cases.en[0]: sub_questions is missing"),
        (lambda d: d["cases"]["en"][0].update(sub_questions=[]), "cases.en[0].sub_questions: empty"),
        (lambda d: d["cases"]["en"][0].update(answers=[True]), "one of true and false for each of 2 questions"),
        (lambda d: d["cases"]["en"][0].update(answers=[True, "no"]), "one of true and false for each of 2"),
        (lambda d: d["cases"]["en"][0].update(answers=[True, False]), "[True, False], but passes is True"),
        (lambda d: d["cases"]["en"][0].update(vidoe="a.mp4"), "'vidoe' is unknown; did you mean 'video'?"),
        (lambda d: d["cases"]["en"][0].update(scene=["A dog."]), "cases.en[0].scene: ['A dog.'] is no str"),
        (lambda d: d.update(check="word_count"), "cases.en[0]: params is missing"),
        (
            lambda d: d["benchmarks"]["vcifbench"].update(evaluation="hybrid"),
            "guidance: only what a judge decides has it",
        ),
    ],
)
def test_each_fault_of_a_judged_entry_is_named(change, problem):
    found = problems(change, JUDGED)
    if problem is None:
        assert found == []
    else:
        assert any(problem in line and line.startswith("length/sample.yml: ") for line in found), found


def test_bounds_are_worded_in_every_combination():
    def bounds(data):
        for name in ("min", "max"):
            data["parameters"][name] = {"type": "integer", "meaning": GOOD["meaning"]}

    assert "length/sample.yml: wordings.en: 0 with ['max', 'min'], at least 2" in problems(bounds)


def test_a_one_sided_conflict_is_refused():
    one, other = deepcopy(GOOD), deepcopy(GOOD)
    one["conflicts"] = ["other"]
    other["id"] = "other"
    entries = [Entry.parse(one, "length", "length/sample.yml"), Entry.parse(other, "length", "length/other.yml")]
    problem = "conflicts: other is named here, but length/other.yml does not name sample"
    assert lint(entries) == [f"length/sample.yml: {problem}"]


def test_the_catalogue_is_clean():
    assert lint(catalogue()) == []


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="this PyYAML has one parser only")
def test_entries_read_the_same_without_the_c_library_of_yaml():
    """What one parser takes for a plain scalar, the other may refuse."""
    for path in sorted(files("lmms_eval_vcif.constraints").glob("*/*.yml")):
        content = path.read_bytes()
        assert yaml.load(content, Loader=yaml.SafeLoader) == yaml.load(content, Loader=yaml.CSafeLoader), path.name
