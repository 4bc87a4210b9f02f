"""``vcif build vcifbench``: its items, made with a writer and a second model that checks (see `build_pipeline`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .build_pipeline import DryRun, Out, Processes, Retry, Review, Running, Seed, Threads, go

if TYPE_CHECKING:
    from ..builders.pipeline import Pipeline

app = typer.Typer(help="VCIFBench items, made with a writer and a second model that checks.", no_args_is_help=True)

Videos = Annotated[Path, typer.Option(help="Folder of clips.")]
InLanguage = Annotated[str, typer.Option("--language", help="en or zh, of the instructions.")]
TargetsFile = Annotated[Path | None, typer.Option(help="YAML: what the set is balanced to.")]


def _files(annotations: list[str]) -> list[tuple[str, Path]]:
    """Formats with files. Raises PipelineError for what is not FORMAT=FILE."""
    from ..builders.pipeline import PipelineError

    pairs = [(name, Path(path)) for name, equals, path in (text.partition("=") for text in annotations) if equals]
    if len(pairs) < len(annotations):
        raise PipelineError(f"annotations: FORMAT=FILE is required, not {annotations!r}")
    return pairs


@app.command()
def derive(
    out: Out,
    videos: Videos,
    annotations: Annotated[
        list[str], typer.Option(help="FORMAT=FILE, of nextqa, mmworld, tempcompass and youcook2; repeatable.")
    ],
    language: InLanguage = "en",
    targets: TargetsFile = None,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Annotated questions become open tasks with constraints; what can't is rejected with the reason.

    A clip is found by its name in the annotation. Each question is offered ten of the twenty tasks, all as often as the
    targets weigh them; the manifest says what the set has too little of. The stages are derive, draw, construct, check,
    repair and confirm. The example of targets is builders/vcifbench/targets.yml in the package.

    \b
    Example:
      vcif build vcifbench derive my_set --videos clips --annotations nextqa=val.csv --dry-run
    """

    def make(**running: Any) -> Pipeline:
        from ..builders import vcifbench as build

        return build.derived(_files(annotations), videos, build.Options(language, targets), **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)


@app.command()
def direct(
    out: Out,
    videos: Videos,
    language: InLanguage = "en",
    targets: TargetsFile = None,
    per_video: Annotated[int, typer.Option(help="Tasks of a clip at most.")] = 2,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Tasks found in clips without annotation, with constraints.

    The stages are direct, draw, construct, check, repair and confirm.

    \b
    Example:
      vcif build vcifbench direct my_set --videos clips --per-video 3
    """

    def make(**running: Any) -> Pipeline:
        from ..builders import vcifbench as build

        return build.direct(videos, build.Options(language, targets, per_video), **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)


@app.command()
def selection(
    out: Out,
    videos: Videos,
    annotations: Annotated[
        list[str] | None,
        typer.Option(help="FORMAT=FILE, as for derive: what clips show, and where they are from; repeatable."),
    ] = None,
    language: InLanguage = "en",
    beside: Annotated[int, typer.Option(help="Constraints beside the choice.")] = 2,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Choices that the direction of a clip decides, in both orders of their options, over clips played both ways.

    NAME_reverse in the folder is taken for the reverse of NAME; others are made. The stages are reverse, branch and
    rows. A dry run makes the reversed clips it shows.

    \b
    Example:
      vcif build vcifbench selection my_set --videos clips
    """

    def make(**running: Any) -> Pipeline:
        from ..builders import vcifbench as build

        return build.selection(
            out, videos, build.Options(language, beside=beside), _files(annotations or []), **running
        )

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)


@app.command()
def conflict(
    out: Out,
    rows: Annotated[Path, typer.Option(help="Finished base items, with their media beside them.")],
    each: Annotated[int, typer.Option(min=1, help="Items of each of the ten templates.")] = 3,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Items that can't be satisfied: exactly one pair of requirements that exclude each other. The stage is inject.

    Where a base item does not suit its template, others are tried. The linter confirms the pair in six of the ten
    templates; in the others the two texts say it (builders/vcifbench/conflicting.yml).

    \b
    Example:
      vcif build vcifbench conflict my_conflicts --rows my_set/rows.jsonl
    """

    def make(**running: Any) -> Pipeline:
        from ..builders import vcifbench as build

        return build.conflicts(rows, each, **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)


@app.command()
def repair(
    out: Out,
    rows: Annotated[Path, typer.Option(help="Rows of any origin, with their media beside them.")],
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Annotations brought in order: types, parameters, texts, conflicts, what the video does not show.

    The stages are check, repair and confirm.

    \b
    Example:
      vcif build vcifbench repair my_set --rows annotated.jsonl
    """

    def make(**running: Any) -> Pipeline:
        from ..builders import vcifbench as build

        return build.repaired(rows, **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)
