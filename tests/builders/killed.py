"""A command of the builders in a process of its own, which dies by SIGKILL in the middle of a write."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

import lmms_eval_vcif.builders.compose.run
import lmms_eval_vcif.builders.demo.run
import lmms_eval_vcif.builders.hijack.run
import lmms_eval_vcif.builders.mmifeval_pro
import lmms_eval_vcif.builders.preferences
import lmms_eval_vcif.builders.vcifbench  # noqa: F401 (what the verbs import, loaded once for all processes)
from lmms_eval_vcif.builders.log import Log as DrawLog
from lmms_eval_vcif.builders.pipeline.log import Log as StageLog
from lmms_eval_vcif.cli.main import app
from lmms_eval_vcif.data.writers import json_line

PATIENCE = 120


def killed(arguments: Sequence[str], environment: Mapping[str, str], file: str, write: int) -> int | None:
    """The exit status of `vcif build` that is killed in the so-manyth write to a file of this name, from 1."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=_run, args=(list(arguments), dict(environment), file, write))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        raise AssertionError(f"neither killed nor done after {PATIENCE} s: {arguments}")
    return process.exitcode


def _run(arguments: list[str], environment: dict[str, str], file: str, write: int) -> None:
    os.environ.update(environment)
    _Death(file, write).arm()
    app(["build", *arguments], standalone_mode=False)


class _Death:
    """Waits for a write: half of a line of a log, or all of a file that has not taken its place yet."""

    def __init__(self, file: str, write: int):
        self.file, self.left = file, write

    def arm(self) -> None:
        replace, note, draw = Path.replace, StageLog.add, DrawLog.add

        def replaced(path: Path, target: str | Path) -> Path:
            self._due(target)
            return replace(path, target)

        def noted(log: StageLog, id_: str, key: str, done) -> None:
            line = json_line(done.as_dict(id_, key))
            self._due(log.path, lambda: os.write(log._file, line[: len(line) // 2]))
            note(log, id_, key, done)

        def drawn(log: DrawLog, record) -> None:
            line = json_line(record)
            self._due(log.path, lambda: (log._file.write(line[: len(line) // 2]), log._file.flush()))
            draw(log, record)

        Path.replace, StageLog.add, DrawLog.add = replaced, noted, drawn

    def _due(self, path: str | Path, last=lambda: None) -> None:
        if Path(path).name == self.file:
            self.left -= 1
            if not self.left:
                last()
                os.kill(os.getpid(), signal.SIGKILL)
