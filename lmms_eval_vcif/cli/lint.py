"""``vcif lint``: what is wrong with a file of rows, before a model runs."""

from __future__ import annotations

from typing import Annotated

import typer


def lint(
    rows: Annotated[str, typer.Argument(metavar="ROWS", help="Rows as .jsonl, .json or .parquet, media beside them.")],
) -> None:
    """Say what is wrong with rows, as file:row:field messages.

    Schema, constraint types, languages, parameters, media that are missing or do not open, duplicates, and constraints
    that contradict each other. The status is 1 where there are errors (warnings are none), 2 where the file can't be
    read.

    \b
    Example:
      vcif lint my_rows.jsonl
    """
    from ..data.lint import lint_rows

    counts = {True: 0, False: 0}
    for problem in lint_rows(rows):
        counts[problem.error] += 1
        typer.echo(problem)
    typer.echo(f"vcif lint: {counts[True]} errors, {counts[False]} warnings", err=True)
    if counts[True]:
        raise typer.Exit(1)
