"""The demo: a complete set of both benchmarks without a model, sound, the same twice and after an interruption."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("av")

from lmms_eval_vcif.builders.compose import run as composing
from lmms_eval_vcif.builders.demo import BuildError, build, clips, pictures
from lmms_eval_vcif.builders.pipeline import Rejected, prompt
from lmms_eval_vcif.builders.vcifbench.conflicting import templates
from lmms_eval_vcif.builders.vcifbench.requests import tasks
from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.text import Text

ROOT = Path(__file__).parents[2]
DATA = Path(str(resources.files("lmms_eval_vcif.tasks") / "_data"))
HALVES = ("mmifeval_pro", "vcifbench")
SMALL = {"rows": 6, "texts": 0, "clip_rows": 20, "conflicts": 1, "seed": 5, "progress": False}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A small set without hijacking pictures, and its manifest."""
    out = tmp_path_factory.mktemp("demo")
    return out, build(out, **SMALL)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def scored(out: Path, half: str, to: Path) -> tuple[list[dict], dict]:
    """Records and metrics of `vcif score` on the witnesses."""
    files = [str(out / half / name) for name in ("rows.jsonl", "witnesses.jsonl")]
    done = CliRunner().invoke(app, ["score", *files, "--output", str(to)])
    assert done.exit_code == 0, done.output
    return lines(to / "verdicts.jsonl"), json.loads((to / "metrics.json").read_text(encoding="utf-8"))["metrics"]


def test_both_halves_are_complete_and_lint_clean(built):
    out, manifest = built
    assert not (out / ".parts").exists()
    assert set(manifest["counts"]["mmifeval_pro"]) == {"normal", "grounding", "numeric"}
    assert set(manifest["counts"]["vcifbench"]) == {"base", "selection", "conflict"}
    for half in HALVES:
        problems = list(lint_rows(out / half / "rows.jsonl"))
        assert [str(problem) for problem in problems if problem.error] == []
        assert "licences" in (out / half / "NOTICE").read_text(encoding="utf-8")
        rows = lines(out / half / "rows.jsonl")
        assert manifest["counts"][half] == Counter(row["subset"] for row in rows)
        assert {row["language"] for row in rows} == {"en", "zh"}
        assert all(row["source"] and row["license"] for row in rows)
    assert manifest["lint"]["errors"] == 0
    assert manifest["lint"]["warnings"] == len(lines(out / "lint.jsonl"))


def test_witnesses_of_the_picture_half_score_1(built, tmp_path):
    records, metrics = scored(built[0], "mmifeval_pro", tmp_path)
    assert len(records) == SMALL["rows"] + 40
    assert metrics["accuracy"]["value"] == 1.0


def test_witnesses_of_the_clip_half_pass_all_that_a_rule_decides(built, tmp_path, monkeypatch):
    monkeypatch.delenv("VCIF_JUDGE_MODEL", raising=False)
    records, _ = scored(built[0], "vcifbench", tmp_path)
    verdicts = {subset: [] for subset in ("base", "selection")}
    for record in records:
        verdicts.get(record["subset"], []).extend(record["verdicts"])
    assert all(verdict["passed"] is True for verdict in verdicts["base"])
    judged = [verdict["type"] for verdict in verdicts["selection"] if verdict["passed"] is not True]
    assert set(judged) == {"selection_accuracy"}


def test_constraints_stand_in_the_instruction_with_their_parameters(built):
    for half in HALVES:
        for row in lines(built[0] / half / "rows.jsonl"):
            for constraint in row["constraints"]:
                assert constraint["text"] in row["instruction"]
                assert constraint["params"] != ""


def test_choices_come_over_both_directions_in_both_orders(built):
    groups = defaultdict(list)
    for row in lines(built[0] / "vcifbench" / "rows.jsonl"):
        if row["subset"] == "selection":
            groups[row["source_id"].removesuffix(", backwards")].append(row)
    assert len(groups) == len(clips.notes()["choices"])
    for rows in groups.values():
        references = [json.loads(row["reference"]) for row in rows]
        assert sorted(reference["option_order"] for reference in references) == ["AB", "AB", "BA", "BA"]
        assert len({(row["video"], reference["right"]) for row, reference in zip(rows, references, strict=True)}) == 2
        assert len({row["instruction"] for row in rows}) == 2


def test_conflict_items_come_of_the_templates_with_one_pair_each(built):
    rows = [row for row in lines(built[0] / "vcifbench" / "rows.jsonl") if row["subset"] == "conflict"]
    used = [json.loads(row["reference"])["template"] for row in rows]
    assert len(set(used)) == len(used) >= 8
    assert {name for name, template in templates().items() if template.get("things")} & set(used)


def test_the_same_seed_gives_the_same_bytes_after_an_interruption(built, tmp_path, monkeypatch):
    def stopped(record, tools):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(clips, "prove", stopped)
        with pytest.raises(KeyboardInterrupt):
            build(tmp_path, **SMALL)
    assert (tmp_path / ".parts" / "normal" / "manifest.json").exists()
    with monkeypatch.context() as patch:
        patch.setattr(composing, "make", None)  # the composed rows are there, and not made again
        assert build(tmp_path, **SMALL) == built[1]
    assert contents(tmp_path) == contents(built[0])


def test_a_complete_set_is_left_as_it_is_and_another_one_refused(built):
    before = contents(built[0])
    assert build(built[0], **SMALL) == built[1]
    with pytest.raises(BuildError, match="seed"):
        build(built[0], **SMALL | {"seed": 6})
    assert contents(built[0]) == before


def test_annotations_are_those_that_the_embedded_rows_were_made_of(tmp_path):
    rows = lines(DATA / "mmifeval_pro" / "rows.jsonl")
    parts = pictures.parts(
        *(DATA / "mmifeval_pro", rows, tmp_path),
        composed=1,
        texts=0,
        languages=["en", "zh"],
        seed=0,
        workers=1,
        progress=False,
    )
    parts["grounding"](tmp_path / "grounding")
    parts["numeric"](tmp_path / "numeric")
    names = ("image", "text", "box")
    boxes = {str([box[name] for name in names]) for box in lines(tmp_path / "boxes.jsonl")}
    assert boxes == {str([box[name] for name in names]) for box in lines(ROOT / "utils/embedded/boxes.jsonl")}
    asked = {one["question"]: one for one in lines(tmp_path / "questions.jsonl")}
    for source in lines(ROOT / "utils/embedded/questions.jsonl"):
        found = asked.pop(source["question"])
        assert (found["image"], found["kind"]) == (source["image"], source["kind"])
        assert found["answer"].rstrip("%") == str(source["answer"]).rstrip("%")
    assert not asked


def test_notes_cover_every_clip_and_answer_for_a_model():
    stems = {path.stem.removesuffix(clips.BACK) for path in (DATA / "vcifbench" / "videos").glob("*.mp4")}
    assert set(clips.notes()["things"]) == stems
    for clip in clips.notes()["choices"]:
        assert (DATA / "vcifbench" / "videos" / f"{clip}{clips.BACK}.mp4").exists()
    asked = prompt("lmms_eval_vcif.builders.vcifbench", "thing")
    said = clips.Notes().ask(
        *("writer", asked, {"language": "Chinese", "request": ""}, dict), example={}, media=[("tea_back.mp4", True)]
    )
    assert said == clips.notes()["things"]["tea"]["zh"]
    with pytest.raises(Rejected, match="nothing noted"):
        clips.Notes().ask("writer", asked, {"language": "English"}, dict, example={}, media=[("x.mp4", True)])


def test_what_is_written_by_hand_is_in_its_language_and_of_known_tasks():
    bank = clips.bank()
    assert set(bank["requests"]) <= set(tasks())
    assert {choice["task"] for choice in clips.notes()["choices"].values()} <= set(tasks())
    for language in ("en", "zh"):
        texts = [text for own in bank["requests"].values() for text in own[language]]
        texts += [text for choice in clips.notes()["choices"].values() for text in choice[language]["first"].values()]
        assert len(texts) == len(set(texts))
        assert all(Text(text, language).is_in(language)[0] for text in texts)
        for frame in bank["frames"][language]:
            assert frame.count("{request}") == 1 and ("{rules}" in frame) != ("{lines}" in frame)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--rows", "0"], "rows: at least 1"),
        (["--texts", "99"], "per_subcategory: 1 to"),
        (["--language", "fr"], "'fr' is unknown"),
        (["--language", "en", "--language", "en"], "each once"),
    ],
)
def test_a_setting_out_of_range_is_one_line_and_status_2(tmp_path, arguments, said):
    done = CliRunner().invoke(app, ["build", "demo", str(tmp_path / "set"), *arguments])
    assert done.exit_code == 2
    assert said in done.output and "Traceback" not in done.output


@pytest.mark.slow
def test_the_whole_demo_through_the_command(tmp_path):
    pytest.importorskip("rapidocr")
    out = tmp_path / "demo"
    done = CliRunner().invoke(app, ["build", "demo", str(out), "--workers", "2"])
    assert done.exit_code == 0, done.output
    assert "lint: 0 errors" in done.output
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["counts"]["mmifeval_pro"]) == {"normal", "hijack", "grounding", "numeric"}
    assert manifest["counts"]["mmifeval_pro"]["normal"] == 48
    assert manifest["counts"]["mmifeval_pro"]["hijack"] == 48
    assert sum(manifest["counts"]["vcifbench"].values()) >= 70
    _, metrics = scored(out, "mmifeval_pro", tmp_path / "scores")
    assert metrics["accuracy"]["value"] == metrics["accuracy_ih"]["value"] == 1.0
    again = tmp_path / "again"
    build(again, progress=False)
    assert contents(again) == contents(out)
