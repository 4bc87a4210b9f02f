"""The rows, clips, example answers and recorded judgements that ship with vcifbench: what they promise."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.data.contradictions import contradictions
from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.judge import Judge, Settings
from lmms_eval_vcif.judge.calls import FAILURES
from lmms_eval_vcif.metrics.tasks import VCIFBENCH_TASKS
from lmms_eval_vcif.records import Row
from lmms_eval_vcif.verdicts import judge_conflict, judge_row, method_of

ROOT = Path(__file__).parents[2]
DATA = Path(str(resources.files("lmms_eval_vcif.tasks") / "_data" / "vcifbench"))
RECORDED = DATA / "recorded_judgements.jsonl"


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


ROWS = [Row.parse(value) for value in read(DATA / "rows.jsonl")]
BASE, SELECTION, CONFLICT = ([r for r in ROWS if r.subset == name] for name in ("base", "selection", "conflict"))
WITNESSES = {line["id"]: line["response"] for line in read(ROOT / "tests/golden/vcifbench_witnesses.jsonl")}
EXAMPLES = {line["id"]: line for line in read(DATA / "example_responses.jsonl")}
ASKED_IN_PARTS = {"summarize", "focus", "content_inclusion", "tracking", "selection_accuracy"}
SEEN_BY_LINT = {
    "exact_include_exclude",
    "case_exact_word",
    "json_plain_text",
    "csv_json",
    "lexical_prefix_repetition",
    "markdown_plain_emphasis",
    "word_budget_long_phrase",
}
TEMPLATES = SEEN_BY_LINT | {"content_include_exclude", "sentence_fixed_closing", "visible_absent_content"}


def evaluation(constraint):
    return catalogue()[constraint.type].benchmarks["vcifbench"].evaluation


def test_counts():
    assert len(ROWS) == len({row.id for row in ROWS})
    assert len(BASE) >= 60
    assert len({row.pair_id for row in SELECTION}) == 10
    assert len(SELECTION) == 20
    assert len(CONFLICT) == 30
    assert {row.language for row in BASE} == {"en", "zh"}


def test_base_items_cover_types_tasks_compositions_and_sizes():
    used = {constraint.type for row in BASE for constraint in row.constraints}
    assert used == {entry.id for entry in catalogue() if "vcifbench" in entry.benchmarks}
    assert {row.task for row in BASE} == {task for tasks in VCIFBENCH_TASKS.values() for task in tasks}
    assert {name for row in BASE for name in row.composition} == {"and", "chain", "selection", "nested"}
    assert {len(row.constraints) for row in BASE} == set(range(2, 9))


def test_every_row_lints_clean():
    assert [str(problem) for problem in lint_rows(DATA / "rows.jsonl")] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_constraints_carry_what_their_evaluation_needs(row):
    for constraint in row.constraints:
        assert constraint.text in row.instruction
        assert bool(constraint.sub_questions) == (constraint.type in ASKED_IN_PARTS)
        if evaluation(constraint) != "judge":
            assert constraint.params is not None


NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
OTHER_NUMERALS = {
    1: r"\b(an?|single|once|each|every|repeat)\b|一",
    2: "twice|两|二",
    3: "三",
    4: "四",
    5: "五",
    6: "六",
}


def numbers_said(text):
    """The numbers in a constraint's text; "under 50" says 49."""
    digits = {int(number) for number in re.findall(r"\d+", text)}
    below = {int(number) - 1 for number in re.findall(r"\b(?:under|below) (\d+)", text)}
    words = {number for number, word in enumerate(NUMERALS) if re.search(rf"\b{word}\b", text.lower())}
    return digits | below | words | {number for number, form in OTHER_NUMERALS.items() if re.search(form, text.lower())}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_no_bound_is_checked_that_the_text_does_not_say(row):
    for constraint in row.constraints:
        bounds = {value for value in (constraint.params or {}).values() if type(value) in (int, float)}
        assert bounds <= numbers_said(constraint.text), constraint


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_no_word_is_checked_that_the_text_does_not_say(row):
    for constraint in row.constraints:
        lists = [(name, value) for name, value in (constraint.params or {}).items() if isinstance(value, (list, tuple))]
        for word in (word for name, words in lists if name != "elements" for word in words):
            assert word.lower() in constraint.text.lower(), constraint


@pytest.mark.parametrize("pair", sorted({row.pair_id for row in SELECTION}))
def test_the_two_orders_of_a_choice_differ_in_nothing_else(pair):
    first, second = sorted((row for row in SELECTION if row.pair_id == pair), key=lambda row: row.id)
    assert [row.reference["option_order"] for row in (first, second)] == ["AB", "BA"]
    assert first.reference["answer"] == second.reference["answer"]
    assert {first.reference["branch"], second.reference["branch"]} == {"A", "B"}
    assert (first.video, first.constraints) == (second.video, second.constraints)
    assert sorted(first.instruction) == sorted(second.instruction)
    for row in (first, second):
        end = row.instruction.index(row.reference["answer"])
        assert row.reference["branch"] in row.instruction[:end].rstrip(":： ")[-1]


def test_right_branches_are_balanced():
    assert Counter(row.reference["branch"] for row in SELECTION) == {"A": 10, "B": 10}
    first = Counter(row.reference["branch"] for row in SELECTION if row.reference["option_order"] == "AB")
    assert first == {"A": 5, "B": 5}


def test_conflict_items_are_three_of_each_template_with_two_to_four_ordinary_constraints():
    assert Counter(row.reference["template"] for row in CONFLICT) == dict.fromkeys(TEMPLATES, 3)
    for row in CONFLICT:
        assert 2 <= len(row.constraints) - 2 <= 4
        assert set(row.reference["conflict"]) < {constraint.id for constraint in row.constraints}


@pytest.mark.parametrize("row", CONFLICT, ids=lambda row: row.id)
def test_a_conflict_item_has_exactly_one_incompatibility(row):
    """Without either of the two, nothing contradicts; with both, the linter sees it where rules can."""
    pair = set(row.reference["conflict"])
    for left_out in pair:
        rest = [constraint for constraint in row.constraints if constraint.id != left_out]
        assert contradictions(rest, row.response_language) == []
    found = contradictions(row.constraints, row.response_language)
    assert len(found) == (row.reference["template"] in SEEN_BY_LINT)
    for contradiction in found:
        assert pair <= {row.constraints[index].id for index in contradiction.constraints}


@pytest.mark.parametrize("row", BASE + SELECTION, ids=lambda row: row.id)
def test_the_witness_passes_all_that_rules_decide(row):
    assert [(v.type, v.reason) for v in judge_row(row, WITNESSES[row.id]) if v.passed is False] == []


def test_clips_are_long_enough_small_and_credited():
    av = pytest.importorskip("av")
    used = {row.video for row in ROWS}
    assert used == {path.relative_to(DATA).as_posix() for path in (DATA / "videos").glob("*.mp4")}
    assert len(used) >= 14
    notice = (DATA / "NOTICE").read_text("utf-8")
    for name in used:
        with av.open(str(DATA / name)) as clip:
            assert 8 <= clip.duration / 1e6 <= 20
            assert sum(1 for _ in clip.decode(video=0)) >= 128
            assert not clip.streams.audio
        (row, *_) = [row for row in ROWS if row.video == name]
        assert f"{name}: " in notice and f"; {row.source}: {row.source_id}; {row.license}\n" in notice
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 12e6


def test_the_events_of_drawn_clips_stand_beside_them():
    drawn = {row.video for row in ROWS if row.source == "drawn" and not row.source_id.endswith("backwards")}
    events = {path.name.replace(".events.json", ".mp4") for path in (DATA / "videos").glob("*.events.json")}
    assert events == {name.removeprefix("videos/") for name in drawn}
    assert not {row.video for row in ROWS if row.source_id.endswith("backwards")} & drawn


@pytest.mark.parametrize("name", sorted(path.stem for path in (DATA / "videos").glob("*.mp4")))
def test_a_drawn_clip_is_what_its_script_gives(name):
    pytest.importorskip("av")
    pytest.importorskip("pylopdf_fonts_zh_cn")
    from PIL import ImageChops

    from lmms_eval_vcif.builders.clips import SCRIPTS, Script, cut
    from lmms_eval_vcif.builders.clips.draw import draw

    file = SCRIPTS / f"{name}.yml"
    if not file.exists():
        assert next(cut(DATA / "videos" / f"{name}.mp4", 0, 1)).width == 640
        return
    script = Script.load(file)
    assert json.loads((DATA / "videos" / f"{name}.events.json").read_text("utf-8")) == script.as_dict()
    for index, stored in enumerate(cut(DATA / "videos" / f"{name}.mp4", 0, 20)):
        if index % 48 == 24:
            drawn = draw(script, script.at(index / script.fps)).resize((64, 36))
            far = ImageChops.difference(stored.resize((64, 36)), drawn).convert("L").getextrema()[1]
            assert far <= 24, index


def test_every_row_has_an_example_and_the_qualities_differ():
    assert set(EXAMPLES) == {row.id for row in ROWS}
    for rows in (BASE, SELECTION):
        assert {"clean", "one broken", "several broken"} <= {EXAMPLES[row.id]["quality"] for row in rows}
    assert "wrong branch" in {EXAMPLES[row.id]["quality"] for row in SELECTION}
    kinds = {"strict", "generic", "wrong", "ordinary", "blind", "format_choice", "hallucination"}
    assert {EXAMPLES[row.id]["quality"] for row in CONFLICT} == kinds


@cache
def recorded() -> Judge:
    return Judge(Settings(recorded=(RECORDED,), cache=Path("/nonexistent/no-judgement-is-stored-here")))


@pytest.mark.parametrize("row", BASE + SELECTION, ids=lambda row: row.id)
def test_recorded_judgements_decide_what_is_open_without_them(row):
    example = EXAMPLES[row.id]
    alone, judged = (
        judge_row(row, example["response"]),
        judge_row(row, example["response"], recorded(), [DATA / row.video]),
    )
    opened = [verdict.constraint for verdict in alone if verdict.passed is None]
    assert opened == [constraint.id for constraint in row.constraints if method_of(row, constraint) == "judge"]
    assert None not in [verdict.passed for verdict in judged], "run utils/make_vcifbench_data.py examples"
    assert [(v.constraint, v.passed) for v in judged if v.constraint not in opened] == [
        (v.constraint, v.passed) for v in alone if v.constraint not in opened
    ]
    failed = [verdict.constraint for verdict in judged if not verdict.passed]
    if example["quality"] == "wrong branch":
        assert "selection_accuracy" in failed
    else:
        assert min(len(failed), 2) == {"clean": 0, "one broken": 1, "several broken": 2}[example["quality"]]
    if example["quality"] == "clean":
        assert example["response"] == WITNESSES[row.id]


@pytest.mark.parametrize("row", CONFLICT, ids=lambda row: row.id)
def test_recorded_judgements_decide_conflicts(row):
    example = EXAMPLES[row.id]
    assert judge_conflict(row, example["response"]).basic is None
    decided = judge_conflict(row, example["response"], recorded())
    assert decided.strict is (example["quality"] == "strict")
    assert decided.blind is (example["quality"] in ("blind", "format_choice", "hallucination"))


def failures_that_fit(row, decided):
    """What could be named as gone wrong in an example, from its flags, from the rules, and from what a person saw."""
    kept = [v.passed for v in judge_row(row, EXAMPLES[row.id]["response"]) if v.constraint in row.reference["conflict"]]
    forms = row.reference["template"] in ("csv_json", "json_plain_text")
    unlocalized = decided.basic and not decided.localized
    return {
        "hallucination": EXAMPLES[row.id]["quality"] == "hallucination",
        "format_choice": forms and decided.ordinary and kept.count(True) == 1,
        "blind": decided.blind,
        "ordinary": decided.mentions_conflict and decided.ordinary,
        "wrong_localization": unlocalized and EXAMPLES[row.id]["quality"] == "wrong",
        "generic_localization": unlocalized,
        "other": not decided.strict,
        "none": decided.strict,
    }


@pytest.mark.parametrize("row", CONFLICT, ids=lambda row: row.id)
def test_a_recorded_failure_is_the_first_of_the_prompts_list_that_fits(row):
    prompt = resources.files("lmms_eval_vcif.judge").joinpath("prompts/conflict.txt").read_text("utf-8")
    order = re.findall(r'"(\w+)"', prompt.partition("- failure:")[2])
    decided = judge_conflict(row, EXAMPLES[row.id]["response"], recorded())
    fits = failures_that_fit(row, decided)
    assert sorted(order) == sorted(fits) == sorted(FAILURES)
    assert decided.failure == next(name for name in order if fits[name])


def test_the_recording_says_what_it_is():
    head = read(RECORDED)[0]["recording"]
    assert head["model"] == "recorded-example"
    assert "Recorded example" in head["note"]
    assert len(recorded().cache.recordings) == 1


def test_no_judgement_is_left_from_rows_or_answers_that_changed():
    """As many recorded judgements as there are judged constraints and conflict items: a second run adds none."""
    judged = sum(method_of(row, c) == "judge" for row in BASE + SELECTION for c in row.constraints)
    assert len(read(RECORDED)) - 1 == len({line["key"] for line in read(RECORDED)[1:]}) == judged + len(CONFLICT)
