import sys

import pytest
from PIL import Image, ImageDraw

from lmms_eval_vcif.models.ocr import OCR, Piece, in_reading_order


def piece(text, left, top):
    return Piece(text, left, top, top + 20)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([], ""),
        ([piece("second", 0, 40), piece("first", 0, 0)], "first\nsecond"),
        ([piece("right", 100, 3), piece("left", 0, 0), piece("below", 0, 30)], "left right\nbelow"),
        ([piece("请写", 0, 0), piece("诗。", 60, 2)], "请写诗。"),
        ([piece("写一首", 0, 0), piece("poem", 60, 2), piece("吧", 120, 1)], "写一首 poem 吧"),
        ([piece("title", 50, 0), piece("a", 0, 30), piece("b", 0, 60), piece("c", 90, 61)], "title\na\nb c"),
    ],
)
def test_pieces_are_joined_as_a_person_reads(pieces, expected):
    assert in_reading_order(pieces) == expected


@pytest.fixture(scope="module")
def engine():
    return OCR()


def test_a_picture_is_read(engine):
    picture = Image.new("RGB", (640, 160), "white")
    draw = ImageDraw.Draw(picture)
    draw.text((20, 30), "Write a short poem", fill="black", font_size=36)
    draw.text((20, 90), "about the rain", fill="black", font_size=36)
    assert engine.read(picture) == "Write a short poem\nabout the rain"


def test_a_picture_without_text_gives_nothing(engine):
    assert engine.read(Image.new("L", (200, 200), 128)) == ""


def test_a_picture_is_read_once(engine, monkeypatch):
    picture = Image.new("RGB", (300, 80), "white")
    ImageDraw.Draw(picture).text((20, 20), "once", fill="black", font_size=36)
    assert engine.read(picture) == "once"
    monkeypatch.setattr(engine, "engine", None)
    assert engine.read(picture.copy()) == "once"


def test_without_the_engine_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(ImportError, match=r"pip install 'lmms-eval-vcif\[ocr\]'"):
        OCR()
