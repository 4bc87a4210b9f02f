"""Small photographs for the tests of commands."""

from __future__ import annotations

from pathlib import Path

PHOTOS = Path(__file__).parents[2] / "tasks" / "_data" / "mmifeval_pro" / "images"


def photos(folder: Path, *names: str) -> Path:
    """A folder with these embedded photographs, made small."""
    from PIL import Image

    folder.mkdir()
    for name in names:
        with Image.open(PHOTOS / f"{name}.jpg") as image:
            image.thumbnail((320, 320))
            image.convert("RGB").save(folder / f"{name}.jpg")
    return folder
