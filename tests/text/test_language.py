"""The language of an answer, and the scripts of its letters."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from lmms_eval_vcif.constraints import catalogue
from lmms_eval_vcif.text import Text, chinese_script
from lmms_eval_vcif.text.identify import identify
from lmms_eval_vcif.text.scripts import WRITTEN_IN

FRENCH = "Le chat est assis sur la table et regarde la mer."


@pytest.mark.parametrize(
    ("code", "response", "is_in"),
    [
        ("en", "THIS SENTENCE IS WRITTEN IN CAPITALS AND IT IS ENGLISH.", True),
        ("en", "The word 猫 means cat in Chinese, and people use it daily.", True),
        ("en", FRENCH, False),
        ("en", "今天天气很好。", False),
        ("en", "The sign says “禁止停车禁止停车” to all of us here.", True),
        ("en", "Run this:\n\n```\n打印(变量)\n```\n\nIt prints the value of the variable.", True),
        ("en", "12345", True),
        ("zh", "巴黎", True),
        ("zh", "今天天氣很好，我們去公園散步吧。", True),
        ("zh", "我用Python和PyTorch训练模型，效果很好。", True),
        ("zh", "Here is the answer to your question. 今天天气很好，我们去公园散步。", False),
        ("zh", "今日は天気がいいですね。", False),
        ("zh", "오늘은 날씨가 좋아요.", False),
        ("zh", "😀", True),
        ("fr", FRENCH, True),
        ("fr", "VOICI QUELQUES SUGGESTIONS POUR SOULAGER LES MAUX DE TÊTE.", True),
        ("ja", "今日は天気がいいですね。", True),
        ("ja", "今天天气很好。", False),
        ("ko", "오늘은 날씨가 좋아요.", True),
        ("ko", "SRE는 Site Reliability Engineering의 약자로, 서비스의 안정성을 높이는 일입니다.", True),
        ("zh", "Here is 猫 now. I saw 狗 too. We like 鸟 much.", False),
        ("zh", "Apples, 苹果, pears, bananas, grapes, melons, oranges", False),
        ("zh", "我喜欢Taylor Swift和Kanye West的歌，推荐用Visual Studio Code。", True),
        ("ko", "SRE is a way to keep services reliable. 서비스의 안정성을 높이는 일입니다.", False),
        ("hi", "Here is the poem that you asked for: नए विचारों की उड़ान", False),
        ("ko", "今天天气很好，我们去公园散步吧。", False),
        ("hi", "आज मौसम बहुत अच्छा है और हम पार्क में घूमने जा रहे हैं।", True),
        ("mr", "आज मौसम बहुत अच्छा है और हम पार्क में घूमने जा रहे हैं।", False),
        ("mr", "आज हवामान खूप छान आहे आणि आम्ही उद्यानात फिरायला जात आहोत.", True),
        ("kn", "ಇಂದು ಹವಾಮಾನ ತುಂಬಾ ಚೆನ್ನಾಗಿದೆ.", True),
        ("te", "ಇಂದು ಹವಾಮಾನ ತುಂಬಾ ಚೆನ್ನಾಗಿದೆ.", False),
        ("ta", "இன்று வானிலை மிகவும் நன்றாக இருக்கிறது.", True),
        ("pa", "ਅੱਜ ਮੌਸਮ ਬਹੁਤ ਵਧੀਆ ਹੈ।", True),
        ("fa", "امروز هوا خیلی خوب است و ما به پارک می‌رویم.", True),
        ("ar", "امروز هوا خیلی خوب است و ما به پارک می‌رویم.", False),
        ("vi", "Hôm nay thời tiết rất đẹp và chúng tôi đi dạo trong công viên.", True),
        ("sw", "Leo hali ya hewa ni nzuri sana na tunakwenda kutembea bustanini.", True),
        ("fi", "Tänään on kaunis ilma, ja menemme kävelylle puistoon.", True),
        ("sw", FRENCH, False),
        ("ru", "Сегодня хорошая погода, и мы пойдём гулять в парк.", True),
        ("uk", "Сегодня хорошая погода, и мы пойдём гулять в парк.", False),
        ("zh-Hant", "今天天氣很好，我們去公園散步吧。", True),
        ("zh-Hant", "今天天气很好，我们去公园散步吧。", False),
        ("zh-Hans", "今天天气很好，我们去公园散步吧。", True),
        ("zh-Hans", "今天天氣很好，我們去公園散步吧。", False),
        ("zh-Hans", "皇后在里面", True),
    ],
)
def test_is_in(code, response, is_in):
    found, seen = Text(response, "en").is_in(code)
    assert found is is_in, seen


def test_the_languages_are_those_that_the_entry_offers():
    offered = catalogue()["response_language"].parameters["language"]["enum"]
    assert {code.split("-")[0] for code in offered} == set(WRITTEN_IN)


def test_a_long_text_is_judged_by_all_of_it():
    assert not Text(FRENCH * 20 + "The cat sits on the table. " * 200, "en").is_in("fr")[0]


def test_what_was_seen_is_said():
    assert Text(FRENCH, "en").is_in("en")[1] == "38 of 38 letters are Latin, identified as fr"
    assert Text("12", "en").is_in("en")[1] == "no letters: the language is undetermined"


def test_a_part_of_the_answer():
    text = Text(f"{FRENCH}\n\n今天天气很好。", "en")
    assert text.is_in("zh", within="今天天气很好。")[0]
    assert not text.is_in("fr")[0]


def test_letters_per_script():
    assert Text("Ab 猫カñ 한 ж `code` https://a.org 9!", "en").letters == {
        "Latin": 3,
        "Han": 1,
        "Kana": 1,
        "Hangul": 1,
        "Cyrillic": 1,
    }


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("汉语", (2, 0)),
        ("漢語", (0, 2)),
        ("皇后公里", (0, 0)),
        ("台灣峰會", (0, 2)),
        ("汉漢汉", (2, 1)),
        ("abc", (0, 0)),
    ],
)
def test_scripts_of_chinese(text, counts):
    assert chinese_script(text) == counts


def test_identifying_is_the_same_in_many_threads():
    texts = [FRENCH, "Wet floor", "Der Hund schläft unter dem Tisch.", "The cat sleeps."] * 8
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(identify, texts)) == [identify(text) for text in texts]
