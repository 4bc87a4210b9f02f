"""``vcif build``: the builders that ask models. Each can be stopped, and goes on when it is called again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..builders.pipeline import Estimate, Pipeline

Out = Annotated[Path, typer.Argument(help="Folder to write; a run that was stopped there goes on.")]
Seed = Annotated[int, typer.Option(help="What is drawn depends on it.")]
Threads = Annotated[int, typer.Option(help="Requests at a time, in each process.")]
Processes = Annotated[int, typer.Option(help="Workers of the package datasets; 1: this process alone.")]
Review = Annotated[
    list[str] | None,
    typer.Option(
        help="Stop after this stage for a person's decisions, in review/; repeatable. They hold in later runs, too."
    ),
]
Retry = Annotated[
    list[str] | None, typer.Option(help="Work again on what was rejected for this reason, such as timeout; repeatable.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the prompts and an estimate of tokens; ask no model.")]
Language = Annotated[list[str] | None, typer.Option(help="en or zh; repeat for both, which is also the default.")]


@dataclass(frozen=True)
class Running:
    """How a pipeline is worked on, as the options say."""

    seed: int = 0
    threads: int = 16
    processes: int = 1
    review: list[str] | None = None
    dry_run: bool = False
    retry: list[str] | None = None

    def as_settings(self) -> dict[str, Any]:
        given = {"seed": self.seed, "threads": self.threads, "processes": self.processes}
        return {**given, "reviews": tuple(self.review or ()), "retry": tuple(self.retry or ())}


def go(out: Path, running: Running, make: Callable[..., Pipeline]) -> None:
    """Run a pipeline, or show what it would ask. Ends with status 2 and one line for what can't be run as asked."""
    from ..builders.pipeline import PipelineError, run
    from ..builders.pipeline.log import check_retry
    from ..judge import ConfigurationError

    try:
        pipeline = make(**running.as_settings())
        check_retry(pipeline.retry, out / "stages")
        if running.dry_run:
            _show(pipeline)
            return
        manifest = run(pipeline, out, _models(pipeline))
    except (PipelineError, ConfigurationError) as error:
        typer.echo(f"vcif: {error}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        typer.echo(f"vcif: stopped; call it again to go on in {out}", err=True)
        raise typer.Exit(130) from None
    _report(out, manifest)


def _models(pipeline: Pipeline) -> Any:
    from ..builders.pipeline import Models

    models = Models.load(pipeline.roles)
    models.check()
    return models


def _show(pipeline: Pipeline) -> None:
    """The first request of each prompt, and what each stage would cost."""
    from ..builders.pipeline import DryModels, preview

    models = DryModels.load(pipeline.roles)
    estimates = preview(pipeline.stages, pipeline.records, models, pipeline.folder, pipeline.seed)
    for estimate in estimates:
        first = {request.prompt: request for request in reversed(estimate.shown)}
        for name, request in first.items():
            seen = f", after {request.pictures} pictures" if request.pictures else ""
            typer.echo(f"--- {estimate.stage}: {name}, to the {request.role}{seen}")
            typer.echo(
                f"[system]\n{request.system}\n[user]\n{request.text}\n" if request.system else request.text + "\n"
            )
    for estimate in estimates:
        typer.echo(_costs(estimate))


def _costs(estimate: Estimate) -> str:
    costs = [
        f"{role}: {count} requests, about {estimate.tokens_in[role]} tokens in and {estimate.tokens_out[role]} out"
        for role, count in estimate.requests.items()
    ]
    lost = [f"{reason} {count}" for reason, count in estimate.rejected.items()]
    costs = ["; ".join(costs) or "no request", *([f"rejected: {', '.join(lost)}"] if lost else [])]
    return f"{estimate.stage}: {estimate.records_in} in; {'; '.join(costs)}"


def _report(out: Path, manifest: dict[str, Any]) -> None:
    for stage in manifest["stages"]:
        reasons = ", ".join(f"{reason} {count}" for reason, count in stage["rejected"].items())
        lost = f" ({reasons})" if reasons else ""
        typer.echo(f"{stage['stage']}: {stage['in']} in, {stage['out']} out{lost}", err=True)
    if "waiting" in manifest:
        typer.echo(f"fill in {out / manifest['waiting']}, then call this again", err=True)
        return
    if "lint" not in manifest:
        typer.echo(f"{manifest['records']} records in {out}", err=True)
        return
    for kind, few in manifest.get("statistics", {}).get("short", {}).items():
        listed = ", ".join(f"{name} {one['found']} of {one['aimed']:g}" for name, one in few.items())
        typer.echo(f"fewer {kind} than the targets ask for: {listed}", err=True)
    lint = manifest["lint"]
    found = f"lint: {lint['errors']} errors, {lint['warnings']} warnings"
    typer.echo(f"{manifest['rows']} rows in {out}; {found}", err=True)
    if lint["errors"]:
        raise typer.Exit(1)


def mmifeval_pro(
    out: Out,
    images: Annotated[Path, typer.Option(help="Folder of pictures.")],
    language: Language = None,
    min_complexity: Annotated[float, typer.Option(help="Visual complexity that a picture must reach.")] = 0.25,
    min_richness: Annotated[float, typer.Option(help="Richness in objects that a picture must reach.")] = 0.3,
    complexity: Annotated[str, typer.Option(help="Scorer as module:function. Default: image statistics.")] = "",
    richness: Annotated[str, typer.Option(help="Scorer as module:function. Default: image statistics.")] = "",
    most_images: Annotated[int | None, typer.Option(help="Pictures at most, the most complex ones.")] = None,
    per_image: Annotated[int, typer.Option(help="Tasks for a picture at most.")] = 2,
    tries: Annotated[int, typer.Option(help="How often each row is answered when it is inspected.")] = 3,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """MM-IFEval-Pro's four stages: pictures selected, tasks assigned, constraints composed, rows answered and verified.

    Asks a writer (VCIF_WRITER_MODEL, _BASE_URL, _API_KEY) and an answerer (VCIF_ANSWERER_...). A scorer gets a
    picture's path and returns a number, or a list of the names of what it sees, which become keywords; it may lie in
    the working directory. The stages are score, select, assign,
    draw, compose and inspect. The status is 1 where the lint finds errors. Needs the extras build and judge.

    \b
    Example:
      VCIF_WRITER_MODEL=m VCIF_WRITER_BASE_URL=http://localhost:8000/v1 \\
      VCIF_ANSWERER_MODEL=m VCIF_ANSWERER_BASE_URL=http://localhost:8000/v1 \\
      vcif build mmifeval-pro my_set --images photos --dry-run
    """

    def make(**running: Any) -> Pipeline:
        from ..builders.mmifeval_pro import Options, plan
        from ..records import LANGUAGES

        options = Options(
            min_complexity=min_complexity,
            min_richness=min_richness,
            complexity=complexity,
            richness=richness,
            most_images=most_images,
            per_image=per_image,
            languages=tuple(language or LANGUAGES),
            tries=tries,
        )
        return plan(images, options, **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)


def spurious(
    out: Out,
    per_subcategory: Annotated[int, typer.Option(help="Texts of each of the 24 spurious subcategories at most.")] = 12,
    language: Language = None,
    seed: Seed = 0,
    threads: Threads = 16,
    processes: Processes = 1,
    review: Review = None,
    retry: Retry = None,
    dry_run: DryRun = False,
) -> None:
    """Spurious tasks for the hijack builder by a model, beside the hand-written ones; writes texts.jsonl.

    Asks a writer (VCIF_WRITER_...) and a checker (VCIF_CHECKER_...). The stages are write, look and choose.

    \b
    Example:
      vcif build spurious my_texts --per-subcategory 20
      vcif build hijack my_set --texts my_texts/texts.jsonl --per-subcategory 30
    """

    def make(**running: Any) -> Pipeline:
        from ..builders.hijack.spurious import spurious as plan
        from ..records import LANGUAGES

        return plan(per_subcategory, tuple(language or LANGUAGES), **running)

    go(out, Running(seed, threads, processes, review, dry_run, retry), make)
