"""Work on the parts of a set in this process or in several, with the same results in the same order."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

Work = Callable[[Any], Any]


@contextmanager
def working(count: int, start: Callable[..., Work], *arguments: Any) -> Iterator[Callable[[Iterable], Iterator]]:
    """What takes jobs and gives what comes of each, in their order; may be called several times.

    `start`, a function of a module, is called with the arguments once in each process and returns its work. Processes
    are spawned: what a job needs (an OCR session with threads of its own, say) does not survive a fork.
    """
    if count <= 1:
        work = start(*arguments)
        yield lambda jobs: map(work, jobs)
        return
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (start, arguments))
    try:
        yield lambda jobs: executor.map(_work, jobs)
    finally:
        executor.shutdown(cancel_futures=True)


_own: dict[str, Work] = {}
"""The work of this process, where it is a worker."""


def _begin(start: Callable[..., Work], arguments: tuple) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _own["work"] = start(*arguments)


def _end_with_parent() -> None:
    """End this process when its parent is gone: a pool's workers outlive one that was killed, and wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(job: Any) -> Any:
    return _own["work"](job)
