"""Composing a set: rows in waves, each balanced by those before it, kept as they are made, and then written."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ... import __version__
from ...constraints import catalogue
from ...data.writers import replacing, write_json, write_json_lines
from ...records import LANGUAGES, nearest
from ..log import BuildError, Log, finished
from ..workers import working
from .choose import BENCHMARK, Job, Made, make, pool
from .overlap import Instructions
from .seeds import Seed, generic_seeds, read_seeds
from .uneasy import goes_with

WAVE = 32
"""Rows that are balanced by the same counts. It does not depend on the workers, and so neither does the set."""

SIZES = {1: 12, 2: 24, 3: 30, 4: 20, 5: 10, 6: 4}
"""Of 100 rows so many have one constraint, two, and so on: 3.04 on average (MM-IFEval-Pro has 3.0)."""

AGAIN = 12
"""How often a row is made anew whose instruction is too much like another."""

Make = Callable[[Iterable[Job]], Iterator[Made]]


def build(
    out: str | Path,
    *,
    images: str | Path,
    seeds: str | Path | None = None,
    rows: int | None = None,
    languages: Sequence[str] = LANGUAGES,
    at_least: int = 4,
    seed: int = 0,
    workers: int = 1,
    progress: bool = True,
) -> dict[str, Any]:
    """Write a set of rows with several constraints each to the folder `out` and return its manifest.

    `images` is a folder of pictures. `seeds` are JSON lines with an instruction for each picture (image, relative to
    `images`, task, language, instruction, and, if wanted, keywords, source, source_id, license); without them the
    instructions come from a generic bank. `rows` is how many to make: all seeds once, or 200 without seeds. Every type
    but ocr_transcription stands in at least `at_least` rows per language of the response, or the manifest names it
    under `short`. The folder gets rows.jsonl, witnesses.jsonl (a response to each row that satisfies it), the pictures
    and manifest.json. The same settings give the same bytes with any number of `workers`; a build that was interrupted
    goes on where it stopped when it is called again.

    Raises BuildError for a setting out of range, seeds that do not fit, or a folder that holds another set.
    """
    out, images = Path(out), Path(images)
    chosen = _seeds(images, seeds, rows, languages, seed)
    settings = _settings(images, seeds, chosen, languages, at_least, seed)
    complete = finished(out, settings)
    if complete is not None:
        return complete
    log = Log(out, settings)
    try:
        with working(workers, _maker, seed) as make_all:
            records = _compose(chosen, log, make_all, seed, progress)
    finally:
        log.close()
    manifest = _write(out, images, seeds is not None, settings, records, at_least)
    log.close(remove=True)
    return manifest


def _seeds(images: Path, seeds: str | Path | None, rows: int | None, languages: Sequence[str], seed: int) -> list[Seed]:
    """The seed of every row, languages in turn."""
    for language in languages:
        if language not in LANGUAGES:
            raise BuildError(f"languages: {nearest(language, LANGUAGES)}")
    if not languages or len(set(languages)) < len(languages):
        raise BuildError(f"languages: one or more of {', '.join(LANGUAGES)}, each once, not {list(languages)!r}")
    if rows is not None and rows < 1:
        raise BuildError(f"rows: at least 1, not {rows}")
    rng = random.Random(f"{seed} seeds")
    if seeds is None:
        return generic_seeds(images, languages, rows or 200, rng)
    found = read_seeds(Path(seeds), images)
    decks = [rng.sample(own, len(own)) for own in ([s for s in found if s.language == x] for x in languages) if own]
    if not decks:
        raise BuildError(f"{seeds}: no seeds in {', '.join(languages)}")
    wanted = rows or sum(map(len, decks))
    dealt = [deck[turn % len(deck)] for turn in range(wanted) for deck in decks if rows or turn < len(deck)]
    return dealt[:wanted]


def _settings(
    images: Path, seeds: str | Path | None, chosen: Sequence[Seed], languages: Sequence[str], at_least: int, seed: int
) -> dict[str, Any]:
    """All that the bytes of a set depend on."""
    names = sorted({one.image for one in chosen})
    return {
        "languages": list(languages),
        "rows": len(chosen),
        "at_least": at_least,
        "seed": seed,
        "catalogue": catalogue().hash,
        "version": __version__,
        "inputs": {
            "seeds": _sha256(Path(seeds)) if seeds is not None else None,
            "images": {name: _sha256(_picture(images, name, seeds is not None)) for name in names},
        },
    }


def _picture(images: Path, name: str, seeded: bool) -> Path:
    """The file of a picture: seeds name it from `images`, the generic ones from a folder ``images`` beside the rows."""
    return images / (name if seeded else Path(name).relative_to("images"))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _compose(chosen: Sequence[Seed], log: Log, make_all: Make, seed: int, progress: bool) -> list[dict[str, Any]]:
    """The record of every row, wave by wave; those in the log are taken from it."""
    from tqdm import tqdm

    records: list[dict[str, Any]] = []
    instructions = Instructions()
    sizes = _sizes(len(chosen), seed)
    with tqdm(total=len(chosen), desc="Composing", unit="row", disable=None if progress else True) as bar:
        for start in range(0, len(chosen), WAVE):
            wave = chosen[start : start + WAVE]
            jobs = _jobs(wave, start, sizes, _used(records), seed)
            there = log.records[start : start + len(wave)]
            for record in there:
                _remember(record, instructions)
            records += there
            bar.update(len(there))
            todo = jobs[len(there) :]
            for job, made in zip(todo, make_all(todo), strict=True):
                record = _fresh(job, made, instructions, seed)
                log.add(record)
                _remember(record, instructions)
                records.append(record)
                bar.update()
    return records


def _sizes(rows: int, seed: int) -> list[int]:
    """The number of constraints of each row: SIZES, dealt out like cards."""
    rng = random.Random(f"{seed} sizes")
    deck = [size for size, share in SIZES.items() for _ in range(share)]
    return [size for _ in range(rows // len(deck) + 1) for size in rng.sample(deck, len(deck))][:rows]


def _used(records: Sequence[dict[str, Any]]) -> dict[str, Counter]:
    """How often each type has been used, by language of the response."""
    used: dict[str, Counter] = {language: Counter() for language in LANGUAGES}
    for record in records:
        if record["row"]:
            used[record["row"]["response_language"]].update(c["type"] for c in record["row"]["constraints"])
    return used


def _jobs(wave: Sequence[Seed], start: int, sizes: Sequence[int], used: dict[str, Counter], seed: int) -> list[Job]:
    """The jobs of a wave: each is led by a type of those that have been used least."""
    rng = random.Random(f"{seed} wave {start}")
    leads = {language: Counter(counts) for language, counts in used.items()}
    jobs = []
    for number, one in enumerate(wave, start + 1):
        counts = leads[one.language]
        types = rng.sample(pool(one.language), len(pool(one.language)))
        suited = [type_ for type_ in types if goes_with(type_, (), one.task)]
        lead = min(suited, key=lambda type_: counts[type_])
        counts[lead] += 1
        jobs.append(Job(number, one, lead, sizes[number - 1], dict(used[one.language])))
    return jobs


def _fresh(job: Job, made: Made, instructions: Instructions, seed: int) -> dict[str, Any]:
    """The record of a row whose instruction is no near copy of another; made anew where it is."""
    rejects = Counter(made.rejects)
    for attempt in range(1, AGAIN + 1):
        if made.row is not None and instructions.fits(made.row["instruction"], job.seed.language):
            break
        if made.row is not None:
            rejects["too much alike"] += 1
        made = make(replace(job, attempt=attempt), seed)
        rejects.update(made.rejects)
    else:
        made = replace(made, row=None, witness="")
    return {"id": job.id, "row": made.row, "witness": made.witness, "rejects": dict(sorted(rejects.items()))}


def _remember(record: dict[str, Any], instructions: Instructions) -> None:
    if record["row"]:
        instructions.add(record["row"]["instruction"], record["row"]["language"])


def _maker(seed: int) -> Callable[[Job], Made]:
    return partial(make, seed=seed)


def _write(
    out: Path, images: Path, seeded: bool, settings: dict[str, Any], records: Sequence[dict[str, Any]], at_least: int
) -> dict[str, Any]:
    rows = [record["row"] for record in records if record["row"]]
    for name in sorted({row["image"] for row in rows}):
        if not (out / name).exists():
            with _picture(images, name, seeded).open("rb") as picture, replacing(out / name) as copy:
                shutil.copyfileobj(picture, copy)
    manifest = {
        "builder": f"lmms-eval-vcif {__version__} compose",
        **settings,
        "counts": _counts(records, rows),
        "short": _short(rows, settings["languages"], at_least),
    }
    write_json_lines(out / "rows.jsonl", rows)
    write_json_lines(out / "witnesses.jsonl", ({"id": r["id"], "response": r["witness"]} for r in records if r["row"]))
    write_json(out / "manifest.json", manifest)
    return manifest


def _counts(records: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Rows and constraints by what they are, and what was rejected on the way."""
    used = _used(records)
    categories: dict[str, Counter] = {language: Counter() for language in used}
    for language, types in used.items():
        for type_, count in types.items():
            categories[language][catalogue()[type_].benchmarks[BENCHMARK].group] += count
    rejects: Counter = sum((Counter(record["rejects"]) for record in records), Counter())
    constraints = sum(len(row["constraints"]) for row in rows)
    return {
        "rows": len(rows),
        "given_up": [record["id"] for record in records if not record["row"]],
        "constraints": constraints,
        "constraints_per_row": round(constraints / len(rows), 3) if rows else 0.0,
        "languages": _ordered(Counter(row["language"] for row in rows)),
        "sizes": _ordered(Counter(str(len(row["constraints"])) for row in rows)),
        "tasks": _ordered(Counter(row["task"] for row in rows)),
        "categories": {language: _ordered(counts) for language, counts in categories.items()},
        "subcategories": {language: _ordered(counts) for language, counts in used.items()},
        "rejects": _ordered(rejects),
    }


def _ordered(counts: Counter) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _short(rows: Sequence[dict[str, Any]], languages: Sequence[str], at_least: int) -> dict[str, dict[str, int]]:
    """The types that stand in too few rows, by language of the response, with the rows that there are."""
    counts = {language: Counter() for language in languages}
    for row in rows:
        if row["response_language"] in counts:
            counts[row["response_language"]].update({constraint["type"] for constraint in row["constraints"]})
    short = {
        language: {type_: counts[language][type_] for type_ in pool(language) if counts[language][type_] < at_least}
        for language in languages
    }
    return {language: types for language, types in short.items() if types}
