"""``vcif build augment``: rows from annotations of boxes and from questions with a number for an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True)

Out = Annotated[Path, typer.Argument(help="Folder to write.")]
Images = Annotated[Path, typer.Option(help="Folder of pictures.")]
Language = Annotated[list[str] | None, typer.Option(help="en or zh; repeat for both, which is also the default.")]
Rows = Annotated[int | None, typer.Option(help="Rows to make at most, drawn at random. Default: all.")]
Distinct = Annotated[bool, typer.Option(help="Leave out instructions that share half of their 5-grams with another.")]
Seed = Annotated[int, typer.Option(help="The same seed and files give the same bytes.")]


@app.callback()
def augment() -> None:
    """Rows from annotations made for something else: boxes with names, questions about charts."""


@app.command()
def grounding(
    out: Out,
    boxes: Annotated[
        Path,
        typer.Option(help="JSON lines (image, text, box, box_layout, box_scale), or COCO annotations (.json)."),
    ],
    images: Images,
    expressions: Annotated[
        Path | None, typer.Option(help="RefCOCO's references to the COCO annotations (.json or .p).")
    ] = None,
    language: Language = None,
    rows: Rows = None,
    absent: Annotated[float, typer.Option(help="Absent objects for each that is there (COCO annotations).")] = 0.2,
    threshold: Annotated[float, typer.Option(help="The least IoU of a box that fits.")] = 0.5,
    distinct: Distinct = False,
    seed: Seed = 0,
) -> None:
    """Queries for a box in one of many layouts and scales, checked for form and fit (box_format, box_iou).

    Writes rows.jsonl, witnesses.jsonl, rejects.jsonl, the pictures and manifest.json. Needs the extra build.

    \b
    Example:
      vcif build augment grounding my_set --boxes instances_val2017.json --images val2017 --rows 500
    """
    from ..builders.augment import build_grounding

    options = {"boxes": boxes, "expressions": expressions, "absent": absent, "threshold": threshold}
    _report(build_grounding, out, options, images, language, rows, distinct, seed)


@app.command()
def numeric(
    out: Out,
    questions: Annotated[
        Path, typer.Option(help="JSON lines (image, question, answer, language), or ChartQA's records.")
    ],
    images: Images,
    language: Language = None,
    rows: Rows = None,
    distinct: Distinct = False,
    seed: Seed = 0,
) -> None:
    """Queries for a number in a wrapper, at a precision that suits the number (answer_wrapper, answer_value).

    Writes rows.jsonl, witnesses.jsonl, rejects.jsonl, the pictures and manifest.json. Needs the extra build.

    \b
    Example:
      vcif build augment numeric my_set --questions test_human.json --images png --rows 500
    """
    from ..builders.augment import build_numeric

    _report(build_numeric, out, {"questions": questions}, images, language, rows, distinct, seed)


@app.command()
def reword(
    out: Annotated[Path, typer.Argument(help="Folder to write; a run that was stopped there goes on.")],
    rows: Annotated[Path, typer.Option(help="rows.jsonl of a finished set, its pictures beside it.")],
    seed: Annotated[int, typer.Option(help="Kept in the manifest; a model draws as it likes.")] = 0,
    threads: Annotated[int, typer.Option(help="Requests at a time.")] = 16,
    review: Annotated[bool, typer.Option("--review", help="Stop for a person's decisions, in review/.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the prompt and an estimate of tokens.")] = False,
) -> None:
    """The queries of a finished set written anew by a model, what the checks read kept letter by letter.

    Asks a writer (VCIF_WRITER_MODEL, _BASE_URL, _API_KEY). A reply that lost or added something is asked for once
    more, and then costs its row. Needs the extra judge.

    \b
    Example:
      VCIF_WRITER_MODEL=m VCIF_WRITER_BASE_URL=http://localhost:8000/v1 \\
      vcif build augment reword reworded --rows my_set/rows.jsonl
    """
    from ..builders.augment.reword import keep_witnesses, plan
    from ..data.problems import DataError
    from .build_pipeline import Running, go

    running = Running(seed, threads, review=("reword",) if review else (), dry_run=dry_run)
    try:
        go(out, running, lambda **settings: plan(rows, **settings))
        if not dry_run:
            keep_witnesses(rows, out)
    except DataError as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None


def _report(
    build: Callable[..., dict[str, Any]],
    out: Path,
    options: dict[str, Any],
    images: Path,
    language: list[str] | None,
    rows: int | None,
    distinct: bool,
    seed: int,
) -> None:
    """Build, and say how many rows there are and what was lost; status 2 where nothing could be built."""
    from ..builders.augment import BuildError

    languages = language or ["en", "zh"]
    try:
        manifest = build(out, images=images, languages=languages, rows=rows, distinct=distinct, seed=seed, **options)
    except BuildError as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    counts = manifest["counts"]
    lost = ", ".join(f"{reason} ({count})" for reason, count in counts.get("rejects", {}).items())
    typer.echo(f"{counts['rows']} rows in {out}" + (f"; lost: {lost}" if lost else ""), err=True)
