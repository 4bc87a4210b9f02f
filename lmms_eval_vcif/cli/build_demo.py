"""``vcif build demo``: a small complete set of both benchmarks, without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def demo(
    out: Annotated[Path, typer.Argument(help="Folder to write; a build that was interrupted there goes on.")],
    rows: Annotated[int, typer.Option(help="Composed rows over pictures.")] = 48,
    texts: Annotated[
        int, typer.Option(help="Hijacking texts of each of the 24 spurious subcategories and language; 0: none.")
    ] = 1,
    clip_rows: Annotated[int, typer.Option(help="Rows over clips at most, of which the conflict items are made.")] = 40,
    conflicts: Annotated[int, typer.Option(help="Conflict items of each of the ten templates at most.")] = 2,
    language: Annotated[
        list[str] | None, typer.Option(help="en or zh; repeat for both, which is also the default.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, catalogue and typefaces give the same bytes.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes that compose, draw and read.")] = 1,
) -> None:
    """A small complete set of both benchmarks from the embedded pictures and clips, made without a model.

    Writes the folders mmifeval_pro (composed, hijacking, grounding and numeric rows) and vcifbench (base, selection and
    conflict items), each with rows.jsonl, witnesses.jsonl (answers that keep all that a rule decides) and its media;
    beside them manifest.json and lint.jsonl. The status is 1 where the lint finds errors. Needs the extras build and
    judge, and ocr unless --texts is 0.

    \b
    Example:
      vcif build demo my_demo
      vcif score my_demo/mmifeval_pro/rows.jsonl my_demo/mmifeval_pro/witnesses.jsonl --output scores
    """
    from ..builders.demo import BuildError, build
    from ..builders.hijack import FontError
    from ..builders.pipeline import PipelineError

    try:
        manifest = build(
            out,
            rows=rows,
            texts=texts,
            clip_rows=clip_rows,
            conflicts=conflicts,
            languages=language or ["en", "zh"],
            seed=seed,
            workers=workers,
        )
    except (BuildError, FontError, PipelineError) as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    _report(out, manifest)


def _report(out: Path, manifest: dict[str, Any]) -> None:
    for half, counts in manifest["counts"].items():
        shown = ", ".join(f"{count} {subset}" for subset, count in counts.items())
        typer.echo(f"{out / half / 'rows.jsonl'}: {sum(counts.values())} rows ({shown})", err=True)
    lint = manifest["lint"]
    typer.echo(f"lint: {lint['errors']} errors, {lint['warnings']} warnings", err=True)
    if lint["errors"]:
        raise typer.Exit(1)
