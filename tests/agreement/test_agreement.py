"""Real responses with official verdicts: no exception, every disagreement is one definition's, and no count moves."""

from functools import cache
from pathlib import Path

import pytest

from .table import COUNTS, GOLDEN, TABLES, VARIABLE, counted, printed, read, real_data

README = Path(__file__).parents[2] / "README.md"


def golden(folder):
    return [record for record in read(GOLDEN) if record["data"] == folder]


@cache
def kinds_of(folder):
    path = real_data(folder)
    if path is None:
        pytest.skip(f"{VARIABLE} does not name a folder with {folder}")
    return TABLES[folder](path)


@pytest.mark.parametrize("folder", TABLES)
def test_every_disagreement_is_explained_by_one_definition(folder, record_property):
    kinds = kinds_of(folder)
    record_property("table", printed(kinds))
    rest = [f"{name}: {line}" for name, kind in sorted(kinds.items()) for line in kind.unexplained]
    assert not rest, "\n".join(rest[:40]) + f"\n({len(rest)} in all)\n{printed(kinds)}"


@pytest.mark.parametrize("folder", TABLES)
def test_a_check_that_decides_otherwise_than_it_did_shows(folder):
    """What the peer's definition explains, it would explain in a broken check too: so each count is pinned. A change
    that is meant is written down with `python -m tests.agreement.table --write`."""
    found = {record["id"]: record for record in counted(folder, kinds_of(folder))}
    known = {record["id"]: record for record in golden(folder)}
    moved = [id_ for id_ in sorted({*known, *found}) if known.get(id_) != found.get(id_)]
    assert not moved, "\n".join(f"{id_}: {known.get(id_)} -> {found.get(id_)}" for id_ in moved)


def test_the_readme_says_what_the_table_holds():
    totals = {folder: [sum(record[count] for record in golden(folder)) for count in COUNTS] for folder in TABLES}
    text = " ".join(README.read_text(encoding="utf-8").split())
    (compared, agreed, explained, random), (others, *_) = totals.values()
    assert compared == agreed + explained + random
    assert f"{compared:,} official verdicts of IFEval, M-IFEval and IFBench and {others:,} of Meeseeks" in text
    assert f"every disagreement is one named definition's, {random} apart" in text
