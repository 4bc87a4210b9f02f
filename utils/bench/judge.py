"""How much of a judge's time is lost on the way: samples scored inside the harness against a server of a known speed.

    python utils/bench/judge.py [--samples 200] [--seconds 0.2] [--parallel 32]

Every sample asks two calls, structure apart from the rest, with the frames of an embedded clip; rows that share a clip
stand together, as in the embedded data. The harness scores saved answers with ``--process_docs_parallel``; the ideal
time is that of a server which is never idle: calls / parallel, rounded up, times the seconds that a call takes. Printed
is the time that the harness reports for scoring, the decoding of the clips included, and its ratio to the ideal. It
needs a quiet machine: two seconds of processor time are decoding.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.judge.server import MODEL, Server, all_met  # noqa: E402

VIDEOS = ROOT / "tasks" / "_data" / "vcifbench" / "videos"
CONSTRAINTS = [("tone", "Keep a calm tone."), ("focus", "Speak of one thing."), ("chronological", "In order.")]


def write(folder: Path, samples: int) -> None:
    """Rows over the embedded clips, a task file for them, and an answer to each."""
    videos = sorted(VIDEOS.glob("*.mp4"))
    constraints = [{"id": type_, "type": type_, "text": text, "params": ""} for type_, text in CONSTRAINTS]
    rows = [
        {"id": f"r{number}", "subset": "base", "task": "summarization", "language": "en", "constraints": constraints}
        | {"instruction": f"Describe clip {number}.", "video": str(videos[number * len(videos) // samples])}
        for number in range(samples)
    ]
    answers = [{"id": row["id"], "response": f"Answer {row['id']}: a thing moves."} for row in rows]
    for name, values in (("rows.jsonl", rows), ("answers.jsonl", answers)):
        (folder / name).write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    lines = [f"include: {ROOT}/tasks/vcifbench/vcifbench_base.yaml", "task: bench_judge"]
    lines.append("dataset_kwargs: {data_files: {test: rows.jsonl}}")
    (folder / "bench.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(folder: Path, url: str, parallel: int) -> float:
    """The seconds that the harness reports for scoring."""
    command = [sys.executable, "-m", "lmms_eval", "--model", "vcif_replay", "--tasks", "bench_judge"]
    command += ["--model_args", f"samples={folder / 'answers.jsonl'}", "--include_path", str(folder)]
    command += ["--process_docs_parallel", str(parallel)]
    settings = {"MODEL": MODEL, "BASE_URL": url, "CACHE": str(folder / "cache"), "CONCURRENCY": str(parallel)}
    environment = os.environ | {f"VCIF_JUDGE_{name}": value for name, value in settings.items()}
    environment["LMMS_EVAL_DATASETS_CACHE"] = str(folder / "datasets")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    output = done.stdout + done.stderr
    found = re.search(r"Postprocessed \d+ docs .* in ([\d.]+)s", output)
    if found is None:
        sys.exit(output[-3000:])
    return float(found[1])


def main() -> None:
    """Run once and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--parallel", type=int, default=32)
    arguments = parser.parse_args()

    def reply(body: dict) -> str:
        time.sleep(arguments.seconds)
        return all_met(body)

    with tempfile.TemporaryDirectory() as name, Server(reply) as server:
        folder = Path(name)
        write(folder, arguments.samples)
        spent = run(folder, server.url, arguments.parallel)
        calls = len(server.requests) - 1  # without the check when the task is loaded
    ideal = math.ceil(calls / arguments.parallel) * arguments.seconds
    print(
        f"{arguments.samples} samples, {calls} calls of {arguments.seconds:g} s, {arguments.parallel} at a time"
        f" (at most {server.most} seen): {spent:.2f} s, ideal {ideal:.2f} s, ratio {spent / ideal:.2f}"
    )


if __name__ == "__main__":
    main()
