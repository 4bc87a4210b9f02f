"""Short videos with known events: scripts are refused by name, drawn as they say, and written the same twice."""

from __future__ import annotations

import json

import pytest
import yaml

pytest.importorskip("av")
pytest.importorskip("pylopdf_fonts_zh_cn")

from PIL import Image, ImageChops

from lmms_eval_vcif.builders.clips import (
    SCRIPTS,
    ClipError,
    Script,
    ScriptError,
    build,
    cut,
    play_backwards,
    write_film,
)
from lmms_eval_vcif.builders.clips.draw import THINGS, draw

BALL = {"thing": "ball", "at": [50, 200], "size": 40, "colour": "#c80000"}
ROLLS = {"when": [2, 4], "what": "The ball rolls.", "changes": {"ball": {"at": [250, 200]}}}


def script(**fields) -> Script:
    return Script.parse("test", {"seconds": 8, "fps": 8, "actors": {"ball": BALL}, "events": [ROLLS], **fields})


def picture(shade: int) -> Image.Image:
    return Image.new("RGB", (64, 36), (shade, shade, shade))


def brightness(image: Image.Image) -> int:
    return image.convert("L").resize((1, 1)).getpixel((0, 0))


@pytest.mark.parametrize(("time", "x"), [(0, 50), (2, 50), (3, 150), (4, 250), (8, 250)])
def test_an_actor_moves_during_its_event(time, x):
    assert script().at(time)["ball"]["at"] == pytest.approx([x, 200])


def test_a_colour_fades_and_a_text_switches():
    words = {"thing": "words", "at": [320, 50], "size": 20, "text": "before", "colour": "#000000"}
    event = {"when": [1, 3], "what": "It changes.", "changes": {"words": {"text": "after", "colour": "#ffffff"}}}
    made = script(actors={"words": words}, events=[event])
    assert made.at(0.9)["words"]["text"] == "before"
    assert made.at(1)["words"]["text"] == "after"
    assert made.at(2)["words"]["colour"] == "#808080"


def test_an_event_begins_where_the_one_before_it_ended():
    back = {"when": [5, 6], "what": "It rolls back.", "changes": {"ball": {"at": [100, 200]}}}
    made = script(events=[back, ROLLS])
    assert made.at(5.5)["ball"]["at"] == pytest.approx([175, 200])
    assert [event["what"] for event in made.as_dict()["events"]] == ["The ball rolls.", "It rolls back."]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seconds": 5}, "seconds: a number from 8 to 20"),
        ({"fps": True}, "fps: a number"),
        ({"evnts": []}, "did you mean 'events'"),
        ({"actors": {"ball": {"at": [0, 0]}}}, "actors: a mapping"),
        ({"events": [{**ROLLS, "when": [4, 2]}]}, r"events\[0\].when: two times"),
        ({"events": [{**ROLLS, "when": [4, 9]}]}, r"events\[0\].when: two times from 0 to 8"),
        ({"events": [{**ROLLS, "changes": {"bal": {}}}]}, r"events\[0\].changes: 'bal' is unknown; .*'ball'"),
        ({"events": [{**ROLLS, "changes": {"ball": {"glow": 1}}}]}, "'glow' has no value at the start"),
        ({"events": [ROLLS, {**ROLLS, "when": [3, 5]}]}, "changes ball.at while"),
        ({"events": [{"when": [1, 2], "changes": {}}]}, r"events\[0\]: when, what and changes"),
    ],
)
def test_a_script_that_can_not_be_filmed_is_refused(fields, message):
    with pytest.raises(ScriptError, match=message):
        script(**fields)


@pytest.mark.parametrize(
    ("actor", "message"),
    [
        ({**BALL, "thing": "bal"}, "actors.ball.thing: 'bal' is unknown; did you mean 'ball'"),
        ({**BALL, "colur": "#000000"}, "actors.ball: 'colur' is unknown; did you mean 'colour'"),
        ({"thing": "ball", "at": [0, 0]}, "actors.ball: .*missing.*size"),
        ({**BALL, "colour": "reddish"}, "actors.ball:"),
    ],
)
def test_what_can_not_be_drawn_is_refused_before_filming(tmp_path, actor, message):
    file = tmp_path / "odd.yml"
    file.write_text(yaml.safe_dump({"seconds": 8, "actors": {"ball": {**actor, "shown": False}}}), encoding="utf-8")
    with pytest.raises(ScriptError, match=message):
        build(tmp_path / "out", scripts=[file])
    assert not (tmp_path / "out").exists()


def test_the_picture_shows_the_actor_where_the_script_has_it():
    made = script()
    before, after = (draw(made, made.at(time)) for time in (0, 8))
    left, _, right, _ = ImageChops.difference(before, after).getbbox()
    assert (left, right) == (pytest.approx(30, abs=6), pytest.approx(270, abs=6))


def test_an_actor_that_is_not_shown_is_not_drawn():
    made = script(actors={"ball": {**BALL, "shown": False}}, events=[])
    assert draw(made, made.at(0)) == draw(made, {})


def test_building_twice_gives_the_same_bytes_and_tells_the_events(tmp_path):
    file = tmp_path / "roll.yml"
    data = {"title": "Rolling", "seconds": 8, "fps": 8, "actors": {"ball": BALL}, "events": [ROLLS]}
    file.write_text(yaml.safe_dump(data), encoding="utf-8")
    first, second = (build(tmp_path / name, scripts=[file], backwards=True) for name in ("one", "two"))
    assert first == second
    assert [clip["video"] for clip in first["clips"]] == ["roll.mp4", "roll_backwards.mp4"]
    assert [clip["frames"] for clip in first["clips"]] == [64, 64]
    told = json.loads((tmp_path / "one" / "roll.events.json").read_text("utf-8"))
    assert told["events"] == [{"start": 2.0, "end": 4.0, "what": "The ball rolls."}]
    forwards, back = (list(cut(tmp_path / "one" / clip["video"], 0, 9)) for clip in first["clips"])
    assert ImageChops.difference(forwards[0], back[-1]).convert("L").getextrema()[1] < 40


def test_the_command_builds_and_names_what_is_wrong(tmp_path):
    from typer.testing import CliRunner

    from lmms_eval_vcif.cli.build import app

    file = tmp_path / "still.yml"
    file.write_text(yaml.safe_dump({"seconds": 8, "fps": 8, "actors": {"ball": BALL}}), encoding="utf-8")
    done = CliRunner().invoke(app, ["clips", str(tmp_path / "out"), "--script", str(file)])
    assert done.exit_code == 0, done.output
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"still.mp4", "still.events.json", "manifest.json"}
    file.write_text("seconds: 99", encoding="utf-8")
    failed = CliRunner().invoke(app, ["clips", str(tmp_path / "no"), "--script", str(file)])
    assert failed.exit_code == 2
    assert "still.yml: seconds: a number from 8 to 20" in failed.output


def test_a_film_is_cut_scaled_and_played_backwards(tmp_path):
    film, back = tmp_path / "film.mp4", tmp_path / "back.mp4"
    assert write_film(film, (picture(10 * index) for index in range(20)), 10) == 20
    part = list(cut(film, 0.5, 1.0, width=32))
    assert [image.size for image in part] == [(32, 18)] * 5
    assert brightness(part[0]) == pytest.approx(50, abs=4)
    assert play_backwards(film, back, 10) == 20
    assert brightness(next(cut(back, 0, 1))) == pytest.approx(190, abs=4)


def test_footage_that_is_none_is_refused_by_name(tmp_path):
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(b"no video")
    with pytest.raises(ClipError, match="bad.mp4: no video that opens"):
        list(cut(bad, 0, 1))
    film = tmp_path / "film.mp4"
    write_film(film, [picture(9)] * 8, 8)
    with pytest.raises(ClipError, match="has no frame from 5 to 6 s"):
        list(cut(film, 5, 6))


def test_a_film_without_a_frame_leaves_no_file(tmp_path):
    with pytest.raises(ValueError, match="at least one frame"):
        write_film(tmp_path / "empty.mp4", [], 8)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.yml")), ids=lambda path: path.stem)
def test_every_script_of_ours_can_be_drawn_from_beginning_to_end(path):
    made = Script.load(path)
    assert made.frames >= 64
    pictures = [draw(made, made.at(made.seconds * share)) for share in (0, 0.5, 1)]
    assert pictures[0] != pictures[1] != pictures[2]


def test_every_thing_is_used_by_a_script_of_ours():
    used = {actor["thing"] for path in SCRIPTS.glob("*.yml") for actor in Script.load(path).actors.values()}
    reused = {"person", "bottle"}  # drawn for pictures, and open to scripts of others
    assert set(THINGS) - used <= reused
