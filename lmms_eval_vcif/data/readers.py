"""Reading rows and responses: every record is either read or reported with file, row and field, and none is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..constraints import gate_constraint
from ..constraints.gate import BENCHMARK_OF_SUBSET, gate_response_language
from ..records import RecordError, Row
from .problems import DataError, Problem

SUFFIXES = (".jsonl", ".json", ".parquet")
PARQUET_BATCH = 64
"""Records of a parquet file that are in memory at a time: rows may hold pictures as bytes."""

STAND_IN = "-"
_STAND_INS: Mapping[str, Any] = {
    "id": STAND_IN,
    "instruction": STAND_IN,
    "subset": "normal",
    "language": "en",
    "constraints": [{"type": STAND_IN}],
}


def read_records(path: str | Path) -> Iterator[tuple[int, Any | Problem]]:
    """The records of a .jsonl, .json (a list) or .parquet file, in order, with their numbers from 1.

    A record that can't be read comes as a Problem in its place. Raises DataError where the file can't be read at all.
    JSON lines and parquet are streamed.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise DataError(f"{path}: the file's name must end in one of {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise DataError(f"{path}: {'a folder, not a file' if path.is_dir() else 'no such file'}")
    if path.suffix == ".jsonl":
        return _json_lines(path)
    return _json_list(path) if path.suffix == ".json" else _parquet(path)


def read_rows(path: str | Path) -> tuple[list[Row], list[Problem]]:
    """All good rows of a file, gated, and every problem of the others. Raises DataError as `read_records` does."""
    rows, problems = [], []
    for number, value in read_records(path):
        if isinstance(value, Problem):
            problems.append(value)
            continue
        row, errors = parse_row(value)
        problems += [Problem(str(path), number, error.field, error.problem) for error in errors]
        if not errors:
            rows.append(row)
    return rows, problems


def parse_row(value: Any) -> tuple[Row | None, list[RecordError]]:
    """Parse and gate one row, collecting every error instead of stopping at the first.

    The row holds stand-ins where a field was at fault, so that the rest can still be looked at; it is None where
    `value` is no row at all.
    """
    errors: list[RecordError] = []
    if not isinstance(value, Mapping):
        return None, [RecordError("", f"a row is an object, not {value!r:.80}")]
    mended = dict(value)
    while True:
        try:
            row = Row.parse(mended)
            break
        except RecordError as error:
            errors.append(error)
            mended = _mended(mended, error.field)
    try:
        gate_response_language(row)
    except RecordError as error:
        errors.append(error)
    faulty = {error.field.partition(".")[0] for error in errors}
    benchmark = None if "subset" in faulty else BENCHMARK_OF_SUBSET[row.subset]
    for index, constraint in enumerate(row.constraints):
        if not faulty & {f"constraints[{index}]", "constraints", "language", "response_language"}:
            try:
                gate_constraint(constraint, row.response_language, benchmark)
            except RecordError as error:
                errors.append(RecordError(f"constraints[{index}].{error.field}".rstrip("."), error.problem))
    return row, errors


def _mended(value: dict[str, Any], field: str) -> dict[str, Any]:
    """The row with a stand-in for the field at fault; a fault inside a constraint costs that part alone."""
    name, _, rest = field.partition("[")
    if not rest:
        return {**value, name: _STAND_INS.get(name)}
    index, _, part = rest.partition("]")
    constraints = value["constraints"]
    constraints = json.loads(constraints) if isinstance(constraints, str) else list(constraints)
    if part:
        key = part[1:]
        constraints[int(index)] = {**constraints[int(index)], key: STAND_IN if key == "type" else None}
    else:
        constraints[int(index)] = {"type": STAND_IN}
    return {**value, "constraints": constraints}


def read_responses(path: str | Path) -> tuple[dict[str, str], list[Problem]]:
    """The responses of a file by the id of their row: records with `id` and `response`.

    Problems are records without them and ids that are there twice (the first one counts). Raises DataError.
    """
    responses: dict[str, str] = {}
    problems = []
    for number, value in read_records(path):
        if isinstance(value, Problem):
            problems.append(value)
            continue
        field, problem = _response_problem(value, responses)
        if problem:
            problems.append(Problem(str(path), number, field, problem))
        else:
            responses[value["id"]] = value["response"]
    return responses, problems


def _response_problem(value: Any, seen: Mapping[str, str]) -> tuple[str, str]:
    if not isinstance(value, Mapping):
        return "", f"a record is an object, not {value!r:.80}"
    for name in ("id", "response"):
        if not isinstance(value.get(name), str):
            return name, f"a string is required, not {value.get(name)!r:.80}"
    return ("id", f"{value['id']!r:.80} is there twice") if value["id"] in seen else ("", "")


def parse_json(content: bytes) -> Any:
    """A JSON value from UTF-8 bytes. Raises ValueError with what is wrong, whatever the bytes hold."""
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise ValueError("not usable: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None


def _json_lines(path: Path) -> Iterator[tuple[int, Any | Problem]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield number, parse_json(line)
            except ValueError as error:
                yield number, Problem(str(path), number, "", str(error))


def _json_list(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        values = parse_json(path.read_bytes())
    except ValueError as error:
        raise DataError(f"{path}: {error}") from None
    if not isinstance(values, list):
        raise DataError(f"{path}: a .json file of records is a list of objects; one object a line is .jsonl")
    yield from enumerate(values, 1)


def _parquet(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DataError(f"{path}: reading parquet needs pyarrow: pip install 'lmms-eval-vcif[build]'") from None
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            number = 0
            for batch in file.iter_batches(PARQUET_BATCH):
                for value in batch.to_pylist():
                    number += 1
                    yield number, value
    except pyarrow.ArrowException as error:
        raise DataError(f"{path}: not readable as parquet: {error}") from None
