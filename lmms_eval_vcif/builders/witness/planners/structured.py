"""Demands that make the whole response one JSON or CSV document."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Infeasible, Plan


def json(plan: Plan, *, root: str = "either", required_keys: Sequence[str] | None = None) -> None:
    """One JSON document with the keys."""
    plan.contain("json")
    if root != "either":
        if plan.json_root not in ("", root):
            raise Infeasible(f"a JSON {root} and a JSON {plan.json_root}")
        plan.json_root = root
    plan.json_keys += [key for key in required_keys or () if key not in plan.json_keys]


def csv(
    plan: Plan,
    *,
    columns: Sequence[str] | int | None = None,
    min_rows: int | None = None,
    max_rows: int | None = None,
    delimiter: str = ",",
    header: bool = True,
) -> None:
    """One CSV document with the columns and rows."""
    plan.contain("csv")
    plan.columns = _columns(plan.columns, columns)
    plan.bound(("rows",), min_rows or 1, max_rows)
    plan.delimiter = delimiter
    plan.header = plan.header and header


def _columns(there: Sequence[str] | int | None, wanted: Sequence[str] | int | None) -> Sequence[str] | int | None:
    """The columns that satisfy both. Raises Infeasible where they differ."""
    if there is None or wanted is None:
        found = there if wanted is None else wanted
        return list(found) if isinstance(found, (list, tuple)) else found
    counts = [columns if isinstance(columns, int) else len(columns) for columns in (there, wanted)]
    named = [list(columns) for columns in (there, wanted) if not isinstance(columns, int)]
    if counts[0] != counts[1] or len(named) == 2 and named[0] != named[1]:
        raise Infeasible(f"the columns {there!r} and {wanted!r}")
    return named[0] if named else wanted
