"""A person's decisions between two stages: written down, applied, recorded."""

import json

import pytest

from lmms_eval_vcif.builders.pipeline import PipelineError, run
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
    ],
)
def test_a_decision_that_is_none_is_named_with_file_and_row(work, tmp_path, line, message):
    work()
    fill(tmp_path / "set" / FILE, r0_zh=line)
    with pytest.raises(PipelineError, match=message):
        work()
