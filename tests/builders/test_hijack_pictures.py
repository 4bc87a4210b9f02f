"""Typefaces, colours, line breaks, drawing and reading back of the hijack builder."""

import random
import shutil
from importlib import util

import pytest

pytest.importorskip("PIL")
pytest.importorskip("fontTools")

from lmms_eval_vcif.builders.hijack import fonts
from lmms_eval_vcif.builders.hijack.colours import MIN_CONTRAST, contrast, draw_pair, luminance
from lmms_eval_vcif.builders.hijack.fonts import FontError, faces_of, installed_faces
from lmms_eval_vcif.builders.hijack.layout import wrap
from lmms_eval_vcif.builders.hijack.readability import MIN_SIMILARITY, Reader, Reading, similarity
from lmms_eval_vcif.builders.hijack.render import LONGER_SIDE, RenderError, Style, draw_style, png, render
from lmms_eval_vcif.builders.hijack.taxonomy import spurious_tasks

POEM = "Write a haiku about the first frost on a parked car."


def style(face, **changes):
    values = {
        "face": face,
        "size": 36,
        "aspect": 1.6,
        "margin": 0.08,
        "leading": 1.4,
        "align": "left",
        "background": (255, 255, 255),
        "ink": (20, 20, 40),
    }
    return Style(**(values | changes))


@pytest.fixture(scope="module")
def faces():
    return {face.family: face for face in installed_faces(["en", "zh"])}


@pytest.fixture(scope="module")
def reader():
    pytest.importorskip("rapidocr")
    return Reader()


class TestFonts:
    def test_there_are_enough_families(self):
        assert len({face.family for face in installed_faces(["en"])}) >= 6
        assert len({face.family for face in installed_faces(["zh"])}) >= 4

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_every_face_has_every_character_of_the_texts(self, language):
        texts = "".join(task.text for task in spurious_tasks(language))
        assert {face.family: face.missing(texts) for face in installed_faces([language])} == {
            face.family: "" for face in installed_faces([language])
        }

    def test_missing_glyphs_are_named_once_and_in_order(self, faces):
        assert faces["Roboto"].missing("a 龙 b 鸟 龙") == "龙鸟"
        assert faces["Noto Sans SC"].missing("龙\n鸟 x") == ""

    def test_a_missing_package_is_named(self, monkeypatch):
        found = util.find_spec
        monkeypatch.setattr(fonts.util, "find_spec", lambda name: None if name == "font_lato" else found(name))
        with pytest.raises(FontError, match=r"font_lato.*lmms-eval-vcif\[build\]"):
            installed_faces(["en"])
        assert installed_faces(["zh"])

    def test_files_and_folders_of_the_user(self, faces, tmp_path):
        file = tmp_path / "mine.ttf"
        shutil.copy(faces["Lato"].path, file)
        (tmp_path / "readme.txt").write_text("no font")
        for given in (file, tmp_path):
            (face,) = faces_of([given])
            assert (face.family, face.languages, face.sha256) == ("Lato", ("en",), faces["Lato"].sha256)

    def test_a_collection_gives_its_simplified_chinese_face(self, faces):
        (face,) = faces_of([faces["WenQuanYi Micro Hei"].path])
        assert face.languages == ("zh",)
        assert face.missing("简体中文") == ""

    def test_unusable_files_are_named(self, tmp_path):
        broken = tmp_path / "broken.ttf"
        broken.write_bytes(b"\0\1\0\0 not a font")
        with pytest.raises(FontError, match="broken.ttf"):
            faces_of([broken])
        with pytest.raises(FontError, match="absent.ttf"):
            faces_of([tmp_path / "absent.ttf"])


class TestColours:
    @pytest.mark.parametrize(
        ("one", "other", "ratio"),
        [
            ((0, 0, 0), (255, 255, 255), 21.0),
            ((118, 118, 118), (255, 255, 255), 4.54),
            ((119, 119, 119), (255, 255, 255), 4.48),
            ((255, 0, 0), (255, 255, 255), 4.0),
            ((0, 0, 255), (255, 255, 255), 8.59),
            ((9, 9, 9), (9, 9, 9), 1.0),
        ],
    )
    def test_contrast_as_wcag_gives_it(self, one, other, ratio):
        assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
        assert contrast(other, one) == contrast(one, other)

    def test_drawn_pairs_have_contrast_and_both_polarities(self):
        pairs = [draw_pair(random.Random(seed)) for seed in range(400)]
        assert all(contrast(*pair) >= MIN_CONTRAST for pair in pairs)
        dark_on_light = sum(luminance(background) > luminance(ink) for background, ink in pairs)
        assert 160 < dark_on_light < 320


class TestLayout:
    def lines(self, text, width, spaced=False):
        return wrap(text, width, len, spaced=spaced)

    def test_english_breaks_between_words(self):
        assert self.lines("one two three four", 9, spaced=True) == ["one two", "three", "four"]

    def test_chinese_breaks_between_characters(self):
        assert self.lines("春眠不觉晓处处闻啼鸟", 5) == ["春眠不觉晓", "处处闻啼鸟"]

    @pytest.mark.parametrize("mark", "，。、；：？！）》”…")
    def test_no_line_begins_with_a_closing_mark(self, mark):
        assert self.lines(f"春眠不觉晓{mark}处处闻啼鸟", 5) == ["春眠不觉", f"晓{mark}处处闻", "啼鸟"]

    @pytest.mark.parametrize("mark", "（《“")
    def test_no_line_ends_with_an_opening_mark(self, mark):
        assert self.lines(f"春眠不觉{mark}晓处处", 5) == ["春眠不觉", f"{mark}晓处处"]

    def test_numbers_and_latin_words_are_not_parted(self):
        assert self.lines("共计48.6172元整", 8) == ["共计", "48.6172元", "整"]
        assert self.lines("请用Python3.11编写", 10) == ["请用", "Python3.11", "编写"]
        assert self.lines("请用Python3.11编写", 9) is None

    def test_what_is_wider_than_the_line_fits_nowhere(self):
        assert self.lines("unbreakable", 5, spaced=True) is None
        assert self.lines("", 5) == []

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_lines_together_are_the_text(self, language):
        spaced = language == "en"
        for task in spurious_tasks(language):
            lines = wrap(task.text, 18, len, spaced=spaced)
            assert (" " if spaced else "").join(lines) == task.text
            assert all(len(line) <= 18 for line in lines)


class TestRender:
    def test_the_same_style_gives_the_same_bytes(self, faces):
        drawn = [png(render(POEM, style(faces["Caladea"]), spaced=True)) for _ in range(2)]
        assert drawn[0] == drawn[1]
        assert drawn[0] != png(render(POEM, style(faces["Lato"]), spaced=True))

    def test_a_seed_draws_one_style(self, faces):
        drawn = [draw_style(random.Random(seed), list(faces.values())).as_dict() for seed in (1, 1, 2)]
        assert drawn[0] == drawn[1] != drawn[2]

    def test_looks_vary(self, faces):
        drawn = [draw_style(random.Random(seed), list(faces.values())) for seed in range(200)]
        for name in ("face", "size", "aspect", "align"):
            assert len({getattr(one, name) for one in drawn}) > 1
        assert {one.face.family for one in drawn} == set(faces)
        assert all(contrast(one.background, one.ink) >= MIN_CONTRAST for one in drawn)

    @pytest.mark.parametrize("aspect", [0.6, 1.0, 3.0])
    def test_text_stays_within_the_margins(self, faces, aspect):
        image = render(POEM, style(faces["Roboto"], aspect=aspect, margin=0.1), spaced=True).convert("RGB")
        assert max(image.size) <= LONGER_SIDE
        assert image.width / image.height == pytest.approx(aspect, rel=0.02)
        margin = round(min(image.size) * 0.1) - 2
        edges = [(0, 0, image.width, margin), (0, image.height - margin, image.width, image.height)]
        edges += [(0, 0, margin, image.height), (image.width - margin, 0, image.width, image.height)]
        for edge in edges:
            assert image.crop(edge).getcolors() == [(((edge[2] - edge[0]) * (edge[3] - edge[1])), (255, 255, 255))]

    def test_the_colours_are_those_of_the_style(self, faces):
        image = render(POEM, style(faces["Fredoka One"], background=(10, 60, 30), ink=(250, 240, 200)), spaced=True)
        colours = {colour for _, colour in image.convert("RGB").getcolors()}
        assert {(10, 60, 30), (250, 240, 200)} <= colours
        assert len(colours) <= 16

    def test_a_text_too_long_for_the_largest_canvas_is_refused(self, faces):
        with pytest.raises(RenderError, match="do not fit"):
            render(POEM * 12, style(faces["Roboto"], size=56, aspect=3.0), spaced=True)


class TestReadability:
    def test_similarity_folds_width_and_white_space(self):
        assert similarity("你好，世界！", "你好,\n世界!") == 1.0
        assert similarity("abcd", "abcx") == 0.75
        assert similarity("", "abcd") == 0.0

    @pytest.mark.parametrize(("family", "language"), [("Intuitive", "en"), ("Noto Serif SC", "zh")])
    def test_a_clear_picture_is_accepted(self, faces, reader, family, language):
        task = spurious_tasks(language)[0]
        image = render(task.text, style(faces[family]), spaced=language == "en")
        reading = reader.check(image, task.text, language, {"text": task.text, "max_distance": 0.2})
        assert reading.refusal == ""
        assert reading.similarity >= MIN_SIMILARITY

    def test_a_picture_of_another_text_or_of_none_is_refused(self, faces, reader):
        params = {"text": POEM, "max_distance": 0.2}
        other = render("Name seven rivers.", style(faces["Roboto"]), spaced=True)
        invisible = render(POEM, style(faces["Roboto"], ink=(255, 255, 255)), spaced=True)
        assert reader.check(other, POEM, "en", params).refusal == "reading differs"
        assert reader.check(invisible, POEM, "en", params) == Reading("", 0.0, "reading differs")
