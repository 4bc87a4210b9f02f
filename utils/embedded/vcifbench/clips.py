"""The clips of the embedded vcifbench rows, and the NOTICE that credits them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from lmms_eval_vcif.builders.clips import SCRIPTS, Script, cut, play_backwards, write_film
from lmms_eval_vcif.builders.clips.run import frames
from lmms_eval_vcif.data.writers import write_json

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "tasks" / "_data" / "vcifbench"
VIDEOS = DATA / "videos"
WIDTH = 640
LICENCES = {
    "Apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}


def credit_of_clips() -> dict[str, dict[str, str]]:
    """Source, source_id and license of each clip, as rows carry them, and whom to credit."""
    plan = yaml.safe_load((HERE / "clips.yml").read_text(encoding="utf-8"))
    return {name: _credit(name, plan) for name in plan["clips"]}


def make(footage: Path, only: list[str]) -> None:
    """Write the clips (all, or `only` these), the events of the drawn ones, and the NOTICE."""
    plan = yaml.safe_load((HERE / "clips.yml").read_text(encoding="utf-8"))
    for name in only or plan["clips"]:
        path = VIDEOS / f"{name}.mp4"
        count = _make(name, plan, path, footage)
        print(f"{path.stat().st_size / 1024:7.0f} KB  {count:4d} frames  {path.name}")
    (DATA / "NOTICE").write_text(notice(), encoding="utf-8")


def notice() -> str:
    """Every clip with its source and licence."""
    lines = [
        "Clips in this folder, their sources and licences.",
        "",
        "Real footage was cut, scaled to 640 pixels of width, stripped of its sound and saved again; city is played",
        "more slowly, and a clip whose source_id ends in 'backwards' runs from its last frame to its first. The drawn",
        "clips were made for this project. Type in them is set in Noto Sans SC (SIL Open Font License 1.1).",
        "",
    ]
    for name, credit in sorted(credit_of_clips().items(), key=lambda item: (item[1]["source"], item[0])):
        lines.append(
            f"videos/{name}.mp4: {credit['credit']}; {credit['source']}: {credit['source_id']}; {credit['license']}"
        )
    return "\n".join([*lines, "", *(f"{name}: {url}" for name, url in LICENCES.items())]) + "\n"


def _make(name: str, plan: Mapping[str, Any], path: Path, footage: Path) -> int:
    """Write one clip. How many frames it has."""
    clip = plan["clips"][name]
    if "script" in clip:
        script = Script.load(SCRIPTS / f"{clip['script']}.yml")
        write_json(path.with_suffix(".events.json"), script.as_dict())
        return write_film(path, frames(script), script.fps)
    if "backwards" in clip:
        return play_backwards(path.with_name(f"{clip['backwards']}.mp4"), path, _rate(clip["backwards"], plan))
    source = footage / plan["footage"][clip["footage"]]["file"]
    return write_film(path, cut(source, *clip["cut"], width=WIDTH), clip["fps"])


def _rate(name: str, plan: Mapping[str, Any]) -> float:
    clip = plan["clips"][name]
    return clip["fps"] if "fps" in clip else Script.load(SCRIPTS / f"{clip['script']}.yml").fps


def _credit(name: str, plan: Mapping[str, Any]) -> dict[str, str]:
    clip = plan["clips"][name]
    if "backwards" in clip:
        forward = _credit(clip["backwards"], plan)
        return {**forward, "source_id": f"{forward['source_id']}, backwards"}
    if "script" in clip:
        return {
            "source": "drawn",
            "source_id": f"clips/{clip['script']}",
            "license": "Apache-2.0",
            "credit": "drawn for this project",
        }
    footage = plan["footage"][clip["footage"]]
    start, end = clip["cut"]
    return {
        "source": footage["source"],
        "source_id": f"{footage['file']}@{start:g}-{end:g}s",
        "license": footage["license"],
        "credit": footage["credit"],
    }
