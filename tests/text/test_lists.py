"""List items: marks of both languages, what only looks like a mark, nesting."""

from __future__ import annotations

import pytest

from lmms_eval_vcif.text import Text

BULLETS = ["- {}", "* {}", "+ {}", "• {}", "●{}", "·{}", "– {}", "◦ {}", "▪ {}", "■{}", "→ {}", "✓ {}", "1️⃣ {}"]
NUMBERED = ["{}. x", "{}) x", "({}) x", "{}、x", "（{}）x", "{}.X", "{}.**x**", "{}\ufe0f\u20e3 x"]
NOT_ITEMS = [
    "-5 degrees\n-6 degrees",
    "3.14 is pi.\n2.71 is e.",
    "2023. It began.\n2024. It ended.",
    "**Summary**\n**Details**",
    "*Note* this\n*Mark* that",
    "---\n***\n___",
    "* * *",
    "12:30 lunch",
    "3D view",
    "The room is number\n14. It is small.",
    "```\n- a\n1. b\n```",
    "—他说\n——她说",
    "-3度\n-4度",
    "2024、2025年\n2026、2027年",
    "3.5米\n4.5米",
    "*注意*请看",
]


@pytest.mark.parametrize("mark", BULLETS)
def test_bullets(mark):
    text = Text("\n".join(mark.format(word) for word in ("red", "blue")), "en")
    assert [item.text for item in text.items] == ["red", "blue"]


@pytest.mark.parametrize("mark", ["-", "+", "*", "●", "※" * 0 + "◆"])
def test_bullets_without_a_blank_in_chinese(mark):
    assert len(Text(f"{mark}苹果\n{mark}香蕉", "zh").bullets) == 2


@pytest.mark.parametrize("mark", NUMBERED)
def test_ordinals(mark):
    text = Text("\n".join(mark.format(number) for number in (1, 2, 3)), "en")
    assert [(item.kind, item.ordinal) for item in text.items] == [("numbered", 1), ("numbered", 2), ("numbered", 3)]


@pytest.mark.parametrize(
    ("response", "ordinals"),
    [
        ("①甲\n②乙", [1, 2]),
        ("一、甲\n二、乙\n十、丙\n十一、丁\n二十三、戊", [1, 2, 10, 11, 23]),
        ("（一）甲\n（二）乙", [1, 2]),
        ("１．甲\n２．乙", [1, 2]),
        ("⑴甲\n⑵乙", [1, 2]),
        ("1. 甲\n1. 乙\n1. 丙", [1, 1, 1]),
        ("9. 甲\n10. 乙\n11. 丙", [9, 10, 11]),
        ("说明如下：\n2、甲\n3、乙", [2, 3]),
    ],
)
def test_chinese_ordinals(response, ordinals):
    assert [item.ordinal for item in Text(response, "zh").numbered] == ordinals


@pytest.mark.parametrize("response", NOT_ITEMS)
def test_what_only_looks_like_an_item(response):
    assert Text(response, "zh").items == Text(response, "en").items == ()


@pytest.mark.parametrize(
    ("response", "tops", "children"),
    [
        ("- fruit\n  - apple\n  - pear\n- veg", ["fruit", "veg"], [["apple", "pear"], []]),
        ("1. A\n  - x\n  - y\n2. B", ["A", "B"], [["x", "y"], []]),
        ("1. A\n   text\n\n2. B\n\n   more", ["A\ntext", "B\nmore"], [[], []]),
        ("1. A\nlazy text\n2. B", ["A\nlazy text", "B"], [[], []]),
        ("1. A\n   ```\n- not an item\n   ```\n2. B", ["A\n- not an item", "B"], [[], []]),
        ("* A\n    * x\n        * deep\n* B", ["A", "B"], [["x"], []]),
        ("🔹 red\n🔹 blue", ["red", "blue"], [[], []]),
        ("> - quoted\n\n- own", ["own"], [[]]),
        ("1、甲\n  （1）子\n  （2）丑\n2、乙", ["甲", "乙"], [["子", "丑"], []]),
        ("- **one** `x`\n- [two](u)", ["one x", "two"], [[], []]),
        ("- [x] done\n- [ ] open", ["done", "open"], [[], []]),
    ],
)
def test_nesting(response, tops, children):
    items = Text(response, "en").items
    assert [item.text for item in items] == tops
    assert [[child.text for child in item.children] for item in items] == children


def test_a_change_of_marks_begins_a_new_list():
    blocks = Text("- a\n- b\n\n* c\n1. d\n1) e", "en").blocks
    assert [[item.marker for item in block.items] for block in blocks] == [["-", "-"], ["*"], ["1."], ["1)"]]


def test_an_item_knows_where_it_stands():
    item = Text("Intro:\n\n2) **B** x\n   y", "en").items[0]
    assert (item.marker, item.line, item.source, item.text) == ("2)", 2, "**B** x\ny", "B x\ny")


@pytest.mark.parametrize(
    ("response", "bullets", "numbered"),
    [("- a\n- b\n\n1. c", 1, 1), ("• a\n• b", 0, 0), ("1、甲\n2、乙", 0, 0), ("- a\n  1. b", 1, 1)],
)
def test_markdown_knows_fewer_marks(response, bullets, numbered):
    text = Text(response, "en")
    assert (text.count_markup("bullet_list"), text.count_markup("numbered_list")) == (bullets, numbered)
