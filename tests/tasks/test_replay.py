"""Generate now, score later: what a run logged is played back through the harness."""

import pytest

from .conftest import replayed

TASK = "own_rows"


def test_a_run_played_back_gives_the_same(one_process, own_data, tmp_path):
    arguments = ["--tasks", TASK, "--include_path", str(own_data.folder)]
    again = replayed(tmp_path / "run", one_process.folder / "out", *arguments)
    assert again.metrics(TASK) == one_process.metrics(TASK)
    assert again.samples(TASK) == one_process.samples(TASK)


@pytest.mark.slow
def test_answers_of_a_run_that_only_predicts_are_scored_later(one_process, own_data, tmp_path):
    arguments = ["--tasks", TASK, "--include_path", str(own_data.folder)]
    made = replayed(tmp_path / "made", own_data.responses, *arguments, "--predict_only")
    assert made.metrics(TASK) == {"bypass": 999}
    scored = replayed(tmp_path / "scored", made.folder / "out", *arguments, ranks=2)
    assert scored.metrics(TASK) == one_process.metrics(TASK)
    assert scored.samples(TASK) == one_process.samples(TASK)


@pytest.mark.slow
def test_a_row_without_a_response_stops_the_run_and_is_named(own_data, tmp_path):
    lines = own_data.responses.read_text(encoding="utf-8").splitlines(keepends=True)
    short = tmp_path / "short.jsonl"
    short.write_text("".join(lines[:-1]), encoding="utf-8")
    run = replayed(tmp_path / "run", short, "--tasks", TASK, "--include_path", str(own_data.folder))
    assert run.results is None
    assert "task own_rows, row 'en-4' (document 6): no saved response" in run.output
