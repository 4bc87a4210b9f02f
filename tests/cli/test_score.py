"""``vcif score``: the numbers of saved responses, by hand, and of a samples file of the harness."""

import json

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.cli.main import app


def row(id_: str, constraints: list[tuple[str, dict]], **changes) -> dict:
    asked = [
        {"id": f"c{i}", "type": type_, "text": "…", "params": json.dumps(params)}
        for i, (type_, params) in enumerate(constraints)
    ]
    value = {"id": id_, "subset": "normal", "task": "story", "language": "en", "instruction": f"Do {id_}."}
    return {**value, "image": f"{id_}.png", "constraints": asked, **changes}


ROWS = [
    row("a", [("word_count", {"max": 3}), ("uppercase", {})]),
    row("b", [("word_count", {"max": 3})]),
    row("c", [("ocr_transcription", {"text": "OPEN"})], subset="hijack", task="text_reading"),
    row("d", [("word_count", {"max": 3})], language="zh"),
]
RESPONSES = {"a": "two words", "b": "one", "c": "OPEM"}


@pytest.fixture
def files(tmp_path):
    rows, responses = tmp_path / "rows.jsonl", tmp_path / "responses.jsonl"
    rows.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    lines = [json.dumps({"id": id_, "response": response}) for id_, response in RESPONSES.items()]
    responses.write_text("\n".join(lines), encoding="utf-8")
    return rows, responses, tmp_path / "scores"


def run(*arguments):
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


def test_saved_responses_get_the_numbers_computed_by_hand(files):
    rows, responses, output = files
    shown = run(rows, responses, "--output", output)
    assert shown.exit_code == 0, shown.output
    assert "1 rows have no response" in shown.output
    found = json.loads((output / "metrics.json").read_text(encoding="utf-8"))
    values = {name: metric["value"] for name, metric in found["metrics"].items()}
    assert values["accuracy"] == pytest.approx((0.5 + 1 + 0) / 3)  # "OPEM" is 1 edit of 4 away, more than 0.2
    assert values["accuracy_wo_ih"] == pytest.approx(0.75)
    assert values["accuracy_ih"] == 0
    assert values["accuracy_zh"] is None
    assert values["strict"] == pytest.approx(1 / 3)
    assert values["nld"] == pytest.approx(0.25)
    assert values["answered"] == pytest.approx(0.75)
    assert found["by"]["type"]["word_count"] == {"rate": 1.0, "count": 2}
    assert found["samples"] == 4
    records = [json.loads(line) for line in (output / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["id"] for record in records] == ["a", "b", "c", "d"]
    assert [record["answered"] for record in records] == [True, True, True, False]


def test_a_samples_file_of_the_harness_gives_the_same_numbers(files, tmp_path):
    rows, responses, output = files
    run(rows, responses, "--output", output)
    records = [json.loads(line) for line in (output / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
    samples = tmp_path / "samples.jsonl"
    lines = [json.dumps({"doc_id": i, "target": "", "accuracy": record}) for i, record in enumerate(records)]
    samples.write_text("\n".join(lines), encoding="utf-8")
    shown = run(samples, "--output", tmp_path / "again")
    assert shown.exit_code == 0, shown.output
    for name in ("metrics.json", "verdicts.jsonl"):
        assert (tmp_path / "again" / name).read_bytes() == (output / name).read_bytes()


def test_faulty_rows_are_named_and_nothing_is_written(files):
    rows, responses, output = files
    rows.write_text(rows.read_text(encoding="utf-8").replace('"story"', "7"), encoding="utf-8")
    shown = run(rows, responses, "--output", output)
    assert shown.exit_code == 1
    assert f"{rows}:1:task: a string is required, not 7" in shown.output
    assert not output.exists()


def test_responses_that_belong_to_no_row_are_named(files):
    rows, responses, output = files
    with responses.open("a", encoding="utf-8") as file:
        file.write('\n{"id": "zz", "response": "x"}')
    shown = run(rows, responses, "--output", output)
    assert shown.exit_code == 0
    assert "1 responses belong to no row, such as 'zz'" in shown.output


def test_rows_without_responses_are_no_samples_file(files):
    from lmms_eval_vcif.data.problems import DataError

    shown = run(files[0])
    assert shown.exit_code != 0
    assert isinstance(shown.exception, DataError)
    assert "rows need a file of responses beside them" in str(shown.exception)
