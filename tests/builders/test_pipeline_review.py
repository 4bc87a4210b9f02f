"""A person's decisions between two stages: written down, applied, recorded."""

import json
from dataclasses import replace

import pytest

from lmms_eval_vcif.builders.pipeline import PipelineError, review, run
from tests.judge.server import Server

from .stages import contents, models, pipeline, reply

FILE = "review/02-rows.jsonl"


@pytest.fixture
def server():
    with Server(reply) as running:
        yield running


@pytest.fixture
def work(server, tmp_path):
    """Runs the pipeline with a review after its last stage; gives the manifest."""
    return lambda count=2: run(
        pipeline(count, tmp_path / "media", reviews=["rows"]), tmp_path / "set", models(server, "writer")
    )


def fill(path, **decisions):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines = [line | decisions.get(line["id"].replace("-", "_"), {"decision": "Accept"}) for line in lines]
    path.write_text("\n".join(map(json.dumps, lines)))


def test_a_run_waits_for_the_review_and_applies_it(work, tmp_path):
    manifest = work()
    out = tmp_path / "set"
    assert manifest["waiting"] == FILE
    assert not (out / "rows.jsonl").exists()
    line = json.loads((out / FILE).read_text().splitlines()[0])
    assert (line["media"], line["constraints"], line["decision"]) == (["a.png"], ["At most 9."], "")
    reject = {"decision": "reject", "reason": "too calm"}
    edit = {"decision": "edit", "reason": "clearer", "edit": {"instruction": "Say it all."}}
    fill(out / FILE, r0_zh=reject, r1_en=edit)
    manifest = work()
    rows = {row["id"]: row for row in map(json.loads, (out / "rows.jsonl").read_text().splitlines())}
    assert list(rows) == ["r0-en", "r1-en", "r1-zh"]
    assert rows["r1-en"]["instruction"] == "Say it all."
    assert json.loads(rows["r1-en"]["meta"])["review"] == {"edited": ["instruction"], "reason": "clearer"}
    stage = manifest["stages"][1]
    assert stage["review"] == {"accept": 2, "edit": 1, "reject": 1}
    assert stage["rejected"] == {"rejected by a person": 1}
    assert "too calm" in (out / "stages/02-rows.rejected.jsonl").read_text()
    before = contents(out)
    work()
    assert contents(out) == before


def test_what_a_person_filled_in_outlives_runs_with_other_rows(server, work, tmp_path):
    work()
    path = tmp_path / "set" / FILE
    fill(path, r1_en={"decision": "reject", "reason": "hours of work"})
    other = pipeline(2, tmp_path / "media", reviews=["rows"], seed=9)
    other = replace(other, records=[{**record, "word": "other"} for record in other.records])
    assert run(other, tmp_path / "set", models(server, "writer"))["waiting"] == FILE
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["decision"] for line in lines] == [""] * 4 + ["accept", "accept", "reject", "accept"]
    assert work()["stages"][1]["review"] == {"accept": 3, "edit": 0, "reject": 1}
    assert len(path.read_text().splitlines()) == 4  # what nobody filled in is not kept


def test_a_review_holds_in_a_run_that_does_not_ask_for_it(server, work, tmp_path):
    work()
    fill(tmp_path / "set" / FILE, r0_zh={"decision": "reject"})
    manifest = run(pipeline(2, tmp_path / "media"), tmp_path / "set", models(server, "writer"))
    assert (manifest["rows"], manifest["stages"][1]["review"]["reject"]) == (3, 1)


ROW = {
    "id": "x",
    "subset": "normal",
    "task": "story",
    "language": "en",
    "instruction": "Tell it. Use at most 9 words.",
    "constraints": [{"id": "c1", "type": "word_count", "text": "Use at most 9 words.", "params": '{"max": 9}'}],
    "meta": "{}",
}


def decided(path, record, **line):
    review.prepare(path, [record])
    fill(path, **{record["id"]: line})
    return review.apply(path, [record])


def test_an_edit_keeps_what_the_constraints_say(tmp_path):
    path = tmp_path / "r.jsonl"
    edit = {"instruction": "Tell all of it, and  use at most 9 words."}
    with pytest.raises(PipelineError, match=r"r\.jsonl:1: x: edit: instruction: .*'Use at most 9 words\.'"):
        decided(path, ROW, decision="edit", edit=edit)
    edit = {"instruction": "Tell all of it.\nUse at  most 9 words."}
    (edited,), _, _ = decided(path, ROW, decision="edit", edit=edit)
    assert edited["instruction"] == edit["instruction"]


def test_the_file_shows_what_there_is_to_decide_on(tmp_path):
    path = tmp_path / "r.jsonl"
    branches = {"condition": "its way", "first": {"when": "it rises"}, "second": {"when": "it sinks"}}
    clips = {"id": "a", "video": "a.mp4", "backwards": "videos/a_reverse.mp4", **branches}
    pair = {**ROW, "id": "p", "chosen": "Once.", "rejected": "Once upon a time."}
    asked = {"id": "q", "task": "story", "request": "Tell it.", "facts": ["it rains"], "offered": ["story"]}
    drawn = {"id": "d", "row": ROW, "lead": "word_count"}
    review.prepare(path, [clips, pair, asked, drawn])
    shown = [json.loads(line) for line in path.read_text().splitlines()]
    assert shown[0]["media"] == ["a.mp4", "videos/a_reverse.mp4"]
    assert branches.items() <= shown[0].items()
    assert (shown[1]["chosen"], shown[1]["rejected"]) == ("Once.", "Once upon a time.")
    assert {"task": "story", "request": "Tell it.", "facts": ["it rains"]}.items() <= shown[2].items()
    assert "offered" not in shown[2]
    assert (shown[3]["id"], shown[3]["constraints"]) == ("d", ["Use at most 9 words."])


def test_a_review_goes_on_where_it_was_when_rows_are_added(work, tmp_path):
    work()
    fill(tmp_path / "set" / FILE)
    assert work(4)["waiting"] == FILE
    decisions = [json.loads(line)["decision"] for line in (tmp_path / "set" / FILE).read_text().splitlines()]
    assert decisions == ["accept"] * 4 + [""] * 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"decision": "acept"}, "r0-zh: decision: 'acept' is unknown; did you mean 'accept'"),
        ({"decision": "edit", "edit": {"instructions": "x"}}, "r0-zh: edit: .*did you mean 'instruction'"),
        ({"decision": "edit"}, "r0-zh: edit: one or more fields"),
        ({"decision": "edit", "edit": {"language": "fr"}}, "r0-zh: edit: language: 'fr' is unknown"),
        ({"decision": "accept", "edit": 3}, ":2: edit: an object of fields"),
        ({"decision": "accept", "edit": {"instruction": "x"}}, ":2: r0-zh: edit: it is filled in, but .* 'accept'"),
    ],
)
def test_a_decision_that_is_none_is_named_with_file_and_row(work, tmp_path, line, message):
    work()
    fill(tmp_path / "set" / FILE, r0_zh=line)
    with pytest.raises(PipelineError, match=message):
        work()
