import copy

import pytest
from datasets import Dataset, Image

from lmms_eval_vcif.hooks import docs
from lmms_eval_vcif.hooks.media import ROOT
from lmms_eval_vcif.records import RecordError

from ..tasks.rows import ROWS, write_rows


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_rows(tmp_path)
    monkeypatch.setenv(ROOT, str(tmp_path))
    return tmp_path


def changed(index=0, **fields):
    rows = copy.deepcopy(ROWS)
    rows[index].update(fields)
    return rows


def load(rows, select=docs.all_docs):
    return select(Dataset.from_list(rows))


def refusal(rows, select=docs.all_docs):
    """The message with which the first hook after loading stops the run."""
    with pytest.raises(RecordError) as caught:
        docs.doc_to_text(load(rows, select)[0])
    return str(caught.value)


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        (docs.all_docs, [row["id"] for row in ROWS]),
        (docs.hijack_docs, ["en-ih", "zh-ih"]),
        (docs.normal_docs, ["en-1", "zh-1", "en-2", "en-3", "en-4"]),
        (docs.english_docs, ["en-1", "en-2", "en-3", "en-ih", "en-4"]),
        (docs.chinese_docs, ["zh-1", "zh-ih"]),
    ],
)
def test_each_task_takes_its_rows(folder, select, expected):
    assert load(ROWS, select)["id"] == expected


def test_a_loaded_row_gives_text_picture_and_target(folder):
    doc = load(changed(reference='{"value": 3}'))[0]
    assert docs.doc_to_text(doc) == docs.doc_to_text(doc, {"pre_prompt": ""}) == ROWS[0]["instruction"]
    assert [picture.getpixel((0, 0)) for picture in docs.doc_to_visual(doc)] == [(255, 0, 0)]
    assert docs.doc_to_target(doc) == '{"value": 3}'


def test_embedded_pictures_stay_decoded(folder):
    rows = [{**row, "image": {"bytes": (folder / row["image"]).read_bytes(), "path": None}} for row in ROWS]
    dataset = docs.all_docs(Dataset.from_list(rows).cast_column("image", Image()))
    assert docs.doc_to_visual(dataset[0])[0].getpixel((0, 0)) == (255, 0, 0)
    assert dataset[0]["vcif"] == {**load(ROWS)[0]["vcif"], "files": []}


def test_the_data_hash_is_the_same_for_all_selections_and_moves_with_any_change(folder):
    def data(rows, select=docs.all_docs):
        return load(rows, select)[0]["vcif"]["data"]

    assert data(ROWS) == data(ROWS, docs.hijack_docs) == data(ROWS, docs.chinese_docs)
    hashes = {
        data(ROWS),
        data(changed(instruction="Another.")),
        data(changed(image="images/blue.png")),
        data(ROWS[:-1]),
    }
    assert len(hashes) == 4


def test_a_type_in_a_language_that_it_does_not_support_is_refused_by_name(folder):
    constraint = {"id": "c", "type": "letter_frequency", "text": "", "params": '{"letter": "a", "min": 1}'}
    message = refusal(changed(1, constraints=[constraint]))
    assert "row 2 ('zh-1'): constraints[0].type: letter_frequency does not support responses in 'zh'" in message


def test_all_bad_rows_are_named_before_anything_runs(folder):
    rows = changed(0, subset="hijacked")
    rows[2]["image"] = "images/gone.png"
    rows[4]["id"] = "en-2"
    rows[5]["constraints"][0]["params"] = '{"text": "x", "max_distance": "far"}'
    message = refusal(rows)
    for part in ("row 1 ('en-1'): subset: 'hijacked'", "did you mean 'hijack'", "row 3 ('en-2'): image: no file"):
        assert part in message
    assert "row 6 ('zh-ih'): constraints[0].params.max_distance" in message
    assert "row 2" not in message


def test_a_refusal_names_the_data_files_that_the_harness_loads(folder):
    def download(dataset_kwargs):
        return refusal(changed(0, subset="hijacked"))

    message = download({"data_files": {"test": ["mine/rows.jsonl", "mine/more.jsonl"]}})
    assert message.startswith("these rows of mine/rows.jsonl, mine/more.jsonl can't be used (`vcif lint` says more):\n")
    assert download({}).startswith("these rows can't be used")


def test_an_id_that_stands_twice_is_refused(folder):
    assert "row 2 ('en-1'): id: also the id of row 1" in refusal(changed(1, id="en-1"))


def test_many_bad_rows_are_counted_not_listed(folder):
    message = refusal([{**ROWS[0], "id": str(number), "image": "gone.png"} for number in range(50)])
    assert message.count("gone.png") == docs.SHOWN
    assert message.endswith(f"and {50 - docs.SHOWN} more")


def test_a_task_without_rows_says_so(folder):
    assert "no row belongs to this task" in refusal([ROWS[0]], docs.hijack_docs)


def test_parameters_stored_as_objects_are_read_without_arrows_nulls(folder):
    rows = copy.deepcopy(ROWS[:2])
    rows[0]["constraints"] = [
        {"id": "w", "type": "word_count", "text": "", "params": {"min": 3, "keywords": None}},
        {"id": "k", "type": "keyword_inclusion", "text": "", "params": {"min": None, "keywords": ["red"]}},
    ]
    rows[1]["constraints"] = [{"id": "w", "type": "word_count", "text": "", "params": {"min": 1, "keywords": None}}]
    row = docs.row_of(load(rows)[0])
    assert [dict(constraint.params) for constraint in row.constraints] == [{"min": 3}, {"keywords": ["red"]}]
