"""One judge's reply -> one decision, in any of the forms that judges are asked for, or none where none may be read.

The last labelled verdict counts, or a bare one; negations are read as such. A true fraction, a hedge, an echo of the
options or silence is no decision: the caller asks again, and then leaves the constraint unjudged.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from .objects import loose_values, objects, values_of
from .wording import fold, read_value, read_words

_NUMBER = r"(?P<number>[-+]?\d+(?:\.\d+)?)(?:\s*(?P<over>/|out of|分之)\s*(?P<whole>\d+(?:\.\d+)?))?"
_AFTER = r"(?P<after>(?:\s*(?:or|and|to|/|-|或|至)\s*\d)|\s*(?:would|could|might|may)\b|\s*%|\d|\.\d)?"
_SCORE_LABEL = (
    r"(?:\b(?:scores?|verdict|answer|result|rating|grade|judge?ment|decision|conclusion|summary|gets?|give it|final)\b"
    r"|得分|分数|评分|打分|结论|总结|结果|答案|判断|判定|得|给|评为)"
)
_LABELLED_SCORE = re.compile(
    rf"{_SCORE_LABEL}(?:\s+an?\b)?\s*(?::|=|\bis\b|\bof\b|为|是)?\s*:?\s*{_NUMBER}{_AFTER}", re.IGNORECASE
)
_LAST_SCORE = re.compile(rf"[:=]\s*{_NUMBER}\s*\.?\s*$")
_BARE_SCORE = re.compile(rf"^\(?{_NUMBER}\)?\s*(?:分|points?)?\s*(?:\(.*\))?\s*[.。]?$", re.IGNORECASE)

_CONSTRAINT = r"(?:constraint|requirement|criterion|rule|约束条件|约束|条件|要求)"
_ORDINALS = "一二三四五六七八九十"
_NO_SCORE = re.compile(r"\s*(?:n/a|unclear|unknown|not sure|无法|不确定)", re.IGNORECASE)

_GRADE = r"(?P<grade>[A-F])(?P<after>\s*(?:or|/|-|to|and|或|至)\s*[A-F]\b|[+-])?"
_LABELLED_GRADE = re.compile(
    r"(?:\b(?i:grade|rating|verdict|answer|result|score|judge?ment|conclusion|mark|option|choice)\b|等级|评级|评分|结论|答案|成绩)"
    rf"\s*(?::|=|[-–—]|(?i:\bis\b|\bas\b|\bof\b)|为|是)?\s*:?\s*(?i:\ban?\s+)?\(?{_GRADE}(?![A-Za-z'])"
)
_GIVEN_GRADE = re.compile(
    rf"(?i:\b(?:give|gives|gave|assign|award|grade|rate|gets?|deserves?|earns?)\b)(?:\s+\w+){{0,3}}?\s+\(?{_GRADE}(?![A-Za-z'])"
)
_BARE_GRADE = re.compile(rf"^\(?{_GRADE}\)?(?:\s*级)?\s*(?:[.。,:)]|\s[-–—]|$)")


def read_reply(
    reply: str, form: str, *, key: str | None = None, n: int = 1, index: int = 1, positive: str | None = None
) -> bool | None:
    """Whether the reply says that the constraint is met; None where no decision may be read.

    `form` is the form of answer that was asked for: correct_incorrect, yes_no, true_false, zh_yes_no (words), binary01
    (0 or 1), json_bool (an object that holds the decision under `key`), score_list (one score of 0/1 or 1/1 for each of
    `n` constraints; the one at `index`, from 1, is read) or grade_letter (`positive` is the letter that means yes).
    Raises ValueError for another form, or one that lacks what it needs.
    """
    readers: dict[str, Callable[[str], bool | None]] = {
        **dict.fromkeys(
            ("correct_incorrect", "yes_no", "true_false", "zh_yes_no"), lambda text: read_words(fold(text))
        ),
        "binary01": _binary,
        "json_bool": partial(_object, key=key),
        "score_list": partial(_score_list, n=n, index=index),
        "grade_letter": partial(_grade, positive=positive),
    }
    if form not in readers:
        raise ValueError(f"form {form!r} is unknown; one of {', '.join(readers)}")
    if form == "json_bool" and not key:
        raise ValueError("json_bool needs the key that holds the decision")
    if form == "grade_letter" and not positive:
        raise ValueError("grade_letter needs the positive letter")
    if form == "score_list" and not 1 <= index <= n:
        raise ValueError(f"index {index} is not among 1 to {n}")
    return readers[form](reply)


def read_decision(value: Any) -> bool | None:
    """The decision that a JSON value states: a boolean, 0 or 1, or a string that says one of them or yes or no."""
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return bool(value) if value in (0, 1) else None
    if not isinstance(value, str):
        return None
    match = _BARE_SCORE.match(value.strip())
    return _of_score(match) if match else read_value(value)


def _binary(reply: str) -> bool | None:
    text = fold(reply)
    labelled = list(_LABELLED_SCORE.finditer(text))
    if labelled:
        return _of_score(labelled[-1])
    if match := _LAST_SCORE.search(text):
        return _of_score(match)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in (lines[-1:] + lines[:1]) if lines else ():
        if match := _BARE_SCORE.match(line):
            return _of_score(match)
    return read_words(text)


def _of_score(match: re.Match[str]) -> bool | None:
    """0 or 1, of 1 where a whole is given; None for true fractions, other numbers, and ones that are taken back."""
    number, whole, over = float(match["number"]), match["whole"], match["over"]
    if over == "分之" or (whole is not None and float(whole) != 1) or match.groupdict().get("after"):
        return None
    return bool(number) if number in (0.0, 1.0) else None


def _object(reply: str, *, key: str) -> bool | None:
    found = values_of(objects(reply), key)
    if not found:
        found = loose_values(reply, key)
    return read_decision(found[-1]) if found else None


def _score_list(reply: str, *, n: int, index: int) -> bool | None:
    text = fold(reply.replace("_", " ").replace("|", " : "))
    number = rf"(?:{index}|{_ORDINALS[index - 1]})" if index <= len(_ORDINALS) else str(index)
    name = rf"(?:{_CONSTRAINT}\s*(?:#|no\.)?\s*{number}(?!\d)|第\s*{number}\s*(?:条|个|项)(?:{_CONSTRAINT})?)(?:'s)?"
    mark = r"\s*(?:score|的?得分|的?分数)?\s*(?:[:=→–—-]|\bis\b|\bgets\b|为|是|得)[\s:]*"
    pattern = re.compile(rf"{name}{mark}(?:{_NUMBER}{_AFTER}|(?P<words>[^\n,;]{{1,40}}))", re.IGNORECASE)
    found = [match for match in pattern.finditer(text) if _is_verdict(match)]
    if found:
        return _of_score(found[-1]) if found[-1]["number"] else read_value(found[-1]["words"])
    return _by_position(text, n, index)


def _is_verdict(match: re.Match[str]) -> bool:
    """Whether the words behind the name of a constraint are its score, and not the constraint told again."""
    return bool(match["number"] or read_value(match["words"]) is not None or _NO_SCORE.match(match["words"]))


def _by_position(text: str, n: int, index: int) -> bool | None:
    """The score at `index` of a reply that names no constraint and lists as many scores as there are constraints."""
    if re.search(rf"{_CONSTRAINT}\s*\d", text, re.IGNORECASE):
        return None
    if n == 1:
        return _binary(text)
    scores = list(re.finditer(rf"(?<![\d./]){_NUMBER}(?![\d/])", re.sub(r"(?m)^\s*\d+[.):]\s+", "", text)))
    return _of_score(scores[index - 1]) if len(scores) == n else None


def _grade(reply: str, *, positive: str) -> bool | None:
    text = fold(reply)
    found = list(_LABELLED_GRADE.finditer(text)) or list(_GIVEN_GRADE.finditer(text))
    if not found:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        found = [match for line in lines[-1:] + lines[:1] if (match := _BARE_GRADE.match(line))][:1]
    if not found or found[-1]["after"]:
        return None
    return found[-1]["grade"] == positive.strip().upper()
