"""How much of a judge's time is lost on the way: samples scored inside the harness against a server of a known speed.

    python utils/bench/judge.py [--samples 200] [--seconds 0.2] [--parallel 32] [--generation 10]

Every sample asks two calls, structure apart from the rest, with the frames of an embedded clip; rows that share a clip
stand together, as in the embedded data. Saved answers take `--generation` seconds to come, all together, as those
of a very fast model would; the clips are decoded meanwhile. Then the harness scores with ``--process_docs_parallel``.
Printed is the time that it reports for scoring, and its ratio to the ideal, that of a server which is never idle:
calls / parallel, rounded up, times the seconds that a call takes. The two calls of a sample come one after the other,
so that 200 samples at 32 can't do better than 1.08. With ``--generation 0`` saved answers are scored at once, and
decoding the clips (three seconds of processor time) is in the figure. It needs a quiet machine.
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
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))

import judge_server  # noqa: E402

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


def run(folder: Path, url: str, parallel: int, generation: float) -> float:
    """The seconds that the harness reports for scoring."""
    command = [sys.executable, str(Path(__file__).with_name("slow_replay.py")), str(generation)]
    command += ["--model", "vcif_replay", "--tasks", "bench_judge"]
    command += ["--model_args", f"samples={folder / 'answers.jsonl'}", "--include_path", str(folder)]
    command += ["--process_docs_parallel", str(parallel)]
    settings = {"MODEL": judge_server.MODEL, "BASE_URL": url, "CACHE": str(folder / "cache")}
    settings["CONCURRENCY"] = str(parallel)
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
    parser.add_argument("--generation", type=float, default=10)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, judge_server.started(arguments.seconds) as server:
        folder = Path(name)
        write(folder, arguments.samples)
        spent = run(folder, server.url, arguments.parallel, arguments.generation)
    calls = server.calls - 1  # without the check when the task is loaded
    ideal = math.ceil(calls / arguments.parallel) * arguments.seconds
    print(
        f"{arguments.samples} samples, {calls} calls of {arguments.seconds:g} s, {arguments.parallel} at a time"
        f" (at most {server.most} seen): {spent:.2f} s, ideal {ideal:.2f} s, ratio {spent / ideal:.2f}"
    )


if __name__ == "__main__":
    main()
