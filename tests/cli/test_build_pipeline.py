"""``vcif build`` with models: what is asked is shown first, and a set-up that is wrong is said in one line."""

import json

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app
from tests.builders import video_models
from tests.builders.models import Answerer, assigner, composer
from tests.judge.server import MODEL, Server, text_of
from tests.judge.videos import write_video

from .photos import photos


def reply(out):
    answerer = Answerer(out)

    def say(body):
        text = text_of(body)
        if text.startswith("Reply with the single word"):
            return "ready"
        if "These kinds of task" in text:
            return assigner(body)
        return composer(body) if "shall keep" in text else answerer(body)

    return say


@pytest.fixture
def images(tmp_path):
    return photos(tmp_path / "photos", "cat", "coffee")


@pytest.fixture
def server(tmp_path, monkeypatch):
    with Server(reply(tmp_path / "set")) as running:
        for role in ("WRITER", "ANSWERER"):
            monkeypatch.setenv(f"VCIF_{role}_MODEL", MODEL)
            monkeypatch.setenv(f"VCIF_{role}_BASE_URL", running.url)
        yield running


def build(verb, *arguments):
    return CliRunner().invoke(app, ["build", verb, *map(str, arguments)])


def test_a_dry_run_shows_prompts_and_costs(server, images, tmp_path):
    result = build("mmifeval-pro", tmp_path / "set", "--images", images, "--dry-run")
    assert result.exit_code == 0
    assert "--- assign: assign, to the writer, after 1 pictures" in result.output
    assert "assign: 2 in; writer: 2 requests, about" in result.output
    assert server.requests == []
    assert not (tmp_path / "set").exists()


def test_a_dry_run_says_what_is_rejected_before_a_model_is_asked(server, tmp_path):
    asked = [f"clip{n},1,what is it,x,y,z,u,w,{n % 5}" for n in range(20)]
    (tmp_path / "val.csv").write_text("\n".join(["video,qid,question,a0,a1,a2,a3,a4,answer", *asked]))
    (tmp_path / "clips").mkdir()
    given = ("--videos", tmp_path / "clips", "--annotations", f"nextqa={tmp_path / 'val.csv'}")
    result = build("vcifbench", "derive", tmp_path / "set", *given, "--dry-run")
    assert result.exit_code == 0
    assert "derive: 20 in; no request; rejected: no video file 20" in result.output


def test_a_set_is_built_with_a_review_on_the_way(server, images, tmp_path):
    out = tmp_path / "set"
    arguments = ("mmifeval-pro", out, "--images", images, "--tries", 1, "--review", "compose")
    result = build(*arguments)
    assert (result.exit_code, "fill in" in result.output) == (0, True)
    path = out / "review" / "05-compose.jsonl"
    lines = [json.loads(line) | {"decision": "accept"} for line in path.read_text().splitlines()]
    path.write_text("\n".join(map(json.dumps, lines)))
    result = build(*arguments)
    assert result.exit_code == 0
    assert f"{len(lines)} rows in" in result.output
    assert "lint: 0 errors" in result.output


@pytest.mark.parametrize(
    ("arguments", "variables", "problem"),
    [
        ((), {"VCIF_ANSWERER_MODEL": ""}, "no answerer: set VCIF_ANSWERER_MODEL"),
        ((), {"VCIF_WRITER_MODEL": "tset-judge"}, "vcif: "),
        (("--review", "composed"), {}, "did you mean 'compose'"),
        (("--language", "fr"), {}, "languages: 'fr' is unknown"),
        (("--tries", 0), {}, "tries: 1 to 100, not 0"),
        (("--threads", 0), {}, "threads: at least 1, not 0"),
        (("--most-images", -1), {}, "most_images: at least 1, not -1"),
        (("--retry", "timout"), {}, "retry: 'timout' is unknown; did you mean 'timeout'"),
    ],
)
def test_what_can_not_be_run_is_said_in_one_line(server, images, tmp_path, monkeypatch, arguments, variables, problem):
    if "VCIF_WRITER_MODEL" in variables:
        server.script = [lambda handler, body: handler.send(404, {"error": {"message": "model_not_found"}})]
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    result = build("mmifeval-pro", tmp_path / "set", "--images", images, *arguments)
    assert result.exit_code == 2
    assert problem in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_what_was_rejected_for_a_stages_own_reason_can_be_worked_on_again(server, images, tmp_path):
    arguments = ("mmifeval-pro", tmp_path / "set", "--images", images, "--tries", 1, "--most-images", 1)
    again = ("--retry", "more than asked for")
    assert "retry: 'more than asked for' is unknown" in build(*arguments, *again).output
    assert build(*arguments).exit_code == 0
    assert build(*arguments, *again).exit_code == 0


@pytest.fixture
def clips(tmp_path):
    folder = tmp_path / "clips"
    folder.mkdir()
    for name in ("a", "b"):
        write_video(folder / f"{name}.mp4", seconds=3)
    return folder


@pytest.fixture
def video_server(monkeypatch):
    with Server(video_models.reply) as running:
        for role in ("WRITER", "CHECKER"):
            monkeypatch.setenv(f"VCIF_{role}_MODEL", MODEL)
            monkeypatch.setenv(f"VCIF_{role}_BASE_URL", running.url)
        yield running


def test_a_set_of_clips_goes_from_verb_to_verb(video_server, clips, tmp_path):
    """Items, put in order again, and conflict items of them."""
    first, second = tmp_path / "direct", tmp_path / "repaired"
    result = build("vcifbench", "direct", first, "--videos", clips)
    assert result.exit_code == 0, result.output
    result = build("vcifbench", "repair", second, "--rows", first / "rows.jsonl")
    assert result.exit_code == 0, result.output
    assert (second / "rows.jsonl").read_bytes() == (first / "rows.jsonl").read_bytes()
    result = build("vcifbench", "conflict", tmp_path / "conflicts", "--rows", second / "rows.jsonl", "--each", 1)
    assert result.exit_code == 0, result.output
    result = build("vcifbench", "selection", tmp_path / "selection", "--videos", clips)
    assert "8 rows in" in result.output


def test_derive_reads_annotations(video_server, clips, tmp_path):
    steps = {"a": {"timestamps": [[0, 2]], "sentences": ["light the lamp"]}}
    path = tmp_path / "steps.json"
    path.write_text(json.dumps(steps))
    result = build("vcifbench", "derive", tmp_path / "set", "--videos", clips, "--annotations", f"youcook2={path}")
    assert result.exit_code == 0, result.output
    assert "1 rows in" in result.output
    for wrong in (str(path), f"youcook={path}"):
        result = build("vcifbench", "derive", tmp_path / "no", "--videos", clips, "--annotations", wrong)
        assert result.exit_code == 2


def test_preferences_of_a_set(server, images, tmp_path, monkeypatch):
    """The answerer's witness beside a lazy answer to the bare request."""
    out = tmp_path / "set"
    assert build("mmifeval-pro", out, "--images", images, "--tries", 1).exit_code == 0
    answerer, rows = server.reply, [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    known = {row["instruction"].strip() for row in rows}
    asking = "Reply with the single word"
    server.reply = lambda body: (
        answerer(body) if text_of(body).strip() in known or text_of(body).startswith(asking) else "Nice."
    )
    monkeypatch.setenv("VCIF_WEAK_MODEL", MODEL)
    monkeypatch.setenv("VCIF_WEAK_BASE_URL", server.url)
    result = build("preferences", tmp_path / "pairs", "--rows", out / "rows.jsonl", "--corrupted", 0)
    assert result.exit_code == 0, result.output
    manifest = json.loads((tmp_path / "pairs" / "manifest.json").read_text())
    assert 0 < manifest["records"] <= len(rows)
    assert manifest["statistics"]["without constraints"]["pairs"] == manifest["records"]


def test_spurious_texts_are_shown_first(tmp_path):
    result = build("spurious", tmp_path / "texts", "--per-subcategory", 2, "--language", "zh", "--dry-run")
    assert result.exit_code == 0
    assert "--- write: spurious, to the writer" in result.output
    assert "look: 24 in; checker: 24 requests" in result.output
