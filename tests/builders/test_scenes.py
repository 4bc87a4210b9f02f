"""Drawn pictures: the same arguments give the same pixels, and what is passed is what is drawn."""

import json
from pathlib import Path

import pytest

pytest.importorskip("PIL")
pytest.importorskip("pylopdf_fonts_zh_cn")

from lmms_eval_vcif.builders.scenes import KINDS, draw
from lmms_eval_vcif.builders.scenes.canvas import Canvas, shade

ROOT = Path(__file__).parents[2]
PICTURES = [json.loads(line) for line in (ROOT / "utils/embedded/pictures.jsonl").read_text("utf-8").splitlines()]
DRAWN = [picture["make"]["draw"] for picture in PICTURES if "draw" in picture["make"]]
BARS = {
    "title": "Rain",
    "unit": "mm",
    "categories": ["A", "B"],
    "series": {"North": [10, 40], "South": [20, 30]},
}


def areas(image):
    """How many pixels there are of each colour that fills more than a thousandth of the picture."""
    found = image.getcolors(image.width * image.height)
    return {colour: count for count, colour in found if count > image.width * image.height / 1000}


def test_every_kind_is_drawn_by_an_embedded_picture():
    assert {spec["kind"] for spec in DRAWN} == set(KINDS)


@pytest.mark.parametrize("spec", DRAWN, ids=lambda spec: f"{spec['kind']}-{spec['seed']}")
def test_the_same_arguments_give_the_same_pixels_within_the_size(spec):
    one, other = draw(**spec), draw(**spec)
    assert one.tobytes() == other.tobytes()
    assert max(one.size) <= 1024
    assert len(areas(one)) >= 2


def test_the_seed_changes_the_looks_only():
    pictures = [draw("desk", seed, {}) for seed in range(4)]
    assert len({picture.tobytes() for picture in pictures}) > 1
    assert {picture.size for picture in pictures} == {(960, 640)}


def test_bars_are_as_long_as_their_values():
    image = draw("bar_chart", 1, BARS)
    before = areas(image)
    doubled = areas(draw("bar_chart", 1, BARS | {"series": {"North": [20, 40], "South": [20, 30]}}))
    bars = sorted(before, key=before.get, reverse=True)[1:3]
    grown = [colour for colour in bars if doubled[colour] > before[colour] * 1.05]
    assert len(grown) == 1
    assert doubled[grown[0]] / before[grown[0]] == pytest.approx(60 / 50, abs=0.02)


def test_slices_share_the_pie_as_their_values_do():
    image = draw("pie_chart", 1, {"title": "Day", "shares": {"Sleep": 60, "Work": 30, "Rest": 10}})
    left = image.crop((0, 120, 540, 600))
    counts = sorted((n for c, n in areas(left).items() if min(c) < 240 and max(c) - min(c) > 30), reverse=True)
    assert [count / sum(counts[:3]) for count in counts[:3]] == pytest.approx([0.6, 0.3, 0.1], abs=0.02)


def test_unknown_kinds_and_contents_are_refused():
    with pytest.raises(ValueError, match="'forest' is no kind of picture"):
        draw("forest", 1, {})
    with pytest.raises(TypeError, match="colour"):
        draw("desk", 1, {"colour": "red"})


def test_canvas_measures_in_pixels_of_the_finished_picture():
    canvas = Canvas(40, 20, "#ffffff")
    canvas.rect((10, 5, 30, 15), "#000000")
    image = canvas.image()
    assert image.size == (40, 20)
    assert image.getpixel((20, 10)) == (0, 0, 0)
    assert image.getpixel((5, 10)) == (255, 255, 255)
    assert Canvas(200, 40).text((10, 20), "wide", 20) > Canvas(200, 40).text((10, 20), "i", 20) > 0


def test_shades_run_from_black_to_white():
    assert [shade("#806040", factor) for factor in (0, 0.5, 1, 1.5, 2)] == [
        "#000000",
        "#403020",
        "#806040",
        "#c0b0a0",
        "#ffffff",
    ]
