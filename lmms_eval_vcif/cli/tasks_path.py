"""``vcif tasks-path``: where the task folders lie."""

from __future__ import annotations

from importlib.util import find_spec

import typer


def tasks_path() -> None:
    """Print the folder of the tasks, for --include_path.

    \b
    Example:
      lmms-eval tasks list --include_path "$(vcif tasks-path)"
    """
    typer.echo(next(iter(find_spec("lmms_eval_vcif.tasks").submodule_search_locations)))
