"""``vcif score``: responses to rows, or a samples file of the harness, in; verdicts and metrics out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..judge import Judge
    from ..records import Row

NO_RESPONSE = "[LMMS_EVAL_REQUEST_FAILED after 0 retries] the file of responses has none for this row"
"""What stands for the response of a row without one, in the harness's own form: the sample is unanswered."""


def score(
    rows: Annotated[Path, typer.Argument(metavar="ROWS", help="Rows, or a samples file of the harness (.jsonl).")],
    responses: Annotated[
        Path | None, typer.Argument(metavar="[RESPONSES]", help="JSON lines with id and response.")
    ] = None,
    output: Annotated[Path, typer.Option(help="The folder for verdicts.jsonl and metrics.json.")] = Path("."),
) -> None:
    """Score saved responses: verdicts.jsonl (a record a sample) and metrics.json (rates with 95 % intervals).

    Rows without a response are unanswered. A samples file that lmms-eval logged for a task of ours is scored again from
    its records. Where VCIFBench rows need a judge and one is set up, it is asked for what is neither stored nor decided
    in the log, so that a run may be interrupted; without one, that stays open. The status is 1 where rows are faulty
    (vcif lint says more), 2 where a file or the judge can't be used.

    \b
    Examples:
      vcif score my_rows.jsonl answers.jsonl --output scores
      vcif score logs/20260101_120000_samples_vcifbench.jsonl --output scores
    """
    from ..constraints.gate import BENCHMARK_OF_SUBSET
    from ..data.problems import DataError
    from ..data.writers import write_json, write_json_lines
    from ..metrics.summary import summary

    records = _logged(rows) if responses is None else _scored(rows, responses)
    benchmarks = {BENCHMARK_OF_SUBSET[record["subset"]] for record in records}
    if len(benchmarks) != 1:
        raise DataError(
            f"{rows}: samples of one benchmark are required, not of {' and '.join(sorted(benchmarks)) or 0}"
        )
    write_json_lines(output / "verdicts.jsonl", records)
    found = summary(records, *benchmarks)
    write_json(output / "metrics.json", found)
    for name, metric in found["metrics"].items():
        value, low, high = (
            "N/A" if v is None else f"{v:.4f}" for v in (metric["value"], metric["low"], metric["high"])
        )
        typer.echo(f"{name:<19} {value}  [{low}, {high}]")
    if judge := found["signature"].get("judge"):
        typer.echo(f"judged by {judge['model']}" + (f": {judge['note']}" if judge.get("note") else ""))
    _say_what_is_open(records)


def _scored(rows: Path, responses: Path) -> list[dict[str, Any]]:
    """The record of each row. Ends with status 1, after every message, where rows are faulty."""
    from ..data.readers import read_responses
    from ..hooks.samples import sample_record

    answers, problems = read_responses(responses)
    _warn(problems)
    good, faults = _read(rows)
    ids = {row.id for row, _ in good}
    if faults:
        _warn(faults)
        raise typer.Exit(1)
    if strangers := sorted(answers.keys() - ids):
        typer.echo(f"{responses}: {len(strangers)} responses belong to no row, such as {strangers[0]!r}", err=True)
    if missing := ids - answers.keys():
        typer.echo(f"{responses}: {len(missing)} rows have no response", err=True)
    data = hashlib.sha256(rows.read_bytes()).hexdigest()[:12]

    def record(item: tuple[Row, dict[str, Any]]) -> dict[str, Any]:
        row, media = item
        return sample_record(row, answers.get(row.id, NO_RESPONSE), data=data, judge=_judge, **media)

    return _each(record, good)


def _read(rows: Path) -> tuple[list[tuple[Row, dict[str, Any]]], list]:
    """The good rows, each with the hash of its media and its files, and the problems of the others."""
    from ..constraints.gate import BENCHMARK_OF_SUBSET
    from ..data.media import fingerprint
    from ..data.problems import Problem
    from ..data.readers import parse_row, read_records
    from ..hooks.docs import check_row
    from ..hooks.media import media_roots, video_file
    from ..records import RecordError

    good, faults = [], []
    roots = media_roots({}, [rows.parent])
    for number, value in read_records(rows):
        row, errors = (None, []) if isinstance(value, Problem) else parse_row(value)
        faults += [value] if isinstance(value, Problem) else []
        faults += [Problem(str(rows), number, error.field, error.problem) for error in errors]
        if row is None or errors:
            continue
        media = {"cluster": fingerprint(value)}
        try:
            check_row(row, BENCHMARK_OF_SUBSET[row.subset])
            if BENCHMARK_OF_SUBSET[row.subset] == "vcifbench" and _judge() is not None:
                media["files"] = [video_file(row, roots)]
        except RecordError as error:
            faults.append(Problem(str(rows), number, error.field, error.problem))
            continue
        good.append((row, media))
    return good, faults


def _logged(samples: Path) -> list[dict[str, Any]]:
    """The records in a samples file of the harness, completed where a judge can. Raises DataError where one is not."""
    from ..data.problems import DataError, Problem
    from ..data.readers import read_records
    from ..hooks.samples import completed, find_record, is_open

    found = []
    for number, value in read_records(samples):
        if isinstance(value, Problem):
            raise DataError(str(value))
        record = find_record(value) if isinstance(value, Mapping) else None
        if record is None:
            raise DataError(f"{samples}:{number}: no record of a sample; rows need a file of responses beside them")
        found.append((record, value))

    def finished(item: tuple[Mapping[str, Any], Mapping[str, Any]]) -> dict[str, Any]:
        record, sample = item
        if "row" not in record or not is_open(record) or _judge() is None:
            return dict(record)
        return completed(record, _response(sample), _judge())

    return _each(finished, found)


def _response(sample: Mapping[str, Any]) -> str:
    """The response that was scored."""
    response = sample.get("filtered_resps", "")
    while isinstance(response, list) and response:
        response = response[0]
    return response if isinstance(response, str) else ""


def _judge() -> Judge | None:
    """The judge that is set up, or None. Ends with status 2 where it can't be used."""
    from ..judge import ConfigurationError, load_judge

    try:
        return load_judge()
    except ConfigurationError as error:
        typer.echo(f"vcif score: the judge can't be used: {error}", err=True)
        raise typer.Exit(2) from None


def _each(make: Callable[[Any], dict[str, Any]], items: list) -> list[dict[str, Any]]:
    """What is made of each item, in order, as many at a time as the judge takes; with a bar where someone looks on."""
    from concurrent.futures import ThreadPoolExecutor

    judge = _judge() if any(_is_vcifbench(item[0]) for item in items) else None
    with ThreadPoolExecutor(judge.settings.concurrency if judge else 1) as pool:
        try:
            with typer.progressbar(pool.map(make, items), length=len(items), file=_stderr()) as bar:
                return list(bar)
        except BaseException:
            pool.shutdown(cancel_futures=True)  # what has arrived is stored; the rest is asked the next time
            raise


def _is_vcifbench(thing: Any) -> bool:
    """Whether a row or a record is of VCIFBench."""
    from ..constraints.gate import BENCHMARK_OF_SUBSET

    subset = thing["subset"] if isinstance(thing, Mapping) else thing.subset
    return BENCHMARK_OF_SUBSET[subset] == "vcifbench"


def _say_what_is_open(records: Iterable[Mapping[str, Any]]) -> None:
    from ..hooks.samples import causes

    for cause, number in causes(records).most_common():
        typer.echo(f"without a verdict, {number}: {cause}", err=True)


def _stderr() -> Any:
    return typer.get_text_stream("stderr")


def _warn(problems: list) -> None:
    for problem in problems:
        typer.echo(str(problem), err=True)
