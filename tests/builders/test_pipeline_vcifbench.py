"""VCIFBench's items from real annotation rows and small clips, against scripted models."""

import json
import os
import random
from collections import Counter
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from lmms_eval_vcif.builders.compose.uneasy import goes_with
from lmms_eval_vcif.builders.pipeline import DryModels, Models, PipelineError, Tools, preview, run
from lmms_eval_vcif.builders.vcifbench import Options, conflicts, derived, direct, repaired, selection
from lmms_eval_vcif.builders.vcifbench.balance import Balance
from lmms_eval_vcif.builders.vcifbench.choices import read_branches
from lmms_eval_vcif.builders.vcifbench.conflicting import fillings, pair_of, templates
from lmms_eval_vcif.builders.vcifbench.plan import ALIKE, Deal, Draw, Targets, types
from lmms_eval_vcif.builders.vcifbench.requests import Offer, tasks
from lmms_eval_vcif.builders.vcifbench.sources import FORMATS, clips_of, in_folder, read_seeds
from lmms_eval_vcif.data.contradictions import contradictions
from lmms_eval_vcif.data.readers import read_rows
from lmms_eval_vcif.hooks.docs import check_row
from lmms_eval_vcif.judge import Settings
from lmms_eval_vcif.text import Text
from tests.judge.server import Server, saying, text_of
from tests.judge.videos import write_video

from . import video_models
from .models import block, stage_rows
from .stages import contents, models

REAL = os.environ.get("VCIF_REAL_DATA", "")
FILES = {
    "nextqa": "video-nextqa/val_300.csv",
    "mmworld": "video-mmworld/example_entry.json",
    "tempcompass": "video-tempcompass/questions_multi-choice.json",
    "youcook2": "video-youcook2/yc2_val_300.json",
}
real = pytest.mark.skipif(not REAL, reason="VCIF_REAL_DATA names no folder with the annotations")
ROLES = ("writer", "checker")


@pytest.fixture
def server():
    with Server(video_models.reply) as running:
        yield running


def clips(folder, *names):
    """Clips of three seconds that get brighter."""
    folder.mkdir(exist_ok=True)
    first = write_video(folder / f"{names[0]}.mp4", seconds=3)
    for name in names[1:]:
        (folder / f"{name}.mp4").write_bytes(Path(first).read_bytes())
    return folder


def little(format_, folder, count=6):
    """The first items of a real file, as a file of the same format; the names of their clips."""
    source = Path(REAL) / FILES[format_]
    target = folder / source.name
    if format_ == "nextqa":
        target.write_text("\n".join(source.read_text().splitlines()[: count + 1]))
    else:
        data = json.loads(source.read_text())
        keep = data[:2] if isinstance(data, list) else dict(list(data.items())[:2])
        target.write_text(json.dumps(keep))
    return target, sorted({seed["video"] for seed in read_seeds(format_, target)})


@pytest.fixture
def base(server, tmp_path):
    """Finished base items from clips alone."""
    videos = clips(tmp_path / "clips", *(f"clip{number}" for number in range(20)))
    out = tmp_path / "base"
    run(direct(videos, Options(), progress=False), out, models(server, *ROLES))
    return out


@real
@pytest.mark.parametrize("format_", list(FILES))
def test_seeds_have_question_answer_and_clip(format_):
    seeds = read_seeds(format_, Path(REAL) / FILES[format_])
    assert len({seed["id"] for seed in seeds}) == len(seeds)
    for seed in seeds:
        assert seed["question"]
        assert seed["video"]
        assert seed["answer"] in seed["options"] or not seed["options"] and seed["facts"]


@real
@pytest.mark.parametrize("format_", list(FILES))
def test_real_annotations_become_rows_that_lint_clean(server, tmp_path, format_):
    path, names = little(format_, tmp_path)
    videos = clips(tmp_path / "clips", *names)
    out = tmp_path / "set"
    plan = derived([(format_, path)], videos, Options(), progress=False)
    manifest = run(plan, out, models(server, *ROLES))
    assert manifest["lint"] == {"errors": 0, "warnings": 0}
    assert manifest["inputs"].keys() == {path.name, *(f"{name}.mp4" for name in names)}
    rows, problems = read_rows(out / "rows.jsonl")
    assert not problems
    first = manifest["stages"][0]
    questions = [seed["question"] for seed in read_seeds(format_, path)]
    unusable = Counter(next((w for w in video_models.UNUSABLE if w in question), "") for question in questions)
    counted = {"has no open answer": unusable["how many"], "needs outside knowledge": unusable["why"]}
    assert first["rejected"] == {reason: count for reason, count in counted.items() if count}
    assert first["in"] == first["out"] + sum(first["rejected"].values()) == len(questions)
    assert all(row.source and row.source_id and row.license for row in rows)


@real
def test_items_without_a_clip_are_rejected_with_the_reason(server, tmp_path):
    path, names = little("nextqa", tmp_path, count=20)
    videos = clips(tmp_path / "clips", names[0])
    out = tmp_path / "set"
    manifest = run(derived([("nextqa", path)], videos, Options(), progress=False), out, models(server, *ROLES))
    assert manifest["stages"][0]["rejected"]["no video file"] > 0


@real
@pytest.mark.parametrize("stage", ["derive", "construct", "check", "repair"])
def test_stopped_in_any_stage_and_gone_on_it_is_the_same_set(server, tmp_path, stage):
    path, names = little("tempcompass", tmp_path)
    videos = clips(tmp_path / "clips", *names)
    plan = derived([("tempcompass", path)], videos, Options(), progress=False)
    whole, out = tmp_path / "whole", tmp_path / "set"
    run(plan, whole, models(server, *ROLES))
    (out / "stages").mkdir(parents=True)
    for log in sorted((whole / "stages").glob("*.log.jsonl")):
        lines = log.read_bytes().splitlines(keepends=True)
        if log.name.endswith(f"-{stage}.log.jsonl"):
            (out / "stages" / log.name).write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:30])
            break
        (out / "stages" / log.name).write_bytes(b"".join(lines))
    run(plan, out, models(server, *ROLES))
    assert contents(out) == contents(whole)


def twins(folder):
    """Two clips of one name in two folders, the second longer than the first."""
    for name, seconds in (("p", 3), ("q", 4)):
        (folder / name).mkdir(parents=True)
        write_video(folder / name / "1.mp4", seconds=seconds)
    return folder


def test_clips_of_one_name_in_two_folders_are_two(server, tmp_path):
    videos = twins(tmp_path / "clips")
    hashes = {f"{name}/1.mp4": sha256((videos / name / "1.mp4").read_bytes()).hexdigest() for name in "pq"}
    manifest = run(direct(videos, Options(per_video=1), progress=False), tmp_path / "set", models(server, *ROLES))
    assert manifest["inputs"] == hashes
    assert {record["source_id"] for record in stage_rows(tmp_path / "set", "direct")} == {"p/1", "q/1"}
    out = tmp_path / "choices"
    manifest = run(selection(out, videos, Options(), progress=False), out, models(server, *ROLES))
    assert (manifest["rows"], manifest["inputs"]) == (8, hashes)
    assert (out / "videos/p/1_reverse.mp4").read_bytes() != (out / "videos/q/1_reverse.mp4").read_bytes()


def test_clips_that_differ_in_their_suffix_are_two(tmp_path):
    videos = clips(tmp_path / "clips", "a", "b")
    (videos / "a.mkv").write_bytes((videos / "a.mp4").read_bytes())
    assert clips_of(videos) == {"a.mkv": "a.mkv", "a.mp4": "a.mp4", "b": "b.mp4"}


def test_a_name_of_an_annotation_that_two_clips_have_is_named(tmp_path):
    videos = twins(tmp_path / "clips")
    with pytest.raises(PipelineError, match=r"p/1\.mp4 and q/1\.mp4: which is clip '1' of nextqa-1-0"):
        in_folder([{"id": "nextqa-1-0", "video": "1"}], videos)
    assert in_folder([{"id": "nextqa-2-0", "video": "2"}], videos)[0]["video"] == ""


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path):
    for use in (clips_of, lambda folder: in_folder([], folder)):
        with pytest.raises(PipelineError, match="nonexist: there is no such folder"):
            use(tmp_path / "nonexist")


@pytest.mark.parametrize(
    ("format_", "text", "problem"),
    [
        ("nextqa", "video,question\n1,what\n", "no column qid, a0, a1"),
        ("mmworld", '[{"video_id": "a", "questions": [{"question": "q"}]}]', "KeyError: 'options'"),
        ("tempcompass", "[]", "AttributeError"),
        ("youcook2", '{"v_a": {"timestamps": [[0, 1]], "sentences": []}}', "ValueError"),
        ("youcook2", "{", "JSONDecodeError"),
        ("nextq", "", "did you mean 'nextqa'"),
    ],
)
def test_a_file_of_another_format_is_named(tmp_path, format_, text, problem):
    path = tmp_path / "file.txt"
    path.write_text(text)
    with pytest.raises(PipelineError, match=problem):
        read_seeds(format_, path)


HEAD = "video,qid,question,a0,a1,a2,a3,a4,answer"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("a,2,what is it,x,y,z,u,w,9", "bad.csv, line 3: answer: 0 to 4 is required, not '9'"),
        ("a,2,what is it,x,y,z,u,w,b", "bad.csv, line 3: answer: 0 to 4 is required, not 'b'"),
        ("a,2,what is it,x,y", "bad.csv, line 3: a2: it is empty"),
        ("a,2,,x,y,z,u,w,1", "bad.csv, line 3: question: it is empty"),
    ],
)
def test_a_line_that_can_not_be_used_costs_itself_alone(server, tmp_path, line, fault):
    path = tmp_path / "bad.csv"
    path.write_text(f"{HEAD}\na,1,what is there,x,y,z,u,w,1\n{line}\na,3,what is near,x,y,z,u,w,2\n")
    videos = clips(tmp_path / "clips", "a")
    manifest = run(
        derived([("nextqa", path)], videos, Options(), progress=False), tmp_path / "set", models(server, *ROLES)
    )
    assert manifest["stages"][0]["rejected"] == {"fault in the annotation": 1}
    assert manifest["stages"][0]["out"] == 2
    assert fault in (tmp_path / "set/stages/01-derive.rejected.jsonl").read_text()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"requires_audio": True}, "needs sound"),
        ({"requires_domain_knowledge": True}, "needs outside knowledge"),
        ({"answer": "a sail", "correct_answer_label": "z"}, "fault in the annotation"),
    ],
)
def test_what_an_annotation_says_of_itself_is_heeded(server, tmp_path, changes, reason):
    item = {"question": "what glows", "options": {"a": "a lamp", "b": "a star"}, "answer": "a lamp"}
    path = tmp_path / "world.json"
    path.write_text(json.dumps([{"video_id": "a", "questions": [{**item, **changes}, item]}]))
    videos = clips(tmp_path / "clips", "a")
    plan = derived([("mmworld", path)], videos, Options(), progress=False)
    first = run(plan, tmp_path / "set", models(server, *ROLES))["stages"][0]
    assert (first["out"], first["rejected"]) == ((1, {reason: 1}) if reason else (2, {}))
    assert len([b for b in server.requests if b["messages"][0]["content"].startswith("You turn")]) == first["out"]


def test_clips_alone_become_base_items(base):
    manifest = json.loads((base / "manifest.json").read_text())
    assert manifest["lint"]["errors"] == 0
    rows, _ = read_rows(base / "rows.jsonl")
    assert len(rows) > 25
    for row in rows:
        check_row(row, "vcifbench")
        assert 2 <= len(row.constraints) <= 8
        assert not contradictions(row.constraints, "en")
        assert all(" ".join(c.text.split()) in " ".join(row.instruction.split()) for c in row.constraints)


@pytest.mark.parametrize("verb", ["derive", "direct", "selection"])
def test_chinese_items_are_made_of_clips(server, tmp_path, verb):
    """By a writer that writes Chinese where it is asked to, and English elsewhere; the questions are English."""
    videos, options = clips(tmp_path / "clips", "lamp", "sun", "star"), Options("zh", per_video=1)
    questions = tmp_path / "val.csv"
    questions.write_text(
        "\n".join([HEAD, *(f"{clip},1,what is {clip},x,y,z,u,w,2" for clip in ("lamp", "sun", "star"))])
    )
    out = tmp_path / "set"
    plan = {
        "derive": lambda: derived([("nextqa", questions)], videos, options, progress=False),
        "direct": lambda: direct(videos, options, progress=False),
        "selection": lambda: selection(out, videos, options, progress=False),
    }[verb]()
    manifest = run(plan, out, models(server, *ROLES))
    assert manifest["lint"] == {"errors": 0, "warnings": 0}
    rows, _ = read_rows(out / "rows.jsonl")
    assert len(rows) == (12 if verb == "selection" else 3)
    for one in rows:
        check_row(one, "vcifbench")
        assert one.id.startswith("selection-" if verb == "selection" else f"base-{verb}-zh-")
        assert one.language == one.response_language == "zh"
        assert Text(one.instruction, "zh").is_in("zh")[0]
    if verb == "selection":
        assert "选项A：如果画面变亮，写一首诗。\n" in rows[0].instruction
        assert "选项B：如果画面变暗，列出三盏灯。\n" in rows[0].instruction


def test_items_are_balanced_over_tasks_compositions_and_types(base):
    dealt = stage_rows(base, "draw")
    assert Counter(" ".join(record["composition"]) for record in dealt).most_common(1)[0][0] == "and"
    assert len({tuple(record["composition"]) for record in dealt}) >= 3
    offered = Counter(task for record in stage_rows(base, "direct") for task in record["offered"])
    assert offered.pop("harmful_content_detection") == 6  # by its weight
    assert max(offered.values()) - min(offered.values()) <= 2
    types = Counter(one["type"] for record in dealt for one in record["drawn"])
    assert len(types) >= 30
    for record in dealt:
        names = [one["type"] for one in record["drawn"]]
        assert all(goes_with(name, names, ALIKE.get(record["task"], "")) for name in names)


@real
def test_questions_are_offered_all_tasks_equally_often(server, tmp_path):
    path, names = little("nextqa", tmp_path, count=60)
    videos = clips(tmp_path / "clips", *names)
    out = tmp_path / "set"
    manifest = run(derived([("nextqa", path)], videos, Options(), progress=False), out, models(server, *ROLES))
    offered = {record["id"]: record["offered"] for record in stage_rows(out, "derive")}
    assert {len(few) for few in offered.values()} == {10}
    asked = Counter(task for few in offered.values() for task in few)
    assert len(asked) == 20
    assert all(record["task"] in offered[record["id"]] for record in stage_rows(out, "derive"))
    found = manifest["statistics"]["tasks"]
    assert len(found) >= 12
    assert max(found.values()) <= 4 * sum(found.values()) / 20


def test_what_a_set_has_too_little_of_is_said():
    one = {"task": "summarization", "language": "en", "composition": ["and"], "constraints": [{"type": "json"}] * 3}
    short = Balance(Targets.load(), "en")([one] * 40)["short"]
    assert set(short["tasks"]) == set(tasks()) - {"summarization"}
    assert short["tasks"]["harmful_content_detection"] == {"aimed": 1.0, "found": 0}
    assert short["compositions"]["and chain"] == {"aimed": 10.0, "found": 0}
    assert "and" not in short["compositions"]
    assert "3" not in short["sizes"]
    assert short["sizes"]["8"] == {"aimed": 3.2, "found": 0}
    assert len(short["types"]) == len(types("en")) - 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_many_items_are_as_the_targets_say(language):
    """Sizes and patterns exactly, types as far as they go together."""
    names = list(tasks())
    records = [
        {"id": f"r{n}", "task": names[n % 20], "language": language, "keywords": [], "shows": ["people", "harm"]}
        for n in range(400)
    ]
    targets = Targets.load()
    dealt, _ = Deal(targets)(records, 0)
    draw = Draw(targets.types)
    made = [draw(record, Tools(random.Random(record["id"]), Models({}), Path(), 0)) for record in dealt]
    total = sum(targets.constraints.values())
    assert Counter(len(record["drawn"]) for record in made) == {
        size: round(400 * share / total) for size, share in targets.constraints.items()
    }
    assert Counter(" ".join(record["composition"]) for record in made)["and chain"] == 100
    found = Counter(one["type"] for record in made for one in record["drawn"])
    shares = {name: found[name] / targets.types.get(name, 1) for name in types(language) if name != "counterfactual"}
    assert max(shares.values()) < 3 * min(shares.values())


def test_targets_of_a_file_win(tmp_path):
    file = tmp_path / "targets.yml"
    file.write_text("constraints: {3: 1}\ncompositions: {and: 1}\n")
    targets = Targets.load(file)
    assert (targets.constraints, targets.compositions) == ({3: 1}, {"and": 1})
    assert targets.types == Targets.load().types


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("constraint: {3: 1}", "did you mean 'constraints'"),
        ("constraints: {9: 1}", "constraints: '?9"),
        ("types: {jsn: 1}", "did you mean 'json'"),
        ("compositions: {and chian: 1}", "did you mean 'and chain'"),
        ("compositions: {and selection: 1}", "compositions: 'and selection' is unknown"),
        ("compositions: {'': 1}", "compositions: '' is unknown; one of and, chain"),
        ("compositions: {3: 1}", "compositions: 3 is unknown"),
        ("tasks: {summarization: often}", "summarization: a finite number"),
        ("constraints: {3: .nan}", "constraints.3: a finite number from 0 is required, not nan"),
        ("types: {json: .inf}", "types.json: a finite number from 0 is required, not inf"),
        ("types: {json: -1}", "types.json: a finite number"),
        ("constraints: {3: 0}", "constraints: some must be above 0"),
        ("compositions: {and: 1.0e+308, chain: 1.0e+308}", "compositions: some must be above 0, and their sum finite"),
        ("tasks: []", "tasks: a mapping"),
        ("[1, 2]", r"a mapping with compositions, .* is required, not \[1, 2\]"),
        ("just text", "is required, not 'just text'"),
        ("0", "is required, not 0"),
    ],
)
def test_targets_that_are_none_are_named(tmp_path, text, problem):
    file = tmp_path / "targets.yml"
    file.write_text(text)
    with pytest.raises(PipelineError, match=problem) as raised:
        Targets.load(file)
    assert str(file) in str(raised.value)


def test_what_weighs_nothing_is_never_in_a_set(tmp_path):
    file = tmp_path / "targets.yml"
    file.write_text("tasks: {summarization: 0}\ntypes: {json: 0, csv: 0}\n")
    targets = Targets.load(file)
    offered, _ = Offer(10, targets.tasks)([{"id": f"r{n}"} for n in range(40)], 0)
    assert {task for record in offered for task in record["offered"]} == set(tasks()) - {"summarization"}
    plain = {"language": "en", "task": "event_sequencing", "keywords": [], "shows": []}
    dealt, _ = Deal(targets)([{"id": f"r{n}", **plain} for n in range(100)], 0)
    draw = Draw(targets.types)
    made = [draw(record, Tools(random.Random(record["id"]), Models({}), Path(), 0)) for record in dealt]
    assert not {"json", "csv"} & {one["type"] for record in made for one in record["drawn"]}


def test_what_the_video_does_not_bear_is_repaired_or_rejected(server, tmp_path):
    """The checker objects to one row once, and to another for good."""
    videos = clips(tmp_path / "clips", "a", "b", "c")
    stubborn = []

    def reply(body):
        system, text = body["messages"][0]["content"], text_of(body)
        if system.startswith("You check"):
            if not stubborn:
                stubborn.append(text)
            first = text == stubborn[0] or "mended" in text
            return json.dumps(
                json.loads(video_models.support(text))
                | ({"request": {"why": "No.", "supported": False}} if first else {})
            )
        if system.startswith("You put"):
            record = json.loads(video_models.mend(text))
            return json.dumps(record | {"instruction": record["instruction"] + " (mended)"})
        return video_models.reply(body)

    server.reply = reply
    plan = direct(videos, Options(per_video=1), progress=False, threads=1)
    manifest = run(plan, tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][-1]["rejected"] == {"not in the video": 1}
    assert manifest["rows"] == 2


def row(**changes):
    constraint = {"id": "c1", "type": "word_count", "text": "Use at most 30 words.", "params": '{"max": 30}'}
    other = {"id": "c2", "type": "plain_text", "text": "Use plain text.", "params": "{}"}
    text = "Say what happens. Use at most 30 words. Use plain text."
    value = {"id": "x", "subset": "base", "task": "summarization", "language": "en", "instruction": text}
    return {**value, "video": "a.mp4", "constraints": [constraint, other], "meta": "{}", **changes}


def given(**changes):
    return {**row()["constraints"][0], **changes}


@pytest.mark.parametrize(
    ("faulty", "fault"),
    [
        ({"constraints": [given(type="word_cuont"), row()["constraints"][1]]}, "did you mean 'word_count'"),
        ({"constraints": [given(params=""), row()["constraints"][1]]}, "parameters of word_count are missing"),
        (
            {"constraints": [given(text="At most 30 words."), row()["constraints"][1]]},
            "does not stand in the instruction",
        ),
        ({"constraints": [*row()["constraints"], given(id="c3", type="json", params="{}")]}, "c2, c3"),
        ({"constraints": [given(type=None), row()["constraints"][1]]}, "constraints[0].type"),
        ({"constraints": [{"type": "focus", "id": "c1"}, row()["constraints"][1]]}, "c1: its text does not stand in"),
        ({"constraints": [given(params='{"max": 50}'), row()["constraints"][1]]}, "c1: max is 50, which is not in"),
        ({"constraints": [given(), {**row()["constraints"][1], "id": "c1"}]}, "c1: 2 requirements have this id"),
        ({"constraints": ["Use plain text.", given()]}, "constraints[0]: a constraint is an object"),
        ({"constraints": None}, "constraints: a non-empty list is required"),
        ({"constraints": "[]"}, "constraints: a non-empty list is required"),
        ({"constraints": "none"}, "constraints: "),
        ({"meta": "{x"}, "meta: "),
    ],
)
def test_annotations_are_brought_in_order(server, tmp_path, faulty, fault):
    clips(tmp_path, "a")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        "\n".join(map(json.dumps, [row(**faulty), row(id="y", instruction=row()["instruction"] + " Now.")]))
    )
    mended = {name: row()[name] for name in ("instruction", "constraints")}
    told = []

    def reply(body):
        if not body["messages"][0]["content"].startswith("You put"):
            return video_models.reply(body)
        told.append(text_of(body))
        return json.dumps({**mended, "changes": "the type"})

    server.reply = reply
    manifest = run(repaired(rows, progress=False), tmp_path / "set", models(server, *ROLES))
    assert manifest["lint"]["errors"] == 0
    (one,) = told  # the row in order is left alone
    assert fault in one
    first, second = map(json.loads, (tmp_path / "set/rows.jsonl").read_text().splitlines())
    assert json.loads(first["meta"])["repair"]["similarity"] == 1.0
    assert "repair" not in second["meta"]


@pytest.mark.parametrize(
    ("lacking", "reason"),
    [
        ({"video": ""}, "no video file"),
        ({"video": None}, "no video file"),
        ({"instruction": None}, "not a row"),
        ({"subset": "bose"}, "not a row"),
    ],
)
def test_a_row_that_no_repair_can_mend_is_rejected_before_one(server, tmp_path, lacking, reason):
    clips(tmp_path, "a")
    rows = tmp_path / "rows.jsonl"
    rows.write_text("\n".join(map(json.dumps, [row(**lacking), row(id="y")])))
    manifest = run(repaired(rows, progress=False), tmp_path / "set", models(server, *ROLES))
    assert (manifest["rows"], manifest["stages"][0]["rejected"]) == (1, {reason: 1})


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (
            {"instruction": "Something else altogether. " * 9 + "Use at most 30 words. Use plain text."},
            "change less",
        ),
        ({"constraints": [given()]}, "at least 2"),
        ({"constraints": [given(type="nothing"), row()["constraints"][1]]}, "unknown"),
        ({"constraints": [given(), given(id="c2", text="Not there.")]}, "does not stand"),
        ({"constraints": 3}, "a list of objects"),
    ],
)
def test_a_repair_that_repairs_nothing_costs_the_row(server, tmp_path, reply, problem):
    clips(tmp_path, "a")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps(row(constraints=[given(type="word_cuont"), row()["constraints"][1]])))
    good = {name: row()[name] for name in ("instruction", "constraints")}
    said = saying(json.dumps({**good, **reply}))
    server.script = [None, said, said]
    manifest = run(repaired(rows, progress=False), tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][1]["rejected"] == {"unusable reply": 1}
    assert problem in (tmp_path / "set/stages/02-repair.rejected.jsonl").read_text()


def test_choices_come_in_both_orders_over_both_directions(server, tmp_path):
    videos = clips(tmp_path / "clips", "lamp", "sun")
    out = tmp_path / "set"
    manifest = run(selection(out, videos, Options(), progress=False), out, models(server, *ROLES))
    assert (manifest["rows"], manifest["lint"]) == (8, {"errors": 0, "warnings": 0})
    rows, _ = read_rows(out / "rows.jsonl")
    pairs = {}
    for one in rows:
        check_row(one, "vcifbench")
        pairs.setdefault(one.pair_id, []).append(one)
    assert len(pairs) == 4
    for first, second in pairs.values():
        assert [first.reference["option_order"], second.reference["option_order"]] == ["AB", "BA"]
        assert first.constraints == second.constraints
        assert first.video == second.video
        options = [line for line in first.instruction.splitlines() if line.startswith("Option")]
        assert options[0] == "Option A: if the picture gets brighter, write a poem."
        assert options[1] == "Option B: if the picture gets darker, list three lamps."
        assert "Option A: if the picture gets darker, list three lamps." in second.instruction
    by_direction = {one.video: one.constraints[0].sub_questions for one in rows}
    assert by_direction["lamp.mp4"] == ("Is it a poem?", "Is it no list?")
    assert by_direction["videos/lamp_reverse.mp4"] == ("Is it a list?", "Is it no poem?")


@pytest.mark.parametrize(
    ("said", "inside"),
    [
        ("The lamp rises", "the lamp rises"),
        ("A door opens", "a door opens"),
        ("I can see it", "I can see it"),
        ("I'm shown it", "I'm shown it"),
        ("TV screens light up", "TV screens light up"),
        ("YouTube opens", "YouTube opens"),
        ("灯亮了", "灯亮了"),
    ],
)
def test_a_clause_goes_on_with_a_small_letter(said, inside):
    language = "en" if said.isascii() else "zh"
    do, question = {"en": ("Write a poem", "Is it one?"), "zh": ("写一首诗", "是诗吗？")}[language]
    branch = {"when": said, "do": do, "is": question, "free": question}
    other = {**branch, "when": {"en": "It sinks", "zh": "灯灭了"}[language]}
    condition = {"en": "the way it moves", "zh": "灯光的变化"}[language]
    found = read_branches({"condition": condition, "first": branch, "second": other}, language=language)
    assert found["first"]["when"] == inside
    assert found["first"]["do"] == {"en": "write a poem.", "zh": "写一首诗。"}[language]


def test_choices_over_annotated_clips_know_what_these_show_and_where_they_are_from(server, tmp_path):
    videos = clips(tmp_path / "clips", "lamp", "sun")
    path = tmp_path / "questions.csv"
    path.write_text("video,qid,question,a0,a1,a2,a3,a4,answer\nlamp,0,what lights up,moon,lamp,sun,sea,sky,1\n")
    out = tmp_path / "set"
    plan = selection(out, videos, Options(), [("nextqa", path)], progress=False)
    manifest = run(plan, out, models(server, *ROLES))
    assert set(manifest["inputs"]) == {"questions.csv", "lamp.mp4", "sun.mp4"}
    asked = [block(text_of(body), "instruction") for body in server.requests if "played backwards" in text_of(body)]
    assert sorted(asked) == ["(nothing)", "what lights up lamp"]
    rows, _ = read_rows(out / "rows.jsonl")
    assert {(row.source_id.partition(",")[0], row.source, row.license) for row in rows} == {
        ("lamp", "NExT-QA", "MIT"),
        ("sun", "", ""),
    }


def test_the_reverse_of_a_set_is_taken_where_there_is_one(server, tmp_path):
    videos = clips(tmp_path / "clips", "lamp")
    write_video(videos / "lamp_reverse.mp4", seconds=3)  # no reverse at all: it gets brighter too
    (videos / "lonely_reverse.mp4").write_bytes((videos / "lamp.mp4").read_bytes())
    out = tmp_path / "set"
    manifest = run(selection(out, videos, Options(), progress=False), out, models(server, *ROLES))
    assert manifest["stages"][0]["rejected"] == {"reverse without its original": 1}
    assert manifest["stages"][1]["rejected"] == {"not told apart by the checker": 1}


def test_another_clip_under_the_same_name_is_reversed_and_asked_about_anew(server, tmp_path):
    videos = clips(tmp_path / "clips", "lamp", "sun")
    out = tmp_path / "set"
    run(selection(out, videos, Options(), progress=False), out, models(server, *ROLES))
    backwards = (out / "videos" / "sun_reverse.mp4").read_bytes()
    server.requests.clear()
    write_video(videos / "new.mp4", seconds=4)
    (videos / "new.mp4").replace(videos / "sun.mp4")
    run(selection(out, videos, Options(), progress=False), out, models(server, *ROLES))
    assert len(server.requests) == 3  # the writer on both clips, the checker on each
    assert (out / "videos" / "sun_reverse.mp4").read_bytes() != backwards
    assert (out / "sun.mp4").read_bytes() == (videos / "sun.mp4").read_bytes()


ORDINARY = {
    "en": [
        ("tone", "Keep the tone calm.", ""),
        ("chronological", "Follow the order of events.", ""),
        ("target_audience", "Write for children.", ""),
        ("harmful_content_exclusion", "Leave out anything dangerous.", ""),
    ],
    "zh": [
        ("tone", "语气要平静。", ""),
        ("chronological", "按事情发生的先后来写。", ""),
        ("target_audience", "写给孩子看。", ""),
        ("harmful_content_exclusion", "不要写任何危险的内容。", ""),
    ],
}


def base_rows(folder, language, ordinary=()):
    """Forty base items with the same constraints: four, unless others are given, that conflict with nothing."""
    clips(folder, "a")
    rows = []
    for number in range(40):
        listed = [
            {"id": f"c{n}", "type": t, "text": s, "params": p}
            for n, (t, s, p) in enumerate(ordinary or ORDINARY[language], 1)
        ]
        request = {"en": f"Tell what happens in part {number}.", "zh": f"请说明第{number}部分发生了什么。"}[language]
        text = request + " ".join(one["text"] for one in listed)
        meta = json.dumps({"request": request})
        rows.append(row(id=f"x{number}", instruction=text, constraints=listed, language=language, meta=meta))
    path = folder / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", list(templates()))
def test_the_linter_sees_the_templates_that_it_is_said_to_see(name, language):
    """In every filling: six of the ten; the others are in the texts."""
    assert sum(template["linter"] for template in templates().values()) == 6
    some = fillings(language)
    for values in product(*some.values()):
        pair = pair_of(templates()[name], language, dict(zip(some, values, strict=True)))
        assert bool(contradictions(pair, language)) == templates()[name]["linter"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_template_gives_three_items_in_each_language(server, tmp_path, language):
    out = tmp_path / "set"
    plan = conflicts(base_rows(tmp_path / "base", language), progress=False)
    manifest = run(plan, out, models(server, *ROLES))
    made, _ = read_rows(out / "rows.jsonl")
    assert Counter(one.reference["template"] for one in made) == dict.fromkeys(templates(), 3)
    assert manifest["lint"]["errors"] == 0
    assert manifest["stages"][0]["rejected"] == {"more than asked for": 10}
    for one in made:
        assert all(c.text in one.instruction for c in one.constraints)
        assert one.meta["confirmed_by"] == ("linter" if templates()[one.reference["template"]]["linter"] else "texts")


def test_a_conflict_item_of_a_made_item_has_exactly_one_conflict(base, server, tmp_path):
    rows = base / "rows.jsonl"
    out = tmp_path / "set"
    manifest = run(conflicts(rows, each=2, progress=False), out, models(server, *ROLES))
    made, _ = read_rows(out / "rows.jsonl")
    seen = Counter(one.reference["template"] for one in made)
    assert set(seen) <= set(templates())
    assert len(seen) >= 8
    assert manifest["lint"]["errors"] == 0
    for one in made:
        check_row(one, "vcifbench")
        ids = {c.id: index for index, c in enumerate(one.constraints)}
        pair = {ids[name] for name in one.reference["conflict"]}
        assert 2 <= len(one.constraints) - 2 <= 4
        found = contradictions(one.constraints, "en")
        if templates()[one.reference["template"]]["linter"]:
            assert [set(group.constraints) for group in found] == [pair]
        else:
            assert all(set(group.constraints) == pair for group in found)


RIVALS = {
    "a minimum": ("word_count", "Use at least 140 words.", '{"min": 140}'),
    "a phrase that repeats a word": (
        "exact_word_inclusion",
        'Use the phrase "as far as the eye can see".',
        '{"phrases": ["as far as the eye can see"]}',
    ),
    "a question first": ("pattern_opening", "Begin with a rhetorical question.", ""),
    "a thing to dwell on": ("focus", "Concentrate on the ramp.", ""),
    "what is not": ("counterfactual", "Say what would happen if the lamp were off.", ""),
    "a document": ("json", "Give valid JSON.", "{}"),
}
"""Constraints of base items that some templates leave no room for."""

NO_ROOM = [
    ("a question first", "json_plain_text"),
    ("a question first", "csv_json"),
    ("a question first", "sentence_fixed_closing"),
    ("a question first", "word_budget_long_phrase"),
    ("a phrase that repeats a word", "lexical_prefix_repetition"),
    ("a minimum", "lexical_prefix_repetition"),
    ("a minimum", "sentence_fixed_closing"),
    ("a thing to dwell on", "content_include_exclude"),
    ("what is not", "visible_absent_content"),
    ("what is not", "lexical_prefix_repetition"),
    ("a document", "case_exact_word"),
    ("a document", "word_budget_long_phrase"),
]


@pytest.mark.parametrize(("rival", "template"), NO_ROOM)
def test_what_excludes_one_of_the_pair_as_well_is_left_out(server, tmp_path, rival, template):
    """An item has one conflict, be the second one for a linter or for a reader to see."""
    extra = [*ORDINARY["en"][:3], RIVALS[rival]]
    path = base_rows(tmp_path / "base", "en", extra)
    run(conflicts(path, each=3, progress=False), tmp_path / "set", models(server, *ROLES))
    made, _ = read_rows(tmp_path / "set" / "rows.jsonl")
    kept = [{c.text for c in one.constraints} for one in made if one.reference["template"] == template]
    assert len(kept) == 3
    assert not any(RIVALS[rival][1] in texts for texts in kept)
    assert any(RIVALS[rival][1] in {c.text for c in one.constraints} for one in made)  # others have room


def test_types_that_templates_leave_no_room_for_are_types():
    left_out = {name for template in templates().values() for name in template.get("without", ())}
    assert left_out <= set(types("en"))


def test_a_template_takes_another_base_item_where_one_does_not_suit(server, tmp_path):
    """Half of the base items lack a request, the thing named in one video is not seen by the checker."""
    path = base_rows(tmp_path / "base", "en")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    without = [{**one, "meta": "{}"} if number % 2 else one for number, one in enumerate(rows)]
    path.write_text("\n".join(map(json.dumps, without)))
    unseen = []

    def reply(body):
        system = body["messages"][0]["content"]
        if system.startswith("You say which") and not unseen:
            unseen.append(body)
            return json.dumps({"why": "No.", "true": "neither"})
        return video_models.reply(body)

    server.reply = reply
    manifest = run(conflicts(path, progress=False), tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][0]["rejected"] == {"more than asked for": 10}
    made, _ = read_rows(tmp_path / "set" / "rows.jsonl")
    assert unseen
    assert Counter(one.reference["template"] for one in made) == dict.fromkeys(templates(), 3)
    bases = [(one.reference["template"], one.meta["base"]) for one in made]
    assert len(set(bases)) == len(bases)


def test_a_template_that_no_base_item_suits_says_why_of_each(server, tmp_path):
    path = base_rows(tmp_path / "base", "en")
    rows = [json.loads(line) | {"meta": "{}"} for line in path.read_text().splitlines()]
    path.write_text("\n".join(map(json.dumps, rows)))
    manifest = run(conflicts(path, 1, progress=False), tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][0]["rejected"] == {"more than asked for": 30, "no request": 10}


def test_a_dry_run_goes_through_all_stages(tmp_path):
    videos = clips(tmp_path / "clips", "a", "b")
    dry = DryModels({role: Settings() for role in ROLES})
    for plan in (direct(videos, Options()), selection(tmp_path / "set", videos, Options())):
        estimates = preview(plan.stages, plan.records, dry, plan.folder, 0)
        assert all(not estimate.rejected for estimate in estimates)
        assert estimates[-1].records_out > 0


def test_nonsense_of_each_model_costs_a_row(server, tmp_path):
    videos = clips(tmp_path / "clips", "a", "b", "c")
    server.script = [saying("?"), saying("?")]
    plan = direct(videos, Options(per_video=1), progress=False, threads=1)
    manifest = run(plan, tmp_path / "set", models(server, *ROLES))
    assert manifest["stages"][0]["rejected"] == {"unusable reply": 1}
    assert manifest["rows"] == 2


def test_taxonomy_has_the_papers_tasks():
    assert len(tasks()) == 20
    assert len(templates()) == 10
    assert set(FORMATS) == set(FILES)
