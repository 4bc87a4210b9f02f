"""Typefaces: where they lie, which characters they have, and how they are told apart.

The faces of `fonts.yml` come with the extra `build`; a user may add files of his own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources, util
from pathlib import Path

import yaml

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
# A face is taken for a language if it has these: letters and marks of ordinary English, frequent and rarer simplified
# characters.
_TRIALS = {"en": "ABCXYZabcxyz0189.,:;?!'\"()+-/", "zh": "的一是国这说应龄谢餐麻藏翻罐，。？！：；“”（）"}


class FontError(ValueError):
    """A typeface that is missing or can't be used; the message names the file or package."""


@dataclass(frozen=True)
class Face:
    """One typeface: a file, and which face of it where it holds several (`index`)."""

    family: str
    path: str
    index: int
    languages: tuple[str, ...]
    license: str = ""
    hand: bool = False

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that the face can draw."""
        return _characters(self.path, self.index)

    def missing(self, text: str) -> str:
        """The characters of `text` that the face can't draw, each once; white space does not count."""
        return "".join(dict.fromkeys(c for c in text if not c.isspace() and ord(c) not in self.characters))

    @cached_property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(Path(self.path).read_bytes()).hexdigest()

    def as_dict(self) -> dict[str, object]:
        """What a manifest says of the face; the file by its name, for its folder differs between machines."""
        return {
            "family": self.family,
            "file": Path(self.path).name,
            "index": self.index,
            "license": self.license,
            "hand": self.hand,
            "sha256": self.sha256,
        }


def installed_faces(languages: Sequence[str]) -> list[Face]:
    """The faces of `fonts.yml` for `languages`, in the order of the file.

    Raises FontError, naming the package, if one is not installed: a set built with fewer faces would not be the same
    set.
    """
    listed = yaml.safe_load((resources.files(__package__) / "fonts.yml").read_text(encoding="utf-8"))
    wanted = [entry for entry in listed if set(entry["languages"]) & set(languages)]
    specs = {entry["package"]: util.find_spec(entry["package"]) for entry in wanted}
    absent = sorted(package for package, spec in specs.items() if spec is None)
    if absent:
        raise FontError(f"typefaces of {', '.join(absent)} are missing; install lmms-eval-vcif[build]")
    # the packages are not imported: some bring more than their fonts
    folders = {package: Path(spec.submodule_search_locations[0]) for package, spec in specs.items()}
    return [
        Face(
            entry["family"],
            str(folders[entry["package"]] / entry["file"]),
            entry.get("index", 0),
            tuple(entry["languages"]),
            entry["license"],
            entry.get("hand", False),
        )
        for entry in wanted
    ]


def faces_of(paths: Iterable[Path]) -> list[Face]:
    """The faces in font files, or in folders of them (not deeper), by name. Of a collection, the simplified Chinese
    face.

    Raises FontError for a path that does not exist, and for a file that no language can be set in.
    """
    files = []
    for path in map(Path, paths):
        if path.is_dir():
            files += sorted(f for f in path.iterdir() if f.suffix.lower() in _SUFFIXES)
        elif path.is_file():
            files.append(path)
        else:
            raise FontError(f"{path}: there is no such file or folder")
    return [_face_of(file) for file in files]


def _face_of(file: Path) -> Face:
    index, family, license_ = _simplified(file)
    characters = _characters(str(file), index)
    languages = tuple(language for language, trial in _TRIALS.items() if all(ord(c) in characters for c in trial))
    if not languages:
        raise FontError(f"{file}: the face {family!r} has the characters of neither English nor Chinese")
    return Face(family, str(file), index, ("zh",) if "zh" in languages else languages, license_)


def _simplified(file: Path) -> tuple[int, str, str]:
    """Index, family and licence of the face to use: of several, the first whose name ends in CN or SC."""
    from fontTools.ttLib import TTCollection, TTFont

    try:
        if file.suffix.lower() in (".ttc", ".otc"):
            with TTCollection(str(file), lazy=True) as collection:
                named = [_named(font) for font in collection.fonts]
        else:
            with TTFont(str(file), lazy=True) as font:
                named = [_named(font)]
    except Exception as error:  # fontTools raises whatever its parser meets in a broken file
        raise FontError(f"{file}: no font that can be read ({error})") from None
    index = next((i for i, (family, _) in enumerate(named) if family.endswith((" CN", " SC"))), 0)
    return index, *named[index]


def _named(font) -> tuple[str, str]:
    """The family, and the first line of what the font says of its licence."""
    names = font["name"]
    license_ = (names.getDebugName(13) or names.getDebugName(14) or "").strip()
    return names.getBestFamilyName() or names.getBestFullName() or "unnamed", license_.split("\n")[0].strip()


@cache
def _characters(path: str, index: int) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(path, fontNumber=index, lazy=True) as font:
        return frozenset(font.getBestCmap())
