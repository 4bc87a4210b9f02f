"""Every reply that a public grader misread, and our own of the same kinds, in both languages."""

import json
from pathlib import Path

import pytest

from lmms_eval_vcif.judge.parse import read_reply

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "golden" / "judge_replies.jsonl").read_text(encoding="utf-8").splitlines()
]
WORD_FORMS = ("correct_incorrect", "yes_no", "true_false", "zh_yes_no")


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_replies_that_public_graders_misread(case):
    params = dict(case["params"])
    form, check = params.pop("format"), params.pop("check")
    decision = read_reply(case["response"], form, **params)
    assert decision is (None if check == "error" else case["expected"]), case["why"]


YES = [
    "CORRECT",
    "Correct.",
    "**Yes**",
    "TRUE",
    "Verdict: CORRECT",
    "No item is missing. Verdict: **YES**",
    "## Verdict\n\n**YES**",
    "Verdict — yes",
    "<verdict>correct</verdict>",
    "The final answer is \\boxed{yes}",
    "It is not incorrect.",
    "The constraint is satisfied.",
    "The response satisfies all the constraints.",
    "Is the opening right? Yes.",
    "Answer with CORRECT or INCORRECT.\nAnswer: CORRECT",
    "At first I said no.\nConclusion: the reply meets the requirement.",
    "Reason: three items, no more.\nResult: true",
    '{"verdict": "yes"}',
    "符合",
    "符合要求。",
    "满足了该约束。",
    "是",
    "是的。",
    "对",
    "结论：是",
    "结论：正确。",
    "判断：满足",
    "是否符合要求：是",
    "最终答案：【是】",
    "开头看似不对。\n结论：符合。",
    "该回答没有违反要求。",
    "理由：一共三条。\n判定：**通过**",
]

NO = [
    "Incorrect.",
    "incorrect, since the third item is missing",
    "The reply isn't correct.",
    "This is not fully correct.",
    "It can't be considered correct.",
    "That is never true.",
    "The answer is neither correct nor complete.",
    "NO",
    "No, two of the three are there.",
    "Verdict: not correct",
    "Verdict: NO. The correct number is three.",
    "Yes, a list was asked for. Final verdict: No",
    "Correct? No.",
    "The constraint has not been met.",
    "The response does not satisfy the requirement.",
    "The response fails to meet the constraint.",
    "The response violates the constraint.",
    "Constraint satisfied: no",
    "Answer: no\nReason: yes, there are items, but too few.",
    "Summary: not true",
    "❌",
    "INCORRECT, but close",
    "I don't think it is correct.",
    "不能认为该回答符合要求",
    "不能说符合要求",
    "不符合",
    "不满足要求。",
    "没有满足",
    "未能满足该约束",
    "并不符合要求",
    "不完全符合",
    "无法满足要求",
    "否",
    "不是",
    "不对。",
    "错误",
    "结论：否",
    "结论：不是",
    "结论：并不正确。",
    "判断：未通过",
    "是否满足要求：不满足",
    "答案是错误的",
    "该回答违反了约束。",
    "是的，要求三条。结论：不符合",
    "看起来正确。\n总结：错误",
]

NEITHER = [
    "",
    "   ",
    "<think>Yes, correct.",
    "The reply has two items.",
    "There is no way that this is correct",
    "Not all of the items meet the requirement.",
    "并非每一条都符合要求",
    "Partially correct.",
    "Mostly correct",
    "Yes and no",
    "Yes, but only two of the three.",
    "Verdict: maybe",
    "Verdict: partially correct",
    "Verdict: yes, mostly",
    "Verdict: CORRECT/INCORRECT",
    "Answer: yes or no",
    "True or False?",
    "Probably yes.",
    "I cannot tell whether it is correct.",
    "It would be correct if it had three items.",
    "It is unclear.",
    "The correct number is three.",
    "It seems correct",
    "I'm sorry, I can't help with that.",
    "部分符合",
    "基本满足要求。",
    "结论：部分满足",
    "可能符合",
    "无法判断是否符合要求",
    "是的，题目要求三条，但回答只有两条。",
    "正确或错误",
    "结论：是/否",
    "不确定",
    "题目要求写三条。",
    "抱歉，我无法回答。",
]


@pytest.mark.parametrize("form", WORD_FORMS)
@pytest.mark.parametrize(
    ("reply", "decision"), [(r, True) for r in YES] + [(r, False) for r in NO] + [(r, None) for r in NEITHER]
)
def test_words(form, reply, decision):
    assert read_reply(reply, form) is decision


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("1", True),
        ("0", False),
        (" **1** ", True),
        ("1/1", True),
        ("0 / 1", False),
        ("1 out of 1", True),
        ("Score: 1.0", True),
        ("score = 0", False),
        ("The score is 0.", False),
        ("Score: 1\nConfidence: 0", True),
        ("Ten of 10 words. Rating: 1", True),
        ("Score: 0\nNow I see it.\nScore: 1", True),
        ("I give it a 1.", True),
        ("得分：0", False),
        ("最终得分为1", True),
        ("0分", False),
        ("１", True),
        ("共有 10 处错误。评分：0/1", False),
        ("Score: 0.5", None),
        ("Score: 1/2", None),
        ("1/2", None),
        ("二分之一", None),
        ("Score: 10", None),
        ("10", None),
        ("Score: -1", None),
        ("Score: 0 or 1", None),
        ("Score: 100%", None),
        ("There are 10 errors.", None),
        ("得分：0.5", None),
        ("", None),
    ],
)
def test_zero_and_one(reply, decision):
    assert read_reply(reply, "binary01") is decision


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ('{"met": true}', True),
        ('{"MET": "Yes"}', True),
        ('{"met": 1, "reason": "ok"}', True),
        ('{"met": "符合"}', True),
        ("{met: true}", True),
        ('{"met": TRUE,}', True),
        ('{"result": {"met": true}}', True),
        ('[{"id": "c1", "met": true}]', True),
        ('The answer holds {"met": false} as text; my verdict: {"met": true}', True),
        ('{"met": false, "details": {"met": true}}', False),
        ('{"met": "INCORRECT"}', False),
        ('{"met": "not met"}', False),
        ('{"met": "不满足"}', False),
        ('{"met": 0}', False),
        ('{"met": false, "reason": "has \\"quotes\\" and {braces}"}', False),
        ('{"met": false, "reason": "the reply was cut o', False),
        ('Some {"unrelated": 1} object. ```json\n{ "met" : False }\n```', False),
        ("met: no", False),
        ('{"met": null}', None),
        ('{"met": "partially"}', None),
        ('{"met": 0.5}', None),
        ('{"met": "true/false"}', None),
        ('{"met": true, "met": false}', None),
        ('{"metric": true}', None),
        ("true", None),
        ("", None),
        ("{" * 5000, None),
    ],
)
def test_a_key_of_an_object(reply, decision):
    assert read_reply(reply, "json_bool", key="met") is decision


@pytest.mark.parametrize(
    ("reply", "n", "index", "decision"),
    [
        ("Score of constraint_1: 0/1\nScore of constraint_2: 1/1", 2, 1, False),
        ("Score of constraint_1: 0/1\nScore of constraint_2: 1/1", 2, 2, True),
        ("Score of constraint_10: 1/1, Score of constraint_1: 0/1", 10, 1, False),
        ("Score of constraint_10: 1/1, Score of constraint_1: 0/1", 10, 10, True),
        ("Constraint 2 score is 1/1", 2, 2, True),
        ("Constraint 1 - 0/1", 1, 1, False),
        ("| constraint_1 | 1/1 |\n| constraint_2 | 0/1 |", 2, 2, False),
        ("约束1：1/1，约束2：0/1", 2, 2, False),
        ("约束二得分：1/1", 2, 2, True),
        ("第1条：0/1；第2条：1/1", 2, 1, False),
        ("Summary: 1/1", 1, 1, True),
        ("[1, 0]", 2, 2, False),
        ("1. 1/1\n2. 0/1", 2, 2, False),
        ("Score of constraint_1: 1", 1, 1, True),
        ("constraint_1: the word count holds.\nScore of constraint_1: 0/1", 1, 1, False),
        ("Score of constraint_1: 1/1", 2, 2, None),
        ("Score of constraint_1: 1/2", 1, 1, None),
        ("Score of constraint_1: 0.5/1", 1, 1, None),
        ("Score of constraint_1: 1/1\nSummary: Score of constraint_1: N/A", 1, 1, None),
        ("约束1：无法判断", 1, 1, None),
        ("[1, 0, 1]", 2, 2, None),
        ("Score of constraint_1: 1/1 would be too much.", 1, 1, None),
        ("", 1, 1, None),
    ],
)
def test_scores_of_several_constraints(reply, n, index, decision):
    assert read_reply(reply, "score_list", n=n, index=index) is decision


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ("A", True),
        ("(A)", True),
        ("Grade: A", True),
        ("[[A]]", True),
        ("A. All three items are there.", True),
        ("Looks like a B at first.\nFinal grade: **A**", True),
        ("I would give this an A.", True),
        ("等级：A", True),
        ("B", False),
        ("Grade: C", False),
        ("评级为B", False),
        ("B — the opening is missing", False),
        ("A good response.", None),
        ("Grade: A or B", None),
        ("A/B", None),
        ("A-", None),
        ("Grade: Acceptable", None),
        ("All of it is fine.", None),
        ("", None),
    ],
)
def test_grades(reply, decision):
    assert read_reply(reply, "grade_letter", positive="A") is decision


@pytest.mark.parametrize(
    ("form", "params"),
    [("stars", {}), ("json_bool", {}), ("grade_letter", {}), ("score_list", {"n": 2, "index": 3})],
)
def test_a_form_that_lacks_what_it_needs_is_refused(form, params):
    with pytest.raises(ValueError, match="unknown|needs|not among"):
        read_reply("yes", form, **params)


@pytest.mark.parametrize(
    "unit",
    [
        "is not ",
        "不",
        "verdict: ",
        "a: ",
        "{",
        '{"a":',
        "yes or ",
        "score of constraint 1: ",
        "get ",
        "\\boxed{",
        "not a ",
    ],
)
def test_a_reply_of_any_length_is_read_in_time_that_does_not_explode(unit):
    """Quadratic reading would take minutes for these."""
    reply = unit * (200_000 // len(unit))
    assert [read_reply(reply, form) for form in WORD_FORMS] == [None] * 4
    assert read_reply(reply, "json_bool", key="met") is None
    assert read_reply(reply, "score_list", n=2, index=1) is None
    assert read_reply(reply, "grade_letter", positive="A") is None
