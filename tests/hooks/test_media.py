from pathlib import Path

import pytest
from PIL import Image

from lmms_eval_vcif.hooks.harness import data_folders
from lmms_eval_vcif.hooks.media import ROOT, media_roots, picture_files, picture_hash, pictures
from lmms_eval_vcif.records import RecordError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv(ROOT, raising=False)
    Image.new("RGB", (8, 8), "red").save(tmp_path / "red.png")
    Image.new("RGB", (8, 8), "blue").save(tmp_path / "blue.png")
    return tmp_path


def download(dataset_kwargs):
    """As in the harness: what it loads stands in its arguments, and the hook is called from within."""

    def process_docs():
        return data_folders()

    return process_docs()


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"test": "/data/rows.jsonl"}, ["/data"]),
        ({"test": ["/data/a.jsonl", "/more/b.jsonl", "/data/c.jsonl"]}, ["/data", "/more"]),
        ("/data/part-*.parquet", ["/data"]),
        ("/data/**/part-*.parquet", ["/data"]),
        ({"test": "https://host/rows.jsonl"}, []),
        ({"test": Path("/data/rows.jsonl")}, ["/data"]),
    ],
)
def test_the_folders_of_the_data_files(files, expected):
    assert download({"data_files": files}) == [Path(folder) for folder in expected]


def test_a_relative_data_file_starts_at_the_working_directory(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert download({"data_files": "rows/rows.jsonl"}) == [folder / "rows"]


def test_without_data_files_no_folder_is_known():
    assert download({}) == data_folders() == []


def test_a_relative_path_starts_at_the_root_then_at_the_setting_then_at_the_rows(folder, tmp_path_factory, monkeypatch):
    other = tmp_path_factory.mktemp("other")
    Image.new("RGB", (8, 8), "green").save(other / "red.png")
    row = {"image": "red.png"}
    assert picture_files(row, media_roots({}, [other, folder])) == [str(other / "red.png")]
    assert picture_files(row, media_roots({"media_root": str(folder)}, [other])) == [str(folder / "red.png")]
    monkeypatch.setenv(ROOT, str(folder))
    assert picture_files(row, media_roots({"media_root": str(other)}, [other])) == [str(folder / "red.png")]


def test_several_pictures_and_absolute_paths(folder):
    row = {"image": None, "images": ["red.png", str(folder / "blue.png")]}
    files = picture_files(row, [folder])
    assert files == [str(folder / "red.png"), str(folder / "blue.png")]
    assert [picture.getpixel((0, 0)) for picture in pictures(row, files)] == [(255, 0, 0), (0, 0, 255)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"image": "gone.png"}, "image: no file 'gone.png' in .*; a relative path starts at .*VCIF_MEDIA_ROOT"),
        ({"image": "/gone.png"}, "image: no file '/gone.png'$"),
        ({"image": ""}, "image: the row has no picture"),
        ({"images": []}, "image: the row has no picture"),
        ({}, "image: the row has no picture"),
    ],
)
def test_what_is_missing_is_named(folder, row, message):
    with pytest.raises(RecordError, match=message):
        picture_files(row, [folder])


@pytest.mark.parametrize("form", ["file", "bytes", "struct", "struct_with_path", "decoded"])
def test_every_form_gives_the_same_picture(folder, form):
    content = (folder / "red.png").read_bytes()
    value = {
        "file": "red.png",
        "bytes": content,
        "struct": {"bytes": content, "path": None},
        "struct_with_path": {"bytes": None, "path": str(folder / "red.png")},
        "decoded": Image.open(folder / "red.png").convert("RGBA"),
    }[form]
    row = {"image": value}
    files = picture_files(row, [folder])
    (picture,) = pictures(row, files)
    assert (picture.mode, picture.size, picture.getpixel((0, 0))) == ("RGB", (8, 8), (255, 0, 0))
    if form != "decoded":
        assert picture_hash(row, files) == picture_hash({"image": content})


def test_the_hash_is_of_the_content(folder):
    assert picture_hash({}, [str(folder / "red.png")]) != picture_hash({}, [str(folder / "blue.png")])


@pytest.mark.parametrize("content", [b"", b"not a picture", "cut"])
def test_a_damaged_picture_is_refused_by_name(folder, content):
    whole = (folder / "red.png").read_bytes()
    (folder / "bad.png").write_bytes(whole[: len(whole) // 2] if content == "cut" else content)
    with pytest.raises(RecordError, match=r"image: .*bad\.png: "):
        picture_hash({}, [str(folder / "bad.png")])
