"""JSON and CSV: the whole response is one value or one table, with at most one code fence round it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from json import JSONDecodeError
from unicodedata import normalize

from ..records import Verdict
from ..text import Text
from ._bounds import counted, within
from ._json import read_json, unfenced

_TABLE_RULE = re.compile(r":?-*:?")


def json(text: Text, *, root: str = "either", required_keys: Sequence[str] | None = None) -> Verdict:
    """The whole response is one JSON value by RFC 8259: an object, an array, or either of them (`root`).

    `required_keys` stand at the top of the object, or of every element of a (non-empty) array. A key that stands twice
    is allowed, and noted.
    """
    try:
        value, duplicates = read_json(text.source)
    except (ValueError, RecursionError) as error:
        return Verdict(False, {"root": None}, f"not JSON: {_json_problem(error)}")
    notes = tuple(f"the key {key!r} stands more than once in an object" for key in dict.fromkeys(duplicates[:3]))
    kind = {dict: "object", list: "array"}.get(type(value), "scalar")
    if kind == "scalar" or root not in ("either", kind):
        wanted = "object or array" if root == "either" else root
        return Verdict(False, {"root": kind}, f"the outermost value is no {wanted}", notes)
    problem = _missing_keys(value, [normalize("NFC", key) for key in required_keys or ()])
    return Verdict(not problem, {"root": kind}, problem or f"one JSON {kind}", notes)


def csv(
    text: Text,
    *,
    columns: Sequence[str] | int | None = None,
    min_rows: int | None = None,
    max_rows: int | None = None,
    delimiter: str = ",",
    header: bool = True,
) -> Verdict:
    """The whole response is one CSV table: RFC 4180 quoting, rows of one length, no blank row inside.

    `columns` are the names of the header, all of them and in order, or how many there are; two at least where they are
    not given, since prose without a delimiter reads as one column. Rows are data rows, one at least.
    """
    try:
        rows = _records(unfenced(text.source).strip("\n"), delimiter)
        _check_shape(rows)
    except ValueError as error:
        return Verdict(False, None, f"not CSV: {error}")
    size = {"columns": len(rows[0]), "rows": len(rows) - header}
    problem = _wrong_columns(rows[0], columns, header)
    if problem:
        return Verdict(False, size, problem)
    verdict = within(size["rows"], 1 if min_rows is None else min_rows, max_rows, "data rows")
    return Verdict(verdict.passed, size, f"{counted(size['columns'], 'columns')}; {verdict.reason}")


def _json_problem(error: Exception) -> str:
    if isinstance(error, JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at line {error.lineno}, column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _missing_keys(value: dict | list, keys: Sequence[str]) -> str:
    """What of `keys` an object lacks, or the first element of an array that lacks one; "" where nothing is missing."""
    if not keys:
        return ""
    if value == []:
        return "the array is empty, so that no element has the required keys"
    elements = value if isinstance(value, list) else [value]
    for index, element in enumerate(elements, 1):
        where = f"element {index}" if isinstance(value, list) else "the object"
        if not isinstance(element, dict):
            return f"{where} is no object"
        missing = [key for key in keys if key not in element]
        if missing:
            return f"{where} lacks {', '.join(map(repr, missing))}"
    return ""


@cache
def _field(delimiter: str) -> re.Pattern[str]:
    """One field, quoted or bare."""
    return re.compile(rf'"[^"]*(?:""[^"]*)*"|[^"\n{re.escape(delimiter)}]*')


def _records(source: str, delimiter: str) -> list[list[str]]:
    """The rows of a CSV text, fields without their quotes. Raises ValueError where the quoting breaks RFC 4180."""
    if '"' not in source:
        return [line.split(delimiter) for line in source.split("\n")]
    field = _field(delimiter)
    rows: list[list[str]] = [[]]
    position = 0
    while True:
        raw = field.match(source, position)[0]
        position += len(raw)
        quoted = raw[:1] == '"'
        rows[-1].append(raw[1:-1].replace('""', '"') if quoted else raw)
        if position == len(source):
            return rows
        if source[position] == "\n":
            rows.append([])
        elif source[position] != delimiter:
            bare = "a quote in a bare field" if raw else "an unclosed quote"
            fault = "text after a closing quote" if quoted else bare
            raise ValueError(f"{fault} in row {len(rows)}")
        position += 1


def _check_shape(rows: Sequence[Sequence[str]]) -> None:
    """Raise ValueError for a blank row, rows of different length, or a Markdown table that was read as CSV."""
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) == 1 and not row[0].strip():
            raise ValueError(f"row {number} is blank")
        if len(row) != width:
            raise ValueError(f"row {number} has {counted(len(row), 'fields')}, row 1 has {width}")
    if len(rows) > 1 and "-" in "".join(rows[1]) and all(_TABLE_RULE.fullmatch(field.strip()) for field in rows[1]):
        raise ValueError("row 2 is the rule of a Markdown table")


def _wrong_columns(first: Sequence[str], columns: Sequence[str] | int | None, header: bool) -> str:
    """How the first row differs from the columns asked for; "" where it does not."""
    if columns is None:
        return "one column, which is no table" if len(first) < 2 else ""
    count = columns if isinstance(columns, int) else len(columns)
    if len(first) != count:
        return f"{counted(len(first), 'columns')}, exactly {count} required"
    if isinstance(columns, int) or not header:
        return ""
    found = [name.strip() for name in first]
    wanted = [normalize("NFC", name).strip() for name in columns]
    return "" if found == wanted else f"the header is {found}, not {wanted}"
