"""Sentences and the other segments. The golden file holds texts that public graders split wrongly; the tables here vary
each kind of them, as often in Chinese as in English."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lmms_eval_vcif.text import Text, sentences

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "golden" / "sentences.jsonl").read_text(encoding="utf-8").splitlines()
]

EN = {
    "titles": (["Mrs. Hall met Prof. Ng.", "They left at 5 p.m. on Friday."]),
    "latin abbreviations": ["Bring fruit, e.g. Apples or figs, i.e. Something sweet.", "Go."],
    "references": ["See Eq. 4, pp. 12 and Sec. B for it.", "No. 9 is next."],
    "no as an answer": ["Is it red?", "No.", "It is blue."],
    "initials": ["C. S. Lewis met J.R.R. Tolkien.", "So did I.", "He agreed."],
    "acronyms": ["The U.K. team won.", "They flew to the U.S.", "It rained."],
    "versus": ["In Roe v. Wade it was vs. Texas.", "Then it changed."],
    "numbers": ["Pi is 3.14159.", "Use v2.0.1 or .5 of it.", "3 people came."],
    "addresses": ["Read https://a.org/x.html?q=1.", "Or mail a.b@c.org!", "Thanks."],
    "forgotten blank": ["We won.", "You lost.", "See Node.js or www.Example.com."],
    "ellipsis": ["Well... maybe so.", "He paused...", "Then it ended…"],
    "runs of marks": ["Really?!", "Yes!!!", "Wow."],
    "speech": ["“Go!” she cried.", "“Why?” Tom asked.", "He said, “It is late.”", "We left."],
    "verb before the speaker": ["“Is it late?” asked Tom.", "“It is.”"],
    "brackets": ["A dog (named Rex! by her) barked.", "(It was loud.)", "We ran."],
    "names with a mark": ["Yahoo! Mail and Yahoo! News are old.", "They closed."],
    "brands": ["He bought one.", "iPhones are dear."],
    "emoji": ["It is done. 🎉", "We are glad. 😀"],
    "marks of emphasis": ["**Note.**", "It is *late.*", "We left."],
    "footnotes": ["It is warm.[1]", "It is wet.[2]"],
    "choices": ["The answer is C. Apples.", "He chose plan B.", "It worked."],
    "enumerators": ["There are two: 1. Red ones, 2. Blue ones.", "B. Second part"],
    "another script": ["The word 谢谢。", "It means thanks."],
    "small letters after a stop": ["This is one.", "this is two.", "He said no.", "but why?", "who knows!", "fine."],
    "small letters after what may be an abbreviation": ["The temp. of it is in dept. two, etc. and so on.", "Go."],
    "small letters after speech and names": ["He asked “Why?” and left.", "The Yahoo! page is (wow!) old."],
}
ZH = {
    "称呼": ["王博士（Dr. Wang）来了。", "他周五下午5点走的。"],
    "拉丁缩写": ["带些水果，e.g. 苹果或无花果。", "走吧。"],
    "引用": ["见第4式、第12页和Sec. 3。", "第9号是下一个。"],
    "单字回答": ["它是红的吗？", "不。", "它是蓝的。"],
    "首字母": ["C. S. Lewis见了J.R.R. Tolkien。", "我也是。", "他同意了。"],
    "首字母缩写": ["U.K.队赢了。", "他们飞到了U.S.。", "下雨了。"],
    "分号与冒号": ["春天暖；夏天热：这就是气候。", "后来变了。"],
    "数字": ["圆周率是3.14159。", "请用2.0.1版。", "3个人来了。"],
    "网址": ["请读https://a.org/x.html?q=1。", "或写信到a.b@c.org！", "谢谢。"],
    "半角句点": ["今天很冷.", "明天更冷.", "后天呢?", "也冷!"],
    "省略号": ["他想……还是去了。", "他停住了……"],
    "连用标点": ["真的吗？！", "是的！！！", "太好了。"],
    "说话人在后": ["“走吧！”她喊道。", "“为什么？”小明问。", "他说：“很晚了。”", "我们走了。"],
    "说话人在前": ["她問：「晚了嗎？」", "我答：「晚了。」"],
    "括号": ["一只狗（叫旺财！）在叫。", "（声音很大。）", "我们跑了。"],
    "书名": ["我看了《走吧！孩子》和《为什么？》两本书。", "很好看。"],
    "全角句点": ["今天很冷．", "明天更冷．"],
    "表情": ["做完了。 🎉", "我们很高兴。 😀"],
    "强调": ["**注意。**", "他*很晚*才来。", "我们走了。"],
    "脚注": ["很暖和。[1]", "很潮湿。[2]"],
    "引语作定语": ["墙上写着“禁止停车！”的字样。", "没人停车。"],
    "选项与序号": ["答案是C. 苹果，要求：1. 洗净 2. 切开。", "B. 第二部分"],
    "另一种文字": ["这个词是thanks。", "It means 谢谢."],
    "句后小写": ["版本是alpha。", "beta明天来。", "gamma呢？", "还没有！"],
    "不是句末的点": ["水的temp. of the day在这里。", "走。"],
    "名称之后": ["Yahoo! japan的网页（哇！）很旧。", "没人看。"],
}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["text"][:30])
def test_golden(case):
    assert sentences(case["text"], case["language"]) == case["sentences"]


def test_both_languages_have_as_many_cases():
    assert len(EN) == len(ZH)


@pytest.mark.parametrize("kind", EN)
def test_english(kind):
    blank = "" if kind == "forgotten blank" else " "
    assert sentences(blank.join(EN[kind]), "en") == EN[kind]


@pytest.mark.parametrize("kind", ZH)
def test_chinese(kind):
    assert sentences("".join(ZH[kind]), "zh") == ZH[kind]


@pytest.mark.parametrize(
    ("language", "response", "count"),
    [
        ("en", "i woke up. it was late. was it, e.g. noon? yes.", 4),
        ("en", "# Title\n\n**All in bold**\n\nOne. Two.\n\n| a | b |\n|---|---|\n| c. | d. |\n\n```\nx. Y.\n```", 2),
        ("en", "Overview\nThe chart has three bars.", 2),
        ("en", "The image shows\na boat on\na lake. It is calm.", 2),
        ("en", "- one\n- two. Three.\n  - nested", 4),
        ("en", "> He came. He saw.", 2),
        ("en", "Here are two:\n1. Red\n2. Blue", 3),
        ("zh", "我醒了。很晚了。是中午吗？是的。", 4),
        ("zh", "# 标题\n\n**全是粗体**\n\n一。二。\n\n| 甲 | 乙 |\n|---|---|\n| 丙。 | 丁。 |\n\n```\nx。\n```", 2),
        ("zh", "概述\n图中有三根柱子。", 2),
        ("zh", "图中有\n一条船。很平静。", 3),
        ("zh", "- 一\n- 二。三。\n  - 内层", 4),
        ("zh", "> 他来了。他看了。", 2),
        ("zh", "有两种：\n1、红\n2、蓝", 3),
    ],
)
def test_what_counts(language, response, count):
    assert len(Text(response, language).sentences) == count


def test_a_segment_knows_its_kind_and_mark():
    text = Text("# T\n\nIntro\n\n1. Boil. Pour.\n\n|a|\n|-|\n|b|\n\n```\nx\n```", "en")
    found = [(segment.kind, segment.text, segment.sentence, segment.counted) for segment in text.segments]
    assert found == [
        ("heading", "# T", "# T", False),
        ("title", "Intro", "Intro", True),
        ("item", "1. Boil.", "Boil.", True),
        ("sentence", "Pour.", "Pour.", True),
        ("row", "|a|", "|a|", False),
        ("row", "|b|", "|b|", False),
        ("code", "```\nx\n```", "```\nx\n```", False),
    ]


def test_sentences_of_a_part():
    assert Text("x", "en").sentences_in("1. One. Two.") == ("One.", "Two.")
    assert Text("x", "zh").sentences_in("1、一。二。") == ("一。", "二。")
