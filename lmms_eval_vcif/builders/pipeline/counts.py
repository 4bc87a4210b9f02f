"""What a set of rows consists of, for its manifest: what was aimed at can be held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def counts(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows by language, task, composition and number of constraints; constraints by type, and how many a row has."""
    sizes = Counter(str(len(record["constraints"])) for record in records)
    types = Counter(constraint["type"] for record in records for constraint in record["constraints"])
    found = {
        "languages": Counter(record["language"] for record in records),
        "tasks": Counter(record.get("task") or "" for record in records),
        "compositions": Counter(" ".join(record.get("composition") or ()) for record in records),
        "sizes": sizes,
        "types": types,
    }
    average = round(sum(types.values()) / len(records), 3) if records else 0.0
    return {name: dict(sorted(counter.items())) for name, counter in found.items()} | {"constraints_per_row": average}
