"""Make the data that ships inside the wheel for vcifbench: clips, rows, witnesses, example answers and judgements.

    python utils/make_vcifbench_data.py clips --footage FOLDER
    python utils/make_vcifbench_data.py rows
    python utils/make_vcifbench_data.py examples

`utils/embedded/vcifbench/clips.yml` says how each clip is made, `rows/*.yml` hold instructions and constraints written
for these very clips, each with a response that keeps them and an example answer, with what a person who looked at the
clip decided on it. Run `examples` again whenever a prompt, a meaning, a row or a clip has changed: the recorded
judgements belong to exactly what a judge would be shown.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lmms_eval_vcif.data.writers import write_json_lines  # noqa: E402
from utils.embedded.vcifbench import clips, examples, source  # noqa: E402

WITNESSES = ROOT / "tests" / "golden" / "vcifbench_witnesses.jsonl"


def main() -> None:
    """Read the arguments and do the asked part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    part = parts.add_parser("clips", help="clips, their events and the NOTICE")
    part.add_argument("--footage", type=Path, required=True, help="folder with the footage that clips.yml names")
    part.add_argument("--only", action="append", default=[], help="only this clip; repeatable")
    parts.add_parser("rows", help="rows and witnesses")
    parts.add_parser("examples", help="example answers and recorded judgements")
    arguments = parser.parse_args()
    if arguments.part == "clips":
        clips.make(arguments.footage, arguments.only)
    elif arguments.part == "rows":
        write_json_lines(clips.DATA / "rows.jsonl", source.rows())
        write_json_lines(WITNESSES, source.witnesses())
    else:
        write_json_lines(clips.DATA / "example_responses.jsonl", examples.responses())
        print(examples.record(clips.DATA / "recorded_judgements.jsonl"), "judgements")


if __name__ == "__main__":
    main()
