"""Building a set of grounding or numeric rows from annotations: read, word, prove with a witness, write."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ... import __version__
from ...constraints import catalogue
from ...data.problems import DataError
from ...data.readers import parse_row
from ...data.writers import replacing, write_json, write_json_lines
from ...records import LANGUAGES, nearest
from ...verdicts import verify_row
from ..compose.overlap import Instructions
from ..log import BuildError, finished
from . import forms, grounding, numeric
from .coco import read_expressions, read_instances
from .questions import read_questions
from .targets import Found, Item, Unusable, read_plain

AGAIN = 12
"""How often a row is worded anew whose instruction is too much like another."""

Draw = Callable[[Item, int, random.Random], tuple[dict[str, Any], str]]
"""Makes the row of an item, with its number in its language, and a response that satisfies it."""


@dataclass
class Made:
    """Rows with their witnesses, and what was lost: where it stood, why, and what is particular."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    witnesses: list[dict[str, str]] = field(default_factory=list)
    rejects: list[dict[str, str]] = field(default_factory=list)

    def reject(self, where: str, error: Unusable) -> None:
        self.rejects.append({"where": where, "reason": error.reason, "detail": error.detail})


def build_grounding(
    out: str | Path,
    *,
    boxes: str | Path,
    images: str | Path,
    expressions: str | Path | None = None,
    languages: Sequence[str] = LANGUAGES,
    rows: int | None = None,
    absent: float = 0.2,
    threshold: float = grounding.THRESHOLD,
    distinct: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """Write rows that ask for a box in one of many forms to the folder `out`, and return the manifest.

    `boxes` are JSON lines in the plain form of `targets`, or annotations of COCO (.json); `expressions` are RefCOCO's
    references to those annotations. `images` is the folder of pictures. `rows` is how many to make at most, drawn at
    random. Of COCO's annotations, which name all objects of their categories, come `absent` objects for each that is
    there. An answer fits where its box has an IoU of `threshold` with the reference. With `distinct`, a row whose
    instruction shares half of its 5-grams with another is left out.

    The folder gets rows.jsonl, witnesses.jsonl (a response to each row that satisfies it), the pictures, rejects.jsonl
    and manifest.json. The same settings and files give the same bytes. Raises BuildError for a setting out of range, a
    file that can't be read, or a folder that holds another set.
    """
    if not 0 < threshold <= 1 or not 0 <= absent <= 5:
        raise BuildError(f"threshold is above 0 and at most 1, absent from 0 to 5, not {threshold} and {absent}")
    settings = _settings(languages, rows, distinct, seed, {"boxes": boxes, "expressions": expressions})
    settings |= {"track": "grounding", "absent": absent, "threshold": threshold}
    boxes, images = Path(boxes), Path(images)

    def read(rng: random.Random) -> Iterable[Found]:
        if expressions is not None:
            return read_expressions(Path(expressions), boxes, images, languages)
        if boxes.suffix == ".json":
            return read_instances(boxes, images, languages, absent, rng)
        return read_plain(boxes, images, languages)

    dealt = _Dealer(forms.deck, seed)

    def draw(target: Any, number: int, rng: random.Random) -> tuple[dict[str, Any], str]:
        form = dealt.card(target.language, number)
        row = grounding.draw_row(target, form, number, rng, seed, threshold)
        return row, grounding.witness(target, form, rng)

    return _build(Path(out), images, settings, read, draw)


def build_numeric(
    out: str | Path,
    *,
    questions: str | Path,
    images: str | Path,
    languages: Sequence[str] = LANGUAGES,
    rows: int | None = None,
    distinct: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """Write rows that ask for a number in a wrapper and at a precision to the folder `out`, and return the manifest.

    `questions` are JSON lines in the plain form of `questions`, or ChartQA's records (one a line or in a list). The
    rest is as in `build_grounding`.
    """
    settings = _settings(languages, rows, distinct, seed, {"questions": questions}) | {"track": "numeric"}
    dealt = _Dealer(numeric.deck, seed)

    def draw(question: Any, number: int, rng: random.Random) -> tuple[dict[str, Any], str]:
        return numeric.draw_row(question, dealt.card(question.language, number), number, rng, seed)

    def read(rng: random.Random) -> Iterable[Found]:
        return read_questions(Path(questions), Path(images), languages)

    return _build(Path(out), Path(images), settings, read, draw)


class _Dealer:
    """Forms dealt like cards, so that every one is used about as often, in each language."""

    def __init__(self, deck: Callable[[str, random.Random], list], seed: int):
        self._deck, self._seed = deck, seed
        self._cards: dict[str, list] = {language: [] for language in LANGUAGES}

    def card(self, language: str, number: int) -> Any:
        """The card of the row with this number (from 1) in its language."""
        cards = self._cards[language]
        while len(cards) < number:
            cards += self._deck(language, random.Random(f"{self._seed} {language} deck {len(cards)}"))
        return cards[number - 1]


def _settings(
    languages: Sequence[str], rows: int | None, distinct: bool, seed: int, inputs: dict[str, str | Path | None]
) -> dict[str, Any]:
    """All that the bytes of a set depend on, but for the track's own. Raises BuildError."""
    for language in languages:
        if language not in LANGUAGES:
            raise BuildError(f"languages: {nearest(language, LANGUAGES)}")
    if not languages or len(set(languages)) < len(languages):
        raise BuildError(f"languages: one or more of {', '.join(LANGUAGES)}, each once, not {list(languages)!r}")
    if rows is not None and rows < 1:
        raise BuildError(f"rows: at least 1, not {rows}")
    try:
        hashes = {name: path and hashlib.sha256(Path(path).read_bytes()).hexdigest() for name, path in inputs.items()}
    except OSError as error:
        raise BuildError(f"{error.filename}: {error.strerror}") from None
    return {
        "languages": list(languages),
        "rows": rows,
        "distinct": distinct,
        "seed": seed,
        "catalogue": catalogue().hash,
        "version": __version__,
        "inputs": hashes,
    }


def _build(
    out: Path, images: Path, settings: dict[str, Any], read: Callable[[random.Random], Iterable[Found]], draw: Draw
) -> dict[str, Any]:
    complete = finished(out, settings)
    if complete is not None:
        return complete
    seed = settings["seed"]
    made = Made()
    try:
        found = list(read(random.Random(f"{seed} read")))
    except DataError as error:
        raise BuildError(str(error)) from None
    usable = [place for place, (_, item) in enumerate(found) if isinstance(item, Item)]
    kept = set(usable)
    if settings["rows"] is not None and settings["rows"] < len(usable):
        kept = set(random.Random(f"{seed} sample").sample(usable, settings["rows"]))
    instructions = Instructions()
    numbers: Counter = Counter()
    for place, (where, item) in enumerate(found):
        if isinstance(item, Unusable):
            made.reject(where, item)
        elif place in kept:
            try:
                row, response = _worded(item, numbers[item.language] + 1, draw, instructions, settings)
            except Unusable as error:
                made.reject(where, error)
                continue
            numbers[item.language] += 1
            instructions.add(row["instruction"], row["language"])
            made.rows.append(row)
            made.witnesses.append({"id": row["id"], "response": response})
    return _write(out, images, settings, made, len(usable) - len(kept))


def _worded(
    item: Item, number: int, draw: Draw, instructions: Instructions, settings: dict[str, Any]
) -> tuple[dict[str, Any], str]:
    """A row unlike those before it, and its witness, which the checks have passed. Raises Unusable."""
    for attempt in range(AGAIN):
        row, response = draw(item, number, random.Random(f"{settings['seed']} {item.language} {number} {attempt}"))
        if instructions.fits(row["instruction"], item.language):
            break
    else:
        if settings["distinct"]:
            raise Unusable("too much alike", row["instruction"][:80])
    parsed, errors = parse_row(row)
    if errors:
        raise Unusable("not valid", str(errors[0]))
    failed = [verdict for verdict in verify_row(parsed, response) if not verdict.passed]
    if failed:
        raise Unusable("no witness", f"{failed[0].type}: {failed[0].reason}")
    return row, response


def _write(out: Path, images: Path, settings: dict[str, Any], made: Made, left_out: int) -> dict[str, Any]:
    for name in sorted({row["image"] for row in made.rows}):
        if not (out / name).exists():
            with (images / name).open("rb") as picture, replacing(out / name) as copy:
                shutil.copyfileobj(picture, copy)
    manifest = {
        "builder": f"lmms-eval-vcif {__version__} augment {settings['track']}",
        **settings,
        "counts": _counts(made, left_out),
    }
    write_json_lines(out / "rows.jsonl", made.rows)
    write_json_lines(out / "witnesses.jsonl", made.witnesses)
    write_json_lines(out / "rejects.jsonl", made.rejects)
    write_json(out / "manifest.json", manifest)
    return manifest


def _counts(made: Made, left_out: int) -> dict[str, Any]:
    """Rows by what they ask for, and what was lost by reason."""
    params = [
        {constraint["type"]: json.loads(constraint["params"]) for constraint in row["constraints"]} for row in made.rows
    ]
    forms_used = Counter(f"{p['box_format']['layout']} {p['box_format']['scale']}" for p in params if "box_format" in p)
    kinds = Counter(json.loads(row["reference"])["kind"] for row in made.rows if row["subset"] == "numeric")
    wrappers = Counter(_wrapper_of(p["answer_wrapper"]) for p in params if "answer_wrapper" in p)
    counts: dict[str, Any] = {
        "rows": len(made.rows),
        "languages": _ordered(Counter(row["language"] for row in made.rows)),
        "forms": _ordered(forms_used),
        "absent": sum(p["box_iou"]["box"] is None for p in params if "box_iou" in p),
        "kinds": _ordered(kinds),
        "wrappers": _ordered(wrappers),
        "left_out_at_random": left_out,
        "rejects": _ordered(Counter(reject["reason"] for reject in made.rejects)),
    }
    return {name: count for name, count in counts.items() if count != {}}


def _wrapper_of(params: dict[str, Any]) -> str:
    if "open" in params:
        return "between" if "close" in params else "label"
    return next(name for name in ("wrapper", "pattern") if name in params)


def _ordered(counts: Counter) -> dict[str, int]:
    return dict(sorted(counts.items()))
