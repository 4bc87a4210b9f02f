"""``vcif verify``: JSON lines of responses and constraints in, JSON lines of verdicts out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON lines; - reads them from standard input.")],
) -> None:
    """Decide constraints by rule: one answer a line.

    A line holds id, language (of the response), response, and type and params, or constraints: a list of objects with
    type and params. The answer holds id and verdicts, or line, id and error where the line can't be used; the other
    lines are answered all the same, all in the order of the lines. The status is 0 once every line is answered, and 2
    where the file can't be read.

    \b
    Example:
      echo '{"id": 1, "language": "en", "response": "Two words.", "type": "word_count", "params": {"max": 1}}' \\
        | vcif verify -
    """
    from ..data.writers import json_line

    bad = 0
    out = sys.stdout.buffer
    with _opened(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                result = answer(line, number)
                bad += "error" in result
                out.write(json_line(result))
                if file == "-":
                    out.flush()  # who writes line by line may be waiting for the answer
    out.flush()
    if bad:
        typer.echo(f"vcif verify: {bad} {'line' if bad == 1 else 'lines'} could not be used", err=True)


def answer(line: bytes, number: int) -> dict[str, Any]:
    """The answer to one line: its id and verdicts, or its number, id and error."""
    from ..data.readers import parse_json
    from ..records import RecordError

    value: Any = None
    try:
        value = parse_json(line)
        return {"id": _id(value), "verdicts": [verdict.as_dict() for verdict in _verdicts(value)]}
    except (RecordError, ValueError) as error:
        problem = str(error)
    except Exception as error:  # a fault of ours costs this line, not those behind it
        problem = f"internal error: {type(error).__name__}: {error}"
    return {"line": number, "id": _id(value), "error": problem}


def _id(value: Any) -> Any:
    return value.get("id") if isinstance(value, Mapping) else None


def _verdicts(value: Any) -> Iterator:
    from ..constraints import gate_constraint
    from ..constraints.languages import gate_language
    from ..records import RecordError
    from ..text import Text
    from ..verdicts import decide

    if not isinstance(value, Mapping):
        raise RecordError("", f"a line holds an object, not {value!r:.80}")
    for name in ("language", "response"):
        if not isinstance(value.get(name), str):
            raise RecordError(name, f"a string is required, not {value.get(name)!r:.80}")
    gate_language(value["language"])
    constraints = _constraints(value)
    for where, constraint in constraints:
        try:
            gate_constraint(constraint, value["language"])
        except RecordError as error:
            raise RecordError(f"{where}{error.field}".rstrip("."), error.problem) from None
    text = Text(value["response"], value["language"])
    return (decide(constraint, text) for _, constraint in constraints)


def _constraints(value: Mapping[str, Any]) -> list:
    """The constraints of a line with the path before their fields; absent parameters are none, not to be extracted."""
    from dataclasses import replace

    from ..records import Constraint, RecordError

    if "constraints" not in value:
        parsed = [("", Constraint.parse({"type": value.get("type"), "params": value.get("params")}, "constraint"))]
    elif isinstance(value["constraints"], list) and value["constraints"]:
        parsed = [
            (f"constraints[{index}].", Constraint.parse(item, f"constraints[{index}]"))
            for index, item in enumerate(value["constraints"])
        ]
    else:
        raise RecordError("constraints", f"a non-empty list is required, not {value['constraints']!r:.80}")
    return [(where, replace(item, params=item.params or {})) for where, item in parsed]


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The lines as bytes; a bar on standard error shows how far the file is where a person looks on."""
    from ..data.problems import DataError

    if file == "-":
        yield sys.stdin.buffer
        return
    if not Path(file).is_file():
        raise DataError(f"{file}: {'a folder, not a file' if Path(file).is_dir() else 'no such file'}")
    try:
        with _followed(file) if sys.stderr.isatty() and not sys.stdout.isatty() else Path(file).open("rb") as lines:
            yield lines
    except PermissionError as error:
        raise DataError(f"{file}: {error.strerror}") from None


def _followed(file: str) -> BinaryIO:
    """The open file, with a bar on standard error that shows how much of it is read."""
    from rich.console import Console
    from rich.progress import open as opened

    return opened(file, "rb", description="verify", console=Console(stderr=True), transient=True)
