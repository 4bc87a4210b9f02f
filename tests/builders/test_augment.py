"""From annotations to grounding and numeric rows: what is read, what is lost and why, and that queries fit checks."""

import json
import os
import pickle
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lmms_eval_vcif.builders.augment import BuildError, build_grounding, build_numeric
from lmms_eval_vcif.builders.augment import numeric as numeric_rows
from lmms_eval_vcif.builders.augment.answers import precisions, read_answer
from lmms_eval_vcif.builders.augment.coco import chinese_names
from lmms_eval_vcif.builders.augment.forms import LAYOUTS, Form, deck
from lmms_eval_vcif.builders.augment.grounding import draw_row, witness
from lmms_eval_vcif.builders.augment.questions import Question
from lmms_eval_vcif.builders.augment.rows import phrasings
from lmms_eval_vcif.builders.augment.targets import SCALES, Target, Unusable
from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.data.lint import lint_rows
from lmms_eval_vcif.data.readers import parse_row
from lmms_eval_vcif.verdicts import verify_row

Image = pytest.importorskip("PIL.Image")

REAL = Path(os.environ.get("VCIF_REAL_DATA", "/nonexistent"))
needs_real_data = pytest.mark.skipif(not REAL.is_dir(), reason="VCIF_REAL_DATA names no folder of real annotations")

WIDTH, HEIGHT = 640, 480
NAMES = {"en": "red kite", "zh": "红色的风筝"}


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write_lines(path, values):
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), "utf-8")
    return path


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    Image.new("RGB", (WIDTH, HEIGHT), "white").save(folder / "a.png")
    return folder


def picture(path, size):
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("L", size).save(path)


def verdicts(row, response):
    parsed, errors = parse_row(row)
    assert errors == []
    return {verdict.type: verdict.passed for verdict in verify_row(parsed, response)}


def target(language, box=(120.0, 60.0, 360.0, 300.0), **more):
    return Target(image="a.png", language=language, text=NAMES[language], width=WIDTH, height=HEIGHT, box=box, **more)


def form_of(language, layout, scale, seed=0):
    return next(f for f in deck(language, random.Random(seed)) if (f.layout, f.scale) == (layout, scale))


COMBINATIONS = list(product(("en", "zh"), LAYOUTS, SCALES))


@pytest.mark.parametrize("language, layout, scale", COMBINATIONS)
@pytest.mark.parametrize("seed", range(4))
def test_every_form_has_a_witness_and_violations_that_fail_their_target_alone(language, layout, scale, seed):
    rng = random.Random(seed)
    here, form = target(language), form_of(language, layout, scale, seed)
    row = draw_row(here, form, 1, rng, 0, 0.5)
    right = witness(here, form, rng)
    assert verdicts(row, right) == {"box_format": True, "box_iou": True}
    written = form.write(here)
    twice = f"```json\n{written}\n```\n\nDone." if layout == "json" else f"{written} {written}"
    assert verdicts(row, twice) == {"box_format": False, "box_iou": True}
    elsewhere = form.write(target(language, (400.0, 320.0, 620.0, 470.0)))
    assert verdicts(row, elsewhere) == {"box_format": True, "box_iou": False}
    assert verdicts(row, "There is one.") == {"box_format": False, "box_iou": False}


@pytest.mark.parametrize("language, layout, scale", COMBINATIONS)
def test_an_absent_object_is_denied_in_the_form(language, layout, scale):
    rng = random.Random(3)
    absent, form = target(language, None), form_of(language, layout, scale)
    row = draw_row(absent, form, 1, rng, 0, 0.5)
    right = witness(absent, form, rng)
    assert right in row["instruction"]
    assert verdicts(row, right) == {"box_format": True, "box_iou": True}
    assert not any(verdicts(row, form.write(target(language))).values())


@pytest.mark.parametrize("language, layout, scale", COMBINATIONS)
def test_the_query_says_what_the_checks_read(language, layout, scale):
    for seed in range(12):
        rng = random.Random(seed)
        form = form_of(language, layout, scale, seed)
        row = draw_row(target(language), form, 1, rng, 0, 0.5)
        said = row["instruction"]
        assert NAMES[language] in said and "{object}" not in said
        assert not re.search(r"\{(?:layout|scale|meaning|schema|width|height|empty|locate|form)\}", said)
        constraints = {c["type"]: json.loads(c["params"]) for c in row["constraints"]}
        assert all(c["text"] in said for c in row["constraints"])
        shared = ("layout", "scale", "keys", "order", "width", "height")
        assert [constraints["box_format"].get(n) for n in shared] == [constraints["box_iou"].get(n) for n in shared]
        if layout == "json":
            places = [said.index(f'"{key}": ') for key in form.keys]
            assert places == sorted(places)
            words = phrasings("grounding")[language]["edges"]
            edges = [said.index(f"<{words[name]}>") for name in form.order]
            assert edges == sorted(edges)
        else:
            assert phrasings("grounding")[language]["layout"][layout] in said
        assert (f"{WIDTH}" in said) is (scale == "pixel")
        assert ("1000" in said or "thousandths" in said or "千分" in said) is (scale == "norm1000")


@pytest.mark.parametrize(
    "text, said",
    [
        ("A dog", "a dog"),
        ("The man in black", "the man in black"),
        ("The Big Ben", "the Big Ben"),
        ("Woman in red", "the woman in red"),
        ("Dog", "the dog"),
        ("TV", "the TV"),
        ("T-shirt", "the T-shirt"),
        ("Kodak camera of Ann", "the Kodak camera of Ann"),
        ("Ann's hat", "Ann's hat"),
    ],
)
def test_a_name_stands_in_the_sentence_as_it_should(text, said):
    for seed in range(20):
        here = replace(target("en"), text=text)
        row = draw_row(here, form_of("en", "xyxy", "pixel"), 1, random.Random(seed), 0, 0.5)
        assert re.search(rf"(?:[a-z,] |“){re.escape(said)}\b", row["instruction"])
        assert json.loads(row["reference"])["object"] == text


@pytest.mark.parametrize(
    "text", ["two dogs", "scissors", "the people on the left", "Glasses of the man", "men at work"]
)
def test_what_has_a_plural_name_is_asked_for_without_a_number(text):
    wordings = set()
    for seed in range(60):
        here = replace(target("en", None), text=text)
        row = draw_row(here, form_of("en", "xyxy", "pixel"), 1, random.Random(seed), 0, 0.5)
        locate = row["constraints"][1]["text"]
        assert not re.search(r"\bits?\b|\b(?:is|does) (?:the|two)\b", locate)
        assert "can't see it" not in row["instruction"]
        wordings.add(locate)
    assert len(wordings) >= 8


@pytest.mark.parametrize("text", ["dog with two tails", "bus", "glass", "lens", "cactus on the sill"])
def test_what_is_one_thing_is_asked_for_in_all_wordings(text):
    drawn = [draw_row(replace(target("en"), text=text), form_of("en", "xyxy", "pixel"), 1, random.Random(seed), 0, 0.5)
             for seed in range(60)]  # fmt: skip
    assert any(re.search(r"\bits?\b", row["constraints"][1]["text"]) for row in drawn)


def test_keys_and_orders_of_json_are_varied():
    forms = [form_of("en", "json", "pixel", seed) for seed in range(60)]
    assert len({form.keys for form in forms}) > 20
    assert {len(form.keys) for form in forms} == {1, 2, 4}
    orders = {form.order for form in forms if len(form.keys) == 4}
    assert len(orders) > 5


def test_reference_boxes_may_be_in_any_layout_and_scale(tmp_path, images):
    same = {
        ("xyxy", "pixel"): [64, 48, 320, 240],
        ("xywh", "norm1"): [0.1, 0.1, 0.4, 0.4],
        ("pairs", "norm1000"): [[100, 100], [500, 500]],
        ("nested", "pixel"): [[64, 48], [320, 240]],
    }
    records = [
        {"image": "a.png", "text": f"kite {i}", "box": box, "box_layout": layout, "box_scale": scale}
        for i, ((layout, scale), box) in enumerate(same.items())
    ]
    build_grounding(tmp_path / "out", boxes=write_lines(tmp_path / "b.jsonl", records), images=images)
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    for row in lines(tmp_path / "out" / "rows.jsonl"):
        params = json.loads(row["constraints"][1]["params"])
        read = target("en", tuple(params["box"]), box_layout=params["box_layout"], box_scale=params["box_scale"])
        assert read.edges() == tuple(map(Fraction, ("0.1", "0.1", "0.5", "0.5")))


BAD_BOXES = {
    "unreadable": 7,
    "no picture": {"image": "../a.png", "text": "kite", "box": [1, 2, 300, 200]},
    "size differs": {"image": "a.png", "text": "kite", "box": [1, 2, 300, 200], "width": 100},
    "no name": {"image": "a.png", "text": " ?", "box": [1, 2, 300, 200]},
    "name too long": {"image": "a.png", "text": "kite " * 40, "box": [1, 2, 300, 200]},
    "box unreadable": {"image": "a.png", "text": "kite", "box": [1, 2, "x", 200]},
    "box without an area": {"image": "a.png", "text": "kite", "box": [300, 2, 1, 200]},
    "box outside the picture": {"image": "a.png", "text": "kite", "box": [1, 2, 3000, 200]},
    "box too small": {"image": "a.png", "text": "kite", "box": [1, 2, 5, 200]},
    "layout or scale unknown": {"image": "a.png", "text": "kite", "box": [1, 2, 300, 200], "box_scale": ["cm"]},
    "language unknown": {"image": "a.png", "text": "kite", "box": [1, 2, 300, 200], "language": "fr"},
}


def test_a_bad_box_costs_one_row_and_is_counted(tmp_path, images):
    good = {"image": "a.png", "text": "the kite", "box": [10, 20, 300, 200]}
    boxes = write_lines(tmp_path / "b.jsonl", [*BAD_BOXES.values(), good])
    boxes.write_bytes(b"{not json\n\xff\n" + boxes.read_bytes())
    manifest = build_grounding(tmp_path / "out", boxes=boxes, images=images)
    assert manifest["counts"]["rows"] == 1
    assert manifest["counts"]["rejects"] == dict.fromkeys(sorted(BAD_BOXES), 1) | {"unreadable": 3}
    rejects = lines(tmp_path / "out" / "rejects.jsonl")
    assert (rejects[0]["where"], rejects[0]["reason"]) == ("b.jsonl:1", "unreadable")


def coco_file(path, annotations, images=({"id": 1, "file_name": "a.png", "width": WIDTH, "height": HEIGHT},)):
    categories = [{"id": i, "name": name} for i, name in enumerate(("kite", "dog", "cat", "person"), 1)]
    path.write_text(json.dumps({"images": images, "annotations": annotations, "categories": categories}))
    return path


def annotation(id_, category, bbox=(100, 100, 200, 150), **more):
    return {"id": id_, "image_id": 1, "category_id": category, "bbox": list(bbox), "iscrowd": 0, **more}


def test_coco_annotations_name_what_is_there_once_and_what_is_not_there(tmp_path, images):
    faulty = [{"image_id": [1]}, annotation(9, 3, image_id=77), annotation(8, 99), "x", annotation(7, 3, iscrowd=1)]
    people = [annotation(3, 4), annotation(4, 4, (300, 100, 80, 90))]
    boxes = coco_file(tmp_path / "c.json", [annotation(1, 1), annotation(2, 2), *people, *faulty])
    manifest = build_grounding(tmp_path / "out", boxes=boxes, images=images, absent=0.4)
    counts = manifest["counts"]
    assert counts["rejects"] == {
        "a crowd": 1, "no name": 2, "no picture": 1, "several of this kind": 2, "unreadable": 1
    }  # fmt: skip
    assert (counts["rows"], counts["languages"]) == (2, {"en": 1, "zh": 1})
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    many = build_grounding(
        tmp_path / "many", boxes=coco_file(boxes, [annotation(1, 1), annotation(2, 2)]), images=images, absent=1
    )
    assert many["counts"]["absent"] == 2
    objects = {json.loads(row["reference"])["object"] for row in lines(tmp_path / "many" / "rows.jsonl")}
    assert objects & {"cat", "猫"} and objects & {"person", "人"}


@pytest.mark.parametrize("kind", ["json", "p"])
def test_references_of_refcoco_take_their_boxes_from_the_instances(tmp_path, images, kind):
    boxes = coco_file(tmp_path / "instances.json", [annotation(1, 4), annotation(2, 4, (300, 100, 80, 90))])
    refs = [
        {"ref_id": 1, "ann_id": 1, "image_id": 1, "sentences": [{"sent": "man in black"}, {"sent": "left person"}]},
        {"ref_id": 2, "ann_id": 5, "image_id": 1, "sentences": [{"sent": "nobody"}]},
        {"sent": "man in white", "ref_id": 383},
    ]
    path = tmp_path / f"refs.{kind}"
    path.write_bytes(pickle.dumps(refs) if kind == "p" else json.dumps(refs).encode())
    manifest = build_grounding(tmp_path / "out", boxes=boxes, expressions=path, images=images)
    assert (manifest["counts"]["rows"], manifest["counts"]["rejects"]) == (2, {"no box": 2})
    rows = lines(tmp_path / "out" / "rows.jsonl")
    assert "the man in black" in rows[0]["instruction"] and "the left person" in rows[1]["instruction"]


def test_a_pickle_that_names_code_is_refused(tmp_path, images):
    path = tmp_path / "refs.p"
    path.write_bytes(pickle.dumps([Path("x")]))
    with pytest.raises(BuildError, match="no pickle of plain values: it names pathlib"):
        build_grounding(tmp_path / "out", boxes=coco_file(tmp_path / "c.json", []), expressions=path, images=images)


@pytest.mark.parametrize(
    "label, question, kind, written",
    [
        ("2014", "Which year has the highest value?", "year", {"2014"}),
        ("2,014", "How many bars exceed the line?", "count", {"2014"}),
        ("57", "What percentage said yes?", "percent", {"57", "57%"}),
        ("57.24%", "哪一类的占比最高，是多少？", "percent", {"57.2", "57.2%", "57.24", "57.24%"}),
        ("57.25%", "哪一类的占比最高，是多少？", "percent", {"57.25", "57.25%"}),
        ("4.5", "What is the price in dollars?", "currency", {"4.50"}),
        ("1.9058", "What is the ratio of the two bars?", "ratio", {"1.91", "1.906"}),
        ("451200", "How many people live there?", "count", {"451200", "4.5 × 10^5", "4.51 × 10^5", "4.512 × 10^5"}),
        ("8.54", "What is the value of the pink bar?", "number", {"8.5", "8.54"}),
        ("8.5", "What is the value of the pink bar?", "number", {"8.5"}),
    ],
)
def test_the_precision_suits_the_kind_of_number(label, question, kind, written):
    answer = read_answer(label, question)
    assert answer.kind == kind
    assert {precision.written for precision in precisions(answer)} == written


@pytest.mark.parametrize(
    "kind, label, question",
    [
        ("currency", "$3.5", "What is the value of the pink bar?"),
        ("currency", "12元", "粉色柱子的数值是多少？"),
        ("currency", "300", "How many dollars were spent?"),
        ("number", "300", "How many metric tons of rice were sold?"),
        ("number", "300", "How many million kilometres did they drive?"),
        ("number", "300", "How many degrees is it?"),
        ("number", "300", "从甲地到乙地有多少公里？"),
        ("count", "300", "How many second graders are there?"),
        ("count", "7", "How many times did it rain?"),
        ("ratio", "2.5", "How many times did it grow?"),
        ("ratio", "3", "How many times is the red bar as high as the blue one?"),
        ("ratio", "3", "How many times more rain fell in May than in June?"),
        ("year", "2014", "What's the year?"),
        ("year", "2014", "What is the highest year?"),
        ("number", "2014", "What is the year-on-year growth in units?"),
        *(("count", "12", f"图中一共有几{thing}？") for thing in ("座塔", "台电脑", "栋楼", "头牛")),
    ],
)
def test_the_kind_is_told_by_question_and_number(kind, label, question):
    assert read_answer(label, question).kind == kind


@pytest.mark.parametrize(
    "label, reason",
    [
        ("Yes", "no number"),
        ("[1, 2]", "no number"),
        ("1/3", "a fraction"),
        ("0.57", "fraction or percentage"),
        (None, "no number"),
    ],
)
def test_what_is_no_plain_number_is_lost_with_the_reason(label, reason):
    with pytest.raises(Unusable) as caught:
        read_answer(label, "What is the value of the smallest bar?")
    assert caught.value.reason == reason


QUESTIONS = {
    "en": (
        "How many readers are there?",
        "What percentage is green?",
        "In which year was it built?",
        "How tall is it?",
    ),
    "zh": ("一共有多少人？", "绿色占百分之几？", "它是哪一年建成的？", "它有多高？"),
}
VALUES = ("451200", "57.25%", "1987", "12.345")


@pytest.mark.parametrize("language, number", list(product(QUESTIONS, range(len(VALUES)))))
@pytest.mark.parametrize("seed", range(3))
def test_every_wrapper_and_precision_has_a_witness_and_violations_that_fail_alone(language, number, seed):
    asked, value = QUESTIONS[language][number], VALUES[number]
    question = Question(image="a.png", language=language, question=asked, answer=read_answer(value, asked))
    for place, wrapper in enumerate(numeric_rows.deck(language, random.Random(seed))):
        row, right = numeric_rows.draw_row(question, wrapper, 1, random.Random(f"{seed} {place}"), 0)
        types = [constraint["type"] for constraint in row["constraints"]]
        assert verdicts(row, right) == dict.fromkeys(types, True)
        assert all(constraint["text"] in row["instruction"] for constraint in row["constraints"])
        if "pattern" in wrapper.extraction:
            assert wrapper.extraction["pattern"] in row["instruction"]
        wrong = right.replace(right.splitlines()[-1], wrapper.sample.replace("{n}", "31.4159"))
        assert verdicts(row, wrong)["answer_value"] is False
        assert verdicts(row, wrong)["answer_wrapper"] is True
        if wrapper.extent:
            last = right.splitlines()[-1]
            more = f"{right}\n{last}" if wrapper.place == "once" else f"{right}\nThat is all / 完毕"
            assert verdicts(row, more) == dict.fromkeys(types, True) | {"answer_wrapper": False}
        bare = right.splitlines()[0] + "\n\n" + value
        assert verdicts(row, bare)["answer_wrapper"] is verdicts(row, bare)["answer_value"] is False


def test_both_numeric_checks_extract_the_same(tmp_path, images):
    records = [
        {"image": "a.png", "question": f"How many birds are in tree {i}?", "answer": str(i + 2)} for i in range(40)
    ]
    build_numeric(tmp_path / "out", questions=write_lines(tmp_path / "q.jsonl", records), images=images)
    for row in lines(tmp_path / "out" / "rows.jsonl"):
        wrapper, value = (json.loads(constraint["params"]) for constraint in row["constraints"][:2])
        names = ("open", "close", "pattern", "wrapper")
        assert [wrapper.get(name) for name in names] == [value.get(name) for name in names]
        assert value["decimals"] == 0


def test_questions_are_lost_one_by_one(tmp_path, images):
    good = {"image": "a.png", "question": "How many birds are there ??", "answer": 7}
    records = [
        good,
        good,
        {"imgname": "a.png", "query": "Is it more?", "label": "Yes"},
        {"image": "b.png", "question": "How many?", "answer": "7"},
        {"image": "a.png", "question": "…", "answer": "7"},
        {"image": "a.png", "question": "How many?", "answer": "7", "kind": "weight"},
        {"image": "a.png", "question": "How many?", "answer": "7.5", "kind": "count"},
        {"image": "a.png", "question": "Tiny?", "answer": "0.00001", "kind": "number"},
        [],
    ]
    manifest = build_numeric(tmp_path / "out", questions=write_lines(tmp_path / "q.jsonl", records), images=images)
    assert manifest["counts"]["rows"] == 1
    assert set(manifest["counts"]["rejects"]) == {
        "asked before", "no number", "no picture", "no question", "kind unknown", "kind does not fit",
        "no natural precision", "unreadable",
    }  # fmt: skip
    assert "How many birds are there?" in lines(tmp_path / "out" / "rows.jsonl")[0]["instruction"]


def test_three_keys_hold_a_point_and_two_numbers():
    form = Form("json", "pixel", ("corner", "width", "height"), ("x1", "y1", "w", "h"))
    assert form.schema("en") == '{"corner": [<left edge>, <top edge>], "width": <width>, "height": <height>}'


def plain_boxes(path, count=40):
    names = ("kite", "风筝")
    return write_lines(
        path,
        [
            {"image": "a.png", "text": f"{names[i % 2]} {i}", "box": None if i % 9 == 8 else [10 + i, 20, 300 + i, 200]}
            for i in range(count)
        ],
    )


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not(tmp_path, images):
    boxes = plain_boxes(tmp_path / "b.jsonl")
    sets = {}
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        build_grounding(tmp_path / name, boxes=boxes, images=images, rows=20, seed=seed)
        files = sorted(p for p in (tmp_path / name).rglob("*") if p.is_file())
        sets[name] = {p.relative_to(tmp_path / name).as_posix(): p.read_bytes() for p in files}
    assert sets["one"] == sets["again"]
    assert sets["one"]["rows.jsonl"] != sets["other"]["rows.jsonl"]
    assert set(sets["one"]) == {"rows.jsonl", "witnesses.jsonl", "rejects.jsonl", "manifest.json", "images/a.png"} - {
        "images/a.png"
    } | {"a.png"}


def test_a_finished_set_stays_and_one_of_other_settings_is_refused(tmp_path, images):
    boxes = plain_boxes(tmp_path / "b.jsonl", 4)
    first = build_grounding(tmp_path / "out", boxes=boxes, images=images)
    assert build_grounding(tmp_path / "out", boxes=boxes, images=images) == first
    with pytest.raises(BuildError, match="other settings"):
        build_grounding(tmp_path / "out", boxes=boxes, images=images, threshold=0.75)


@pytest.mark.parametrize(
    "option", [{"rows": 0}, {"threshold": 0}, {"absent": -1}, {"languages": ["fr"]}, {"languages": []}]
)
def test_settings_out_of_range_are_refused(tmp_path, images, option):
    with pytest.raises(BuildError, match=next(iter(option))):
        build_grounding(tmp_path / "out", boxes=plain_boxes(tmp_path / "b.jsonl"), images=images, **option)


def test_the_command_builds_both_and_reports_what_was_lost(tmp_path, images):
    boxes = plain_boxes(tmp_path / "b.jsonl", 6)
    records = [{"image": "a.png", "question": "How many?", "answer": answer} for answer in ("3", "many")]
    questions = write_lines(tmp_path / "q.jsonl", records)
    runner = CliRunner()
    one = runner.invoke(
        app, ["build", "augment", "grounding", str(tmp_path / "g"), "--boxes", str(boxes), "--images", str(images)]
    )
    assert one.exit_code == 0 and "6 rows in" in one.output
    other = runner.invoke(
        app,
        ["build", "augment", "numeric", str(tmp_path / "n"), "--questions", str(questions), "--images", str(images)],
    )
    assert other.exit_code == 0 and "1 rows in" in other.output and "no number (1)" in other.output
    missing = runner.invoke(
        app, ["build", "augment", "numeric", str(tmp_path / "m"), "--questions", "gone.jsonl", "--images", str(images)]
    )
    assert missing.exit_code == 2 and "gone.jsonl" in missing.output


@needs_real_data
def test_real_panoptic_annotations_and_references_become_rows(tmp_path):
    folder = REAL / "grounding-coco"
    source = json.loads((folder / "panoptic_examples.json").read_text())
    for image in source["images"]:
        picture(tmp_path / "images" / image["file_name"], (image["width"], image["height"]))
    boxes = folder / "panoptic_examples.json"
    manifest = build_grounding(tmp_path / "out", boxes=boxes, images=tmp_path / "images", absent=5)
    segments = sum(len(annotation["segments_info"]) for annotation in source["annotations"])
    counts = manifest["counts"]
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    assert counts["rows"] > counts["absent"] >= 5
    assert counts["rows"] - counts["absent"] + sum(counts["rejects"].values()) == segments
    assert {"no thing", "several of this kind"} <= set(counts["rejects"])
    assert all(row["license"] for row in lines(tmp_path / "out" / "rows.jsonl"))
    expressions = folder / "refer_sample_expressions_testA.json"
    lost = build_grounding(tmp_path / "refs", boxes=boxes, expressions=expressions, images=tmp_path / "images")
    assert lost["counts"]["rows"] == 0
    assert lost["counts"]["rejects"] == {"no box": 1984}


@needs_real_data
def test_real_detections_with_pictures_and_categories_become_rows(tmp_path):
    folder = REAL / "grounding-coco"
    detections = json.loads((folder / "instances_val2014_fakebbox100_results.json").read_text())
    categories = json.loads((folder / "panoptic_examples.json").read_text())["categories"]
    ids = sorted({detection["image_id"] for detection in detections})
    listed = [{"id": id_, "file_name": f"{id_:012d}.png", "width": 640, "height": 640} for id_ in ids]
    for image in listed:
        picture(tmp_path / "images" / image["file_name"], (640, 640))
    boxes = tmp_path / "instances.json"
    boxes.write_text(json.dumps({"images": listed, "annotations": detections, "categories": categories}))
    manifest = build_grounding(tmp_path / "out", boxes=boxes, images=tmp_path / "images", absent=0)
    counts = manifest["counts"]
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    assert counts["rows"] + sum(counts["rejects"].values()) == len(detections)
    assert counts["rows"] > 50 and abs(counts["languages"]["en"] - counts["languages"]["zh"]) <= 1
    assert max(counts["forms"].values()) - min(counts["forms"].values()) <= 2
    assert set(chinese_names()) == {entry["name"] for entry in categories if entry["isthing"]}


@needs_real_data
def test_real_chart_questions_become_rows(tmp_path):
    source = REAL / "chart-chartqa" / "annotations.jsonl"
    records = lines(source)
    for record in records:
        picture(tmp_path / "images" / (record["image"] or record["imgname"]), (32, 24))
    manifest = build_numeric(tmp_path / "out", questions=source, images=tmp_path / "images")
    counts = manifest["counts"]
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
    assert counts["rows"] + sum(counts["rejects"].values()) == len(records) == 672
    assert set(counts["rejects"]) == {"no number", "fraction or percentage"}
    assert {"count", "currency", "number", "percent", "ratio", "year"} == set(counts["kinds"])
    for row in lines(tmp_path / "out" / "rows.jsonl"):
        if json.loads(row["reference"])["kind"] in ("year", "count"):
            params = json.loads(row["constraints"][1]["params"])
            assert params.get("decimals") == 0 or "significant_digits" in params
    kinds = Counter(row["reference"] for row in lines(tmp_path / "out" / "rows.jsonl"))
    assert len(kinds) > 200


@needs_real_data
def test_real_charts_go_with_their_rows_and_questions_without_a_chart_are_lost(tmp_path):
    folder = REAL / "chart-chartqa"
    manifest = build_numeric(tmp_path / "out", questions=folder / "annotations.jsonl", images=folder)
    rows = lines(tmp_path / "out" / "rows.jsonl")
    assert 30 <= len(rows) <= 72
    assert manifest["counts"]["rejects"]["no picture"] >= 400
    assert all((tmp_path / "out" / row["image"]).read_bytes() == (folder / row["image"]).read_bytes() for row in rows)
    assert list(lint_rows(tmp_path / "out" / "rows.jsonl")) == []
