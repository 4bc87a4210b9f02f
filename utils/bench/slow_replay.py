"""The harness with saved answers that take as long as a model's would.

python utils/bench/slow_replay.py SECONDS ARGUMENTS-OF-LMMS-EVAL
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from lmms_eval_vcif.models.replay import Replay  # noqa: E402

if __name__ == "__main__":
    seconds = float(sys.argv.pop(1))
    replayed = Replay.generate_until

    def generate_until(self: Replay, requests: list) -> list[str]:
        """All answers, `seconds` later."""
        time.sleep(seconds)
        return replayed(self, requests)

    Replay.generate_until = generate_until
    runpy.run_module("lmms_eval", run_name="__main__", alter_sys=True)
