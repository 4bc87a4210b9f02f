"""A problem of a file, with its place: what readers and the lint report instead of stopping at the first."""

from __future__ import annotations

from dataclasses import dataclass


class DataError(ValueError):
    """A file that can't be read at all; the message names it and says what to do."""


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where: in JSON lines `row` is the line, elsewhere the record, from 1; 0 means the whole file.

    `field` is the path inside the row, such as ``constraints[2].params.min``; "" where the whole row is meant. `error`
    is False for what a person should look at but may be meant.
    """

    file: str
    row: int
    field: str
    message: str
    error: bool = True

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.row, self.field) if part)
        return f"{place}: {'' if self.error else 'warning: '}{self.message}"
