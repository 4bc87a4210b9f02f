"""``vcif score`` over rows of VCIFBench: with a judge, without one, and what it asks the second time."""

import json

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.data.problems import DataError
from lmms_eval_vcif.judge.settings import PREFIX

from ..judge.server import KEY, MODEL, Server, status, text_of
from ..tasks import rows as pictures
from ..tasks.rows import write_responses
from ..tasks.video_rows import EXPECTED, REQUESTS, RESPONSES, ROWS, UNJUDGED, reply, write_rows


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own_videos")
    write_rows(folder)
    write_responses(folder / "responses.jsonl", {id_: text for id_, text in RESPONSES.items() if id_ != "failed"})
    return folder


@pytest.fixture(autouse=True)
def no_judge(monkeypatch):
    for name in ("MODEL", "BASE_URL", "API_KEY", "CONFIG", "RECORDED", "CHECK"):
        monkeypatch.delenv(PREFIX + name, raising=False)


@pytest.fixture
def server(monkeypatch, tmp_path):
    with Server(reply) as running:
        settings = {"MODEL": MODEL, "BASE_URL": running.url, "API_KEY": KEY, "CACHE": str(tmp_path / "cache")}
        for name, value in settings.items():
            monkeypatch.setenv(PREFIX + name, value)
        yield running


def score(*arguments, output):
    shown = CliRunner().invoke(app, ["score", *map(str, arguments), "--output", str(output)])
    assert shown.exit_code == 0, shown.output
    found = json.loads((output / "metrics.json").read_text(encoding="utf-8"))
    return found, {name: metric["value"] for name, metric in found["metrics"].items()}, shown.output


def log(folder, output):
    """A samples file as the harness would have written it for these records."""
    records = [json.loads(line) for line in (output / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
    lines = [
        {"doc_id": number, "filtered_resps": RESPONSES[record["id"]], "ipr": {**record, "score": 1.0}}
        for number, record in enumerate(records)
    ]
    file = folder / "samples.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def test_with_a_judge_the_numbers_are_those_computed_by_hand(folder, server, tmp_path):
    found, values, _ = score(folder / "rows.jsonl", folder / "responses.jsonl", output=tmp_path / "scores")
    assert values == pytest.approx(EXPECTED)
    assert found["by"]["k"] == {
        "1": {"rate": 1.0, "count": 1},
        "2": {"rate": 0.0, "count": 3},
        "3": {"rate": 1.0, "count": 1},
    }
    assert found["by"]["type"]["tone"] == {"rate": pytest.approx(1 / 3), "satisfied": 1, "judged": 3, "annotated": 3}
    assert found["option_order"] == {"both": 0, "either": 1, "pairs": 1, "open": 0}
    assert found["conflict"]["exact_include_exclude"]["strict"] == {"rate": 0.5, "count": 2}
    assert found["conflict_failures"] == {"blind": 1}
    assert found["signature"]["judge"]["model"] == MODEL
    assert len(server.requests) == REQUESTS + 1


def test_a_second_time_nothing_is_asked(folder, server, tmp_path):
    arguments = (folder / "rows.jsonl", folder / "responses.jsonl")
    first, *_ = score(*arguments, output=tmp_path / "first")
    second, *_ = score(*arguments, output=tmp_path / "second")
    assert first == second
    assert len(server.requests) == REQUESTS + 1


def test_without_a_judge_what_is_open_is_said(folder, tmp_path):
    _, values, output = score(folder / "rows.jsonl", folder / "responses.jsonl", output=tmp_path / "scores")
    assert values == pytest.approx(UNJUDGED)
    assert "without a verdict, 9: no judge is set up: set VCIF_JUDGE_MODEL" in output


def test_only_what_is_open_in_a_log_is_asked_even_where_nothing_is_stored(folder, server, tmp_path, monkeypatch):
    """The judge says nothing on one constraint; a machine without the stored judgements asks for that one alone."""

    def forgetful(body):
        said = json.loads(reply(body)) if "<requirements>" in text_of(body) else None
        if said and "[c1] content_inclusion" in text_of(body):
            said = {"c1": "no idea"}
        return json.dumps(said) if said else "ready"

    server.reply = forgetful
    arguments = (folder / "rows.jsonl", folder / "responses.jsonl")
    _, values, output = score(*arguments, output=tmp_path / "first")
    assert values["judged"] == pytest.approx(12 / 13)
    assert "without a verdict, 1: " in output
    server.reply = reply
    monkeypatch.setenv("VCIF_JUDGE_CACHE", str(tmp_path / "elsewhere"))
    before = len(server.requests)
    _, values, _ = score(log(tmp_path, tmp_path / "first"), output=tmp_path / "second")
    assert values == pytest.approx(EXPECTED)
    asked = [text_of(body) for body in server.requests[before:] if "ready" not in text_of(body)]
    assert len(asked) == 1 and "content_inclusion" in asked[0]


def test_a_log_is_scored_again_without_a_judge(folder, server, tmp_path, monkeypatch):
    first, *_ = score(folder / "rows.jsonl", folder / "responses.jsonl", output=tmp_path / "first")
    monkeypatch.delenv("VCIF_JUDGE_MODEL")
    second, *_ = score(log(tmp_path, tmp_path / "first"), output=tmp_path / "second")
    assert second["metrics"] == first["metrics"]


def test_a_judge_that_can_not_be_used_is_said_before_anything_is_scored(folder, server, tmp_path):
    server.script = [status(401)] * 5
    arguments = ["score", str(folder / "rows.jsonl"), str(folder / "responses.jsonl"), "--output", str(tmp_path / "x")]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 2 and "set VCIF_JUDGE_API_KEY" in shown.output
    assert not (tmp_path / "x").exists()


def test_a_missing_video_is_named_where_a_judge_must_see_it(folder, server, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({**ROWS[0], "video": "videos/gone.mp4"}) + "\n", encoding="utf-8")
    shown = CliRunner().invoke(app, ["score", str(rows), str(folder / "responses.jsonl"), "--output", str(tmp_path)])
    assert shown.exit_code == 1
    assert f"{rows}:1:video: no file 'videos/gone.mp4'" in shown.output


def test_rows_of_two_benchmarks_are_not_scored_together(folder, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps(row) + "\n" for row in (ROWS[0], pictures.ROWS[0])), encoding="utf-8")
    shown = CliRunner().invoke(app, ["score", str(rows), str(folder / "responses.jsonl"), "--output", str(tmp_path)])
    assert isinstance(shown.exception, DataError)
    assert "samples of one benchmark are required, not of mmifeval_pro and vcifbench" in str(shown.exception)
