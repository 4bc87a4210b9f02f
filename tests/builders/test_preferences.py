"""Preference pairs: the chosen side passes, the rejected side fails what it should and nothing else."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from rapidfuzz import fuzz

from lmms_eval_vcif.builders.pipeline import DryModels, PipelineError, Rejected, preview, run
from lmms_eval_vcif.builders.preferences import Options, plan
from lmms_eval_vcif.builders.preferences.pairs import ALIKE, CORRUPTED, WITHOUT, bare
from lmms_eval_vcif.builders.preferences.statistics import statistics
from lmms_eval_vcif.builders.witness import violate
from lmms_eval_vcif.data.readers import parse_row
from lmms_eval_vcif.judge import Settings
from lmms_eval_vcif.judge.prompt import versions
from lmms_eval_vcif.verdicts import verify_row
from tests.judge.server import Server, all_met, cut, decided, status, text_of
from tests.judge.videos import write_video

from .stages import contents, models

DATA = Path(__file__).parents[2] / "tasks" / "_data" / "mmifeval_pro"
WITNESSES = Path(__file__).parents[1] / "golden" / "mmifeval_pro_witnesses.jsonl"
ROLES = ("answerer", "weak")
LAZY = {"en": "A scene.", "zh": "一个场景。"}


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


KNOWN = {line["id"]: line["response"] for line in lines(WITNESSES)}


def some_rows(folder, count=24):
    """Embedded rows of both languages, with their pictures where they are."""
    rows = [row for row in lines(DATA / "rows.jsonl") if row["subset"] == "normal" and row["id"] in KNOWN]
    chosen = random.Random(5).sample(rows, count)
    for row in chosen:
        target = folder / row["image"]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((DATA / row["image"]).read_bytes())
    path = folder / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, chosen)))
    return path


class Reply:
    """The answerer gives the witness of a row; who sees another instruction, the weak one, gives a lazy answer."""

    def __init__(self, path):
        self.known = {row["instruction"].strip(): KNOWN[row["id"]] for row in lines(path)}

    def __call__(self, body):
        text = text_of(body).strip()
        lazy = LAZY["zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"]
        return self.known.get(text, lazy)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pairs")
    path, out = some_rows(folder / "rows"), folder / "out"
    with Server(Reply(path)) as server:
        manifest = run(plan(path, Options(tries=1), progress=False, threads=4), out, models(server, *ROLES))
        return path, out, manifest, len(server.requests)


def test_most_rows_give_a_pair(made):
    _, out, manifest, _ = made
    assert manifest["records"] == len(lines(out / "preferences.jsonl")) >= 16
    choose, reject = manifest["stages"]
    assert choose["rejected"] == {}
    assert set(reject["rejected"]) <= {
        "nothing fails alone",
        "no request without constraints",
        "passes without the constraints",
    }
    assert manifest["statistics"]["all"]["pairs"] == manifest["records"]


def test_verifiers_agree_with_every_pair(made):
    _, out, _, _ = made
    strategies = Counter()
    for pair in lines(out / "preferences.jsonl"):
        row, errors = parse_row(pair)
        assert not errors
        preference = json.loads(pair["preference"])
        assert all(verdict.passed for verdict in verify_row(row, pair["chosen"]))
        missed = [verdict.constraint for verdict in verify_row(row, pair["rejected"]) if not verdict.passed]
        assert missed == preference["failed"] != []
        strategies[preference["strategy"]] += 1
        if preference["strategy"] == CORRUPTED:
            assert missed == [preference["target"]]
            assert fuzz.ratio(pair["chosen"], pair["rejected"]) >= ALIKE
        assert (out / pair["image"]).is_file()
    assert min(strategies[WITHOUT], strategies[CORRUPTED]) >= 4


def test_nearly_every_constraint_of_a_row_can_be_corrupted_alone():
    """In an answer that stays like the chosen one. What can't is far from its limit, or another constraint's doing."""
    rows = [row for row in lines(DATA / "rows.jsonl") if row["subset"] == "normal" and row["id"] in KNOWN]
    tried, whole = 0, []
    for row in (parse_row(row)[0] for row in random.Random(1).sample(rows, 120)):
        chosen = KNOWN[row.id]
        for target in row.constraints:
            rng = random.Random(f"{row.id} {target.id}")
            broken = violate(target, row.constraints, chosen, row.response_language, rng, alike=ALIKE)
            tried += 1
            if broken is None:
                whole.append(f"{row.id}: {target.type} {dict(target.params)}")
                continue
            assert [verdict.constraint for verdict in verify_row(row, broken) if not verdict.passed] == [target.id]
            assert fuzz.ratio(broken, chosen) >= ALIKE
    assert tried > 300
    assert len(whole) <= 0.03 * tried, "\n".join(whole)


def test_stopped_and_gone_on_it_is_the_same(made, tmp_path):
    path, whole, _, asked = made
    out = tmp_path / "out"
    for name in ("01-choose", "02-reject"):
        (out / "stages").mkdir(parents=True, exist_ok=True)
        log = (whole / "stages" / f"{name}.log.jsonl").read_bytes().splitlines(keepends=True)
        (out / "stages" / f"{name}.log.jsonl").write_bytes(b"".join(log[: len(log) // 2]) + log[-1][:40])
    with Server(Reply(path)) as server:
        run(plan(path, Options(tries=1), progress=False, threads=4), out, models(server, *ROLES))
        assert len(server.requests) < asked
    assert contents(out) == contents(whole)


def test_an_answer_that_fails_is_not_chosen(tmp_path):
    path = some_rows(tmp_path / "rows", 6)
    with Server(lambda body: "!") as server:
        manifest = run(
            plan(path, Options(tries=2), progress=False, threads=3), tmp_path / "out", models(server, *ROLES)
        )
    assert manifest["stages"][0]["rejected"].get("no answer passes", 0) >= 5
    assert manifest["records"] == 0 or manifest["statistics"]["all"]["pairs"] == manifest["records"]


def test_tries_without_an_answer_do_not_count_and_can_be_made_again(tmp_path):
    path, out = some_rows(tmp_path / "rows", 4), tmp_path / "out"

    def choose(server, **changes):
        plan_ = plan(path, Options(tries=2), progress=False, threads=1, **changes)
        return run(plan_, out, models(server, *ROLES))["stages"][0]

    with Server(Reply(path), [status(500), status(500), status(500), None]) as server:
        assert choose(server)["rejected"] == {"server failed": 1}
        assert len(server.requests) >= 6
        assert choose(server, retry=["server failed"])["rejected"] == {}


def test_a_server_that_is_gone_costs_one_request_a_record(tmp_path):
    path, out = some_rows(tmp_path / "rows", 12), tmp_path / "out"
    plan_ = plan(path, Options(tries=4), progress=False, threads=1)
    with Server(Reply(path), [cut] * 7) as server:
        assert run(plan_, out, models(server, *ROLES))["stages"][0]["rejected"] == {"no answer": 7}
    with Server(Reply(path), [cut] * 8) as server, pytest.raises(PipelineError, match="stopped after 8 such requests"):
        run(plan_, tmp_path / "other", models(server, *ROLES))


def judged_rows(folder):
    """One row that takes a judge, in four copies."""
    folder.mkdir()
    write_video(folder / "a.mp4", seconds=3)
    listed = [
        {"id": "c1", "type": "tone", "text": "Keep a calm tone.", "params": ""},
        {"id": "c2", "type": "plain_text", "text": "Use plain text.", "params": "{}"},
    ]
    rows = []
    for number in range(4):
        text = f"Say what happens in part {number}. Keep a calm tone. Use plain text."
        row = {"id": f"v{number}", "subset": "base", "task": "summarization", "language": "en", "instruction": text}
        rows.append({**row, "video": "a.mp4", "constraints": listed, "meta": "{}"})
    path = folder / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def judging(body):
    """The judge calls what shouts not calm; the weak model shouts."""
    text = text_of(body)
    if "<requirements>" in text and "Change it so that" not in text:
        answer = text.partition("<answer>")[2].partition("</answer>")[0]
        return json.dumps(decided(body, "RUN" not in answer))
    if "Change it so that" in text:
        return json.dumps({"answer": "RUN! The picture grows brighter, step by step."})
    if "Use plain text" in text:
        return "The picture grows brighter, step by step."
    return "RUN, it is **bright**!" if "part" in text else all_met(body)


def judge_models(server, folder):
    found = models(server, *ROLES, "judge")
    found.settings["judge"] = replace(found.settings["judge"], cache=folder / "cache")
    return found


def test_judged_constraints_are_corrupted_by_a_model_and_judged(tmp_path):
    path = judged_rows(tmp_path / "rows")
    pipeline = plan(path, Options(tries=1, corrupted=0.5), progress=False, threads=2)
    assert pipeline.roles == ("answerer", "judge", "weak")
    with Server(judging) as server:
        manifest = run(pipeline, tmp_path / "out", judge_models(server, tmp_path))
    pairs = lines(tmp_path / "out" / "preferences.jsonl")
    assert versions().items() < manifest["prompts"].items()
    assert all(versions().keys() < {asked.name for asked in stage.prompts} for stage in pipeline.stages)
    assert manifest["stages"][1]["rejected"] == {}
    found = {pair["id"]: json.loads(pair["preference"]) for pair in pairs}
    assert Counter(one["strategy"] for one in found.values()) == {WITHOUT: 2, CORRUPTED: 2}
    assert {tuple(one["failed"]) for one in found.values() if one["strategy"] == WITHOUT} == {("c1", "c2")}
    assert {one["target"] for one in found.values() if one["strategy"] == CORRUPTED} == {"c1", "c2"}
    assert all(one["failed"] == [one["target"]] for one in found.values() if one["target"])


def test_what_can_not_be_decided_is_no_pair(tmp_path):
    path = judged_rows(tmp_path / "rows")
    with Server(lambda body: "no idea" if "<requirements>" in text_of(body) else judging(body)) as server:
        manifest = run(
            plan(path, Options(tries=1), progress=False, threads=2), tmp_path / "out", judge_models(server, tmp_path)
        )
    assert manifest["stages"][0]["rejected"] == {"no answer passes": 4}
    assert manifest["statistics"] == {}


def test_the_bare_request_is_the_stored_one_or_what_is_left():
    constraint = {"id": "c", "type": "word_count", "text": "Use at most 9 words.", "params": '{"max": 9}'}
    value = {"id": "x", "subset": "normal", "task": "story", "language": "en", "constraints": [constraint]}
    row, _ = parse_row({**value, "instruction": "Tell a story.\n- Use at most 9 words."})
    assert bare(row) == "Tell a story."
    assert bare(replace(row, meta={"request": "Tell it."})) == "Tell it."
    with pytest.raises(Rejected, match="no request"):
        bare(replace(row, instruction="Tell a story in 9 words."))
    with pytest.raises(Rejected, match="is left"):
        bare(replace(row, instruction="Use at most 9 words."))


def test_statistics_by_hand():
    def pair(chosen, rejected, strategy):
        return {
            "language": "en",
            "chosen": chosen,
            "rejected": rejected,
            "preference": json.dumps({"strategy": strategy}),
        }

    found = statistics(
        [pair("one two three", "one", "a"), pair("one two", "one two", "b"), pair("one", "one two", "b")]
    )
    assert (found["all"]["pairs"], found["all"]["chosen_longer"]) == (3, 0.5)
    assert found["a"] | {"chrf": 0} == {
        "pairs": 1,
        "chosen_length": 3,
        "rejected_length": 1,
        "chosen_longer": 1.0,
        "told_apart_by_length": 1.0,
        "chrf": 0,
    }
    assert found["b"]["chosen_longer"] == 0.25
    assert found["b"]["told_apart_by_length"] == 0.75
    assert 0 < found["a"]["chrf"] < found["b"]["chrf"] <= 100


def test_a_dry_run_goes_through_both_stages(tmp_path):
    path = some_rows(tmp_path / "rows", 6)
    pipeline = plan(path, Options())
    first, second = preview(
        pipeline.stages, pipeline.records, DryModels({r: Settings() for r in ROLES}), pipeline.folder, 0
    )
    assert first.requests["answerer"] >= 6
    assert first.tokens_in["answerer"] > 0


@pytest.mark.parametrize(("options", "problem"), [({"tries": 0}, "tries: 1"), ({"corrupted": 2}, "corrupted: 0 to 1")])
def test_settings_out_of_range_are_named(options, problem):
    with pytest.raises(PipelineError, match=problem):
        Options(**options)


def test_conflict_items_give_no_pairs(tmp_path):
    path = judged_rows(tmp_path / "rows")
    rows = [{**row, "subset": "conflict"} for row in lines(path)]
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(PipelineError, match="no rows that an answer can satisfy"):
        plan(path, Options())
