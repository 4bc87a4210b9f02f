"""Stage 1: pictures that are worth a task. Scored one by one; the plain, the empty and near copies are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..compose.seeds import IMAGE_SUFFIXES
from ..likeness import Hashes, perceptual_hash
from ..pipeline import PipelineError, Record, Rejected, Rejection, Tools
from ..pipeline.run import sha256
from .scores import complexity, richness, score


@dataclass(frozen=True)
class Scores:
    """The scorers by name, `module:function`; "" is the statistic that runs everywhere (see `scores`)."""

    complexity: str = ""
    richness: str = ""

    def __call__(self, record: Record, tools: Tools) -> Record:
        """The record with its scores, the hash by which near copies are found, and what a scorer has `seen` by name."""
        path = tools.folder / record["image"]
        try:
            hash_ = perceptual_hash(path)
            complex_, first = score(self.complexity, complexity, str(path))
            rich, second = score(self.richness, richness, str(path))
        except (OSError, SyntaxError) as error:
            raise Rejected("unreadable media", error) from None
        scores, seen = {"complexity": complex_, "richness": rich}, list(dict.fromkeys([*first, *second]))
        return {**record, "scores": scores, "seen": seen, "hash": f"{hash_:016x}", "sha256": sha256(path)}


@dataclass(frozen=True)
class Choice:
    """Which scored pictures go on: those that reach both scores (in the units of their scorers), no near copies of an
    earlier one, at most `most` of them, those with the highest complexity."""

    min_complexity: float = 0.25
    min_richness: float = 0.3
    most: int | None = None

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        kept, rejected, hashes = [], [], Hashes()
        for record in records:
            reason, detail = self._against(record, hashes)
            if reason:
                rejected.append(Rejection(record["id"], reason, detail))
            else:
                hashes.add(record["id"], int(record["hash"], 16))
                kept.append(record)
        if self.most is not None and len(kept) > self.most:
            ranked = sorted(kept, key=lambda record: (-record["scores"]["complexity"], record["id"]))
            rejected += [Rejection(record["id"], "more than asked for") for record in ranked[self.most :]]
            best = {record["id"] for record in ranked[: self.most]}
            kept = [record for record in kept if record["id"] in best]
        return kept, rejected

    def _against(self, record: Record, hashes: Hashes) -> tuple[str, str]:
        scores = record["scores"]
        if scores["complexity"] < self.min_complexity:
            return "too plain", f"complexity {scores['complexity']:g}, at least {self.min_complexity:g}"
        if scores["richness"] < self.min_richness:
            return "too empty", f"richness {scores['richness']:g}, at least {self.min_richness:g}"
        near = hashes.near(int(record["hash"], 16))
        return ("near copy", f"of {near[0][0]}") if near else ("", "")


def pictures(folder: Path) -> list[Record]:
    """A record for every picture of a folder, by name. Raises PipelineError where there is none."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in IMAGE_SUFFIXES)
    if not found:
        raise PipelineError(f"{folder}: no pictures ({', '.join(IMAGE_SUFFIXES)})")
    names = [path.relative_to(folder).as_posix() for path in found]
    return [{"id": name, "image": name} for name in names]


def go_on(record: Record, tools: Tools) -> Record:
    """The record as it is: of a stage that only chooses."""
    return record
