"""Numbers as the precision rule reads them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from lmms_eval_vcif.text import Text, scientific

CASES = [
    ("It weighs 3.14kg or 12,345.678 kg.", [("3.14", "measurement"), ("12,345.678", "measurement")]),
    (
        "The change was −3.50 kg, not -2.0 or 3-5.",
        [("−3.50", "measurement"), ("-2.0", "measurement"), ("3", "plain"), ("5", "plain")],
    ),
    ("It costs $5, 5.20 dollars or 3 million euros.", [("5", "currency"), ("5.20", "currency"), ("3", "currency")]),
    ("It rose 3.5% and 2 percent.", [("3.5", "percent"), ("2", "percent")]),
    (
        "On 2024-05-06 and May 7, 2024 in 2019, the 1990s.",
        [("2024-05-06", "date"), ("May 7, 2024", "date"), ("2019", "year"), ("1990", "year")],
    ),
    (
        "At 12:30 or 9 a.m. use v2.1 and Python 3.11 and 1.2.3.",
        [("12:30", "time"), ("9 a.m", "time"), ("2.1", "version"), ("3.11", "version"), ("1.2.3", "version")],
    ),
    (
        "The 3rd of Fig. 2 shows GPT-4.5 and H2O.",
        [("3rd", "ordinal"), ("2", "ordinal"), ("4.5", "version"), ("2", "version")],
    ),
    ("1. It is 2.50 m\n2. There are 20 people.", [("2.50", "measurement"), ("20", "plain")]),
    (
        "The length is ... 5.50, or .5, or .3.5.",
        [("5.50", "measurement"), (".5", "measurement"), ("3.5", "measurement")],
    ),
    ("It is 1.20×10⁵ or 1.2e5.", [("1.20×10⁵", "scientific"), ("1.2e5", "scientific")]),
    ("A 4K film at 3 K.", [("4", "plain"), ("3", "measurement")]),
    ("第3天，第5分钟，共2周。", [("3", "ordinal"), ("5", "ordinal"), ("2", "measurement")]),
    ("重3.14千克或12,345.678公斤。", [("3.14", "measurement"), ("12,345.678", "measurement")]),
    (
        "变化为−3.50公斤，不是-2.0或3-5。",
        [("−3.50", "measurement"), ("-2.0", "measurement"), ("3", "plain"), ("5", "plain")],
    ),
    ("价格￥5、5.20元或3万美元。", [("5", "currency"), ("5.20", "currency"), ("3", "currency")]),
    ("上升3.5%，百分之2。", [("3.5", "percent"), ("2", "percent")]),
    (
        "2024年5月6日和5月7日，2019年，90年代。",
        [("2024年5月6日", "date"), ("5月7日", "date"), ("2019", "year"), ("90", "year")],
    ),
    (
        "12:30或9点30分用版本2.1和Python 3.11和1.2.3。",
        [("12:30", "time"), ("9点30分", "time"), ("2.1", "version"), ("3.11", "version"), ("1.2.3", "version")],
    ),
    ("第3个，第2图，GPT-4.5和H2O。", [("3", "ordinal"), ("2", "ordinal"), ("4.5", "version"), ("2", "version")]),
    ("1、长2.50米\n2、有20人。", [("2.50", "measurement"), ("20", "plain")]),
    ("长度是5.50，或.5，或.3.5。", [("5.50", "measurement"), (".5", "measurement"), ("3.5", "measurement")]),
    ("是1.20×10⁵或1.2e5。", [("1.20×10⁵", "scientific"), ("1.2e5", "scientific")]),
]


@pytest.mark.parametrize(("response", "numbers"), CASES)
def test_numbers(response, numbers):
    text = Text(response, "en")
    assert [(number.text, number.kind) for number in text.numbers] == numbers


def test_a_number_has_value_digits_unit_and_place():
    text = Text("About ５．２０ km and .5 L", "en")
    found = [(number.value, number.decimals, number.unit, number.measured) for number in text.numbers]
    assert found == [(Decimal("5.20"), 2, "km", True), (Decimal("0.5"), 1, "L", True)]
    assert [text.plain[number.start : number.end] for number in text.numbers] == ["５．２０", ".5"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1.20×10⁵", "120000"),
        ("6.02 \\times 10^{−7}", "6.02e-7"),
        ("6.02 × 10⁻⁷", "6.02e-7"),
        ("1.2e5", "120000"),
        ("1e99999999", "1e10000"),
    ],
)
def test_scientific_notation(written, value):
    assert scientific(written) == Decimal(value)
