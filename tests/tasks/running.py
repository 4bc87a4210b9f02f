"""Run the harness as a user does, and read what it wrote.

Its exit status is 0 even where the evaluation failed, so the results file decides.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """A finished run: `results` by task (None where the harness wrote none), its folder, and what it printed."""

    results: dict[str, dict[str, Any]] | None
    configs: dict[str, dict[str, Any]]
    folder: Path
    output: str

    def samples(self, task: str) -> list[dict[str, Any]]:
        """The logged samples of a task, in order of document."""
        file = next(self.folder.rglob(f"*_samples_{task}.jsonl"))
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return sorted(lines, key=lambda sample: sample["doc_id"])

    def metrics(self, task: str) -> dict[str, Any]:
        """The metrics of a task by name, without standard errors."""
        assert self.results is not None, self.output[-4000:]
        names = (name.partition(",")[0] for name in self.results[task])
        return {name: self.results[task][f"{name},none"] for name in names if name != "alias" and "_stderr" not in name}


def run_harness(folder: Path, *arguments: str, ranks: int = 1, environment: dict[str, str] | None = None) -> Run:
    """``python -m lmms_eval``, from a folder that is not the checkout; on `ranks` CPU processes by torchrun."""
    output, _ = start_harness(folder, *arguments, ranks=ranks, environment=environment).communicate()
    files = list(folder.rglob("*_results.json"))
    found = json.loads(files[0].read_text(encoding="utf-8")) if files else {}
    return Run(found.get("results"), found.get("configs", {}), folder, output)


def start_harness(
    folder: Path, *arguments: str, ranks: int = 1, environment: dict[str, str] | None = None
) -> subprocess.Popen:
    """The process of such a run, which has only begun."""
    folder.mkdir(parents=True)
    command = [sys.executable, "-m"]
    # one thread whatever the number of processes: sums in another order could turn a random model's close calls
    variables = {**os.environ, "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1"}
    variables |= environment or {}
    if ranks > 1:
        command += ["torch.distributed.run", "--nproc_per_node", str(ranks), "--master_port", str(_free_port()), "-m"]
        variables["ACCELERATE_USE_CPU"] = "true"
    command += ["lmms_eval", *arguments, "--output_path", str(folder / "out"), "--log_samples"]
    return subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
