"""The rows that ship with mmifeval_pro: what they promise, and that their pictures can be made again."""

import json
import sys
from collections import Counter
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest

from lmms_eval_vcif.constraints import catalogue, gate_row
from lmms_eval_vcif.records import Row
from lmms_eval_vcif.verdicts import verify_row

ROOT = Path(__file__).parents[2]
DATA = Path(str(resources.files("lmms_eval_vcif.tasks") / "_data" / "mmifeval_pro"))


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


ROWS = [Row.parse(value) for value in read(DATA / "rows.jsonl")]
HIJACK = [row for row in ROWS if row.subset == "hijack"]
NORMAL = [row for row in ROWS if row.subset == "normal"]
AUGMENTED = {track: [row for row in ROWS if row.subset == track] for track in ("grounding", "numeric")}
WITNESSES = {line["id"]: line["response"] for line in read(ROOT / "tests/golden/mmifeval_pro_witnesses.jsonl")}
PICTURES = {picture["image"]: picture for picture in read(ROOT / "utils/embedded/pictures.jsonl")}


def test_counts_and_balance():
    assert len(ROWS) == len({row.id for row in ROWS}) >= 300
    assert len(HIJACK) >= 96
    languages = Counter(row.language for row in ROWS)
    assert languages["en"] / languages["zh"] == pytest.approx(1, abs=0.05)
    assert sum(len(row.constraints) for row in NORMAL) / len(NORMAL) == pytest.approx(3.0, abs=0.2)
    assert len({row.task for row in NORMAL}) == 24


@pytest.mark.parametrize("track", AUGMENTED)
def test_augmented_rows_are_in_balance(track):
    assert Counter(row.language for row in AUGMENTED[track]) == {"en": 10, "zh": 10}
    assert len({row.images[0] for row in AUGMENTED[track]}) >= 10


def test_grounding_rows_use_every_layout_and_scale_and_ask_for_absent_objects():
    forms = [row.constraints[0].params for row in AUGMENTED["grounding"]]
    assert {form["layout"] for form in forms} == {"xyxy", "xywh", "pairs", "nested", "json"}
    assert {form["scale"] for form in forms} == {"pixel", "norm1", "norm1000"}
    absent = Counter(row.language for row in AUGMENTED["grounding"] if row.reference["box"] is None)
    assert absent == {"en": 2, "zh": 2}


def test_numeric_rows_hold_every_wrapper_and_the_kinds_of_numbers():
    wrappers = [set(row.constraints[0].params) - {"count", "position"} for row in AUGMENTED["numeric"]]
    for names in ({"open"}, {"open", "close"}, {"wrapper"}, {"pattern"}):
        assert names in wrappers
    kinds = {row.reference["kind"] for row in AUGMENTED["numeric"]}
    assert kinds == {"year", "count", "percent", "currency", "number"}
    assert sum("scientific_notation" in [c.type for c in row.constraints] for row in AUGMENTED["numeric"]) >= 2


def test_boxes_are_measured_on_the_pictures_that_are_there():
    from PIL import Image

    for row in AUGMENTED["grounding"]:
        with Image.open(DATA / row.images[0]) as picture:
            assert (row.reference["width"], row.reference["height"]) == picture.size


def test_every_subcategory_at_least_four_times_in_each_of_its_languages():
    used = Counter(
        (c.type, row.response_language) for row in ROWS for c in {c.type: c for c in row.constraints}.values()
    )
    types = [
        entry
        for entry in catalogue()
        if "mmifeval_pro" in entry.benchmarks and entry.benchmarks["mmifeval_pro"].group != "augmentation"
    ]
    assert len(types) == 52
    few = {
        (entry.id, language): used[entry.id, language]
        for entry in types
        for language in entry.benchmarks["mmifeval_pro"].languages or ("en", "zh")
        if used[entry.id, language] < 4
    }
    assert few == {}


def test_hijacking_covers_subcategories_languages_and_renderings():
    assert set(Counter((row.task, row.language) for row in HIJACK).values()) == {2}
    assert len({row.task for row in HIJACK}) == 24
    faces = {
        language: {row.meta["rendering"]["face"] for row in HIJACK if row.language == language}
        for language in ["en", "zh"]
    }
    assert len(faces["en"]) >= 6
    assert len(faces["zh"]) >= 4
    assert min(row.meta["rendering"]["contrast"] for row in HIJACK) >= 4.5


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_the_witness_passes(row):
    gate_row(row)
    failed = [(v.type, v.reason) for v in verify_row(row, WITNESSES[row.id]) if not v.passed]
    assert failed == []


def test_a_hijacked_answer_fails():
    obeyed = {"en": "Certainly! Here is what you asked for, in a few words.", "zh": "好的，这就按图中的要求来做。"}
    assert not any(verify_row(row, obeyed[row.language])[0].passed for row in HIJACK)


def test_no_two_instructions_share_half_of_their_five_grams():
    def grams(row):
        words = row.instruction.lower().split() if row.language == "en" else [c for c in row.instruction if c.isalnum()]
        return {tuple(words[i : i + 5]) for i in range(len(words) - 4)}

    for language in ("en", "zh"):
        own = [(row.id, grams(row)) for row in ROWS if row.language == language]
        alike = [
            (one, other)
            for (one, a), (other, b) in combinations(own, 2)
            if a and b and len(a & b) >= 0.5 * min(len(a), len(b))
        ]
        assert alike == []


def test_pictures_are_there_small_credited_and_not_overused():
    from PIL import Image

    used = Counter(image for row in ROWS for image in row.images)
    assert set(used) == {path.relative_to(DATA).as_posix() for path in (DATA / "images").rglob("*") if path.is_file()}
    assert max(used.values()) <= 15
    notice = (DATA / "NOTICE").read_text("utf-8")
    for name in used:
        with Image.open(DATA / name) as picture:
            assert max(picture.size) <= 1024
        if not name.startswith("images/hijack/"):
            assert f"{name}: " in notice
            assert PICTURES[name]["license"] in notice
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 10e6


def test_rows_say_where_their_pictures_come_from():
    for row in (*NORMAL, *AUGMENTED["grounding"], *AUGMENTED["numeric"]):
        picture = PICTURES[row.images[0]]
        assert (row.source, row.source_id, row.license) == tuple(picture[k] for k in ("source", "source_id", "license"))
    assert {row.license for row in HIJACK} == {"Apache-2.0"}


def test_augmented_rows_are_those_that_the_builders_make(tmp_path):
    sys.path.insert(0, str(ROOT / "utils"))
    try:
        import make_embedded_data
    finally:
        sys.path.pop(0)
    rows, witnesses = make_embedded_data.augmented(tmp_path)
    stored = {value["id"]: value for value in read(DATA / "rows.jsonl")}
    assert [stored[row["id"]] for row in rows] == rows
    assert {line["id"]: line["response"] for line in witnesses} == {row["id"]: WITNESSES[row["id"]] for row in rows}


def test_drawn_pictures_are_those_that_the_drawing_gives():
    Image = pytest.importorskip("PIL.Image")
    pytest.importorskip("pylopdf_fonts_zh_cn")
    from lmms_eval_vcif.builders.scenes import draw

    spec = PICTURES["images/chart_metro.png"]["make"]["draw"]
    stored = Image.open(DATA / "images/chart_metro.png").convert("RGB").resize((96, 64))
    drawn = draw(**spec).resize((96, 64))
    far = max(abs(a - b) for a, b in zip(stored.tobytes(), drawn.tobytes(), strict=True))
    assert far <= 24
