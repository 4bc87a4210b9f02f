"""Real responses with official verdicts: no exception, and every disagreement is one definition's."""

import pytest

from .table import VARIABLE, ifeval_table, meeseeks_table, printed, real_data


@pytest.mark.parametrize(
    ("folder", "table", "least"),
    [("if-responses-with-verdicts", ifeval_table, 5000), ("zh-meeseeks", meeseeks_table, 130)],
)
def test_every_disagreement_is_explained_by_one_definition(folder, table, least, record_property):
    path = real_data(folder)
    if path is None:
        pytest.skip(f"{VARIABLE} does not name a folder with {folder}")
    kinds = table(path)
    record_property("table", printed(kinds))
    assert sum(kind.compared for kind in kinds.values()) >= least
    rest = [f"{name}: {line}" for name, kind in sorted(kinds.items()) for line in kind.unexplained]
    assert not rest, "\n".join(rest[:40]) + f"\n({len(rest)} in all)\n{printed(kinds)}"
