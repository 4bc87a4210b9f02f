"""``vcif build``: the builders of data sets, one command each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import augment, build_demo, build_pipeline, build_preferences, build_splits, build_vcifbench

app = typer.Typer(help="Build data sets: rows, media and witnesses.", no_args_is_help=True)
app.add_typer(augment.app, name="augment")
app.command("demo")(build_demo.demo)
app.command("mmifeval-pro")(build_pipeline.mmifeval_pro)
app.command("spurious")(build_pipeline.spurious)
app.command("preferences")(build_preferences.preferences)
app.command("splits")(build_splits.splits)
app.add_typer(build_vcifbench.app, name="vcifbench")


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
    texts: Annotated[Path | None, typer.Option(help="Further texts, as vcif build spurious writes them.")] = None,
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
            texts=texts,
        )
    except (BuildError, FontError) as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    counts = manifest["counts"]
    refused = sum(counts["refused"].values())
    typer.echo(f"{counts['rows']} rows in {out}; {refused} of {counts['drawings']} drawings refused", err=True)


@app.command()
def compose(
    out: Annotated[Path, typer.Argument(help="Folder to write; a build that was interrupted there goes on.")],
    images: Annotated[Path, typer.Option(help="Folder of pictures.")],
    seeds: Annotated[
        Path | None,
        typer.Option(help="JSON lines: image (in --images), task, language, instruction. Default: generic tasks."),
    ] = None,
    rows: Annotated[int | None, typer.Option(help="Rows to make. Default: one of each seed, or 200.")] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="en or zh; repeat for both, which is also the default.")
    ] = None,
    at_least: Annotated[int, typer.Option(help="Rows in which each type must stand, in each language.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed, pictures and catalogue give the same bytes.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes that compose.")] = 1,
) -> None:
    """Rows with several constraints drawn from the catalogue, each with a witness response that satisfies them.

    Writes rows.jsonl, witnesses.jsonl, the pictures and manifest.json. The status is 1 where some type stands in too
    few rows. Needs the extra build.

    \b
    Example:
      vcif build compose my_set --images photos --rows 300 --workers 2
    """
    from ..builders.compose import BuildError
    from ..builders.compose import build as build_composed

    try:
        manifest = build_composed(
            out,
            images=images,
            seeds=seeds,
            rows=rows,
            languages=language or ["en", "zh"],
            at_least=at_least,
            seed=seed,
            workers=workers,
        )
    except BuildError as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    counts = manifest["counts"]
    typer.echo(f"{counts['rows']} rows in {out}, {counts['constraints_per_row']} constraints a row", err=True)
    for short_language, types in manifest["short"].items():
        few = ", ".join(f"{type_} ({count})" for type_, count in types.items())
        typer.echo(f"{short_language}: in fewer than {at_least} rows: {few}", err=True)
    if manifest["short"]:
        raise typer.Exit(1)


@app.command()
def clips(
    out: Annotated[Path, typer.Argument(help="Folder to write.")],
    script: Annotated[
        list[Path] | None, typer.Option(help="A script (YAML) or a folder of them; repeatable. Default: our own.")
    ] = None,
    backwards: Annotated[bool, typer.Option(help="Write each clip played backwards, too.")] = False,
) -> None:
    """Short videos with known events, drawn from scripts: who stands where, and what happens when.

    Writes NAME.mp4 and NAME.events.json for each script, and manifest.json. Same script, same bytes. Needs the extra
    build and PyAV.

    \b
    Example:
      vcif build clips my_clips --script my_scripts --backwards
    """
    from ..builders.clips import ScriptError
    from ..builders.clips import build as build_clips

    try:
        manifest = build_clips(out, scripts=script or [], backwards=backwards)
    except ScriptError as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{len(manifest['clips'])} clips in {out}", err=True)
