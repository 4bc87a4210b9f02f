"""Near copies across two sets are found, named and left out; what only looks alike in a way is not."""

import json
import random

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageOps
from typer.testing import CliRunner

from lmms_eval_vcif.builders.clips import write_film
from lmms_eval_vcif.builders.likeness import NEAR, Hashes, distance, perceptual_hash
from lmms_eval_vcif.builders.splits import SplitError, apart, overlaps
from lmms_eval_vcif.cli.main import app
from tests.cli.photos import PHOTOS

PICTURES = ("astronaut", "cat", "coffee", "dahlia", "pavilion", "rocket", "camera", "city_peaks")
TEXTS = (
    "Describe the harbour for a sailor who has never been here, in two short paragraphs.",
    "Which of the two lamps would you rather buy, and what speaks against the other one?",
    "请用三句话介绍图中的建筑，并说明它最引人注目的地方。",
)


def photo(name, size=360):
    with Image.open(PHOTOS / f"{name}.jpg") as image:
        image.thumbnail((size, size))
        return image.convert("RGB")


def film(path, order):
    """A clip that shows photographs one after the other."""
    frames = [photo(PICTURES[index]).resize((160, 120)) for index in order for _ in range(4)]
    write_film(path, frames, 8)
    return path


def rows(folder, *values):
    folder.mkdir(exist_ok=True)
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps({"instruction": f"Row {value['id']} alone.", **value}) for value in values))
    return path


COPIES = {
    "smaller": lambda image: image.resize((120, 90)),
    "darker": lambda image: ImageEnhance.Brightness(image).enhance(0.8),
    "stronger": lambda image: ImageEnhance.Contrast(image).enhance(1.3),
    "grey": lambda image: image.convert("L"),
}


@pytest.mark.parametrize("copy", list(COPIES))
def test_copies_of_a_photograph_are_near(tmp_path, copy):
    """Saved as a poor JPEG on top of it."""
    for name in PICTURES:
        photo(name).save(tmp_path / "a.png")
        COPIES[copy](photo(name)).save(tmp_path / "b.jpg", quality=60)
        assert distance(perceptual_hash(tmp_path / "a.png"), perceptual_hash(tmp_path / "b.jpg")) <= NEAR, name


def test_other_photographs_are_far(tmp_path):
    hashes = {}
    for path in sorted(PHOTOS.glob("*.jpg")):
        hashes[path.stem] = perceptual_hash(path)
    names = list(hashes)
    near = [(a, b) for i, a in enumerate(names) for b in names[:i] if distance(hashes[a], hashes[b]) <= NEAR]
    assert near == []


def test_the_index_finds_what_a_comparison_of_all_finds():
    rng = random.Random(3)
    known = {f"k{n}": rng.getrandbits(64) for n in range(300)}
    index = Hashes(known.items())
    for base in list(known.values())[:60]:
        asked = base
        for bit in rng.sample(range(64), rng.randrange(0, NEAR + 3)):
            asked ^= 1 << bit
        expected = {name: distance(hash_, asked) for name, hash_ in known.items() if distance(hash_, asked) <= NEAR}
        assert dict(index.near(asked)) == expected


@pytest.fixture
def sets(tmp_path):
    """A train and a test set: one picture, one film and one instruction are shared, in other dress."""
    train, test = tmp_path / "train", tmp_path / "test"
    for folder in (train, test):
        folder.mkdir()
    photo("cat").save(train / "cat.png")
    photo("cat").resize((150, 100)).save(test / "kitten.jpg", quality=70)
    photo("coffee").save(train / "coffee.png")
    photo("dahlia").save(test / "dahlia.png")
    film(train / "there.mp4", (0, 1, 2, 3))
    film(test / "back.mp4", (3, 2, 1, 0))
    film(train / "other.mp4", (4, 5, 6, 7))
    mine = rows(
        train,
        {"id": "a", "image": "cat.png"},
        {"id": "b", "image": "coffee.png", "instruction": TEXTS[0]},
        {"id": "c", "video": "there.mp4"},
        {"id": "d", "video": "other.mp4", "instruction": TEXTS[1]},
        {"id": "e", "image": "coffee.png", "instruction": TEXTS[2], "language": "zh"},
    )
    other = rows(
        test,
        {"id": "x", "image": "kitten.jpg", "instruction": "Please. " + TEXTS[0].replace("two", "three")},
        {"id": "y", "video": "back.mp4"},
        {"id": "z", "image": "dahlia.png", "instruction": TEXTS[2] + "不要写结尾。", "language": "zh"},
    )
    return mine, other


def test_what_is_shared_is_named(sets):
    found = [(one.kind, one.first, one.second) for one in overlaps(*sets)]
    assert found == [("image", "a", "x"), ("instruction", "b", "x"), ("video", "c", "y"), ("instruction", "e", "z")]


def test_only_the_kinds_asked_for_are_looked_at(sets):
    assert [one.first for one in overlaps(*sets, kinds=["video"])] == ["c"]


def test_the_report_counts_and_the_rest_is_kept(sets, tmp_path):
    report, keep = tmp_path / "report.json", sets[0].parent / "apart.jsonl"
    summary = apart(*sets, report=report, keep=keep)
    assert json.loads(report.read_text()) == summary
    assert (summary["rows"], summary["overlapping"]) == (5, 4)
    assert summary["kinds"] == {"image": 1, "video": 1, "instruction": 2}
    assert [json.loads(line)["id"] for line in keep.read_text().splitlines()] == ["d"]
    assert overlaps(keep, sets[1]) == []


def test_the_command_fails_where_rows_overlap_and_nothing_is_done(sets, tmp_path):
    arguments = ["build", "splits", str(sets[0]), str(sets[1])]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "c: video as in y" in result.output
    assert CliRunner().invoke(app, [*arguments, "--keep", str(tmp_path / "kept.jsonl")]).exit_code == 0
    result = CliRunner().invoke(app, [*arguments, "--kind", "images"])
    assert (result.exit_code, "did you mean 'image'" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"id": "a", "image": "gone.png"}, "a: image: can't be read"),
        ({"id": "a", "video": "gone.mp4"}, "a: video: can't be read"),
        ({"id": "a", "instruction": 3}, "rows.jsonl:1:instruction: a string is required"),
    ],
)
def test_what_can_not_be_compared_is_named(tmp_path, value, problem):
    path = rows(tmp_path / "set", value)
    with pytest.raises(SplitError, match=problem):
        overlaps(path, path)


def test_a_set_overlaps_with_itself(sets):
    found = overlaps(sets[0], sets[0])
    assert {one.nearness for one in found} == {1.0}
    assert {one.first for one in found} == set("abcde")


def scenes(numbers):
    """Photographs and their mirror images, as many as are asked for."""
    names = sorted(path.stem for path in PHOTOS.glob("*.jpg"))
    found = [photo(names[number // 2]) for number in numbers]
    return [ImageOps.mirror(image) if n % 2 else image for n, image in zip(numbers, found, strict=True)]


@pytest.mark.parametrize("longer_first", [True, False])
def test_a_short_cut_of_a_long_clip_is_found(tmp_path, longer_first):
    paths = []
    for name, numbers in (("long", range(24)), ("cut", (10, 9, 8))):
        (tmp_path / name).mkdir()
        frames = [scene.resize((160, 120)) for scene in scenes(numbers) for _ in range(8)]
        write_film(tmp_path / name / "a.mp4", frames, 8)
        paths.append(rows(tmp_path / name, {"id": name, "video": "a.mp4"}))
    (found,) = overlaps(*(paths if longer_first else paths[::-1]), kinds=["video"])
    assert found.nearness >= 0.8


def test_flat_pictures_are_the_same_where_their_colour_is(tmp_path):
    colours = ("black", "white", "red", "navy", "gray", "rebeccapurple")
    for name in colours:
        Image.new("RGB", (60, 40), name).save(tmp_path / f"{name}.png")
        Image.new("RGB", (90, 70), name).save(tmp_path / f"{name}.jpg", quality=50)
    for first in colours:
        near = [
            second
            for second in colours
            if distance(perceptual_hash(tmp_path / f"{first}.png"), perceptual_hash(tmp_path / f"{second}.jpg")) <= NEAR
        ]
        assert near == [first]


def test_flat_pictures_are_no_copies_of_photographs(tmp_path):
    Image.fromarray(np.full((60, 80), 128, np.uint8)).save(tmp_path / "flat.png")
    flat = perceptual_hash(tmp_path / "flat.png")
    assert min(distance(flat, perceptual_hash(PHOTOS / f"{name}.jpg")) for name in PICTURES) > NEAR
