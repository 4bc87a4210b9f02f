"""``vcif judge check``: a judge is measured against the catalogue's cases."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.judge import FrameBudget, calibration, frames
from lmms_eval_vcif.plugin import task_folders

from ..judge.server import KEY, MODEL, Server, asked, pictures_of, status, text_of

CASES = {case.row.constraints[0].text + case.response: case for case in calibration.cases()}


def right(body):
    """A judge that knows every case."""
    text = text_of(body)
    if "<requirements>" not in text:
        return "ready"
    requirement = re.search(r"^requirement: (.*)$", text, re.MULTILINE)[1]
    answer = re.search(r"<answer>\n(.*)\n</answer>", text, re.DOTALL)[1]
    case = next(
        case for case in CASES.values() if (case.row.constraints[0].text, case.response) == (requirement, answer)
    )
    return said(body, case.passes)


def said(body, met):
    (names,) = asked(body).values()
    decision = {"answers": dict.fromkeys(names, met)} if names else {"met": met}
    return json.dumps({"c1": {"reason": "seen", **decision}})


@pytest.fixture
def server(monkeypatch, tmp_path):
    with Server(right) as running:
        for name, value in {"MODEL": MODEL, "BASE_URL": running.url, "API_KEY": KEY, "CACHE": str(tmp_path)}.items():
            monkeypatch.setenv(f"VCIF_JUDGE_{name}", value)
        yield running


def run(*arguments):
    return CliRunner().invoke(app, ["judge", "check", *arguments])


def test_every_judged_type_has_cases_in_both_languages_that_pass_and_that_fail():
    judged = {entry.id for entry in catalogue() if entry.judged}
    for language in ("en", "zh"):
        found = {(case.type, case.passes) for case in calibration.cases(languages=[language])}
        assert found == {(type_, passes) for type_ in judged for passes in (True, False)}


def test_a_judge_that_knows_every_case_agrees_fully(server):
    shown = run()
    assert shown.exit_code == 0, shown.output
    number = len(list(calibration.cases()))
    assert len(server.requests) == number + 1
    assert re.search(rf"^all +{number} +{number} +0 +1\.000$", shown.output, re.MULTILINE)
    assert "kappa 1.000" in shown.output
    assert run("--quiet").exit_code == 0
    assert len(server.requests) == number + 1  # all answers are stored


def test_a_judge_that_always_agrees_is_seen_through(server):
    server.reply = lambda body: said(body, True) if "<requirements>" in text_of(body) else "ready"
    shown = run("--type", "tone", "--type", "causal", "--language", "zh")
    assert shown.exit_code == 0, shown.output
    for name, types in {"tone": ["tone"], "all": ["tone", "causal"]}.items():
        keeps = [case.passes for case in calibration.cases(types, ["zh"])]
        counts = rf"{sum(keeps)} +{len(keeps)} +0 +{sum(keeps) / len(keeps):.3f}"
        assert re.search(rf"^{name} +{counts}$", shown.output, re.MULTILINE)
    assert "kappa 0.000" in shown.output
    assert "tone-zh-3: the judge says kept (seen); it is broken: " in shown.output


def test_what_the_judge_leaves_open_is_counted_apart(server):
    first = next(calibration.cases(["tone"], ["en"]))
    server.reply = lambda body: "no idea" if first.response in text_of(body) else right(body)
    shown = run("--type", "tone", "--language", "en")
    assert re.search(r"^tone +3 +3 +1 +1\.000$", shown.output, re.MULTILINE)
    assert "tone-en-1: unjudged: " in shown.output


def test_a_judge_that_judges_nothing_fails(server):
    server.reply = lambda body: "no idea" if "<requirements>" in text_of(body) else "ready"
    shown = run("--type", "tone", "--language", "en", "--quiet")
    assert re.search(r"^all +0 +0 +4 +N/A$", shown.output, re.MULTILINE)
    assert shown.exit_code == 1 and "vcif judge: no case was judged: unjudged: it is missing" in shown.output


SEEN = {case.type for case in CASES.values() if "No frames come with this example" in case.row.instruction}


def test_every_type_that_hangs_on_what_is_seen_has_cases_with_a_clip_in_both_languages():
    for language in ("en", "zh"):
        clips = [case for case in calibration.cases(languages=[language]) if case.video]
        assert {(case.type, case.passes) for case in clips} >= {(type_, passed) for type_ in SEEN for passed in (0, 1)}


def test_a_judge_is_shown_the_frames_of_a_clip_and_a_scene_in_words_stands_in_for_one(server):
    shown = run("--type", "chronological", "--language", "en")
    assert re.search(r"^chronological +6 +6 +0 +1\.000$", shown.output, re.MULTILINE)
    folder = Path(task_folders()[0]) / "_data" / "vcifbench"
    cases = {case.response: case for case in calibration.cases(["chronological"], ["en"])}
    for body in server.requests[1:]:
        (case,) = (case for response, case in cases.items() if response in text_of(body))
        clip = frames.shots(folder / case.video, FrameBudget(), video=True) if case.video else ()
        assert pictures_of(body) == [shot.url for shot in clip]
        assert ("No frames come with this example" in text_of(body)) is not bool(clip)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--type", "tones"], "did you mean 'tone'?"),
        (["--type", "word_count"], "no judged type has such cases"),
    ],
)
def test_what_can_not_be_checked_is_said(server, arguments, message):
    shown = run(*arguments)
    assert (shown.exit_code, message in shown.output) == (2, True)


def test_without_a_judge_it_says_what_to_set(monkeypatch):
    for name in ("MODEL", "RECORDED", "CONFIG"):
        monkeypatch.delenv(f"VCIF_JUDGE_{name}", raising=False)
    shown = run()
    assert shown.exit_code == 2 and "no judge is set up: set VCIF_JUDGE_MODEL" in shown.output


def test_a_wrong_key_stops_it(server):
    server.script = [status(401)] * 3
    shown = run()
    assert shown.exit_code == 2 and "set VCIF_JUDGE_API_KEY" in shown.output and KEY not in shown.output


def test_all_settings_are_listed():
    shown = CliRunner().invoke(app, ["judge", "settings"])
    assert shown.exit_code == 0
    assert {"VCIF_JUDGE_MODEL", "VCIF_JUDGE_CACHE", "VCIF_JUDGE_CHECK"} <= set(re.findall(r"\w+", shown.output))
