import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import av
import numpy as np
import pytest
from PIL import Image

from lmms_eval_vcif.judge import frames
from lmms_eval_vcif.judge.frames import VideoError, check, content_hash, identity, sample, shots
from lmms_eval_vcif.judge.settings import FrameBudget

from .videos import write_no_frame, write_sound, write_video


def seconds_shown(found):
    """The second that each frame shows, from its brightness."""
    return [round(float(np.asarray(image).mean()) / 20) for _, image in found]


@pytest.mark.parametrize(
    ("fps", "most", "times"),
    [
        (0.5, 32, [0, 2, 4, 6, 8]),
        (1, 32, list(range(10))),
        (1, 5, [0, 2, 4, 6, 8]),
        (2, 4, [0, 2.5, 5, 7.5]),
        (0.01, 32, [0]),
        (0.3, 32, [0, 10 / 3, 20 / 3]),
    ],
)
def test_frames_are_spread_evenly_from_the_start(video, fps, most, times):
    found = sample(video, fps, most, 64)
    assert [time for time, _ in found] == pytest.approx(times, abs=0.1)
    assert seconds_shown(found) == [int(time + 0.05) for time in times]


def test_the_longer_side_is_bounded_and_never_enlarged(video):
    assert {image.size for _, image in sample(video, 0.5, 8, 160)} == {(160, 90)}
    assert {image.size for _, image in sample(video, 0.5, 8, 4000)} == {(320, 180)}


def test_long_gaps_are_jumped_and_not_decoded(tmp_path, monkeypatch):
    path = write_video(tmp_path / "long.mp4", seconds=120, rate=2, width=32, height=32, keyframes=10)
    decoded, times_of = [], frames._decoded

    def counted(*args):
        for time, frame in times_of(*args):
            decoded.append(time)
            yield time, frame

    monkeypatch.setattr(frames, "_decoded", counted)
    found = sample(path, 1 / 40, 8, 32)
    assert [time for time, _ in found] == pytest.approx([0, 40, 80], abs=0.6)
    assert len(decoded) < 40  # of 240


def test_a_picture_is_one_frame(tmp_path):
    path = tmp_path / "picture.png"
    Image.new("RGB", (1000, 500), "red").save(path)
    (shot,) = shots(path, FrameBudget(max_side=100), video=False)
    assert Image.open(BytesIO(shot.jpeg)).size == (100, 50)
    assert shot.url.startswith("data:image/jpeg;base64,/9j/")


def faulty(tmp_path, kind):
    path = tmp_path / f"{kind}.mp4"
    if kind == "corrupt":
        path.write_bytes(np.random.default_rng(0).bytes(50_000))
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "sound":
        write_sound(path)
    elif kind == "no_frame":
        write_no_frame(path)
    elif kind.startswith("cut"):
        path = tmp_path / kind
        content = write_video(tmp_path / f"whole{path.suffix}", seconds=10).read_bytes()
        path.write_bytes(content[: len(content) // (2 if path.suffix == ".mp4" else 4)])
    elif kind == "folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("not a video at all")
    return path


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "no such file"),
        ("folder", "a folder"),
        ("corrupt", "damaged"),
        ("empty", "damaged"),
        ("text", "damaged"),
        ("sound", "only sound"),
        ("no_frame", "frame|no video"),
        ("cut.avi", "damaged"),
        ("cut.mp4", "cut off"),
        ("cut.mkv", "cut off"),
        ("cut.webm", "cut off"),
    ],
)
@pytest.mark.parametrize("look", [lambda path: sample(path, 0.5, 8, 64), check], ids=["sample", "check"])
def test_a_file_that_can_not_be_shown_is_named_with_what_is_wrong(tmp_path, kind, said, look):
    path = faulty(tmp_path, kind)
    with pytest.raises(VideoError, match=said) as caught:
        look(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("container", ["mp4", "mkv", "webm", "ts", "avi", "mov"])
def test_a_whole_file_of_any_container_passes_the_check(tmp_path, container):
    check(write_video(tmp_path / f"whole.{container}", seconds=3))


def test_a_damaged_picture_is_named(tmp_path):
    path = tmp_path / "picture.jpg"
    path.write_bytes(b"\xff\xd8 no picture")
    with pytest.raises(VideoError, match="picture.jpg"):
        shots(path, FrameBudget(), video=False)


def test_many_threads_decode_a_video_once(tmp_path, monkeypatch):
    path = write_video(tmp_path / "once.mp4", seconds=2)
    opened, lock, open_ = [], threading.Lock(), av.open

    def counted(*args, **kwargs):
        with lock:
            opened.append(args)
        return open_(*args, **kwargs)

    monkeypatch.setattr(av, "open", counted)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: shots(path, FrameBudget(), video=True), range(32)))
    assert len(opened) == 1
    assert len({id(shot) for shot in found}) == 1
    shots(path, FrameBudget(fps=1), video=True)
    assert len(opened) == 2


@pytest.fixture
def kept(monkeypatch):
    """Nothing kept yet, and room for two."""
    empty = frames.Kept(2)
    monkeypatch.setattr(frames, "_KEPT", empty)
    return empty


def decoded_ahead(paths):
    for thread in frames.decode_ahead(paths, FrameBudget()):
        thread.join(60)


def test_as_many_videos_are_decoded_ahead_as_can_be_kept(tmp_path, kept, monkeypatch):
    paths = [write_video(tmp_path / f"{number}.mp4", seconds=1 + number) for number in range(3)]
    decoded_ahead([paths[0], *paths])
    assert kept.room == 0
    monkeypatch.setattr(av, "open", None)
    assert [len(shots(path, FrameBudget(), video=True)) for path in paths[:2]] == [1, 1]
    with pytest.raises(TypeError):  # it would be decoded now
        shots(paths[2], FrameBudget(), video=True)


def test_what_can_not_be_decoded_ahead_is_told_to_who_asks_for_it(tmp_path, kept):
    path = faulty(tmp_path, "sound")
    decoded_ahead([path, tmp_path / "gone.mp4"])
    assert kept.room
    with pytest.raises(VideoError, match="only sound"):
        shots(path, FrameBudget(), video=True)


def test_what_frames_depend_on_is_told_without_decoding(tmp_path, monkeypatch):
    first, second = write_video(tmp_path / "a.mp4", seconds=1), write_video(tmp_path / "b.mp4", seconds=2)
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(first.read_bytes())
    monkeypatch.setattr(av, "open", None)
    assert identity(first, FrameBudget(), video=True) == identity(copy, FrameBudget(), video=True)
    assert content_hash(first) != content_hash(second)
    assert identity(first, FrameBudget(), video=True) != identity(first, FrameBudget(fps=1), video=True)
    assert identity(first, FrameBudget(), video=False) == identity(first, FrameBudget(fps=1), video=False)
    copy.write_bytes(second.read_bytes())
    assert content_hash(copy) == content_hash(second)


def test_a_video_that_could_not_be_decoded_is_tried_again_when_it_is_there(tmp_path):
    path = tmp_path / "late.mp4"
    path.write_bytes(b"not yet")
    with pytest.raises(VideoError):
        shots(path, FrameBudget(), video=True)
    write_video(path, seconds=2)
    assert len(shots(path, FrameBudget(), video=True)) == 1


def test_a_budget_of_no_frames_opens_no_file(tmp_path):
    for video in (True, False):
        assert shots(tmp_path / "gone.mp4", FrameBudget(max_frames=0), video=video) == ()
