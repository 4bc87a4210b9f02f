"""``vcif build``: the builders of data sets, one command each."""

from __future__ import annotations

import typer

app = typer.Typer(help="Build data sets: rows, media and witnesses.", no_args_is_help=True)


@app.callback()
def build() -> None:
    """Build data sets: rows, media and witnesses."""
