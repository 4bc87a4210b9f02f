"""What the builders that need no model get done on one core, each beside the plainest thing that could do its work.

    python utils/bench/builders.py [--pictures 96] [--rows 100]

Rendering: texts of the hijack builder in drawn styles; beside it Pillow alone, which sets the same text in the same
typeface and size, wrapped at a fixed number of characters, on a canvas whose size it is told. The same with the PNG
files written, by each side as it does by default; what reading the pictures back costs is said apart. Composition: rows
of the compose builder, checked and witnessed; beside it a loop that draws as many types and parameters and words them,
and looks at nothing. Processor time, the two sides in turn.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the engine's arithmetic on one core
ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from PIL import Image, ImageDraw, ImageFont  # noqa: E402

from lmms_eval_vcif.builders.compose.choose import Job, make, pool  # noqa: E402
from lmms_eval_vcif.builders.compose.phrase import query  # noqa: E402
from lmms_eval_vcif.builders.compose.seeds import Seed, task_bank  # noqa: E402
from lmms_eval_vcif.builders.draws import draw  # noqa: E402
from lmms_eval_vcif.builders.hijack.fonts import installed_faces  # noqa: E402
from lmms_eval_vcif.builders.hijack.readability import Reader  # noqa: E402
from lmms_eval_vcif.builders.hijack.render import RenderError, Style, draw_style, png, render  # noqa: E402
from lmms_eval_vcif.builders.hijack.taxonomy import SpuriousTask, spurious_tasks  # noqa: E402
from lmms_eval_vcif.constraints import CatalogueError, catalogue  # noqa: E402
from lmms_eval_vcif.constraints.wording import render as worded  # noqa: E402

LANGUAGES = ("en", "zh")
READ = 16
"""Pictures that are read back."""

SIZE = 3
"""Constraints of a row."""

T = TypeVar("T")
Drawing = tuple[SpuriousTask, Style, Image.Image]


def timed(function: Callable[[T], Any], items: Iterable[T]) -> tuple[list[Any], float]:
    """What a function gives for each item, and the seconds of processor time for all of them."""
    start = time.process_time()
    found = [function(item) for item in items]
    return found, time.process_time() - start


def report(name: str, count: int, seconds: float, unit: str) -> None:
    print(f"{name:34} {count:5} {unit:8} {count / seconds:9.1f}/s  {1000 * seconds / count:8.2f} ms each")


def compare(name: str, count: int, own: float, peer: float, unit: str) -> None:
    """Print both sides and how much longer ours takes."""
    report(name, count, own, unit)
    report(f"{name}, peer", count, peer, unit)
    print(f"{'':34} ours/peer time {own / peer:.2f}")


def drawings(count: int) -> list[Drawing]:
    """Texts with styles that they fit in, languages in turn, and the pictures that come of them."""
    faces = {language: [f for f in installed_faces([language]) if language in f.languages] for language in LANGUAGES}
    tasks = {language: random.Random(0).sample(list(spurious_tasks(language)), 48) for language in LANGUAGES}
    found: list[Drawing] = []
    for seed in range(count * 4):
        language = LANGUAGES[len(found) % 2]
        task = tasks[language][len(found) // 2 % len(tasks[language])]
        style = draw_style(random.Random(seed), [face for face in faces[language] if not face.missing(task.text)])
        try:
            found.append((task, style, render(task.text, style, spaced=language == "en")))
        except RenderError:
            continue
        if len(found) == count:
            break
    return found


def ours(drawing: Drawing) -> Image.Image:
    task, style, _ = drawing
    return render(task.text, style, spaced=task.language == "en")


def plain(drawing: Drawing) -> Image.Image:
    """The same text on a canvas of the same size, by Pillow alone."""
    task, style, made = drawing
    image = Image.new("RGB", made.size, style.background)
    font = ImageFont.truetype(style.face.path, style.size, index=style.face.index)
    width = 24 if task.language == "zh" else 44
    ImageDraw.Draw(image).multiline_text((20, 20), textwrap.fill(task.text, width), fill=style.ink, font=font)
    return image


def saved(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def jobs(count: int) -> Iterator[Job]:
    """Jobs over the generic tasks, led by every type in turn."""
    used: dict[str, int] = {}
    tasks = list(task_bank().items())
    for number in range(1, count + 1):
        language = LANGUAGES[number % 2]
        task, texts = tasks[number % len(tasks)]
        types = pool(language)
        yield Job(number, Seed("x.jpg", task, language, texts[language][0]), types[number % len(types)], SIZE, used)


def unchecked(job: Job) -> str:
    """An instruction with as many types and parameters, drawn and worded, whether they go together or not."""
    language, rng = job.seed.language, random.Random(job.number)
    texts: list[str] = []
    while len(texts) < job.size:
        entry = catalogue()[rng.choice(pool(language))]
        try:
            texts.append(worded(entry, draw(entry, language, rng), language, rng))
        except CatalogueError:
            continue
    return query(job.seed.instruction, texts, language, rng)[0]


def rendering(count: int) -> None:
    """Print the figures of drawing, and apart from them those of reading."""
    drawn = drawings(count)
    count = len(drawn)
    timed(plain, drawn)  # the files of the typefaces are in memory for both
    own_images, own = timed(ours, drawn)
    peer_images, peer = timed(plain, drawn)
    compare("rendering", count, own, peer, "pictures")
    own_files, own_saving = timed(png, own_images)
    peer_files, peer_saving = timed(saved, peer_images)
    compare("rendering and writing PNG", count, own + own_saving, peer + peer_saving, "pictures")
    sizes = [sum(map(len, files)) / count / 1024 for files in (own_files, peer_files)]
    print(f"{'a file has':34} {sizes[0]:.1f} KB, the peer's {sizes[1]:.1f} KB")
    reader = Reader()
    reader.read(drawn[0][2])
    _, spent = timed(lambda drawing: reader.read(drawing[2]), drawn[:READ])
    report("reading back", len(drawn[:READ]), spent, "pictures")


def composition(count: int) -> None:
    """Print the figures of composing."""
    todo = list(jobs(count))
    timed(unchecked, todo[:4])  # the catalogue is read
    make(todo[0], 0)
    made, own = timed(lambda job: make(job, 0), todo)
    _, peer = timed(unchecked, todo)
    compare("composition", count, own, peer, "rows")
    print(f"{'given up':34} {sum(one.row is None for one in made)} of {count} rows")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=int, default=96)
    parser.add_argument("--rows", type=int, default=100)
    arguments = parser.parse_args()
    rendering(arguments.pictures)
    composition(arguments.rows)


if __name__ == "__main__":
    main()
