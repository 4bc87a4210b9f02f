"""The lint of rows: every fault with file, row and field, as a person reads it."""

import json

import pytest

from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.data.writers import write_json_lines, write_parquet

PIL = pytest.importorskip("PIL.Image")
av = pytest.importorskip("av")


def row(number: int, **changes) -> dict:
    value = {
        "id": f"r{number}",
        "subset": "normal",
        "task": "scene_description",
        "language": "en",
        "instruction": f"Describe picture {number} in at most 20 words.",
        "images": ["a.png"],
        "constraints": [{"id": "c1", "type": "word_count", "text": "at most 20 words", "params": '{"max": 20}'}],
    }
    return {name: part for name, part in {**value, **changes}.items() if part is not None}


def constraint(type_: str, given: dict | None = None, **changes) -> dict:
    value = {"id": type_, "type": type_, "text": "…", "params": json.dumps(given or {}, ensure_ascii=False)}
    return {**value, **changes}


def write_clip(path):
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=4)
        stream.width = stream.height = 16
        for packet in [*stream.encode(av.VideoFrame(16, 16, "yuv420p")), *stream.encode()]:
            container.mux(packet)


@pytest.fixture
def lint(tmp_path):
    """Lint rows that lie beside a picture a.png and a clip a.mp4; the messages without the folder."""
    PIL.new("RGB", (4, 4)).save(tmp_path / "a.png")
    write_clip(tmp_path / "a.mp4")

    def run(*rows, name="rows.jsonl"):
        path = tmp_path / name
        (write_parquet if name.endswith("parquet") else write_json_lines)(path, rows)
        return [str(problem).replace(f"{tmp_path}/", "") for problem in lint_rows(path)]

    run.folder, run.clip = tmp_path, {"images": None, "video": "a.mp4"}
    return run


def test_good_rows_have_no_problem(lint):
    rows = [row(1), row(2, image="a.png", images=None), row(3, response_language="en")]
    assert lint(*rows) == []
    assert lint(*rows, name="rows.json".replace("json", "jsonl")) == []


def test_pictures_as_bytes_are_looked_at_too(lint):
    picture = (lint.folder / "a.png").read_bytes()
    rows = [row(1, images=[{"bytes": picture, "path": None}]), row(2, images=[{"bytes": b"GIF89a", "path": None}])]
    assert lint(*rows, name="rows.parquet") == [
        "rows.parquet:2:images[0]: 6 bytes: not a picture that opens: Truncated File Read"
    ] or lint(*rows, name="rows.parquet")[0].startswith("rows.parquet:2:images[0]: 6 bytes: not a picture")


def test_every_kind_of_fault_in_one_file(lint):
    (lint.folder / "empty.png").write_bytes(b"")
    (lint.folder / "text.png").write_text("not a picture")
    rows = [
        row(1, subset="norml"),
        row(2, constraints=[constraint("word_cuont", {"max": 3})]),
        row(3, constraints=[constraint("word_count", {"max": "3"})]),
        row(4, constraints=[constraint("hanzi_only")]),
        row(5, images=["b.png", "empty.png", "text.png"]),
        row(6, images=None),
        row(7, response_language="zh"),
        row(8, constraints=[constraint("response_language", {"language": "zh"})]),
        row(9, constraints=[constraint("word_count", {"max": 3}, text=" ")]),
        row(10, constraints=[constraint("word_count", {"max": 9}), constraint("word_count", {"min": 3})]),
        row(11, constraints=[constraint("word_count", {"max": 3}), constraint("sentence_count", {"min": 4})]),
        row(1, instruction="Something else."),
        row(12, instruction="Describe  picture 5 in at most 20 words."),
        row(13, instruction="Describe picture 1\nin at most 20 words."),
    ]
    found = lint(*rows)
    assert [line.split(": ")[0] for line in found] == [
        "rows.jsonl:1:subset",
        "rows.jsonl:2:constraints[0].type",
        "rows.jsonl:3:constraints[0].params.max",
        "rows.jsonl:4:constraints[0].type",
        "rows.jsonl:5:images[0]",
        "rows.jsonl:5:images[1]",
        "rows.jsonl:5:images[2]",
        "rows.jsonl:6:images",
        "rows.jsonl:7:response_language",
        "rows.jsonl:8:constraints[0].params.language",
        "rows.jsonl:9:constraints[0].text",
        "rows.jsonl:10:constraints[1].id",
        "rows.jsonl:11:constraints[1]",
        "rows.jsonl:12:id",
        "rows.jsonl:13:instruction",
        "rows.jsonl:14:instruction",
    ]
    messages = dict(zip(range(len(found)), found, strict=True))
    assert messages[0] == "rows.jsonl:1:subset: 'norml' is unknown; did you mean 'normal'?"
    assert messages[1] == "rows.jsonl:2:constraints[0].type: 'word_cuont' is unknown; did you mean 'word_count'?"
    assert "hanzi_only does not support responses in 'en', only in zh" in messages[3]
    assert messages[4] == "rows.jsonl:5:images[0]: b.png: no such file"
    assert messages[5] == "rows.jsonl:5:images[1]: empty.png: the file is empty"
    assert "text.png: not a picture that opens" in messages[6]
    assert messages[8].endswith("'zh' is not the instruction's 'en', and no constraint says so")
    assert messages[9].endswith("'zh' is asked for, but response_language is 'en'")
    assert messages[10] == "rows.jsonl:9:constraints[0].text: warning: the text of the constraint is empty"
    assert messages[11].endswith("'word_count' is also the id of constraints[0]")
    assert messages[12] == (
        "rows.jsonl:11:constraints[1]: contradicts constraints[0] (word_count): "
        "at least 4 words for 4 sentences, but at most 3"
    )
    assert messages[13].endswith("'r1' is also the id of row 1")
    assert messages[14].endswith("warning: the same instruction as row 5, with other media")
    assert messages[15].endswith("the same instruction with the same media as row 1")


def test_what_may_be_a_mistyped_name_is_a_warning(lint):
    mistyped = [{**constraint("word_count", {"max": 20}), "tex": "at most 20 words"}]
    rows = [
        row(1, respons_language="en", colour="red"),
        row(2, constraints=mistyped),
        row(3, task="poemm"),
        row(4, task="poemm"),
        row(5, task="bird_watching"),
        row(6, task="sumarization", subset="base", **lint.clip),
        row(7, task="summarization"),
    ]
    assert lint(*rows) == [
        "rows.jsonl:1:respons_language: warning: the field is not read: "
        "'respons_language' is unknown; did you mean 'response_language'?",
        "rows.jsonl:2:constraints[0].tex: warning: the field is not read: 'tex' is unknown; did you mean 'text'?",
        "rows.jsonl:3:task: warning: not in the taxonomy: 'poemm' is unknown; did you mean 'poem'?",
        "rows.jsonl:6:task: warning: not in the taxonomy: 'sumarization' is unknown; did you mean 'summarization'?",
    ]


def test_a_hijack_row_asks_for_the_text_of_its_picture(lint):
    problem = "a hijack row asks for ocr_transcription, from which its distance is taken"
    assert lint(row(1, subset="hijack")) == [f"rows.jsonl:1:constraints: {problem}"]


def test_a_language_constraint_may_ask_for_another_language_than_the_instructions(lint):
    asked = [constraint("response_language", {"language": "zh-Hans"})]
    assert lint(row(1, response_language="zh", constraints=asked)) == []
    assert lint(row(1, response_language="zh", constraints=[constraint("bilingual_response")])) == []


def test_one_query_may_go_with_many_pictures_of_the_hijack_subset(lint):
    PIL.new("RGB", (5, 5)).save(lint.folder / "b.png")
    asked = [constraint("ocr_transcription", {"text": "OPEN", "max_distance": 0.2})]
    changes = {"subset": "hijack", "instruction": "Transcribe the text.", "constraints": asked}
    assert lint(row(1, **changes), row(2, images=["b.png"], **changes)) == []


def test_rows_that_a_pair_id_joins_may_have_one_instruction(lint):
    PIL.new("RGB", (5, 5)).save(lint.folder / "b.png")
    same = {"instruction": "Describe the picture in at most 20 words."}
    order = {"reference": json.dumps({"option_order": "AB"})}
    assert len(lint(row(1, **same), row(2, images=["b.png"], **same))) == 1
    assert lint(row(1, pair_id="p-a", **same, **order), row(2, images=["b.png"], pair_id="p-b", **same, **order)) == []


def test_what_a_hybrid_needs_is_extracted_from_its_text(lint):
    asked = constraint("fixed_opening", text="", params="")
    problems = lint(row(1, subset="base", constraints=[asked], **lint.clip))
    problem = "the text of the constraint is empty, and its parameters are to be extracted from it"
    assert problems == [f"rows.jsonl:1:constraints[0].text: {problem}"]
    assert lint(row(1, subset="base", constraints=[{**asked, "text": "Begin with “Dear”."}], **lint.clip)) == []


def test_rows_of_the_conflict_subset_contradict_themselves_by_design(lint):
    asked = [constraint("word_count", {"max": 3}), constraint("sentence_count", {"min": 4})]
    pair = {"conflict": ["word_count", "sentence_count"], "template": "count"}
    assert lint(row(1, subset="conflict", constraints=asked, reference=pair, **lint.clip)) == []


def test_what_the_task_would_refuse_is_found_here_already(lint):
    one = [constraint("word_count", {"max": 3})]
    rows = [
        row(1, subset="conflict", **lint.clip),
        row(2, subset="conflict", reference={"conflict": ["word_count"], "template": 3}, **lint.clip),
        row(3, subset="selection", constraints=one, pair_id="p", reference={"option_order": "ab"}, **lint.clip),
        row(4, subset="base", constraints=one, images=["a.png"]),
        row(5, **lint.clip),
    ]
    pair, template = "the two constraints that exclude each other are required", "a conflict row names the template"
    expected = [
        ("1:reference.conflict", pair),
        ("1:reference.template", template),
        ("2:reference.conflict", pair),
        ("2:reference.template", template),
        ("3:reference.option_order", "'ab' is unknown; one of AB, BA"),
        ("4:video", "a base row shows a video, and this one has none"),
        ("5:images", "a normal row shows a picture, and this one has none"),
    ]
    found = lint(*rows)
    assert [line.split(": ")[0].removeprefix("rows.jsonl:") for line in found] == [place for place, _ in expected]
    for line, (_, message) in zip(found, expected, strict=True):
        assert message in line


def test_a_file_without_rows_is_a_problem(lint):
    assert lint() == ["rows.jsonl: no rows"]


def test_videos_are_opened(lint):
    (lint.folder / "broken.mp4").write_bytes(b"\0" * 100)
    with av.open(str(lint.folder / "sound.wav"), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000, layout="mono")
        frame = av.AudioFrame(format="s16", layout="mono", samples=160)
        frame.sample_rate = 8000
        for packet in [*stream.encode(frame), *stream.encode()]:
            container.mux(packet)
    names = ["a.mp4", "broken.mp4", "sound.wav", "no.mp4"]
    rows = [row(i, subset="base", images=None, video=name) for i, name in enumerate(names, 1)]
    found = lint(*rows)
    assert [line.split(": ")[0] for line in found] == ["rows.jsonl:2:video", "rows.jsonl:3:video", "rows.jsonl:4:video"]
    assert "not a video that opens" in found[0]
    assert "has no video, only audio" in found[1]
    assert "no such file" in found[2]


@pytest.mark.parametrize("given", [[], None, "word_count", "[]", [5], [{"text": " "}]])
def test_of_a_constraint_that_is_not_there_nothing_more_is_said(lint, given):
    found = lint({**row(1), "constraints": given})
    assert len(found) == 1 and found[0].startswith("rows.jsonl:1:constraints")


def test_the_parameters_of_one_row_do_not_stop_the_rows_behind_it(lint):
    hostile = [None, 7, "x", [], {"type": 3}, {"type": "word_count", "params": "[1]"}]
    rows = [row(i, constraints=[value]) for i, value in enumerate(hostile)] + [row(9)]
    found = lint(*rows)
    assert {line.split(":")[1] for line in found} == {str(i) for i in range(1, len(hostile) + 1)}
