"""Rows of VCIFBench when the task is loaded: what is wrong with them, their videos and their judge is said then."""

import copy
import json
from dataclasses import replace

import pytest
from datasets import Dataset

from lmms_eval_vcif.hooks import docs
from lmms_eval_vcif.hooks.media import ROOT
from lmms_eval_vcif.judge import Settings
from lmms_eval_vcif.records import RecordError

from ..judge.server import KEY, MODEL, Server, status
from ..judge.videos import write_no_frame, write_sound, write_video
from ..tasks.video_rows import BRIGHTENS, DARK, ROWS, write_rows


@pytest.fixture(scope="module")
def videos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("videos")
    write_rows(folder)
    return folder


@pytest.fixture(autouse=True)
def environment(videos, monkeypatch, tmp_path):
    monkeypatch.setenv(ROOT, str(videos))
    monkeypatch.setenv("VCIF_JUDGE_CACHE", str(tmp_path / "cache"))
    for name in ("MODEL", "BASE_URL", "API_KEY", "CONFIG", "RECORDED", "CHECK"):
        monkeypatch.delenv(f"VCIF_JUDGE_{name}", raising=False)


def changed(index=0, **fields):
    rows = copy.deepcopy(ROWS)
    rows[index].update(fields)
    return rows


class Task:
    """As in the harness: `download` has the data files among its arguments, and the task knows its settings."""

    def __init__(self, select, **settings):
        self.select, self.lmms_eval_specific_kwargs = select, settings or None

    def download(self, rows, dataset_kwargs=None):
        return self.select(Dataset.from_list(rows))


def load(rows=ROWS, select=docs.vcifbench_docs, **settings):
    return Task(select, **settings).download(rows)


def refusal(rows=ROWS, select=docs.vcifbench_docs, **settings):
    """The message with which the first hook after loading stops the run."""
    with pytest.raises(RecordError) as caught:
        docs.doc_to_text(load(rows, select, **settings)[0], settings)
    return str(caught.value)


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        (docs.vcifbench_docs, [row["id"] for row in ROWS]),
        (docs.base_docs, ["all-kept", "one-broken", "both-broken", "failed", "empty"]),
        (docs.selection_docs, ["choice-ab", "choice-ba"]),
        (docs.conflict_docs, ["seen", "unseen"]),
    ],
)
def test_each_task_takes_its_rows(select, expected):
    assert load(ROWS, select)["id"] == expected


def test_a_loaded_row_gives_its_text_and_the_file_itself(videos):
    doc = load()[0]
    assert docs.doc_to_text(doc) == ROWS[0]["instruction"]
    assert docs.doc_to_visual(doc) == [str(videos / BRIGHTENS)]
    assert doc["vcif"]["budget"] == "file"


def test_with_a_budget_the_row_gives_what_the_settings_say():
    settings = {"budget": {"fps": 0.25, "max_side": 112, "form": "frames"}}
    doc = load(**settings)[0]
    assert docs.doc_to_text(doc, settings) == ROWS[0]["instruction"]
    assert [picture.size for picture in docs.doc_to_visual(doc, settings)] == [(112, 63)] * 2
    assert doc["vcif"]["budget"] == "112p 0.25fps frames"


def test_a_video_whose_damage_comes_to_light_late_is_named_by_row_and_file(videos):
    """Most frames are overwritten: all are there, and few can be decoded."""
    import av

    settings = {"budget": {"fps": 1, "max_side": 112}}
    path = write_video(videos / "videos" / "damaged.mp4", seconds=8)
    with av.open(str(path)) as container:
        places = sorted(packet.pos for packet in container.demux() if packet.size)
    content = bytearray(path.read_bytes())
    content[places[5] :] = bytes(len(content) - places[5])
    path.write_bytes(content)
    doc = load(changed(1, video="videos/damaged.mp4"), **settings)[1]
    with pytest.raises(RecordError, match=r"video: row 'one-broken': .*damaged.mp4: cut off: \d of 8 frames"):
        docs.doc_to_visual(doc, settings)


def test_a_harness_that_hides_the_settings_from_the_load_is_noticed():
    with pytest.raises(RecordError, match=r"lmms_eval_specific_kwargs\.budget: .* hides it"):
        docs.doc_to_text(load()[0], {"budget": {"fps": 1, "max_side": 112}})


def test_a_budget_or_root_that_can_not_be_used_stops_the_load():
    assert "budget.fps: is required" in refusal(budget={"max_side": 112})
    assert "lmms_eval_specific_kwargs.media_root: a folder is required, not 3" in refusal(media_root=3)


def test_a_root_in_the_settings_is_found(videos, monkeypatch):
    monkeypatch.delenv(ROOT)
    assert load(media_root=str(videos))[0]["vcif"]["files"] == [str(videos / BRIGHTENS)]
    assert "media_root of the task" in refusal()


def test_rows_that_share_a_video_share_a_cluster():
    clusters = {}
    for doc in load():
        clusters.setdefault(doc["video"], set()).add(doc["vcif"]["cluster"])
    assert all(len(found) == 1 for found in clusters.values())
    assert len(set.union(*clusters.values())) == len(clusters) == 2


def test_every_video_that_can_not_be_used_is_named_by_row_and_file(videos):
    whole = write_video(videos / "videos" / "whole.mp4", seconds=8).read_bytes()
    bad = {
        "corrupt": b"no video at all",
        "cut": whole[: len(whole) // 2],
        "empty": b"",
    }
    for name, content in bad.items():
        (videos / "videos" / f"{name}.mp4").write_bytes(content)
    write_sound(videos / "videos" / "sound.m4a")
    write_no_frame(videos / "videos" / "nothing.avi")
    rows = copy.deepcopy(ROWS)
    files = ["corrupt.mp4", "cut.mp4", "empty.mp4", "sound.m4a", "nothing.avi", "gone.mp4", ""]
    for row, name in zip(rows, files, strict=False):
        row["video"] = name and f"videos/{name}"
    lines = refusal(rows).splitlines()
    for number, (row, name, cause) in enumerate(
        zip(rows, files, ["damaged", "cut off", "damaged", "only sound", "", "no file", "no video"], strict=False), 1
    ):
        (line,) = (line for line in lines if f"row {number} (" in line)
        assert f"row {number} ({row['id']!r}): video: " in line
        assert name in line and cause in line
    assert len(lines) == len(files) + 1


def test_a_video_that_lacks_most_of_its_frames_is_refused(videos):
    path = write_video(videos / "videos" / "web.mp4", seconds=8)
    content = path.read_bytes()
    assert load(changed(0, video="videos/web.mp4"))
    path.write_bytes(content[: content.index(b"mdat") + 400])
    assert "web.mp4: " in refusal(changed(0, video="videos/web.mp4"))


def test_a_container_that_model_classes_drop_silently_is_told_unless_a_budget_brings_it_over(videos, caplog):
    write_video(videos / "videos" / "bright.mkv", seconds=8)
    rows = changed(0, video="videos/bright.mkv")
    load(rows, budget={"fps": 1, "max_side": 64})
    assert "bright.mkv" not in caplog.text
    load(rows)
    assert "1 videos are not .mp4, such as " in caplog.text and "bright.mkv" in caplog.text


@pytest.mark.parametrize(
    ("index", "fields", "message"),
    [
        (0, {"subset": "normal"}, "row 1 ('all-kept'): subset: 'normal' is not of vcifbench, which has base, sel"),
        (5, {"reference": ""}, "row 6 ('choice-ab'): reference.option_order: a row with a pair_id says its order: "),
        (7, {"reference": '{"template": "x"}'}, "row 8 ('seen'): reference.conflict: the two constraints"),
        (7, {"reference": '{"conflict": ["in", "out"]}'}, "row 8 ('seen'): reference.template: "),
        (1, {"id": "all-kept"}, "row 2 ('all-kept'): id: also the id of row 1"),
    ],
)
def test_rows_that_lack_what_they_need_are_named(index, fields, message):
    assert message in refusal(changed(index, **fields))


def test_rows_of_the_other_benchmark_are_refused():
    assert "subset: 'base' is not of mmifeval_pro" in refusal(ROWS, docs.all_docs)


def test_without_a_judge_the_log_says_what_stays_open_and_what_to_set(caplog):
    load()
    assert "9 of 12 constraints and 2 conflict items will be unjudged" in caplog.text
    assert "set VCIF_JUDGE_MODEL" in caplog.text


@pytest.fixture
def server(monkeypatch):
    with Server() as running:
        monkeypatch.setenv("VCIF_JUDGE_MODEL", MODEL)
        monkeypatch.setenv("VCIF_JUDGE_BASE_URL", running.url)
        monkeypatch.setenv("VCIF_JUDGE_API_KEY", KEY)
        yield running


def test_the_judge_is_asked_one_word_when_the_task_is_loaded(server):
    assert docs.doc_to_text(load()[0])
    load()  # and no more for the next task
    assert len(server.requests) == 1


@pytest.fixture
def ahead(monkeypatch):
    """The videos that are to be decoded ahead."""
    found = []
    monkeypatch.setattr("lmms_eval_vcif.judge.frames.decode_ahead", lambda paths, budget: found.extend(paths))
    return found


@pytest.mark.parametrize(("rank", "expected"), [("0", [BRIGHTENS, DARK, DARK]), ("1", [BRIGHTENS, DARK])])
def test_the_clips_that_the_judge_of_a_process_is_shown_are_decoded_ahead(
    server, videos, monkeypatch, ahead, rank, expected
):
    monkeypatch.setenv("RANK", rank)
    monkeypatch.setenv("WORLD_SIZE", "2")
    load(select=docs.base_docs)
    assert ahead == [str(videos / name) for name in expected]


def test_nothing_is_decoded_ahead_where_no_frame_goes_to_a_judge(server, monkeypatch, ahead):
    load(select=docs.conflict_docs)
    monkeypatch.setenv("VCIF_JUDGE_MODEL", "")
    load()
    assert ahead == []


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (status(401, "bad key"), "refuses the key: set VCIF_JUDGE_API_KEY"),
        (status(404, "no such model"), "VCIF_JUDGE_MODEL"),
    ],
)
def test_a_wrong_judge_stops_the_run_before_the_model(server, monkeypatch, fault, expected):
    server.script = [fault] * 5
    monkeypatch.setenv("VCIF_JUDGE_MODEL", "no-such-judge")
    message = refusal()
    assert "the judge can't be used: " in message and expected in message and "VCIF_JUDGE_CHECK=0" in message
    assert KEY not in message


def test_the_check_can_be_switched_off(server, monkeypatch):
    server.script = [status(401)] * 5
    monkeypatch.setenv("VCIF_JUDGE_CHECK", "0")
    assert docs.doc_to_text(load()[0])
    assert not server.requests


def test_settings_that_can_not_be_read_stop_the_run(monkeypatch):
    monkeypatch.setenv("VCIF_JUDGE_MODEL", MODEL)
    monkeypatch.setenv("VCIF_JUDGE_CONCURRENCY", "many")
    assert "VCIF_JUDGE_CONCURRENCY" in (message := refusal()) and "VCIF_JUDGE_CHECK" not in message


def test_rows_that_rules_decide_alone_need_no_judge(server, caplog):
    server.script = [status(401)] * 5
    rows = copy.deepcopy([row for row in ROWS if row["subset"] == "base"])
    for row in rows:
        row["constraints"] = [c for c in row["constraints"] if c["params"]] or [ROWS[0]["constraints"][0]]
    assert docs.doc_to_text(load(rows)[0])
    assert not server.requests and not caplog.text


def test_a_recording_says_that_it_is_one(tmp_path, monkeypatch, caplog):
    made = replace(Settings.load({}), model="example-judge")
    head = {"model": made.model, "sampling": dict(made.sampling), "frames": vars(made.frames), "note": "an example"}
    path = tmp_path / "judgements.jsonl"
    path.write_text(json.dumps({"recording": head}) + "\n", encoding="utf-8")
    monkeypatch.setenv("VCIF_JUDGE_RECORDED", str(path))
    assert docs.doc_to_text(load()[0])
    assert "recorded judgements by example-judge are played back: an example" in caplog.text
