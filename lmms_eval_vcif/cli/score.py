"""``vcif score``: responses to rows, or a samples file of the harness, in; verdicts and metrics out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

NO_RESPONSE = "[LMMS_EVAL_REQUEST_FAILED: the file of responses has none for this row]"
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
    its records. The status is 1 where rows are faulty (vcif lint says more), 2 where a file can't be read.

    \b
    Examples:
      vcif score my_rows.jsonl answers.jsonl --output scores
      vcif score logs/20260101_120000_samples_mmifeval_pro.jsonl --output scores
    """
    from ..data.writers import write_json, write_json_lines

    records = _logged(rows) if responses is None else _scored(rows, responses)
    write_json_lines(output / "verdicts.jsonl", records)
    metrics = _metrics(records)
    write_json(output / "metrics.json", metrics)
    for name, found in metrics["metrics"].items():
        value, low, high = ("N/A" if v is None else f"{v:.4f}" for v in (found["value"], found["low"], found["high"]))
        typer.echo(f"{name:<16} {value}  [{low}, {high}]")


def _scored(rows: Path, responses: Path) -> list[dict[str, Any]]:
    """The record of each row. Ends with status 1, after every message, where rows are faulty."""
    from ..constraints.gate import BENCHMARK_OF_SUBSET
    from ..data.media import fingerprint
    from ..data.problems import Problem
    from ..data.readers import parse_row, read_records, read_responses
    from ..hooks.results import sample_record

    answers, problems = read_responses(responses)
    _warn(problems)
    data = hashlib.sha256(rows.read_bytes()).hexdigest()[:12] if rows.is_file() else ""
    records, faults, ids = [], [], set()
    for number, value in read_records(rows):
        row, errors = (None, []) if isinstance(value, Problem) else parse_row(value)
        faults += [value] if isinstance(value, Problem) else []
        faults += [Problem(str(rows), number, error.field, error.problem) for error in errors]
        if row is not None and BENCHMARK_OF_SUBSET[row.subset] != "mmifeval_pro":
            faults.append(
                Problem(str(rows), number, "subset", f"{row.subset!r}: only rows of MM-IFEval-Pro are scored yet")
            )
        elif row is not None and not errors:
            ids.add(row.id)
            answer = answers.get(row.id, NO_RESPONSE)
            records.append(sample_record(row, answer, cluster=fingerprint(value), data=data))
    if faults:
        _warn(faults)
        raise typer.Exit(1)
    strangers = sorted(answers.keys() - ids)
    if strangers:
        typer.echo(f"{responses}: {len(strangers)} responses belong to no row, such as {strangers[0]!r}", err=True)
    if len(ids) > len(answers.keys() & ids):
        typer.echo(f"{responses}: {len(ids - answers.keys())} rows have no response", err=True)
    return records


def _logged(samples: Path) -> list[dict[str, Any]]:
    """The records in a samples file of the harness. Raises DataError where it holds none."""
    from ..data.problems import DataError, Problem
    from ..data.readers import read_records
    from ..hooks.results import RECORD

    records = []
    for number, value in read_records(samples):
        if isinstance(value, Problem):
            raise DataError(str(value))
        record = value.get(RECORD) if isinstance(value, Mapping) else None
        if not isinstance(record, Mapping) or "verdicts" not in record:
            raise DataError(
                f"{samples}:{number}:{RECORD}: no record of a sample; rows need a file of responses beside them"
            )
        records.append(dict(record))
    return records


def _metrics(records: list[dict[str, Any]]) -> dict[str, Any]:
    """Every metric with its interval, the breakdowns, the number of samples and what the numbers depend on."""
    from ..metrics.mmifeval_pro import CONSTRAINT_GROUPS, METRICS, SAMPLE_GROUPS, breakdown

    metrics = {}
    for name, metric in METRICS.items():
        interval = metric.interval(records)
        metrics[name] = {"value": metric.over(records), "low": interval.low, "high": interval.high}
    by = {
        group: {str(name): asdict(share) for name, share in breakdown(records, group).items()}
        for group in (*SAMPLE_GROUPS, *CONSTRAINT_GROUPS)
    }
    signature = records[0]["signature"] if records else {}
    return {"metrics": metrics, "by": by, "samples": len(records), "signature": signature}


def _warn(problems: list) -> None:
    for problem in problems:
        typer.echo(str(problem), err=True)
