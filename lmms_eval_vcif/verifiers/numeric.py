"""Checks of numbers: how they are written, how an answer is wrapped, and whether it has the right value."""

from __future__ import annotations

from ..records import Verdict
from ..text import Text
from ._bounds import counted
from ._numerals import arabic_digits, chinese_numbers
from ._values import last_number, same_value, significant
from ._wrappers import PATTERN_SECONDS, Answer, PatternTimeout, wrapped_answer

_EXEMPT = ("ordinal", "year", "date", "version", "time")
_SHOWN = 5


def number_precision(text: Text, *, decimals: int, applies_to: str = "measurements", required: bool = True) -> Verdict:
    """Every measurement, percentage, or number that is not exempt has exactly `decimals` digits after its point.

    Without any such number it fails where one is `required`. `observed` holds the numbers held to it, as written.
    """
    if applies_to == "percent":
        numbers = [number for number in text.numbers if number.kind == "percent"]
    elif applies_to == "measurements":
        numbers = [number for number in text.numbers if number.measured]
    else:
        numbers = [number for number in text.numbers if number.kind not in _EXEMPT]
    noun = {"percent": "percentages", "measurements": "measurements"}.get(applies_to, "numbers")
    if not numbers:
        notes = () if required else ("vacuous: there is no such number",)
        return Verdict(not required, [], f"no {noun}", notes)
    wrong = [number.text for number in numbers if number.decimals != decimals]
    observed = [number.text for number in numbers[:50]]
    if wrong:
        reason = f"{len(wrong)} of {counted(len(numbers), noun)} not to {counted(decimals, 'decimals')}: "
        return Verdict(False, observed, reason + ", ".join(wrong[:_SHOWN]))
    return Verdict(True, observed, f"{counted(len(numbers), noun)}, all to {counted(decimals, 'decimals')}")


def scientific_notation(text: Text, *, significant_digits: int | None = None, min_count: int = 1) -> Verdict:
    """At least `min_count` numbers in scientific notation, all with a mantissa from 1 to below 10 of so many digits."""
    numbers = [number.text for number in text.numbers if number.kind == "scientific"]
    for number in numbers:
        problem = _mantissa_problem(number, significant_digits)
        if problem:
            return Verdict(False, numbers[:50], f"{number}: {problem}")
    reason = f"{counted(len(numbers), 'numbers')} in scientific notation, at least {min_count} required"
    return Verdict(len(numbers) >= min_count, numbers[:50], reason)


def _mantissa_problem(number: str, significant_digits: int | None) -> str:
    mantissa = ""
    for character in number.lstrip("-+−–"):
        if not (character.isdigit() or character == "."):
            break
        mantissa += character
    whole = mantissa.partition(".")[0]
    if len(whole) != 1 or whole == "0":
        return "the mantissa is not from 1 to below 10"
    digits = significant(mantissa + "." if "." not in mantissa else mantissa)[1]
    if significant_digits is not None and digits != significant_digits:
        return f"{counted(digits, 'significant digits')}, exactly {significant_digits} required"
    return ""


def no_arabic_numerals(text: Text) -> Verdict:
    """No digit 0 to 9 in the answer as written, in whatever shape. `observed` holds the numerals found."""
    found = arabic_digits(text.source)
    if found:
        return Verdict(False, found[:_SHOWN], f"{counted(len(found), 'numerals')}: {', '.join(found[:_SHOWN])}")
    return Verdict(True, [], "no digit")


def chinese_numerals(text: Text) -> Verdict:
    """At least one number in Chinese numerals, and no digit 0 to 9. `observed` holds the Chinese numbers found."""
    digits = arabic_digits(text.source)
    found = chinese_numbers(text.plain)
    if digits:
        reason = f"{counted(len(digits), 'Arabic numerals')}: {', '.join(digits[:_SHOWN])}"
    else:
        reason = f"{counted(len(found), 'numbers')} in Chinese numerals, at least 1 required"
    return Verdict(bool(found) and not digits, found[:_SHOWN], reason)


def answer_wrapper(
    text: Text,
    *,
    open: str | None = None,
    close: str | None = None,
    pattern: str | None = None,
    wrapper: str | None = None,
    count: int | None = None,
    position: str | None = None,
) -> Verdict:
    """The answer is wrapped as asked, and the wrapper that counts, the last, is not empty.

    Unjudged where the row's pattern takes too long. `observed` holds the content and how many wrappers there are.
    """
    try:
        answer = wrapped_answer(text, open=open, close=close, pattern=pattern, count=count, position=position)
    except PatternTimeout:
        return _unjudged()
    reason = answer.problem or f"{counted(answer.count, 'wrapped answers')}, the last is {answer.content[:80]!r}"
    return Verdict(answer.content is not None, _observed(answer), reason)


def answer_value(
    text: Text,
    *,
    value: str | float,
    open: str | None = None,
    close: str | None = None,
    pattern: str | None = None,
    wrapper: str | None = None,
    extract: str | None = None,
    count: int | None = None,
    position: str | None = None,
    decimals: int | None = None,
    significant_digits: int | None = None,
    tolerance: float | None = None,
) -> Verdict:
    """The wrapped answer, or the last number of the response, is the value, at the precision asked for.

    Unjudged where the row's pattern takes too long. `observed` holds what was compared.
    """
    if extract == "last_number":
        content = last_number(text)
        answer = Answer(content, int(content is not None), "" if content else "there is no number")
    else:
        try:
            answer = wrapped_answer(text, open=open, close=close, pattern=pattern, count=count, position=position)
        except PatternTimeout:
            return _unjudged()
    if answer.content is None:
        return Verdict(False, _observed(answer), answer.problem)
    precision = {"decimals": decimals, "significant_digits": significant_digits, "tolerance": tolerance}
    problem = same_value(answer.content, value, **precision)
    return Verdict(not problem, _observed(answer), problem or f"{answer.content[:80]} is {str(value)[:80]}")


def _observed(answer: Answer) -> dict[str, object]:
    content = answer.content
    return {"count": answer.count, "content": content if content is None else content[:200]}


def _unjudged() -> Verdict:
    return Verdict(None, None, f"the pattern took more than {PATTERN_SECONDS} s on this response")
