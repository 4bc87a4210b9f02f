"""``vcif build``: the builders of data sets, one command each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Build data sets: rows, media and witnesses.", no_args_is_help=True)


@app.callback()
def build() -> None:
    """Build data sets: rows, media and witnesses."""


@app.command()
def hijack(
    out: Annotated[Path, typer.Argument(help="Folder to write; a build that was interrupted there goes on.")],
    language: Annotated[
        list[str] | None, typer.Option(help="en or zh; repeat for both, which is also the default.")
    ] = None,
    per_subcategory: Annotated[int, typer.Option(help="Texts of each of the 24 spurious subcategories.")] = 12,
    renderings: Annotated[int, typer.Option(help="Pictures of each text.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed and typefaces give the same bytes.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes that draw and read.")] = 1,
    fonts: Annotated[
        list[Path] | None, typer.Option(help="A font file or a folder of them, used too; repeatable.")
    ] = None,
) -> None:
    """Pictures that show a task, with queries that only ask for their text (visual instruction hijacking).

    Writes rows.jsonl, witnesses.jsonl, images/ and manifest.json. Needs the extras build and ocr.

    \b
    Example:
      vcif build hijack my_set --per-subcategory 2 --renderings 2 --workers 2
    """
    from ..builders.hijack import BuildError, FontError
    from ..builders.hijack import build as build_hijack

    try:
        manifest = build_hijack(
            out,
            languages=language or ["en", "zh"],
            per_subcategory=per_subcategory,
            renderings=renderings,
            seed=seed,
            workers=workers,
            fonts=fonts or [],
        )
    except (BuildError, FontError) as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    counts = manifest["counts"]
    refused = sum(counts["refused"].values())
    typer.echo(f"{counts['rows']} rows in {out}; {refused} of {counts['drawings']} drawings refused", err=True)
