"""The entry point of ``vcif``: the verbs by name. A verb imports what it needs when it is called: help is quick."""

from __future__ import annotations

import sys

import typer

from ..data.problems import DataError
from . import build, cache, constraints, judge, lint, score, tasks_path, verify

app = typer.Typer(
    name="vcif",
    help="Complex instruction following for vision-language models: VCIFBench and MM-IFEval-Pro.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("verify")(verify.verify)
app.command("score")(score.score)
app.add_typer(constraints.app, name="constraints")
app.command("lint")(lint.lint)
app.add_typer(build.app, name="build")
app.add_typer(judge.app, name="judge")
app.add_typer(cache.app, name="cache")
app.command("tasks-path")(tasks_path.tasks_path)


def main() -> None:
    """Run the command line. A file that can't be used ends with status 2 and one line that says why."""
    try:
        app()
    except DataError as error:
        typer.echo(f"vcif: {error}", err=True)
        sys.exit(2)
