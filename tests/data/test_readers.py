"""Readers report every faulty record with its place and lose none; writers leave a whole file or the old one."""

import json

import pytest

from lmms_eval_vcif.data.problems import Problem
from lmms_eval_vcif.data.readers import DataError, parse_row, read_records, read_responses, read_rows
from lmms_eval_vcif.data.writers import replacing, write_json, write_json_lines, write_parquet

ROW = {
    "id": "r1",
    "subset": "normal",
    "task": "scene_description",
    "language": "en",
    "instruction": "Describe the picture in at most 20 words.",
    "image": "a.png",
    "constraints": [{"id": "c1", "type": "word_count", "text": "at most 20 words", "params": '{"max": 20}'}],
}


def messages(problems):
    return [str(problem) for problem in problems]


def test_json_lines_with_faults_are_read_to_the_end(tmp_path):
    path = tmp_path / "rows.jsonl"
    deep = b"[" * 100_000
    lines = [json.dumps(ROW).encode(), b"{", b'"text"', b"\xff", deep, b"", json.dumps(dict(ROW, id="r2")).encode()]
    path.write_bytes(b"\n".join(lines))
    rows, problems = read_rows(path)
    assert [row.id for row in rows] == ["r1", "r2"]
    assert messages(problems) == [
        f"{path}:2: not JSON: Expecting property name enclosed in double quotes: line 2 column 1 (char 2)",
        f"{path}:3: a row is an object, not 'text'",
        f"{path}:4: not UTF-8: invalid start byte at byte 0",
        f"{path}:5: not usable: nested too deeply",
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(ROW).encode() + b"\r\n")
    rows, problems = read_rows(path)
    assert (len(rows), problems) == (1, [])


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".parquet"])
def test_the_three_formats_give_the_same_records(tmp_path, suffix):
    path = tmp_path / f"rows{suffix}"
    records = [dict(ROW, id=f"r{i}") for i in range(200)]
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
        write_parquet(path, records)
    elif suffix == ".json":
        write_json(path, records)
    else:
        write_json_lines(path, records)
    assert list(read_records(path)) == list(enumerate(records, 1))
    assert len(read_rows(path)[0]) == 200


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("rows.csv", b"", "the file's name must end in one of .jsonl, .json, .parquet"),
        ("rows.json", b"{}", "a .json file of records is a list of objects"),
        ("rows.json", b"[", "not JSON"),
        ("rows.parquet", b"PAR1", "not readable as parquet"),
    ],
)
def test_a_file_that_cannot_be_read_at_all_is_refused_by_name(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as error:
        list(read_records(path))
    assert str(path) in str(error.value)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(DataError, match="no such file"):
        read_records(tmp_path / "rows.jsonl")
    with pytest.raises(DataError, match="a folder, not a file"):
        read_records(tmp_path / "folder.jsonl")


def test_all_faults_of_a_row_are_collected():
    row, errors = parse_row(
        {
            "id": "",
            "subset": "norml",
            "language": "de",
            "instruction": 7,
            "composition": ["and", "xor"],
            "images": "a.png",
            "reference": "[1]",
            "meta": "{",
            "constraints": [
                {"type": "word_count", "params": "{"},
                "word_count",
                {"type": "", "text": 5, "sub_questions": "one"},
            ],
        }
    )
    assert row is not None
    assert [error.field for error in errors] == [
        "id",
        "instruction",
        "subset",
        "language",
        "composition",
        "images",
        "constraints[0].params",
        "constraints[1]",
        "constraints[2].type",
        "constraints[2].sub_questions",
        "constraints[2].text",
        "reference",
        "meta",
    ]
    assert "did you mean 'normal'" in str(errors[2])


def test_the_gate_speaks_for_every_constraint():
    constraints = [
        {"type": "word_cuont"},
        {"type": "word_count", "params": {"max": "3"}},
        {"type": "csv", "params": {}},
    ]
    _, errors = parse_row({**ROW, "constraints": constraints})
    assert [error.field for error in errors] == [
        "constraints[0].type",
        "constraints[1].params.max",
        "constraints[2].type",
    ]


@pytest.mark.parametrize("value", [None, 3, [], "row", {}, {"constraints": {}}, {"constraints": "{"}, {"id": ["x"]}])
def test_no_value_is_too_strange_to_be_reported(value):
    _, errors = parse_row(value)
    assert errors


def test_responses_by_id_with_their_faults(tmp_path):
    path = tmp_path / "responses.jsonl"
    path.write_text('{"id": "a", "response": ""}\n{"id": "a", "response": "x"}\n{"id": "b"}\n[]\n', encoding="utf-8")
    responses, problems = read_responses(path)
    assert responses == {"a": ""}
    assert messages(problems) == [
        f"{path}:2:id: 'a' is there twice",
        f"{path}:3:response: a string is required, not None",
        f"{path}:4: a record is an object, not []",
    ]


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "rows.jsonl"
    write_json_lines(path, [1, 2])

    def failing():
        yield 3
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        write_json_lines(path, failing())
    assert path.read_bytes() == b"1\n2\n"
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]


def test_writers_make_folders_and_keep_lone_surrogates(tmp_path):
    path = tmp_path / "deep" / "er" / "rows.jsonl"
    write_json_lines(path, [{"text": "\ud800中"}, {"text": "中"}])
    assert [value for _, value in read_records(path)] == [{"text": "\ud800中"}, {"text": "中"}]
    assert "中".encode() in path.read_bytes()
    with replacing(path) as file:
        file.write(b"{}\n")
    assert path.read_bytes() == b"{}\n"


def test_a_problem_reads_as_file_row_field():
    assert str(Problem("a.jsonl", 3, "id", "twice")) == "a.jsonl:3:id: twice"
    assert str(Problem("a.jsonl", 3, "id", "twice", error=False)) == "a.jsonl:3:id: warning: twice"
