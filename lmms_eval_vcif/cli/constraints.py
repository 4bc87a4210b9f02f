"""``vcif constraints``: the catalogue, listed or one type explained, in English or Chinese."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..constraints import Entry


class Language(str, Enum):
    """The languages that the catalogue is written in."""

    en = "en"
    zh = "zh"


class Benchmark(str, Enum):
    """The benchmarks that a type may be part of."""

    vcifbench = "vcifbench"
    mmifeval_pro = "mmifeval_pro"


app = typer.Typer()

_HEADS = {
    "en": ("type", "group", "decided by", "languages", "meaning"),
    "zh": ("类型", "类别", "判定方式", "语言", "含义"),
}
_TITLES = {
    "en": {
        "parameters": "Parameters",
        "conflicts": "Never together with",
        "guidance": "What a judge looks at",
        "sub_questions": "How its sub-questions are written",
        "wordings": "Wordings",
        "cases": "Cases",
    },
    "zh": {
        "parameters": "参数",
        "conflicts": "不能同时出现",
        "guidance": "评判时看什么",
        "sub_questions": "子问题的写法",
        "wordings": "措辞",
        "cases": "样例",
    },
}


@app.callback(invoke_without_command=True)
def constraints(context: typer.Context) -> None:
    """The catalogue of constraint types: list it, or show one.

    \b
    Examples:
      vcif constraints list --benchmark mmifeval_pro --category length
      vcif constraints show word_count --language zh
    """
    if context.invoked_subcommand is None:
        list_()


@app.command("list")
def list_(
    benchmark: Annotated[Benchmark | None, typer.Option(help="Only the types of this benchmark.")] = None,
    category: Annotated[str | None, typer.Option(help="Only the types of this category or dimension.")] = None,
    language: Annotated[Language | None, typer.Option(help="Only types for responses in it; explained in it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List the types with their category, languages and meaning.

    \b
    Example:
      vcif constraints list --category keyword --language zh
    """
    from ..constraints import catalogue

    shown = language.value if language else "en"
    entries = [
        entry
        for entry in catalogue()
        if (language is None or shown in entry.languages)
        and any(
            (benchmark is None or place.name == benchmark.value) and category in (None, place.group)
            for place in entry.benchmarks.values()
        )
    ]
    if not entries:
        groups = sorted({place.group for entry in catalogue() for place in entry.benchmarks.values()})
        typer.echo(f"vcif constraints: no such type; the categories and dimensions are {', '.join(groups)}", err=True)
        raise typer.Exit(1)
    if as_json:
        for entry in entries:
            typer.echo(json.dumps(_summary(entry, shown), ensure_ascii=False))
    else:
        _table(entries, shown)


@app.command("show")
def show(
    type_: Annotated[str, typer.Argument(metavar="TYPE", help="The id of the type, such as word_count.")],
    language: Annotated[Language, typer.Option(help="The language of the explanation.")] = Language.en,
) -> None:
    """Explain one type: its meaning, parameters, wordings and cases.

    \b
    Example:
      vcif constraints show sentence_count --language zh
    """
    from ..constraints import catalogue
    from ..records import RecordError

    try:
        entry = catalogue()[type_]
    except RecordError as error:
        typer.echo(f"vcif constraints: {error.problem}", err=True)
        raise typer.Exit(1) from None
    typer.echo("\n".join(_page(entry, language.value)))


def _summary(entry: Entry, language: str) -> dict[str, Any]:
    places = entry.benchmarks.values()
    return {
        "type": entry.id,
        "benchmarks": {place.name: place.group for place in places},
        "evaluation": {place.name: place.evaluation for place in places},
        "languages": {place.name: list(place.languages) for place in places},
        "meaning": entry.meaning[language],
    }


def _table(entries: list[Entry], language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for head in _HEADS[language]:
        table.add_column(head, overflow="fold")
    for entry in entries:
        places = list(entry.benchmarks.values())
        table.add_row(
            entry.id,
            "\n".join(f"{place.name}: {place.group}" for place in places),
            "\n".join(place.evaluation for place in places),
            "\n".join(", ".join(place.languages) for place in places),
            entry.meaning[language],
        )
    console = Console()
    Console(width=None if console.is_terminal else 160).print(table)


def _page(entry: Entry, language: str) -> list[str]:
    titles = _TITLES[language]
    lines = [entry.id, "", entry.meaning[language], ""]
    lines += [
        f"{place.name}: {place.group}, {place.evaluation} ({', '.join(place.languages)})"
        for place in entry.benchmarks.values()
    ]
    if entry.parameters:
        lines += ["", titles["parameters"]]
        lines += [f"  {name}  {_parameter(schema, language)}" for name, schema in entry.parameters.items()]
    if entry.conflicts:
        lines += ["", titles["conflicts"], "  " + ", ".join(entry.conflicts)]
    if entry.guidance:
        lines += ["", titles["guidance"], f"  {entry.guidance[language]}"]
    if entry.sub_questions:
        lines += ["", titles["sub_questions"], *_sub_questions(entry.sub_questions[language])]
    if entry.wordings.get(language):
        lines += ["", titles["wordings"], *(f"  {wording}" for wording in entry.wordings[language])]
    if entry.cases.get(language):
        lines += ["", titles["cases"]]
        for case in entry.cases[language]:
            lines += _case(case)
    return lines


def _sub_questions(part: Mapping[str, Any]) -> list[str]:
    lines = [f"  {part['how']}"]
    for example in part["examples"]:
        lines += [f"  - {example['constraint']}", *(f"      {question}" for question in example["questions"])]
    return lines


def _case(case: Mapping[str, Any]) -> list[str]:
    """A case in a few lines: what is given, the response, and why it passes or not."""
    mark = "✓" if case["passes"] else "✗"
    given = [json.dumps(case["params"], ensure_ascii=False)] if "params" in case else []
    given += [case[key] for key in ("scene", "video", "instruction", "constraint") if key in case]
    response = json.dumps(case["response"], ensure_ascii=False)
    lines = [f"  {mark} {'  |  '.join(given)}  {response}", f"      {case['why']}"]
    for question, answer in zip(case.get("sub_questions", ()), case.get("answers", ()), strict=True):
        lines.append(f"      {'✓' if answer else '✗'} {question}")
    return lines


def _parameter(schema: dict[str, Any], language: str) -> str:
    """A parameter's meaning with what it may be and its default, as JSON."""
    kinds = {key: schema[key] for key in ("type", "enum", "minimum", "maximum", "default") if key in schema}
    return f"{schema['meaning'][language]} {json.dumps(kinds, ensure_ascii=False)}"
