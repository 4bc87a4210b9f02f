"""What a number depends on, for the harness's results and for the record of each sample."""

from __future__ import annotations

from typing import Any

from .. import __version__
from ..constraints import catalogue

TASK_VERSION = "1.0"
"""Raised when the same answers to the same rows would get other numbers."""


def signature(data: str, **more: Any) -> dict[str, Any]:
    """The signature of a sample: package version, hash of the catalogue, hash of the data set, and `more`."""
    return {"package": __version__, "catalogue": catalogue().hash, "data": data, **more}


def __getattr__(name: str) -> Any:
    """METADATA, what the task files give the harness as `metadata`: read when asked for, not when imported."""
    if name == "METADATA":
        return {"version": TASK_VERSION, "package": __version__, "catalogue": catalogue().hash}
    raise AttributeError(name)
