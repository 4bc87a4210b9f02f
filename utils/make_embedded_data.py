"""Make the data that ships inside the wheel for mmifeval_pro: pictures, rows and witnesses.

    python utils/make_embedded_data.py pictures --clips FOLDER
    python utils/make_embedded_data.py rows --fonts FILE --fonts FILE ...
    python utils/make_embedded_data.py augment

`utils/embedded/pictures.jsonl` says how each picture is made (drawn, a frame of a clip, a photograph inside an
installed package), what is on it in words, and under which licence; `seeds.jsonl` beside it holds task instructions
written for them, `boxes.jsonl` objects with their boxes (measured on the pictures, or null for what is not there) and
`questions.jsonl` questions with a number for an answer. The third command makes the rows of the last two anew and
leaves the others as they are; the second makes all. The first needs the extras `build` and `dev` (scikit-image,
scikit-learn) and PyAV; the others `build`, the second also `ocr`, and the released rows also used LXGW WenKai (Debian:
fonts-lxgw-wenkai).
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from importlib import resources
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lmms_eval_vcif.builders import augment, compose, hijack  # noqa: E402
from lmms_eval_vcif.builders.scenes import draw  # noqa: E402
from lmms_eval_vcif.data.writers import write_json_lines  # noqa: E402

PICTURES = ROOT / "utils" / "embedded" / "pictures.jsonl"
SEEDS = ROOT / "utils" / "embedded" / "seeds.jsonl"
BOXES = ROOT / "utils" / "embedded" / "boxes.jsonl"
QUESTIONS = ROOT / "utils" / "embedded" / "questions.jsonl"
DATA = ROOT / "tasks" / "_data" / "mmifeval_pro"
WITNESSES = ROOT / "tests" / "golden" / "mmifeval_pro_witnesses.jsonl"
LONGER_SIDE = 960
SEED = 20260
WRITTEN = ("rows.jsonl", "witnesses.jsonl")


def read_lines(path: Path) -> list[dict]:
    """The objects of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def make_pictures(clips: Path) -> None:
    """Write every picture of PICTURES and the NOTICE with their sources and licences."""
    (DATA / "images").mkdir(parents=True, exist_ok=True)
    pictures = read_lines(PICTURES)
    for picture in pictures:
        path = DATA / picture["image"]
        _save(_picture(picture["make"], clips), path)
        print(f"{path.stat().st_size / 1024:7.0f} KB  {picture['image']}")
    (DATA / "NOTICE").write_text(notice(pictures), encoding="utf-8")


def notice(pictures: list[dict]) -> str:
    """Every source with its licence, and the pictures that come from it."""
    lines = [
        "Pictures in this folder, their sources and licences.",
        "",
        "Photographs and frames were scaled and saved again as JPEG; nothing else was changed.",
        "The pictures of images/hijack and those listed as drawn were made for this project and are under its licence",
        "(Apache-2.0). Their type is set in the free typefaces that hijack.json names with their licences, and in Noto",
        "Sans SC and Noto Serif SC (SIL Open Font License 1.1). No typeface is part of this folder.",
        "",
    ]
    for picture in sorted(pictures, key=lambda p: (p["source"], p["image"])):
        credit = picture.get("credit", "drawn for this project")
        lines.append(f"{picture['image']}: {credit}; {picture['source']}: {picture['source_id']}; {picture['license']}")
    licences = {
        "CC-BY-2.0": "https://creativecommons.org/licenses/by/2.0/",
        "CC-BY-3.0": "https://creativecommons.org/licenses/by/3.0/",
        "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    }
    used = {picture["license"] for picture in pictures}
    return "\n".join([*lines, "", *(f"{name}: {url}" for name, url in licences.items() if name in used)]) + "\n"


def make_rows(fonts: list[Path], workers: int) -> None:
    """Write the rows, the hijacking pictures with their manifest, and the witnesses."""
    with tempfile.TemporaryDirectory() as folder:
        composed, hijacked = Path(folder) / "composed", Path(folder) / "hijacked"
        seeds = Path(folder) / "seeds.jsonl"
        write_json_lines(seeds, credited_seeds())
        manifest = compose.build(composed, images=DATA, seeds=seeds, seed=SEED, workers=workers)
        hijack.build(hijacked, per_subcategory=1, renderings=2, seed=SEED, workers=workers, fonts=fonts)
        shutil.rmtree(DATA / "images" / "hijack", ignore_errors=True)
        shutil.copytree(hijacked / "images" / "hijack", DATA / "images" / "hijack")
        shutil.copy(hijacked / "manifest.json", DATA / "hijack.json")
        for name, target in zip(WRITTEN, (DATA / "rows.jsonl", WITNESSES), strict=True):
            write_json_lines(target, read_lines(composed / name) + read_lines(hijacked / name))
    make_augmented()
    print(f"{len(read_lines(WITNESSES))} rows; composed: {manifest['counts']}; short of rows: {manifest['short']}")


def make_augmented() -> None:
    """Write the grounding and numeric rows with their witnesses after the others, in place of the old ones."""
    with tempfile.TemporaryDirectory() as folder:
        rows, witnesses = augmented(Path(folder))
    old = {row["id"] for row in read_lines(DATA / "rows.jsonl") if row["subset"] in ("grounding", "numeric")}
    for lines, target in ((rows, DATA / "rows.jsonl"), (witnesses, WITNESSES)):
        write_json_lines(target, [line for line in read_lines(target) if line["id"] not in old] + lines)


def augmented(folder: Path) -> tuple[list[dict], list[dict]]:
    """The grounding and numeric rows and their witnesses, built in a folder."""
    write_json_lines(folder / "boxes.jsonl", credited(BOXES))
    write_json_lines(folder / "questions.jsonl", credited(QUESTIONS))
    options = {"images": DATA, "distinct": True, "seed": SEED}
    augment.build_grounding(folder / "grounding", boxes=folder / "boxes.jsonl", **options)
    augment.build_numeric(folder / "numeric", questions=folder / "questions.jsonl", **options)
    built = [folder / "grounding", folder / "numeric"]
    rows, witnesses = ([line for part in built for line in read_lines(part / name)] for name in WRITTEN)
    return rows, witnesses


def credited(path: Path) -> list[dict]:
    """The records of a file, each with the source and licence of its picture."""
    pictures = {picture["image"]: picture for picture in read_lines(PICTURES)}
    fields = ("source", "source_id", "license")
    return [record | {field: pictures[record["image"]][field] for field in fields} for record in read_lines(path)]


def credited_seeds() -> list[dict]:
    """The seeds of SEEDS, each with the source and licence of its picture and words that suit it."""
    keywords = {picture["image"]: picture["keywords"] for picture in read_lines(PICTURES)}
    return [seed | {"keywords": keywords[seed["image"]][seed["language"]]} for seed in credited(SEEDS)]


def _picture(make: dict, clips: Path) -> Image.Image:
    if "draw" in make:
        return draw(**make["draw"])
    if "frame" in make:
        return _frame(clips / make["frame"]["clip"], make["frame"]["seconds"])
    path = resources.files(make["package"]["module"]) / make["package"]["file"]
    image = Image.open(str(path)).convert("RGB")
    image.thumbnail((make["package"].get("side", LONGER_SIDE),) * 2, Image.Resampling.LANCZOS)
    return image


def _frame(clip: Path, seconds: float) -> Image.Image:
    """The first frame of `clip` at or after `seconds`."""
    import av

    with av.open(str(clip)) as container:
        for frame in container.decode(video=0):
            if frame.time is not None and frame.time >= seconds:
                image = frame.to_image()
                image.thumbnail((LONGER_SIDE, LONGER_SIDE), Image.Resampling.LANCZOS)
                return image
    raise ValueError(f"{clip} has no frame at {seconds} s")


def _save(image: Image.Image, path: Path) -> None:
    """Drawn pictures as PNG with 256 colours, photographs as JPEG."""
    if path.suffix == ".png":
        image.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    else:
        image.save(path, quality=86, optimize=True, progressive=True)


def main() -> None:
    """Read the arguments and do the asked part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    pictures = parts.add_parser("pictures", help="pictures and NOTICE")
    pictures.add_argument("--clips", type=Path, required=True, help="folder with the clips that pictures.jsonl names")
    rows = parts.add_parser("rows", help="rows, hijacking pictures and witnesses")
    rows.add_argument("--fonts", type=Path, action="append", default=[], help="a font file used too; repeatable")
    rows.add_argument("--workers", type=int, default=1)
    parts.add_parser("augment", help="grounding and numeric rows alone")
    arguments = parser.parse_args()
    if arguments.part == "pictures":
        make_pictures(arguments.clips)
    elif arguments.part == "augment":
        make_augmented()
    else:
        make_rows(arguments.fonts, arguments.workers)


if __name__ == "__main__":
    main()
