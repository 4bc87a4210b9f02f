import json
from types import SimpleNamespace

import pytest

from lmms_eval_vcif.models.replay import Replay, ReplayError


def request(number, prompt="the prompt", task="t"):
    return SimpleNamespace(args=(prompt, {}, None, number, task, "test"))


def replay(path, rows=("a", "b"), tasks=("t",)):
    model = Replay(samples=str(path))
    model.task_dict = {task: {"test": [{"id": row} for row in rows]} for task in tasks}
    return model


def write(file, *lines):
    file.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
    return file


def sample(number, response, row=None, prompt="the prompt", **more):
    record = {"bypass": 999} if row is None else {"accuracy": {"id": row, "verdicts": []}}
    return {"doc_id": number, "filtered_resps": response, "input": prompt, **record, **more}


def test_json_lines_are_found_by_row_id_whatever_the_task_and_order(tmp_path):
    file = write(tmp_path / "r.jsonl", {"id": "b", "response": "B"}, "\n", {"id": "a", "response": ""})
    model = replay(file, tasks=("t", "u"))
    assert model.generate_until([request(0), request(1), request(1, task="u")]) == ["", "B", "B"]


def test_what_no_file_can_hold_is_replaced(tmp_path):
    file = write(tmp_path / "r.jsonl", '{"id": "a", "response": "x\\ud800y \\ud83d\\ude00"}\n')
    assert replay(file).generate_until([request(0)]) == ["x\ufffdy \U0001f600"]


def test_samples_are_found_by_row_id_even_where_the_rows_moved(tmp_path):
    file = write(tmp_path / "1_samples_t.jsonl", sample(0, "B", "b"), sample(1, "A", "a"))
    assert replay(file).generate_until([request(0), request(1)]) == ["A", "B"]


def test_a_part_of_the_rows_under_another_task_is_found_too(tmp_path):
    file = write(tmp_path / "1_samples_whole.jsonl", sample(0, "A", "a"), sample(1, "B", "b"))
    assert replay(file, rows=("b",)).generate_until([request(0)]) == ["B"]


def test_samples_without_a_record_are_found_by_task_and_number(tmp_path):
    file = write(tmp_path / "1_samples_t.jsonl", sample(1, "B"), sample(0, "A"))
    assert replay(file).generate_until([request(0), request(1)]) == ["A", "B"]
    with pytest.raises(ReplayError, match="task u, row 'a' .document 0.: no saved response"):
        replay(file, tasks=("u",)).generate_until([request(0, task="u")])


def test_the_raw_text_is_played_where_the_harness_kept_it(tmp_path):
    lines = sample(0, "A", "a", resps=["<think>x</think>A"]), sample(1, ["B"], "b", resps=[["<think>y</think>B"]])
    model = replay(write(tmp_path / "1_samples_t.jsonl", *lines))
    assert model.generate_until([request(0), request(1)]) == ["<think>x</think>A", "<think>y</think>B"]


def test_of_a_folder_the_newest_file_of_each_task_is_played(tmp_path):
    (tmp_path / "model").mkdir()
    write(tmp_path / "model" / "20260101_000000_samples_t.jsonl", sample(0, "old", "a"))
    write(tmp_path / "20260202_000000_samples_t.jsonl", sample(0, "new", "a"))
    write(tmp_path / "20260101_000000_samples_u.jsonl", sample(0, "other task", "a"))
    model = replay(tmp_path, tasks=("t", "u"))
    assert model.generate_until([request(0), request(0, task="u")]) == ["new", "other task"]


def test_another_prompt_is_refused(tmp_path):
    file = write(tmp_path / "1_samples_t.jsonl", sample(0, "A", "a", prompt="an older prompt"))
    with pytest.raises(ReplayError, match=r"row 'a' \(document 0\): .*1_samples_t.jsonl:1 answers another prompt"):
        replay(file).generate_until([request(0)])


def test_all_rows_without_a_response_are_counted_before_any_is_scored(tmp_path):
    file = write(tmp_path / "r.jsonl", {"id": "0", "response": "x"})
    model = replay(file, rows=[str(number) for number in range(20)])
    with pytest.raises(ReplayError) as caught:
        model.generate_until([request(number) for number in range(20)])
    assert "row '1' (document 1): no saved response" in str(caught.value)
    assert "and 14 more" in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{not json\n"], "r.jsonl:1: not JSON"),
        ([{"id": "a", "response": "x"}, "[1]\n"], "r.jsonl:2: an object is required"),
        ([{"id": "a"}], "r.jsonl:1: needs id and response"),
        ([{"id": 3, "response": "x"}], "r.jsonl:1: needs id and response"),
        ([{"id": "a", "response": "x"}, {"id": "a", "response": "y"}], "r.jsonl:2: 'a' has a response already .*:1"),
        ([sample(0, None, "a")], "r.jsonl:1: filtered_resps holds no text"),
    ],
)
def test_bad_lines_are_refused_by_file_and_line(tmp_path, lines, message):
    with pytest.raises(ReplayError, match=message):
        replay(write(tmp_path / "r.jsonl", *lines))


def test_a_path_without_responses_is_refused(tmp_path):
    with pytest.raises(ReplayError, match="no such file or folder"):
        replay(tmp_path / "gone.jsonl")
    with pytest.raises(ReplayError, match="--log_samples"):
        replay(tmp_path)
