"""``vcif cache``: the stored judgements of the judge: shown, pruned, and moved as recordings."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..judge import Cache, Recording

app = typer.Typer(help="The stored judgements: show, prune, export and import them.", no_args_is_help=True)

Folder = Annotated[
    Path | None, typer.Option(help="The folder of the stored judgements; without it, the one of the judge's settings.")
]
Kind = Annotated[
    str | None, typer.Option(help="Only judgements of this prompt: extraction, structure, content, conflict.")
]
Model = Annotated[str | None, typer.Option(help="Only judgements of this model.")]


@app.callback()
def cache() -> None:
    """The stored judgements: show, prune, export and import them."""


@app.command("show")
def show(folder: Folder = None) -> None:
    """Where the judgements are, how many there are of each kind and model, and from when.

    \b
    Example:
      vcif cache show
    """
    with _opened("show", folder) as stored:
        counts = stored.counts()
    typer.echo(stored.file)
    for kind, model, number, first, last in counts:
        typer.echo(f"{number:8,}  {kind:10}  {model}  {_day(first)} to {_day(last)}")


@app.command("prune")
def prune(
    folder: Folder = None,
    days: Annotated[float | None, typer.Option(min=0, help="Only judgements older than so many days.")] = None,
    kind: Kind = None,
    model: Model = None,
    everything: Annotated[bool, typer.Option("--all", help="All judgements.")] = False,
) -> None:
    """Remove stored judgements: those that fit all that is given.

    \b
    Example:
      vcif cache prune --days 90 --model gpt-5
    """
    if not everything and days is None and kind is None and model is None:
        typer.echo("vcif cache prune: say which: --days, --kind, --model or --all", err=True)
        raise typer.Exit(2)
    before = None if days is None else (datetime.now() - timedelta(days=days)).timestamp()
    with _opened("prune", folder) as stored:
        removed = stored.prune(before=before, kind=kind, model=model)
    typer.echo(f"{removed:,} judgements removed")


@app.command("export")
def export(
    file: Annotated[Path, typer.Argument(help="The recording to write, JSON lines.")],
    model: Annotated[str, typer.Option(help="The model whose judgements are wanted.")],
    folder: Folder = None,
    note: Annotated[str, typer.Option(help="What the recording is for; it stands in its first line.")] = "",
) -> None:
    """Write a model's judgements as a recording, which VCIF_JUDGE_RECORDED plays back on a machine without a judge.

    The settings with which they were made go into the recording: those of the recording from which they were imported,
    and for all others the present settings of the judge, which must be theirs. One recording holds those of one.

    \b
    Example:
      vcif cache export judgements.jsonl --model gpt-5 --note "examples for the documentation"
    """
    from ..data.writers import replacing
    from ..judge.cache import recording_lines

    with _opened("export", folder) as stored:
        entries = [entry for entry in stored.entries() if entry.model == model]
        origins = stored.origins()
    if not entries:
        typer.echo(f"vcif cache export: no judgement by {model!r} in {stored.file}", err=True)
        raise typer.Exit(1)
    recording = _head(model, [origins.get(entry.key) for entry in entries], note)
    with replacing(file) as out:
        for line in recording_lines(recording, entries):
            out.write(line.encode() + b"\n")
    typer.echo(f"{len(entries):,} judgements written to {file}")


def _head(model: str, origins: Sequence[Recording | None], note: str) -> Recording:
    """The head of a recording of judgements with these origins (None: made here). Ends with status 2 where their
    settings differ."""
    from dataclasses import asdict, replace

    from ..judge import Recording

    heads = [origin for origin in origins if origin is not None]
    if len(heads) < len(origins):
        settings = _settings()
        heads.append(Recording(model, dict(settings.sampling), asdict(settings.frames)))
    made = {head.made_with: head for head in heads}
    if len(made) > 1:
        shown = "; ".join(f"sampling {dict(head.sampling)}, frames {dict(head.frames)}" for head in made.values())
        typer.echo(
            f"vcif cache export: the judgements by {model!r} were made with different settings ({shown}), and a "
            "recording holds those of one; import recordings into a --folder of their own to export them apart",
            err=True,
        )
        raise typer.Exit(2)
    return replace(heads[0], note=note or "; ".join(dict.fromkeys(head.note for head in heads if head.note)))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A recording, as export writes it.")], folder: Folder = None
) -> None:
    """Store the judgements of a recording; those that are stored already stay as they are.

    \b
    Example:
      vcif cache import judgements.jsonl
    """
    from ..judge import ConfigurationError
    from ..judge.cache import read_recording

    try:
        recording, entries = read_recording(file)
    except ConfigurationError as error:
        typer.echo(f"vcif cache import: {error}", err=True)
        raise typer.Exit(2) from None
    with _opened("import", folder) as stored:
        new = stored.add(entries, recording)
    typer.echo(f"{new:,} of {len(entries):,} judgements were new")


def _settings():
    from ..judge import ConfigurationError, Settings

    try:
        return Settings.load()
    except ConfigurationError as error:
        typer.echo(f"vcif cache: {error}", err=True)
        raise typer.Exit(2) from None


@contextmanager
def _opened(command: str, folder: Path | None) -> Iterator[Cache]:
    """The stored judgements. Ends with status 2, naming the file, where they can't be read or written."""
    from ..judge import Cache, ConfigurationError

    stored = Cache(folder or _settings().cache)
    try:
        stored.check()
        yield stored
    except ConfigurationError as error:
        problem = str(error)
    except (sqlite3.Error, OSError) as error:
        problem = f"{stored.file}: {error}"
    else:
        return
    typer.echo(f"vcif cache {command}: {problem}", err=True)
    raise typer.Exit(2)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")
