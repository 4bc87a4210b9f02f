"""Working on the records of a stage that are not done yet: in threads, or in the workers of `datasets`."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...judge.settings import ConfigurationError
from .log import Done, Log
from .models import Models, PipelineError, Rejected
from .stage import Record, Rejection, Stage, Tools

logger = logging.getLogger(__name__)

AHEAD = 4
"""Records that wait for each thread: few, so that a run that stops has not much to take back."""

Todo = Sequence[tuple[str, Record]]
"""Records to work on, each with its key."""


@dataclass(frozen=True)
class Worker:
    """One stage's work with all that it needs. It can be sent to another process."""

    stage: Stage
    models: Models
    folder: Path
    seed: int
    log: Path
    threads: int

    def one(self, record: Record) -> Done:
        """What comes of a record. A fault of the work costs this record; only what no record can do without is raised
        (ConfigurationError, PipelineError)."""
        rng = random.Random(f"{self.seed} {self.stage.name} {record['id']}")
        tools = Tools(rng, self.models, self.folder, self.seed)
        try:
            made = self.stage.work(dict(record), tools)
            return Done((made,) if isinstance(made, Mapping) else tuple(made))
        except Rejected as rejected:
            return Done(rejection=Rejection(record["id"], rejected.reason, rejected.detail))
        except (ConfigurationError, PipelineError):
            raise
        except Exception as error:
            logger.exception("stage %s, record %r: the work failed", self.stage.name, record["id"])
            return Done(rejection=Rejection(record["id"], "fault", f"{type(error).__name__}: {error}"))

    def all(self, todo: Todo, step: Callable[[], object] = lambda: None) -> None:
        """Work on records in threads and log each when it is done; `step` is called after each."""
        with Log(self.log) as log, ThreadPoolExecutor(self.threads) as pool:
            try:
                for _ in _bounded(pool, self.threads, lambda key, record: self._logged(log, key, record), todo):
                    step()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def _logged(self, log: Log, key: str, record: Record) -> None:
        log.add(record["id"], key, self.one(record))

    def __call__(self, batch: dict[str, list[str]]) -> dict[str, list[str]]:
        """The same for a batch of `datasets`, in a process of its."""
        self.all([(key, json.loads(record)) for key, record in zip(batch["key"], batch["record"], strict=True)])
        return {"key": batch["key"]}


def in_threads(worker: Worker, todo: Todo, progress: bool) -> None:
    """Work in the threads of this process."""
    with bar(len(todo), worker.stage.name, progress) as step:
        worker.all(todo, step)


def in_datasets(worker: Worker, todo: Todo, processes: int) -> None:
    """Work in the worker processes of `datasets`, each with threads of its own. Raises PipelineError without it."""
    try:
        from datasets import Dataset
    except ImportError:
        raise PipelineError("workers need the package datasets: pip install 'lmms-eval-vcif[eval]'") from None
    if not todo:
        return
    records = {"key": [key for key, _ in todo], "record": [json.dumps(record) for _, record in todo]}
    processes = min(processes, len(todo))
    Dataset.from_dict(records).map(
        worker,
        batched=True,
        batch_size=max(1, min(worker.threads * AHEAD, len(todo) // processes)),
        num_proc=processes,
        load_from_cache_file=False,
        new_fingerprint=f"vcif-{worker.stage.name}-{todo[0][0]}",
        desc=worker.stage.name,
    )


@contextmanager
def bar(total: int, name: str, progress: bool) -> Iterator[Callable[[], object]]:
    """A progress bar; what steps it."""
    if not progress or not total:
        yield lambda: None
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=name, unit="row") as shown:
        yield shown.update


def _bounded(
    pool: ThreadPoolExecutor, threads: int, work: Callable[..., Any], items: Iterable[tuple]
) -> Iterator[None]:
    """Run work on items with few of them waiting; one None after each. Raises what the first failure raised."""
    waiting: set[Future] = set()
    for item in items:
        waiting.add(pool.submit(work, *item))
        if len(waiting) >= AHEAD * threads:
            yield from _finished(waiting)
    while waiting:
        yield from _finished(waiting)


def _finished(waiting: set[Future]) -> Iterator[None]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        waiting.discard(future)
        future.result()
        yield None
