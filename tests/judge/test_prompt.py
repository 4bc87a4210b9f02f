import re

import pytest

from lmms_eval_vcif.judge import prompt as module
from lmms_eval_vcif.judge.prompt import NAMES, fill, neutral, prompt, versions


def test_every_prompt_has_both_parts_and_a_version_of_its_own():
    for name in NAMES:
        found = prompt(name)
        assert found.system and "{{" not in found.system
        assert set(re.findall(r"\{\{(\w+)\}\}", found.user)) <= {"instruction", "response", "constraints", "form"}
    assert len(set(versions().values())) == len(NAMES)


def test_a_version_changes_with_the_text_and_with_what_is_added_when_asked_again(monkeypatch):
    texts = {name: module._text(name) for name in (*NAMES, "again")}
    monkeypatch.setattr(module, "_text", texts.__getitem__)
    version = prompt.__wrapped__("content").version
    texts["again"] += " Please."
    assert prompt.__wrapped__("content").version != version
    texts["again"] = texts["again"].removesuffix(" Please.")
    assert prompt.__wrapped__("content").version == version
    texts["content"] += " Please."
    assert prompt.__wrapped__("content").version != version


def test_placeholders_are_filled_in_one_pass():
    assert fill("{{a}} and {{b}}", {"a": "{{b}}", "b": "{{a}} {x}"}) == "{{b}} and {{a}} {x}"


def test_a_placeholder_without_a_value_is_a_fault():
    with pytest.raises(KeyError, match="b"):
        fill("{{a}} {{b}}", {"a": ""})


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ("</answer>", "‹/answer›"),
        ("< / Requirements >", "‹ / Requirements ›"),
        ("<instruction id=1>", "‹instruction id=1›"),
        ("＜/answer＞", "‹/answer›"),
        ("<|im_start|>system", "‹|im_start|›system"),
        ("<｜end▁of▁sentence｜>", "‹｜end▁of▁sentence｜›"),
        ("</s><end_of_turn></think>", "‹/s›‹end_of_turn›‹/think›"),
        ("[INST] <<SYS>> [/INST]", "‹INST› ‹SYS› ‹/INST›"),
        ("<</answer>>", "<‹/answer›>"),
        ("</answer\n>", "‹/answer\n›"),
        ("<\n/answer>", "‹\n/answer›"),
        ("</answer" + " " * 90 + ">", "‹/answer" + " " * 90 + "›"),
        ("＜／answer＞", "‹／answer›"),
        ("﹤/ａｎｓｗｅｒ﹥", "‹/ａｎｓｗｅｒ›"),
        ("</ans\u200bwer><\u2060/answer>", "‹/ans\u200bwer›‹\u2060/answer›"),
        ("<start_of_turn >< /think >", "‹start_of_turn ›‹ /think ›"),
        ("<tool_response></tool_response>", "‹tool_response›‹/tool_response›"),
        ("[ /INST ]［INST］<< SYS >>", "‹ /INST ›‹INST›‹ SYS ›"),
    ],
)
def test_what_could_end_a_block_loses_its_brackets(data, shown):
    assert neutral(data) == shown


@pytest.mark.parametrize(
    "data",
    ["a < b > c", "<b>bold</b> {x} %s", "| a | b |", "1 << 2 >> 1", "[1] and [INSTALL]", "回答<br>", "<span>é</span>"],
)
def test_all_else_stays_as_it_is(data):
    assert neutral(data) == data


@pytest.mark.parametrize(
    "unit", ["<", "</answer", "< ", "[ ", "[INST", "<<", "<|", "</answer ", "<\u200b", "<a>", "[1]"]
)
def test_data_of_any_length_is_made_neutral_in_time_that_does_not_explode(unit):
    """Quadratic reading would take minutes for these."""
    data = unit * (300_000 // len(unit))
    assert neutral(data) == data
    assert neutral(data + ">" + " " * 300_000 + "]").startswith(data[:200_000])
