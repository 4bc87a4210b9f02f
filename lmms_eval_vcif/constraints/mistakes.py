"""What is wrong with a parameter, in words for people who do not read JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..records import nearest

if TYPE_CHECKING:
    from jsonschema import ValidationError

NOT_BLANK = r"\S"
"""The pattern by which schemas ask for a text that is not blank."""

_KINDS = {
    "string": "a text",
    "integer": "an integer",
    "number": "a number",
    "array": "a list",
    "object": "an object",
    "boolean": "true or false",
    "null": "null",
}


def place_of(error: ValidationError) -> str:
    """Where the value at fault stands in the parameters, such as ``keywords[0]``; "" for all of them."""
    path = _outermost(error).absolute_path
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def problem_of(error: ValidationError, parameters: Mapping[str, Mapping[str, Any]]) -> str:
    """What is wrong there. `parameters` are the entry's, whose meanings say what a form is that has no other name."""
    error = _outermost(error)
    value, wanted, said = error.instance, error.validator_value, f"{error.instance!r:.80}"
    match error.validator:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            return f"{' or '.join(_KINDS[kind] for kind in kinds)} is required, not {said}"
        case "enum":
            return nearest(value, wanted)
        case "pattern" if wanted == NOT_BLANK:
            return f"a text that is not blank is required, not {said}"
        case "pattern" | "oneOf":
            return f"{said} is not of the form asked for: {_meaning(error, parameters)}"
        case "not":
            return f"{said} is not allowed"
        case "contains":
            return f"{said} lacks {' or '.join(map(str, wanted.get('enum') or [wanted.get('const')]))}"
        case "uniqueItems":
            return f"one element is there twice: {said}"
        case "minItems" | "maxItems":
            bound = "at least" if error.validator == "minItems" else "at most"
            return f"{bound} {wanted} in the list, not {len(value)}"
        case "maxLength":
            return f"{said} is too long: {len(value)} characters, at most {wanted}"
        case "exclusiveMinimum":
            return f"more than {wanted} is required, not {said}"
        case "format":
            return f"{said}: {str(error.cause):.200}"
    return error.message if len(error.message) <= 200 else f"{error.message[:100]} … {error.message[-100:]}"


def _outermost(error: ValidationError) -> ValidationError:
    """The error itself, or that of the choice of which it is one branch: the others fit no better."""
    while error.parent is not None:
        error = error.parent
    return error


def _meaning(error: ValidationError, parameters: Mapping[str, Mapping[str, Any]]) -> str:
    meaning = parameters[str(error.absolute_path[0])]["meaning"]["en"].rstrip(".")
    return meaning[:1].lower() + meaning[1:]
