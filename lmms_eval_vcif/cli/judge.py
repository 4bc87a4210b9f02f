"""``vcif judge``: the judge that is set up, measured against cases whose answers are known."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..judge import Judge
    from ..judge.calibration import Outcome

app = typer.Typer(help="The judge: measure it before it is trusted.", no_args_is_help=True)


@app.callback()
def judge() -> None:
    """The judge: measure it before it is trusted."""


@app.command("check")
def check(
    type_: Annotated[list[str] | None, typer.Option("--type", help="Only cases of this type; repeatable.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Only cases in this language; repeatable.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not list the cases that the judge got wrong.")] = False,
) -> None:
    """Ask the judge the catalogue's cases of judged types, and print per type how often it is right.

    Each answer is stored, so that an interrupted check goes on where it was. The judge is the one of the environment
    (VCIF_JUDGE_MODEL, VCIF_JUDGE_BASE_URL, VCIF_JUDGE_API_KEY; vcif judge settings lists them all). The status is 2
    where it can't be used, and 1 where it judged none of the cases.

    \b
    Examples:
      vcif judge check
      vcif judge check --type tone --type causal --language zh
    """
    from ..judge.calibration import ask, by_type, cases
    from ..plugin import task_folders
    from ..records import RecordError

    try:
        chosen = list(cases(type_ or (), language or ()))
    except RecordError as error:
        _stop(str(error))
    if not chosen:
        _stop("no judged type has such cases")
    found = _loaded()
    folder = Path(task_folders()[0]) / "_data" / "vcifbench"
    with ThreadPoolExecutor(found.settings.concurrency) as pool:
        try:
            asked = pool.map(lambda case: ask(found, case, folder), chosen)
            with typer.progressbar(asked, length=len(chosen), file=sys.stderr) as bar:
                outcomes = list(bar)
        except BaseException:
            pool.shutdown(cancel_futures=True)  # what has arrived is stored; the rest is asked the next time
            raise
    typer.echo(f"judge: {found.model}")
    _show(by_type(outcomes))
    if not quiet:
        _show_wrong(outcomes)
    if all(outcome.right is None for outcome in outcomes):
        typer.echo(f"vcif judge: no case was judged: {outcomes[0].verdict.reason}", err=True)
        raise typer.Exit(1)


@app.command("settings")
def settings() -> None:
    """All settings of the judge: variables, keys of the file, what they mean.

    \b
    Example:
      vcif judge settings
    """
    from ..judge import settings as module

    typer.echo(module.__doc__)


def _show(groups: dict[str, list[Outcome]]) -> None:
    from ..metrics.agreement import agree

    width = max(len(name) for name in groups)
    typer.echo(f"{'type':<{width}}  right  of  open  agreement")
    for name, outcomes in groups.items():
        typer.echo(f"{name:<{width}}  {_counts(outcomes)}")
    everything = [outcome for outcomes in groups.values() for outcome in outcomes]
    typer.echo(f"{'all':<{width}}  {_counts(everything)}")
    whole = agree([o.case.passes for o in everything], [o.verdict.passed for o in everything])
    coefficients = {"kappa": whole.kappa, "AC1": whole.ac1, "PABAK": whole.pabak}
    typer.echo("  ".join(f"{name} {_number(value)}" for name, value in coefficients.items()))


def _counts(outcomes: list[Outcome]) -> str:
    decided = [outcome.right for outcome in outcomes if outcome.right is not None]
    rate = sum(decided) / len(decided) if decided else None
    return f"{sum(decided):5d} {len(decided):3d} {len(outcomes) - len(decided):5d}  {_number(rate):>9}"


def _number(value: float | None) -> str:
    return "N/A" if value is None else f"{value:.3f}"


def _show_wrong(outcomes: list[Outcome]) -> None:
    for outcome in outcomes:
        case, verdict = outcome.case, outcome.verdict
        if outcome.right is None:
            typer.echo(f"{case.name}: {verdict.reason}")
        elif not outcome.right:
            said, truth = ("kept", "broken") if verdict.passed else ("broken", "kept")
            typer.echo(f"{case.name}: the judge says {said} ({verdict.reason}); it is {truth}: {case.why}")


def _loaded() -> Judge:
    """The judge that is set up. Ends with status 2 where there is none or it can't be used."""
    from ..judge import HOW_TO, ConfigurationError, load_judge

    try:
        found = load_judge()
    except ConfigurationError as error:
        _stop(f"the judge can't be used: {error}")
    if found is None:
        _stop(f"no judge is set up: {HOW_TO}")
    return found


def _stop(problem: str) -> Any:
    typer.echo(f"vcif judge: {problem}", err=True)
    raise typer.Exit(2)
