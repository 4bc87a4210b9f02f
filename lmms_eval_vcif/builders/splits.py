"""Train and test kept apart: pictures, videos and instructions of one set that are nearly those of another."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..data.media import media_of
from ..data.problems import Problem
from ..data.readers import read_records
from ..data.writers import sweep, write_json, write_json_lines
from ..judge.frames import VideoError, content_hash, sample
from .compose.overlap import LIMIT, grams
from .likeness import Hashes, hash_of, perceptual_hash

KINDS = ("image", "video", "instruction")

LOOKS = 2.0
"""Frames of a video that are compared, a second."""

MOST_LOOKS = 240
"""The same of a whole video, evenly over it: of more than two minutes, fewer a second are compared, and a cut of a few
seconds may be missed."""

SHARED = 0.5
"""The share of the shorter video's frames that must be near frames of the other for the two to be nearly the same: in
any order, so that a clip, its reverse and a cut of it are found."""


class SplitError(ValueError):
    """Sets that can't be compared; the message names file and row."""


@dataclass(frozen=True)
class Overlap:
    """A row of the first set that is too near one of the second: in which `kind`, and how near, 0 (just too near) to 1
    (the same)."""

    kind: str
    first: str
    second: str
    nearness: float


def overlaps(first: Path, second: Path, kinds: Sequence[str] = KINDS) -> list[Overlap]:
    """What rows of the first file share with rows of the second, the nearest of each kind for each row of the first.

    Pictures are compared by a perceptual hash, which does not see through mirroring, turning and strong cropping,
    videos by those of their frames, instructions by their 5-grams (half of either's shared is too near), whatever their
    language. Media given as paths are looked for beside the rows. Raises SplitError for a row without an id or
    instruction and media that can't be read, DataError for files that can't.
    """
    mine, other = list(_rows(first)), list(_rows(second))
    found: list[Overlap] = []
    if "image" in kinds or "video" in kinds:
        found += _media(mine, first.parent, other, second.parent, kinds)
    if "instruction" in kinds:
        found += _instructions(mine, other)
    order = {row["id"]: index for index, row in enumerate(mine)}
    return sorted(found, key=lambda one: (order[one.first], KINDS.index(one.kind)))


def apart(
    train: Path, test: Path, *, report: Path | None = None, keep: Path | None = None, kinds: Sequence[str] = KINDS
) -> dict[str, Any]:
    """The overlaps of a train set with a test set, counted by kind; written to `report` as JSON. `keep` gets the rows
    of the train set without an overlap, media paths as they are. Raises as `overlaps` does."""
    found = overlaps(train, test, kinds)
    near = {one.first for one in found}
    rows = list(_rows(train))
    counts = Counter(one.kind for one in found)
    summary = {
        "rows": len(rows),
        "overlapping": len(near),
        "kinds": {kind: counts[kind] for kind in kinds},
        "overlaps": [vars(one) for one in found],
    }
    for path in filter(None, (report, keep)):
        sweep(path.parent, path.name)
    if report is not None:
        write_json(report, summary)
    if keep is not None:
        write_json_lines(keep, (row for row in rows if row["id"] not in near))
    return summary


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for number, value in read_records(path):
        if isinstance(value, Problem):
            raise SplitError(str(value))
        for field in ("id", "instruction"):
            if not isinstance(value, dict) or not isinstance(value.get(field), str):
                raise SplitError(f"{path}:{number}:{field}: a string is required")
        yield value


def _media(
    mine: Sequence[Mapping[str, Any]],
    mine_at: Path,
    other: Sequence[Mapping[str, Any]],
    other_at: Path,
    kinds: Sequence[str],
) -> Iterator[Overlap]:
    """Each file is looked at once, however many rows show it."""
    seen: dict[tuple[str, str], tuple[int, ...]] = {}
    indices = {kind: Hashes() for kind in kinds}
    owners: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for row in other:
        for kind, hashes, name in _looks(row, other_at, kinds, seen):
            for number, hash_ in enumerate(hashes if name not in owners else ()):
                indices[kind].add(f"{name}\0{number}", hash_)
            owners.setdefault(name, row["id"])
            sizes[name] = len(hashes)
    for row in mine:
        best: dict[str, Overlap] = {}
        for kind, hashes, _ in _looks(row, mine_at, kinds, seen):
            near = _nearest(hashes, indices[kind], sizes)
            if near and near[1] > best.get(kind, Overlap(kind, "", "", -1.0)).nearness:
                best[kind] = Overlap(kind, row["id"], owners[near[0]], round(near[1], 4))
        yield from best.values()


def _looks(
    row: Mapping[str, Any], folder: Path, kinds: Sequence[str], seen: dict[tuple[str, str], tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """The hashes of a row's files, with kind and a name that is the content's."""
    for field, kind, source in media_of(row):
        if kind not in kinds:
            continue
        try:
            key = kind, content_hash(folder / source) if isinstance(source, str) else hashlib.sha256(source).hexdigest()
            if key not in seen:
                seen[key] = tuple(_hashes(folder / source if isinstance(source, str) else source, kind))
        except (OSError, SyntaxError, VideoError) as error:
            raise SplitError(f"{row['id']}: {field}: can't be read: {error}") from None
        yield kind, seen[key], f"{kind} {key[1]}"


def _hashes(source: Path | bytes, kind: str) -> Iterable[int]:
    if kind == "video":
        return [hash_of(image) for _, image in sample(source, LOOKS, MOST_LOOKS, 256)]
    if isinstance(source, bytes):
        from io import BytesIO

        from PIL import Image

        with Image.open(BytesIO(source)) as image:
            return [hash_of(image)]
    return [perceptual_hash(source)]


def _nearest(hashes: Sequence[int], known: Hashes, sizes: Mapping[str, int]) -> tuple[str, float] | None:
    """The known file that shares the most with the hashes, and the share of the shorter of the two, where it is enough.
    `sizes` are the numbers of hashes of the known files."""
    own: dict[str, set[int]] = defaultdict(set)
    theirs: dict[str, set[str]] = defaultdict(set)
    for index, hash_ in enumerate(hashes):
        for found, _ in known.near(hash_):
            name, _, number = found.partition("\0")
            own[name].add(index)
            theirs[name].add(number)
    shares = {
        name: len(own[name]) / len(hashes) if len(hashes) <= sizes[name] else len(theirs[name]) / sizes[name]
        for name in own
    }
    name, share = min(shares.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0.0))
    return (name, share) if share >= SHARED else None


def _instructions(mine: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> Iterator[Overlap]:
    sizes: list[int] = []
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, row in enumerate(other):
        own = grams(row["instruction"], row.get("language", "en"))
        sizes.append(len(own))
        for gram in own:
            holders[gram].append(index)
    for row in mine:
        own = grams(row["instruction"], row.get("language", "en"))
        shared = Counter(holder for gram in own for holder in holders.get(gram, ()))
        near = [(count / min(len(own), sizes[holder]), -holder) for holder, count in shared.items()]
        if near and max(near)[0] >= LIMIT:
            nearness, holder = max(near)
            yield Overlap("instruction", row["id"], other[-holder]["id"], round(nearness, 4))
