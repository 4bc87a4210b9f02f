"""What the hooks must know and are not handed: read from the variables of the harness's functions that call them.

Each function here has an answer for a harness that is built otherwise: nothing is known.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


def data_files() -> list[str]:
    """The data files that the harness is loading right now, as the task names them.

    `process_docs` is handed a table that has forgotten which file it was read from, and the settings of a user's task
    file replace ours whole, so neither says where "beside the rows" is. The caller knows: the harness's `download` has
    the data files among its arguments. Where it is built otherwise, VCIF_MEDIA_ROOT and absolute paths still serve.
    """
    for variables in _callers():
        kwargs = variables.get("dataset_kwargs")
        if isinstance(kwargs, Mapping) and kwargs.get("data_files"):
            return list(dict.fromkeys(_flat(kwargs["data_files"])))
    return []


def data_folders() -> list[Path]:
    """The folders of those of the data files that lie on this machine."""
    return list(dict.fromkeys(_folder(path) for path in data_files() if "://" not in path))


def task_settings() -> Mapping[str, Any]:
    """`lmms_eval_specific_kwargs` of the task that the harness is loading right now, as it resolved them for the model.

    `process_docs` is handed none; the harness's task is the `self` of `download`.
    """
    for variables in _callers():
        if "dataset_kwargs" in variables:
            settings = getattr(variables.get("self"), "lmms_eval_specific_kwargs", None)
            if isinstance(settings, Mapping):
                return settings
    return {}


def input_tokens() -> int | None:
    """How many tokens the model read for the answer that the harness is scoring right now, where its class counts them.

    `process_results` is handed the answer alone; the harness's caller holds the request with its counts.
    """
    for variables in _callers():
        requests = variables.get("requests")
        counts = getattr(requests[0], "token_counts", None) if isinstance(requests, list) and requests else None
        if counts:
            return getattr(counts[0], "input_tokens", None)
    return None


def _callers() -> Iterator[Mapping[str, Any]]:
    """The variables of the calling functions, the innermost first."""
    frame = sys._getframe(2)
    while frame is not None:
        yield frame.f_locals
        frame = frame.f_back


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _flat(part)
    else:
        yield os.fspath(value)


def _folder(path: str) -> Path:
    """The folder of a data file, or the fixed part of a pattern."""
    folder = Path(path).absolute().parent
    while any(mark in str(folder) for mark in "*?["):
        folder = folder.parent
    return folder
