"""Building clips: each script drawn frame by frame and written with its events beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...data.writers import write_json
from .draw import draw
from .film import play_backwards, write_film
from .script import SCRIPTS, Script, ScriptError


def frames(script: Script) -> Iterator[Any]:
    """The pictures of a script, one each 1/fps seconds. A picture in which nothing moves is drawn once."""
    before, image = None, None
    for index in range(script.frames):
        state = script.at(index / script.fps)
        if state != before:
            before, image = state, draw(script, state)
        yield image


def build(out: str | Path, *, scripts: Iterable[str | Path] = (), backwards: bool = False) -> dict[str, Any]:
    """Film scripts (YAML files, or folders of them; those of the package by default) into a folder.

    Writes NAME.mp4 and NAME.events.json for each, with `backwards` also NAME_backwards.mp4, and manifest.json, which
    is returned. Raises ScriptError before anything is drawn.
    """
    out = Path(out)
    loaded = [Script.load(path) for path in _files(scripts or [SCRIPTS])]
    names = [script.name for script in loaded]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ScriptError(f"two scripts are named {twice[0]!r}")
    for script in loaded:
        _check(script)
    clips = []
    for script in loaded:
        clips.append(_film(script, out))
        if backwards:
            path = out / f"{script.name}_backwards.mp4"
            count = play_backwards(out / f"{script.name}.mp4", path, script.fps)
            clips.append({"video": path.name, "backwards": True, "frames": count, "sha256": _hash(path)})
    manifest = {"builder": "clips", "clips": clips}
    write_json(out / "manifest.json", manifest)
    return manifest


def _check(script: Script) -> None:
    """Draw all actors once, the hidden ones too. Raises ScriptError for one that can't be drawn."""
    try:
        draw(script, {name: {**properties, "shown": True} for name, properties in script.actors.items()})
    except ScriptError as error:
        raise ScriptError(f"{script.name}: {error}") from None


def _film(script: Script, out: Path) -> dict[str, Any]:
    path = out / f"{script.name}.mp4"
    count = write_film(path, frames(script), script.fps)
    write_json(out / f"{script.name}.events.json", script.as_dict())
    return {"video": path.name, "backwards": False, "frames": count, "sha256": _hash(path)}


def _files(paths: Iterable[str | Path]) -> list[Path]:
    found: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.glob("*.yml")) if path.is_dir() else [path]
        if not inside:
            raise ScriptError(f"{path}: no script (*.yml) in it")
        found += inside
    return found


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
