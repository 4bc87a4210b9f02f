"""``vcif build splits``: what a train set shares with a test set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def splits(
    train: Annotated[Path, typer.Argument(help="Rows of the train set, media beside them.")],
    test: Annotated[Path, typer.Argument(help="Rows of the test set, media beside them.")],
    report: Annotated[Path | None, typer.Option(help="JSON file for every overlap found.")] = None,
    keep: Annotated[Path | None, typer.Option(help="JSON lines: the train rows without an overlap.")] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="image, video or instruction; repeatable; all by default.")
    ] = None,
) -> None:
    """Near copies of pictures, videos and instructions across two sets. The status is 1 where some are found and left.

    Found are copies of another size, quality or brightness, and clips cut or played backwards; not pictures that are
    mirrored, turned or strongly cropped. With --keep, the train rows that have none are written, and the status is 0.
    Needs the extras build and judge.

    \b
    Example:
      vcif build splits train/rows.jsonl test/rows.jsonl --report overlaps.json --keep train/apart.jsonl
    """
    from ..builders.splits import KINDS, SplitError, apart
    from ..records import nearest

    kinds = tuple(kind or KINDS)
    try:
        for one in kinds:
            if one not in KINDS:
                raise SplitError(f"kind: {nearest(one, KINDS)}")
        found = apart(train, test, report=report, keep=keep, kinds=kinds)
    except SplitError as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    for one in found["overlaps"][:20]:
        typer.echo(f"{one['first']}: {one['kind']} as in {one['second']} ({one['nearness']:g})")
    shown = ", ".join(f"{name} {count}" for name, count in found["kinds"].items())
    typer.echo(f"{found['overlapping']} of {found['rows']} rows overlap: {shown}", err=True)
    if found["overlapping"] and keep is None:
        raise typer.Exit(1)
