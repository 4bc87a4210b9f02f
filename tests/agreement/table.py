"""Our verdicts beside the official ones over real responses, counted per kind.

`python -m tests.agreement.table` prints the table; with `--write` it also makes it the one that the test expects
(`tests/golden/agreement.jsonl`). The environment variable VCIF_REAL_DATA names the data folder.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import verify

from . import ifeval, meeseeks
from .ifeval import Mapped

VARIABLE = "VCIF_REAL_DATA"
GOLDEN = Path(__file__).parents[1] / "golden" / "agreement.jsonl"
COUNTS = ("compared", "agreed", "explained", "random")


@dataclass
class Kind:
    """Counts of one official id: verdicts compared, agreed, explained by the definition, and the rest in words."""

    type: str
    definition: str
    compared: int = 0
    agreed: int = 0
    explained: int = 0
    random: int = 0
    unexplained: list[str] = field(default_factory=list)

    def add(self, constraint: Mapped, texts: list[Text], raw: list[str], official: bool, where: str) -> None:
        """Compare our verdict (all texts pass) with the official one."""
        verdicts = [verify(constraint.type, text, constraint.params, text.language) for text in texts]
        ours = all(verdict.passed for verdict in verdicts)
        self.compared += 1
        if ours == official:
            self.agreed += 1
            return
        try:
            switched = all(text.strip() and constraint.switched(text) for text in raw)
        except ifeval.Random:
            self.random += 1
            return
        if switched == official:
            self.explained += 1
        else:
            reasons = "; ".join(verdict.reason for verdict in verdicts)
            self.unexplained.append(f"{where} {constraint.params} ours={ours} ({reasons}) official={official}")


def real_data(folder: str) -> Path | None:
    """A folder of real responses, or None where the environment variable does not lead to it."""
    root = os.environ.get(VARIABLE)
    path = Path(root, folder) if root else None
    return path if path and path.is_dir() else None


def read(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def ifeval_table(folder: Path) -> dict[str, Kind]:
    """The IFEval family: every mapped verdict of every file, per id and language."""
    kinds: dict[str, Kind] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for row in read(path):
            text = Text(row["response"], row["lang"])
            for id_, kwargs, official in zip(row["instruction_ids"], row["kwargs"], row["verdicts"], strict=True):
                constraint = ifeval.mapped(id_, kwargs, row["lang"])
                if constraint is not None:
                    name = f"{row['lang']} {id_.removeprefix(row['lang'] + ':')}"
                    kind = kinds.setdefault(name, Kind(constraint.type, constraint.definition))
                    kind.add(constraint, [text], [row["response"]], official, f"{path.stem}:{row['id']}")
    return kinds


def meeseeks_table(folder: Path) -> dict[str, Kind]:
    """Meeseeks: every rule verdict that maps."""
    kinds: dict[str, Kind] = {}
    for row in read(folder / "responses_with_verdicts.jsonl"):
        for rule, kwargs, official in zip(row["instruction_ids"], row["kwargs"], row["verdicts"], strict=True):
            found = meeseeks.mapped(rule, kwargs)
            if found is not None:
                constraint, raw = found
                kind = kinds.setdefault(f"zh {rule}", Kind(constraint.type, constraint.definition))
                kind.add(constraint, [Text(part, "zh") for part in raw], raw, official, row["id"])
    return kinds


TABLES = {"if-responses-with-verdicts": ifeval_table, "zh-meeseeks": meeseeks_table}
"""How the verdicts of each data folder are compared."""


def printed(kinds: dict[str, Kind]) -> str:
    """The table as text, one row per id and a last one over all."""
    rows = [
        (name, k.type, k.compared, k.agreed, k.explained, k.random, len(k.unexplained))
        for name, k in sorted(kinds.items())
    ]
    rows.append(("all", "", *(sum(row[column] for row in rows) for column in range(2, 7))))
    head = f"{'id':48} {'check':22} {'n':>6} {'agreed':>7} {'explained':>10} {'random':>7} {'rest':>5}"
    return "\n".join([head, *(f"{a:48} {b:22} {c:6} {d:7} {e:10} {f:7} {g:5}" for a, b, c, d, e, f, g in rows)])


def counted(folder: str, kinds: dict[str, Kind]) -> list[dict]:
    """The counts as they stand in the golden table: one record per id, in order."""
    return [
        {"data": folder, "id": name, "check": kind.type, **{count: getattr(kind, count) for count in COUNTS}}
        for name, kind in sorted(kinds.items())
    ]


def main() -> None:
    records = []
    for name, table in TABLES.items():
        folder = real_data(name)
        if folder is None:
            sys.exit(f"set {VARIABLE} to the folder that holds {name}")
        kinds = table(folder)
        records += counted(name, kinds)
        sys.stdout.write(f"{name}\n{printed(kinds)}\n")
        for kind, found in sorted(kinds.items()):
            sys.stdout.writelines(f"{kind}: {line}\n" for line in found.unexplained)
    if "--write" in sys.argv[1:]:
        GOLDEN.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


if __name__ == "__main__":
    main()
