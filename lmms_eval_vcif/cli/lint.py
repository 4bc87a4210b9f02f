"""``vcif lint``: what is wrong with a file of rows, before a model runs."""

from __future__ import annotations

from typing import Annotated

import typer

NOUNS = ("error", "warning")


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
    found = ", ".join(f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in zip(counts.values(), NOUNS, strict=True))
    typer.echo(f"vcif lint: {found}", err=True)
    if counts[True]:
        raise typer.Exit(1)
