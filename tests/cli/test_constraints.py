"""``vcif constraints``, ``vcif lint`` and ``vcif tasks-path``: what they print and how they end."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from typer.main import get_command

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.constraints import catalogue

COMMAND = get_command(app)  # typer's own runner builds all verbs again in every call


def run(*arguments):
    return CliRunner().invoke(COMMAND, [str(argument) for argument in arguments])


def test_the_list_names_every_type():
    shown = run("constraints", "list", "--json")
    assert shown.exit_code == 0
    types = [json.loads(line)["type"] for line in shown.output.splitlines()]
    assert types == [entry.id for entry in catalogue()]
    assert "word_count" in run("constraints").output


@pytest.mark.parametrize(
    ("options", "types"),
    [
        (["--benchmark", "mmifeval_pro", "--category", "language"], {"bilingual_response", "response_language"}),
        (["--category", "script", "--language", "zh", "--benchmark", "mmifeval_pro"], None),
    ],
)
def test_filters_narrow_the_list(options, types):
    shown = [json.loads(line) for line in run("constraints", "list", "--json", *options).output.splitlines()]
    found = {line["type"] for line in shown}
    if types is None:
        types = {e.id for e in catalogue() if e.id in found and "zh" in e.languages}
        assert "hanzi_only" in found
        assert "uppercase" not in found
        assert all(line["meaning"] == catalogue()[line["type"]].meaning["zh"] for line in shown)
    assert found == types


def test_a_filter_that_leaves_nothing_says_what_there_is():
    shown = run("constraints", "list", "--category", "lenght")
    assert shown.exit_code == 1
    assert "length" in shown.output


@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_type_is_explained_with_its_cases(language):
    shown = run("constraints", "show", "sentence_count", "--language", language)
    entry = catalogue()["sentence_count"]
    assert shown.exit_code == 0
    assert entry.meaning[language] in shown.output
    for wording in entry.wordings[language]:
        assert wording in shown.output
    for case in entry.cases[language]:
        assert json.dumps(case["response"], ensure_ascii=False) in shown.output
    assert ("Parameters" in shown.output) == (language == "en")


def test_every_type_can_be_shown_in_both_languages():
    for entry in catalogue():
        for language in ("en", "zh"):
            shown = run("constraints", "show", entry.id, "--language", language)
            assert shown.exit_code == 0, shown.output


def test_a_judged_type_is_explained_with_its_guidance_and_sub_questions():
    shown = run("constraints", "show", "tracking", "--language", "zh").output
    entry = catalogue()["tracking"]
    assert entry.guidance["zh"] in shown
    assert entry.sub_questions["zh"]["how"] in shown
    for case in entry.cases["zh"]:
        assert case.get("scene", case.get("video")) in shown
        assert case["sub_questions"][0] in shown


def test_an_unknown_type_ends_with_the_nearest():
    shown = run("constraints", "show", "word_cuont")
    assert shown.exit_code == 1
    assert "did you mean 'word_count'?" in shown.output


def test_lint_prints_messages_and_ends_with_status_1(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a"}\n', encoding="utf-8")
    shown = run("lint", path)
    assert shown.exit_code == 1
    assert f"{path}:1:instruction: a non-empty string is required, not None" in shown.output
    assert "errors" in shown.output


def test_lint_ends_well_on_good_rows(tmp_path):
    pictures = pytest.importorskip("PIL.Image")
    pictures.new("RGB", (2, 2)).save(tmp_path / "a.png")
    row = {
        "id": "a",
        "subset": "normal",
        "language": "en",
        "instruction": "Describe it in at most 9 words.",
        "images": ["a.png"],
        "constraints": [{"id": "c", "type": "word_count", "text": "at most 9 words", "params": '{"max": 9}'}],
    }
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    shown = run("lint", path)
    assert shown.exit_code == 0, shown.output
    assert "0 errors, 0 warnings" in shown.output
    path.write_text(json.dumps({**row, "responselanguage": "en"}), encoding="utf-8")
    shown = run("lint", path)
    assert shown.exit_code == 0
    assert f"{path}:1:responselanguage: warning: " in shown.output and "0 errors, 1 warning\n" in shown.output


def test_tasks_path_is_the_folder_of_the_tasks():
    shown = run("tasks-path")
    assert shown.exit_code == 0
    assert (Path(shown.output.strip()) / "__init__.py").is_file()
