"""MM-IFEval-Pro's four stages on real photographs, against scripted models."""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from lmms_eval_vcif.builders.compose.seeds import task_bank
from lmms_eval_vcif.builders.mmifeval_pro import Options, plan, scores
from lmms_eval_vcif.builders.mmifeval_pro.assign import tasks
from lmms_eval_vcif.builders.mmifeval_pro.compose import deal
from lmms_eval_vcif.builders.mmifeval_pro.scores import complexity, richness
from lmms_eval_vcif.builders.pipeline import DryModels, PipelineError, preview, run
from lmms_eval_vcif.data.readers import read_rows
from lmms_eval_vcif.judge import Settings
from lmms_eval_vcif.verdicts import verify_row
from tests.judge.server import Server, saying, text_of

from .models import Answerer, assigner, composer, stage_rows
from .stages import contents, models

PHOTOS = Path(__file__).parents[2] / "tasks" / "_data" / "mmifeval_pro" / "images"
NAMES = ("astronaut", "cat", "coffee", "dahlia", "pavilion", "rocket")
OPTIONS = Options(tries=2)


@pytest.fixture(scope="session")
def images(tmp_path_factory):
    """Six photographs, a near copy of one, a plain picture, and a file that is no picture."""
    folder = tmp_path_factory.mktemp("photos")
    for name in NAMES:
        with Image.open(PHOTOS / f"{name}.jpg") as image:
            image.thumbnail((320, 320))
            image.convert("RGB").save(folder / f"{name}.jpg")
    with Image.open(folder / "cat.jpg") as image:
        image.resize((200, 140)).save(folder / "kitten.png")
    Image.new("RGB", (300, 200), "white").save(folder / "plain.png")
    (folder / "torn.jpg").write_bytes(b"\xff\xd8 not a picture")
    return folder


class Reply:
    """One server for both models."""

    def __init__(self, out):
        self.answerer = Answerer(out)

    def __call__(self, body):
        text = text_of(body)
        if "These kinds of task" in text:
            return assigner(body)
        return composer(body) if "shall keep" in text else self.answerer(body)


@pytest.fixture(scope="module")
def made(images, tmp_path_factory):
    """A finished set, and its manifest."""
    out = tmp_path_factory.mktemp("made") / "set"
    with Server(Reply(out)) as server:
        manifest = run(plan(images, OPTIONS, progress=False), out, models(server, "writer", "answerer"))
        return out, manifest, server.requests


def test_pictures_become_rows_that_lint_clean(made):
    out, manifest, _ = made
    assert manifest["lint"] == {"errors": 0, "warnings": 0}
    rows, problems = read_rows(out / "rows.jsonl")
    assert not problems
    assert len(rows) == manifest["rows"] >= 10
    assert {row.language for row in rows} == {"en", "zh"}
    assert all((out / row.images[0]).is_file() for row in rows)


def test_the_manifest_says_what_the_set_consists_of(made):
    out, manifest, _ = made
    rows, _ = read_rows(out / "rows.jsonl")
    found = manifest["statistics"]
    assert found["constraints_per_row"] == round(sum(len(row.constraints) for row in rows) / len(rows), 3)
    assert sum(found["tasks"].values()) == sum(found["sizes"].values()) == len(rows)
    assert found["languages"] == dict(sorted(Counter(row.language for row in rows).items()))


def test_sizes_are_dealt_to_three_constraints_on_average():
    dealt, _ = deal([{"id": str(number), "language": "en"} for number in range(300)], seed=1)
    assert 2.9 < sum(record["size"] for record in dealt) / 300 < 3.1
    leads = Counter(record["lead"] for record in dealt)
    assert max(leads.values()) - min(leads.values()) <= 1


def test_rejects_are_counted_by_reason(made):
    _, manifest, _ = made
    stages = {stage["stage"]: stage for stage in manifest["stages"]}
    assert list(stages) == ["score", "select", "assign", "draw", "compose", "inspect"]
    assert stages["score"]["rejected"] == {"unreadable media": 1}
    assert stages["select"]["rejected"] == {"near copy": 1, "too plain": 1}
    assert (stages["assign"]["in"], stages["assign"]["out"]) == (6, 12)
    for stage in manifest["stages"][3:]:
        assert stage["in"] == stage["out"] + sum(stage["rejected"].values())


def test_rows_keep_drawn_types_and_parameters_and_state_their_texts(made):
    out, _, _ = made
    drawn = {record["row"]["id"]: record for record in stage_rows(out, "draw")}
    assert drawn
    for row in stage_rows(out, "inspect"):
        for constraint in row["constraints"]:
            assert " ".join(constraint["text"].split()) in " ".join(row["instruction"].split())
    pairs = {(c["type"], c["params"]) for record in drawn.values() for c in record["row"]["constraints"]}
    assert {(c["type"], c["params"]) for row in stage_rows(out, "inspect") for c in row["constraints"]} <= pairs


def test_every_row_was_answered_and_its_answer_passes(made):
    out, _, requests = made
    rows, _ = read_rows(out / "rows.jsonl")
    answers = {record["id"]: record["answer"] for record in stage_rows(out, "inspect")}
    for row in rows:
        assert all(verdict.passed for verdict in verify_row(row, answers[row.id]))
        assert row.meta["inspection"] == {
            "tries": 2, "answered": 2, "passed": 2, "pass_rate": 1.0, "model": "test-judge"
        }  # fmt: skip
    asked = Counter(text_of(body) for body in requests)
    assert all(asked[row.instruction] == 2 for row in rows)


def test_the_answerer_sees_the_instruction_and_the_picture_alone(made):
    out, _, requests = made
    rows, _ = read_rows(out / "rows.jsonl")
    (body, *_) = [body for body in requests if text_of(body) == rows[0].instruction]
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert [part["type"] for part in body["messages"][0]["content"]] == ["image_url", "text"]


@pytest.mark.parametrize("stage", ["assign", "compose", "inspect"])
def test_stopped_in_any_stage_and_gone_on_it_is_the_same_set(made, images, tmp_path, stage):
    """What a kill leaves: the log of a stage up to some line, and nothing of the stages behind it."""
    whole, _, _ = made
    out = tmp_path / "set"
    (out / "stages").mkdir(parents=True)
    for log in sorted((whole / "stages").glob("*.log.jsonl")):
        lines = log.read_bytes().splitlines(keepends=True)
        if log.name.endswith(f"-{stage}.log.jsonl"):
            (out / "stages" / log.name).write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:30])
            break
        (out / "stages" / log.name).write_bytes(b"".join(lines))
    with Server(Reply(out)) as server:
        run(plan(images, OPTIONS, progress=False), out, models(server, "writer", "answerer"))
        assert len(server.requests) < len(made[2])
    assert contents(out) == contents(whole)


def test_a_row_that_no_answer_satisfies_is_left_out(images, tmp_path):
    out = tmp_path / "set"
    reply = Reply(out)
    good = reply.answerer
    reply.answerer = lambda body: "!" if "Write down" in text_of(body) else good(body)
    with Server(reply) as server:
        manifest = run(plan(images, OPTIONS, progress=False), out, models(server, "writer", "answerer"))
    rows, _ = read_rows(out / "rows.jsonl")
    assert all(verdict.passed for row in rows if row.language == "en" for verdict in verify_row(row, "!"))
    last = manifest["stages"][-1]["rejected"]["no answer satisfies all"]
    lines = [json.loads(line) for line in (out / "stages/06-inspect.rejected.jsonl").read_text().splitlines()]
    failed = [line for line in lines if line["reason"] == "no answer satisfies all"]
    assert len(failed) == last > 0
    assert all(line["detail"].split()[-1] in "12" for line in failed)  # which types failed, and how often


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda said: {**said, "query": said["query"].replace("a", "e")}, "not in the query word for word"),
        (lambda said: {**said, "chosen": said["chosen"][1:]}, "different labels"),
        (lambda said: {**said, "query": " "}, "query: a non-empty string"),
        (lambda said: {**said, "chosen": [{**said["chosen"][0], "label": "c99"}, *said["chosen"][1:]]}, "labels"),
        (lambda said: {"text": said["query"]}, "query: a non-empty string"),
    ],
)
def test_a_message_that_loses_a_requirement_is_asked_for_again(images, tmp_path, change, problem):
    out = tmp_path / "set"
    reply, told = Reply(out), []

    def once_wrong(body):
        if "shall keep" not in text_of(body):
            return reply(body)
        if "could not be used" in text_of(body):
            told.append(text_of(body))
            return composer(body)
        return json.dumps(change(json.loads(composer(body))))

    options = replace(OPTIONS, most_images=2, languages=("en",), tries=1)
    with Server(once_wrong) as server:
        manifest = run(plan(images, options, progress=False), out, models(server, "writer", "answerer"))
    assert manifest["stages"][4]["rejected"] == {}
    assert told
    assert all(problem in text for text in told)


def test_nonsense_costs_a_picture(images, tmp_path):
    out = tmp_path / "set"
    with Server(Reply(out), [saying("I can't see it.")] * 2) as server:
        plan_ = plan(images, OPTIONS, progress=False, threads=1)
        manifest = run(plan_, out, models(server, "writer", "answerer"))
    assert manifest["stages"][2]["rejected"] == {"unusable reply": 1}


def test_a_scorer_of_the_users_is_asked(images, tmp_path, monkeypatch):
    """Its module lies in the working directory, as for the installed command, whose own folder is on the path."""
    module = tmp_path / "my_models.py"
    module.write_text("def ram(path):\n    return ['sky', 'wall', 'sea', '墙'] if 'cat' in path else ['sky']\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    options = replace(OPTIONS, richness="my_models:ram", min_richness=2)
    out = tmp_path / "set"
    with Server(Reply(out)) as server:
        manifest = run(plan(images, options, progress=False), out, models(server, "writer", "answerer"))
    assert manifest["stages"][1]["rejected"] == {"too empty": 6, "too plain": 1}  # the near copy is called a kitten
    assert stage_rows(out, "select")[0]["seen"] == ["sky", "wall", "sea", "墙"]
    for row in stage_rows(out, "assign"):
        expected = {"en": {"sky", "wall", "sea"}, "zh": {"墙"}}[row["language"]]
        assert expected <= set(row["keywords"]) and not {"sky", "wall", "sea", "墙"} - expected & set(row["keywords"])


def no_model(path):
    raise RuntimeError("weights are missing")


@pytest.mark.parametrize(
    ("returned", "score"), [(np.float32(0.5), 0.5), (np.int64(3), 3.0), (True, 1.0), (["a", "b"], 2.0), ((), 0.0)]
)
def test_a_scorer_returns_any_number_or_names(returned, score, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "given", lambda path: returned, raising=False)
    scores._scorer.cache_clear()
    assert scores.score(f"{__name__}:given", richness, "a.png")[0] == score


@pytest.mark.parametrize("returned", [None, "0.5", float("nan"), float("inf"), [0.5], np.zeros(3)])
def test_a_scorer_that_returns_something_else_stops_the_run(returned, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "given", lambda path: returned, raising=False)
    scores._scorer.cache_clear()
    with pytest.raises(PipelineError, match=r"scorer .*:given: a.png: a finite number or a list of names .* not"):
        scores.score(f"{__name__}:given", richness, "a.png")


def test_a_scorer_that_fails_stops_any_run_with_its_cause(images, tmp_path):
    plan_ = plan(images, replace(OPTIONS, richness=f"{__name__}:no_model"), progress=False)
    problem = "scorer .*no_model: .*: RuntimeError: weights are missing"
    with Server() as server, pytest.raises(PipelineError, match=problem):
        run(plan_, tmp_path / "set", models(server, "writer", "answerer"))
    with pytest.raises(PipelineError, match=problem):
        preview(plan_.stages, plan_.records, DryModels({}), plan_.folder, 0)


@pytest.mark.parametrize("name", ["nowhere:f", "json:nothing", "json", "json:__name__"])
def test_a_scorer_that_is_none_stops_the_run(images, tmp_path, name):
    with Server() as server, pytest.raises(PipelineError, match="scorer"):
        plan_ = plan(images, replace(OPTIONS, complexity=name), progress=False)
        run(plan_, tmp_path / "set", models(server, "writer", "answerer"))


@pytest.mark.parametrize("most", [0, -1])
def test_at_least_one_picture_is_asked_for(most):
    with pytest.raises(PipelineError, match=f"most_images: at least 1, not {most}"):
        Options(most_images=most)


def test_statistics_rank_pictures_as_a_person_would(images):
    plain, cat = (str(images / name) for name in ("plain.png", "cat.jpg"))
    assert complexity(plain) == richness(plain) == 0
    assert 0.25 < complexity(cat) <= 1
    assert richness(cat) > 0.5


def test_a_dry_run_goes_through_all_stages(images):
    dry = DryModels({"writer": Settings(), "answerer": Settings()})
    plan_ = plan(images, OPTIONS)
    estimates = preview(plan_.stages, plan_.records, dry, plan_.folder, 0)
    by_stage = {estimate.stage: estimate for estimate in estimates}
    assert by_stage["assign"].requests == {"writer": 6}
    assert by_stage["assign"].tokens_in["writer"] > 6 * 300
    assert by_stage["inspect"].requests["answerer"] == 2 * by_stage["inspect"].records_in > 0


def test_tasks_are_those_of_the_composer():
    assert [name for category in tasks().values() for name in category] == list(task_bank())
    assert [len(category) for category in tasks().values()] == [6] * 4
