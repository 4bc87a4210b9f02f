"""Demands that make the whole response one JSON or CSV document."""

from __future__ import annotations

from collections.abc import Sequence

from ..plan import Infeasible, Plan, columns_of_both


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
    plan.columns = columns_of_both(plan.columns, columns)
    plan.bound(("rows",), min_rows or 1, max_rows)
    plan.delimiter = delimiter
    plan.header = plan.header and header
