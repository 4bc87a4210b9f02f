from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import av
import numpy as np
import pytest

from lmms_eval_vcif.hooks import budget
from lmms_eval_vcif.hooks.budget import Budget, name_of, visuals
from lmms_eval_vcif.judge.frames import VideoError
from lmms_eval_vcif.records import RecordError

from ..judge.videos import write_video


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """Eight seconds, 320 by 180, brighter with every second."""
    return str(write_video(tmp_path_factory.mktemp("video") / "ramp.mp4", seconds=8))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lmms-eval-vcif" / "clips"


def shades(images):
    """The second that each picture shows, from its brightness."""
    return [round(float(np.asarray(image).mean()) / 20) for image in images]


def decoded(path):
    with av.open(path) as container:
        stream = container.streams.video[0]
        return [frame.to_image() for frame in container.decode(stream)], float(stream.duration * stream.time_base)


@pytest.mark.parametrize(
    ("fps", "side", "seconds", "size"),
    [
        (0.25, 224, [0, 4], (224, 126)),
        (0.5, 480, [0, 2, 4, 6], (320, 180)),
        (1, 100, list(range(8)), (100, 56)),
        (2, 1080, [second for second in range(8) for _ in range(2)], (320, 180)),
    ],
)
def test_frames_are_as_many_and_as_large_as_the_budget_says(video, fps, side, seconds, size):
    images = Budget(fps, side).visuals(video)
    assert shades(images) == seconds
    assert {(image.mode, image.size) for image in images} == {("RGB", size)}


def test_a_cap_on_the_frames_spreads_them_over_the_whole(video):
    assert shades(Budget(2, 64, max_frames=4).visuals(video)) == [0, 2, 4, 6]


def test_a_clip_holds_just_those_frames_and_lasts_as_long(video):
    (path,) = Budget(0.5, 101, "clip").visuals(video)
    images, duration = decoded(path)
    assert shades(images) == [0, 2, 4, 6]
    assert {image.size for image in images} == {(100, 56)}  # even, as the encoder asks
    assert duration == pytest.approx(8)


def test_decord_reads_a_clip_too(video):
    decord = pytest.importorskip("decord")
    (path,) = Budget(0.25, 224, "clip").visuals(video)
    reader = decord.VideoReader(path)
    assert len(reader) == 2
    assert reader.get_avg_fps() == pytest.approx(0.25)


def test_a_clip_that_is_there_for_a_content_and_budget_is_not_written_again(video, cache, tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(budget, "_write", lambda file, *rest: (written.append(file), write(file, *rest)))
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(Path(video).read_bytes())
    clip = Budget(0.5, 96, "clip")
    with ThreadPoolExecutor(4) as pool:
        paths = {path for (path,) in pool.map(clip.visuals, [video, str(copy)] * 4)}
    assert len(paths) == 1
    before = len(written)
    clip.visuals(str(copy))
    assert len(written) == before
    assert Budget(1, 96, "clip").visuals(video) != list(paths)
    assert len(list(cache.iterdir())) == 2  # and no draft is left


write = budget._write


def test_the_same_frames_give_the_same_bytes(video, cache, tmp_path, monkeypatch):
    (first,) = Budget(1, 96, "clip").visuals(video)
    content = Path(first).read_bytes()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    (second,) = Budget(1, 96, "clip").visuals(video)
    assert first != second and Path(second).read_bytes() == content


def test_frames_are_decoded_once_and_nobody_can_spoil_them(video, monkeypatch):
    calls = []
    monkeypatch.setattr(budget, "sample", lambda *args: (calls.append(args), sample(*args))[1])
    one = Budget(0.5, 66)
    first = one.visuals(video)
    first[0].thumbnail((8, 8))
    assert one.visuals(video)[0].size == (66, 37)
    assert len(calls) == 1


sample = budget.sample


def test_without_a_budget_the_file_itself_is_handed_over(video):
    assert visuals(video, None) == [video]
    assert name_of(None) == "file"


def test_a_file_that_is_gone_is_named(tmp_path):
    with pytest.raises(VideoError, match=r"gone\.mp4: "):
        Budget(1, 96).visuals(str(tmp_path / "gone.mp4"))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"fps": 0.5, "max_side": 720}, "720p 0.5fps frames"),
        ({"fps": 0.25, "max_side": 1080, "form": "clip"}, "1080p 0.25fps clip"),
        ({"fps": 2, "max_side": 224, "max_frames": 64}, "224p 2fps max 64 frames"),
    ],
)
def test_a_budget_is_read_from_the_settings_and_has_a_name(given, name):
    assert name_of(Budget.of({"budget": given, "pre_prompt": ""})) == name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("720p", r"budget: such as \{fps: 0.5, max_side: 720, form: frames\}, not '720p'"),
        ({"fps": 1}, "budget.max_side: is required"),
        ({"max_side": 720}, "budget.fps: is required"),
        ({"fps": 0, "max_side": 720}, "budget.fps: a number from 0.001 to 60 is required, not 0"),
        ({"fps": 1, "max_side": 720.5}, "budget.max_side: a whole number from 16 to 16384 is required, not 720.5"),
        ({"fps": True, "max_side": 720}, "budget.fps: a number .* not True"),
        ({"fps": 1, "max_side": 720, "form": "frame"}, "budget.form: 'frame' is unknown; did you mean 'frames'"),
        ({"fps": 1, "max_size": 720}, "budget: 'max_size' is unknown; did you mean 'max_side'"),
    ],
)
def test_a_budget_that_is_none_is_refused_by_name(given, message):
    with pytest.raises(RecordError, match=message):
        Budget.of({"budget": given})
