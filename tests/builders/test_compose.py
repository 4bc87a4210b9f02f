"""Composed rows: balanced, sound, witnessed, the same for any number of workers and after an interruption."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.builders.compose import BuildError, build
from lmms_eval_vcif.builders.compose.choose import pool
from lmms_eval_vcif.builders.compose.overlap import Instructions, grams
from lmms_eval_vcif.builders.compose.phrase import frames, query
from lmms_eval_vcif.builders.compose.seeds import task_bank
from lmms_eval_vcif.builders.compose.uneasy import goes_with
from lmms_eval_vcif.builders.draws import draw
from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.constraints import CatalogueError, Entry, catalogue
from lmms_eval_vcif.constraints.wording import wordings
from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.data.readers import read_rows
from lmms_eval_vcif.text import chinese_script
from lmms_eval_vcif.verdicts import verify_row

ROOT = Path(__file__).resolve().parents[2]
ROWS = 200


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    """Three small pictures."""
    from PIL import Image

    folder = tmp_path_factory.mktemp("pictures")
    (folder / "more").mkdir()
    for name, colour in (("a.png", "red"), ("b.jpg", "green"), ("more/c.png", "blue")):
        Image.new("RGB", (32, 24), colour).save(folder / name)
    return folder


@pytest.fixture(scope="module")
def built(images, tmp_path_factory):
    """A set from the generic bank with its manifest."""
    out = tmp_path_factory.mktemp("set")
    return out, build(out, images=images, rows=ROWS, seed=3, progress=False)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_lint_clean_and_their_witnesses_pass(built):
    out, _ = built
    assert [str(problem) for problem in lint_rows(out / "rows.jsonl") if problem.error] == []
    rows, problems = read_rows(out / "rows.jsonl")
    witnesses = {record["id"]: record["response"] for record in lines(out / "witnesses.jsonl")}
    assert not problems and len(rows) == ROWS
    for row in rows:
        failed = [verdict for verdict in verify_row(row, witnesses[row.id]) if not verdict.passed]
        assert not failed, f"{row.id}: {failed}"


def test_every_type_but_transcription_stands_in_enough_rows(built):
    out, manifest = built
    assert manifest["short"] == {}
    counts = {"en": Counter(), "zh": Counter()}
    for row in lines(out / "rows.jsonl"):
        counts[row["response_language"]].update(constraint["type"] for constraint in row["constraints"])
    for language, found in counts.items():
        assert "ocr_transcription" not in found
        assert found.keys() == set(pool(language))
        assert min(found.values()) >= 4
        assert max(found.values()) <= 4 * min(found.values())


def test_rows_have_about_three_constraints_and_both_languages(built):
    _, manifest = built
    counts = manifest["counts"]
    assert 2.8 <= counts["constraints_per_row"] <= 3.2
    assert set(counts["sizes"]) == set("123456")
    assert abs(counts["languages"]["en"] - counts["languages"]["zh"]) <= 4
    assert len(counts["tasks"]) == 24


def test_each_constraint_stands_in_the_instruction_as_its_text_says(built):
    for row in lines(built[0] / "rows.jsonl"):
        for constraint in row["constraints"]:
            assert constraint["text"] in row["instruction"]


def test_no_two_instructions_share_half_of_their_grams(built):
    rows = lines(built[0] / "rows.jsonl")
    sets = [(row["language"], grams(row["instruction"], row["language"])) for row in rows]
    for i, (language, own) in enumerate(sets):
        for other_language, other in sets[:i]:
            if language == other_language:
                assert len(own & other) < 0.5 * min(len(own), len(other))


def test_the_response_is_in_the_language_that_is_asked_for(built):
    crossed = 0
    for row in lines(built[0] / "rows.jsonl"):
        asked = [json.loads(c["params"])["language"] for c in row["constraints"] if c["type"] == "response_language"]
        assert row["response_language"] == (asked[0].partition("-")[0] if asked else row["language"])
        crossed += row["response_language"] != row["language"]
    assert crossed


def test_types_that_go_ill_together_stand_in_no_row(built):
    for row in lines(built[0] / "rows.jsonl"):
        types = [constraint["type"] for constraint in row["constraints"]]
        assert all(goes_with(type_, set(types) - {type_}, row["task"]) for type_ in types), row["id"]


@pytest.mark.parametrize("list_", ["bullet_list", "numbered_list"])
def test_items_are_not_counted_twice(list_):
    assert not goes_with("item_count", [list_]) and not goes_with(list_, ["item_count"])


def test_what_is_asked_for_in_a_traditional_answer_is_in_traditional_characters(built):
    asked = 0
    for row in lines(built[0] / "rows.jsonl"):
        params = [json.loads(constraint["params"]) for constraint in row["constraints"]]
        if any(p.get("script") == "traditional" or p.get("language") == "zh-Hant" for p in params):
            asked += 1
            assert chinese_script("".join(json.dumps(p, ensure_ascii=False) for p in params))[0] == 0
    assert asked


def test_no_type_is_left_without_company():
    for language in ("en", "zh"):
        for type_ in pool(language):
            assert sum(goes_with(type_, [other]) for other in pool(language)) > 15


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers(images, tmp_path):
    for workers in (1, 2):
        build(tmp_path / str(workers), images=images, rows=40, seed=5, workers=workers, progress=False)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_another_seed_gives_another_set(images, tmp_path):
    for seed in (1, 2):
        build(tmp_path / str(seed), images=images, rows=6, seed=seed, progress=False)
    assert (tmp_path / "1/rows.jsonl").read_bytes() != (tmp_path / "2/rows.jsonl").read_bytes()


def test_a_build_that_was_killed_goes_on_where_it_stopped(images, tmp_path):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    build(whole, images=images, rows=60, seed=8, progress=False)
    call = f"build({str(cut)!r}, images={str(images)!r}, rows=60, seed=8)"
    code = f"from lmms_eval_vcif.builders.compose import build; {call}"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL)
    log = cut / ".done.jsonl"
    deadline = time.monotonic() + 60
    while not (log.exists() and log.read_bytes().count(b"\n") > 5) and time.monotonic() < deadline:
        assert process.poll() is None, "the build ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = log.read_bytes().count(b"\n") - 1
    assert 0 < kept < 60
    with log.open("ab") as file:
        file.write(b'{"id": "normal-en-cut off')
    build(cut, images=images, rows=60, seed=8, progress=False)
    assert contents(cut) == contents(whole)


def test_a_complete_set_is_left_as_it_is_and_other_settings_are_refused(images, tmp_path):
    first = build(tmp_path, images=images, rows=4, seed=1, progress=False)
    before = contents(tmp_path)
    assert build(tmp_path, images=images, rows=4, seed=1, progress=False) == first
    assert contents(tmp_path) == before
    with pytest.raises(BuildError, match="other settings .seed."):
        build(tmp_path, images=images, rows=4, seed=2, progress=False)


def test_seeds_written_for_the_pictures(images, tmp_path):
    seeds = tmp_path / "seeds.jsonl"
    seed = {"image": "more/c.png", "task": "story", "language": "en", "instruction": "Write about the blue square"}
    seeds.write_text(json.dumps({**seed, "keywords": ["square"], "license": "CC0-1.0"}) + "\n", encoding="utf-8")
    manifest = build(tmp_path / "set", images=images, seeds=seeds, seed=0, progress=False)
    (row,) = lines(tmp_path / "set/rows.jsonl")
    assert manifest["counts"]["rows"] == 1
    assert "Write about the blue square." in row["instruction"]
    assert (row["image"], row["task"], row["license"]) == ("more/c.png", "story", "CC0-1.0")
    assert (tmp_path / "set/more/c.png").read_bytes() == (images / "more/c.png").read_bytes()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"task": "storey"}, r"seeds.jsonl:1: task: .*did you mean 'story'"),
        ({"language": "fr"}, "seeds.jsonl:1: language"),
        ({"image": "none.png"}, "seeds.jsonl:1: image: there is no"),
        ({"instruction": " "}, "seeds.jsonl:1: instruction: a non-empty string"),
        ({"instructions": "x"}, "seeds.jsonl:1: .*did you mean 'instruction'"),
    ],
)
def test_seeds_that_do_not_fit_are_refused_by_line(images, tmp_path, change, problem):
    seeds = tmp_path / "seeds.jsonl"
    seed = {"image": "a.png", "task": "story", "language": "en", "instruction": "Write."}
    seeds.write_text(json.dumps({**seed, **change}) + "\n", encoding="utf-8")
    with pytest.raises(BuildError, match=problem):
        build(tmp_path / "set", images=images, seeds=seeds, progress=False)


@pytest.mark.parametrize(("setting", "problem"), [({"rows": 0}, "rows"), ({"languages": ["fr"]}, "languages")])
def test_settings_out_of_range_are_refused(images, tmp_path, setting, problem):
    with pytest.raises(BuildError, match=problem):
        build(tmp_path, images=images, progress=False, **setting)


def test_a_folder_without_pictures_is_refused(tmp_path):
    with pytest.raises(BuildError, match="no pictures"):
        build(tmp_path / "set", images=tmp_path, progress=False)


def test_the_command_line_builds_and_names_types_in_too_few_rows(images, tmp_path):
    arguments = ["build", "compose", str(tmp_path / "set"), "--images", str(images), "--rows", "4"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "in fewer than 4 rows" in result.output
    assert CliRunner().invoke(app, [*arguments, "--seed", "9"]).exit_code == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_frame_takes_the_task_and_the_rules_once(language):
    for kind in ("sentences", "one", "list"):
        for frame in frames()[language][kind]:
            assert frame.count("{task}") == frame.count("{rules}") == 1


def test_a_query_says_every_wording_as_it_gives_it_back():
    for seed in range(200):
        text, used = query("Describe it", ["Use five words", 'Say "Yes".', "English only."], "en", random.Random(seed))
        assert all(wording in text for wording in used)
        assert [wording.lower() for wording in used] == ["use five words.", 'say "yes".', "english only."]
        assert "English only." in used


def test_near_copies_are_noticed():
    known = Instructions()
    known.add("Describe the picture in exactly three short sentences, please.", "en")
    assert not known.fits("Describe the picture in exactly three short words.", "en")
    assert known.fits("Count the boats and name their colours in one line.", "en")


def test_the_bank_has_24_tasks_with_six_phrasings_in_each_language():
    assert len(task_bank()) == 24
    texts = [text for task in task_bank().values() for language in ("en", "zh") for text in task[language]]
    assert len(set(texts)) == len(texts)
    assert all(len(task[language]) >= 6 for task in task_bank().values() for language in ("en", "zh"))


DRAWN = [(entry.id, language) for entry in catalogue() if entry.check for language in entry.languages]


@pytest.mark.parametrize(("type_", "language"), DRAWN)
def test_draws_fit_the_entry_and_have_a_wording(type_, language):
    entry = catalogue()[type_]
    for seed in range(60):
        params = draw(entry, language, random.Random(seed))
        entry.check_parameters(params)
        assert wordings(entry, params, language), f"no wording says {params}"


def test_draws_take_the_words_of_the_picture():
    found = {
        draw(catalogue()["keyword_frequency"], "en", random.Random(s), ["lighthouse"])["keyword"] for s in range(40)
    }
    assert "lighthouse" in found


def test_a_draw_that_does_not_fit_its_entry_is_refused_by_file():
    data = {
        "id": "x",
        "meaning": {"en": "x"},
        "benchmarks": {"mmifeval_pro": {"category": "length"}},
        "parameters": {"min": {"type": "integer", "minimum": 5}},
        "draw": {"any": [{"min": {"from": 1, "to": 1}}]},
    }
    with pytest.raises(CatalogueError, match="length/x.yml: draw: min"):
        draw(Entry.parse(data, "length", "length/x.yml"), "en", random.Random(0))
