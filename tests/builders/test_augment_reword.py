"""Queries written anew by a model: what the checks read stays, and a reply that lost something costs its row alone."""

import json
import re

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.builders.augment import build_grounding, build_numeric
from lmms_eval_vcif.builders.augment.reword import keep_witnesses, mask, plan
from lmms_eval_vcif.builders.pipeline import PipelineError, run
from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.data.readers import read_rows
from lmms_eval_vcif.verdicts import verify_row
from tests.judge.server import Server, text_of

from .models import block
from .stages import contents, models
from .test_augment import lines, plain_boxes, write_lines

Image = pytest.importorskip("PIL.Image")

OPENINGS = {"en": "Could you help me here? ", "zh": "能请你帮个忙吗？"}


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """A grounding and a numeric set, both languages and every kind of number."""
    folder = tmp_path_factory.mktemp("sets")
    (folder / "images").mkdir()
    Image.new("RGB", (640, 480), "white").save(folder / "images" / "a.png")
    build_grounding(folder / "g", boxes=plain_boxes(folder / "b.jsonl", 60), images=folder / "images")
    asked = {
        "How many visitors came to hall {n}?": "3{n}",
        "{n}号展厅一共来了多少人？": "4512{n}",
        "What percentage of hall {n} is open?": "57.1%",
        "{n}号展厅的开放面积占百分之几？": "43.2%",
        "In which year was hall {n} built?": "1987",
        "What is the mean height of hall {n} in metres?": "12.345",
    }
    records = [
        {"image": "a.png", "question": question.format(n=n), "answer": answer.format(n=n)}
        for n in range(11, 20)
        for question, answer in asked.items()
    ]
    build_numeric(folder / "n", questions=write_lines(folder / "q.jsonl", records), images=folder / "images")
    return {"grounding": folder / "g", "numeric": folder / "n"}


def pieces(text):
    listed = block(text, "requirements")
    return dict(re.findall(r"^\[(c\d+)\] (.*?)(?=\n\[c\d+\] |\Z)", listed, re.MULTILINE | re.DOTALL))


def writer(body):
    """A polite opening before the message, whose pieces stay as they are."""
    text = text_of(body)
    language = "zh" if "message anew in Chinese" in text else "en"
    query = OPENINGS[language] + block(text, "instruction")
    return json.dumps({"query": query, "pieces": pieces(text)}, ensure_ascii=False)


@pytest.mark.parametrize("track", ["grounding", "numeric"])
def test_every_row_comes_back_with_its_literals_and_its_witness(sets, track, tmp_path):
    rows = sets[track] / "rows.jsonl"
    with Server(writer) as server:
        manifest = run(plan(rows, progress=False, threads=4), tmp_path / "out", models(server, "writer"))
        sent = [text_of(body) for body in server.requests]
    keep_witnesses(rows, tmp_path / "out")
    assert manifest["stages"][0]["rejected"] == {}
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    new, _ = read_rows(tmp_path / "out" / "rows.jsonl")
    old = {row["id"]: row for row in lines(rows)}
    witnesses = {line["id"]: line["response"] for line in lines(tmp_path / "out" / "witnesses.jsonl")}
    assert len(new) == len(old) == len(sent)
    for row in new:
        assert row.instruction == OPENINGS[row.language] + old[row.id]["instruction"]
        assert [dict(c.params) for c in row.constraints] == [
            json.loads(c["params"]) for c in old[row.id]["constraints"]
        ]
        assert all(verdict.passed for verdict in verify_row(row, witnesses[row.id]))


def without(piece):
    """A reply whose message lacks what `piece` finds."""

    def reply(body):
        value = json.loads(writer(body))
        value["query"] = piece(value["query"])
        value["pieces"] = {id_: piece(text) for id_, text in value["pieces"].items()}
        return json.dumps(value, ensure_ascii=False)

    return reply


BAD_WRITERS = {
    "a literal is lost": without(lambda text: text.replace("«A»", "such a form")),
    "a mark is invented": without(lambda text: text.replace("«A»", "«A»«Q»")),
    "a number is added": without(lambda text: text.replace("«A»", "«A» 77")),
    "the object is renamed": without(lambda text: text.replace("kite", "toy").replace("风筝", "玩具")),
    "nonsense": lambda body: "no",
    "a refusal": lambda body: '{"error": "I cannot do that."}',
    "no pieces": lambda body: json.dumps({"query": block(text_of(body), "instruction")}, ensure_ascii=False),
    "another language": lambda body: json.dumps({"query": "Où est-il ? " * 9, "pieces": pieces(text_of(body))}),
}


@pytest.mark.parametrize("name", BAD_WRITERS)
def test_a_reply_that_lost_something_costs_its_row_and_not_the_run(sets, name, tmp_path):
    rows = write_lines(tmp_path / "rows.jsonl", lines(sets["grounding"] / "rows.jsonl")[:6])
    (tmp_path / "a.png").write_bytes((sets["grounding"] / "a.png").read_bytes())
    spoiled = json.loads(rows.read_text("utf-8").splitlines()[2])

    def reply(body):
        return (BAD_WRITERS[name] if mask(spoiled).message in text_of(body) else writer)(body)

    with Server(reply) as server:
        manifest = run(plan(rows, progress=False, threads=4), tmp_path / "out", models(server, "writer"))
    assert manifest["stages"][0]["rejected"] == {"unusable reply": 1}
    assert spoiled["id"] not in {row["id"] for row in lines(tmp_path / "out" / "rows.jsonl")}
    assert manifest["rows"] == 5


def percent_turned(body):
    swap = {
        "without": "with",
        "leave": "put",
        "do not": "do",
        "no sign": "a sign",
        "不": "要",
        "省略": "保留",
        "没有": "有",
    }
    value = json.loads(writer(body))
    for old, new in swap.items():
        value["query"] = value["query"].replace(old, new)
        value["pieces"] = {id_: text.replace(old, new) for id_, text in value["pieces"].items()}
    return json.dumps(value, ensure_ascii=False)


def test_the_percent_sign_can_not_be_turned_round(sets, tmp_path):
    bare = [
        row
        for row in lines(sets["numeric"] / "rows.jsonl")
        if json.loads(row["reference"])["kind"] == "percent" and "%" not in json.loads(row["reference"])["value"]
    ]
    assert len({row["language"] for row in bare}) == 2
    rows = write_lines(tmp_path / "rows.jsonl", bare)
    with Server(percent_turned) as server:
        manifest = run(plan(rows, progress=False, threads=4), tmp_path / "out", models(server, "writer"))
    assert manifest["stages"][0]["out"] == 0


def test_a_stopped_run_goes_on_and_gives_the_same(sets, tmp_path):
    rows = sets["numeric"] / "rows.jsonl"
    with Server(writer) as server:
        run(plan(rows, progress=False, threads=4), tmp_path / "whole", models(server, "writer"))
        asked = len(server.requests)
        run(plan(rows, progress=False, threads=4), tmp_path / "halted", models(server, "writer"))
        log = tmp_path / "halted" / "stages" / "01-reword.log.jsonl"
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:20]))
        (tmp_path / "halted" / "rows.jsonl").unlink()
        before = len(server.requests)
        run(plan(rows, progress=False, threads=4), tmp_path / "halted", models(server, "writer"))
        assert len(server.requests) - before == asked - 20
    assert contents(tmp_path / "whole") == contents(tmp_path / "halted")


def test_rows_of_other_subsets_are_refused(tmp_path):
    rows = write_lines(tmp_path / "rows.jsonl", [{"id": "x", "subset": "normal"}])
    with pytest.raises(PipelineError, match=r"rows\.jsonl:1: no row of grounding or numeric"):
        plan(rows)


def test_the_command_shows_its_prompt_without_a_model(sets, tmp_path, monkeypatch):
    monkeypatch.delenv("VCIF_WRITER_MODEL", raising=False)
    rows = str(sets["grounding"] / "rows.jsonl")
    shown = CliRunner().invoke(app, ["build", "augment", "reword", str(tmp_path / "o"), "--rows", rows, "--dry-run"])
    assert shown.exit_code == 0 and "«A»" in shown.output and "60 requests" in shown.output
    asked = CliRunner().invoke(app, ["build", "augment", "reword", str(tmp_path / "o"), "--rows", rows])
    assert asked.exit_code == 2 and "VCIF_WRITER_MODEL" in asked.output
