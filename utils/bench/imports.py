"""What the harness's entry point costs at each start, beside an import that every Python program pays.

    python utils/bench/imports.py

Each figure is the median processor time of fresh processes, in milliseconds; the entry point is allowed 30.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median

RUNS = 15
CODE = "import time; start = time.process_time(); import {module}; print((time.process_time() - start) * 1000)"
MODULES = ("lmms_eval_vcif.plugin", "lmms_eval_vcif.verdicts", "argparse", "asyncio")


def milliseconds(module: str) -> float:
    """The median over fresh processes."""
    command = [sys.executable, "-c", CODE.format(module=module)]
    return median(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(RUNS))


def main() -> None:
    for module in MODULES:
        print(f"{module:28} {milliseconds(module):7.1f} ms")


if __name__ == "__main__":
    main()
