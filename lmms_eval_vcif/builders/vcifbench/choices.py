"""Selection items: two branches, of which the way a clip runs decides, over the clip as filmed and played backwards,
each in both orders of its options. Who chooses without looking is right in half of them."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from ... import __version__
from ...constraints import catalogue
from ...constraints.wording import render
from ...data.contradictions import contradictions
from ...records import OPTION_ORDERS, Constraint
from ...text import Text
from ..clips import ClipError, play_backwards
from ..mmifeval_pro.assign import NAMES
from ..pipeline import Record, Rejected, Rejection, Tools, prompt
from .plan import as_dict, drawn

BRANCHES = ("first", "second")
PARTS = ("when", "do", "is", "free")

LONGEST = 60.0
"""Seconds of a clip that is played backwards: all of its frames are in memory."""

BESIDE = ("word_count", "sentence_count", "plain_text", "no_contractions", "fixed_opening", "fixed_closing", "tone")
"""Types that go with either branch."""

BACKWARDS = "_reverse"
_OPENING = re.compile(r"^(if|如果)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Reverse:
    """Gives each clip its other direction: the one that the set has under NAME_reverse, or one that is made, in the
    folder of the set."""

    made: Path

    def __call__(self, record: Record, tools: Tools) -> Record:
        if record.get("backwards"):
            return record
        source = tools.folder / record["video"]
        name = f"videos/{record['id']}{BACKWARDS}.mp4"
        try:
            play_backwards(source, self.made / name, _rate(source))
        except ClipError as error:
            raise Rejected("unreadable media", error) from None
        return {**record, "backwards": name, "made": True}


def pair(records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
    """Joins NAME and NAME_reverse of a set; a reverse without its original is left out."""
    by_name = {record["id"]: record for record in records}
    kept, rejected = [], []
    for name, record in by_name.items():
        if not name.endswith(BACKWARDS):
            other = by_name.get(name + BACKWARDS)
            kept.append({**record, "backwards": other["video"] if other else ""})
        elif name.removesuffix(BACKWARDS) not in by_name:
            rejected.append(Rejection(record["id"], "reverse without its original"))
    return kept, rejected


@dataclass(frozen=True)
class Branch:
    """Has a writer, who sees both directions, write the branches, and a checker say for each clip alone which of the
    two is true of it: what is not told apart is rejected."""

    made: Path
    language: str = "en"

    def __call__(self, record: Record, tools: Tools) -> Record:
        clips = self.clips(record, tools)
        values = {"facts": "; ".join(record.get("facts") or ()) or "(nothing)", "language": NAMES[self.language]}
        read = partial(read_branches, language=self.language)
        media = [(clip, True) for clip in clips]
        example = {"usable": True, **_EXAMPLE[self.language]}
        asked = prompt(__package__, "selection")
        found = tools.models.ask("writer", asked, values, read, example=example, media=media)
        if found is None:
            raise Rejected("not told apart by its direction")
        for number, clip in enumerate(clips, 1):
            said = self._which(found, clip, str(number), tools)
            if said != str(number):
                raise Rejected("not told apart by the checker", f"{BRANCHES[number - 1]} clip: {said!r}")
        return {**record, **found, "language": self.language}

    def clips(self, record: Record, tools: Tools) -> tuple[Path, Path]:
        return tools.folder / record["video"], (self.made if record.get("made") else tools.folder) / record["backwards"]

    def _which(self, found: Mapping[str, Any], clip: Path, right: str, tools: Tools) -> str:
        values = {name: found[name]["when"] for name in BRANCHES}
        example = {"why": "It is seen.", "true": right}
        asked = prompt(__package__, "which")
        return tools.models.ask("checker", asked, values, read_which, example=example, media=[(clip, True)])


@dataclass(frozen=True)
class Rows:
    """The four rows of a choice: two clips, two orders, the same constraints beside it."""

    beside: int = 2

    def __call__(self, record: Record, tools: Tools) -> list[Record]:
        language, rng = record["language"], tools.rng
        others = self._others(language, rng)
        condition = {"condition": record["condition"]}
        choose = render(catalogue()["selection_accuracy"], condition, language, rng)
        frame = rng.choice(frames()[language]["frames"])
        rows = []
        for right, clip in zip(BRANCHES, (record["video"], record["backwards"]), strict=True):
            for order in OPTION_ORDERS:
                text = _instruction(record, order, frame, choose, [c.text for c in others])
                rows.append(_row(record, right, order, clip, text, choose, others, tools))
        return rows

    def _others(self, language: str, rng: random.Random) -> list[Constraint]:
        able = [name for name in BESIDE if catalogue()[name].benchmarks["vcifbench"].supports(language)]
        chosen: list[Constraint] = []
        for name in rng.sample(able, len(able)):
            constraint = drawn(name, language, rng, ())
            if len(chosen) == self.beside:
                break
            if constraint and constraint.text and not contradictions([*chosen, constraint], language):
                chosen.append(constraint)
        return chosen


@cache
def frames() -> dict[str, dict[str, Any]]:
    """How a choice is put, by language."""
    return yaml.safe_load((files(__package__) / "choices.yml").read_bytes())


def _instruction(record: Record, order: str, frame: str, choose: str, rules: Sequence[str]) -> str:
    shown = BRANCHES if order == "AB" else BRANCHES[::-1]
    form = frames()[record["language"]]["option"]
    options = [
        form.format(letter=letter, when=record[name]["when"], do=record[name]["do"])
        for letter, name in zip("AB", shown, strict=True)
    ]
    joined = ("" if record["language"] == "zh" else " ").join(rules)
    return frame.format(choose=choose, options="\n".join(options), rules=joined).strip()


def _row(
    record: Record,
    right: str,
    order: str,
    clip: str,
    text: str,
    choose: str,
    others: Sequence[Constraint],
    tools: Tools,
) -> Record:
    wrong = BRANCHES[1 - BRANCHES.index(right)]
    choice = Constraint("selection_accuracy", "selection_accuracy", choose, {"condition": record["condition"]})
    questions = [record[right]["is"], record[wrong]["free"]]
    constraints = [as_dict("c1", choice, questions=questions)]
    constraints += [as_dict(f"c{number}", constraint) for number, constraint in enumerate(others, 2)]
    pair_id = f"selection-{record['id']}-{right}"
    writer, checker = (tools.models.settings[role].model for role in ("writer", "checker"))
    meta = {
        "builder": f"lmms-eval-vcif {__version__} vcifbench",
        "seed": tools.seed,
        "writer": writer,
        "checker": checker,
    }
    return {
        "id": f"{pair_id}-{order.lower()}",
        "subset": "selection",
        "task": record.get("task") or "creative_writing",
        "composition": ["and", "selection"],
        "language": record["language"],
        "response_language": record["language"],
        "instruction": text,
        "video": clip,
        "constraints": constraints,
        "reference": json.dumps({"option_order": order, "right": record[right]["when"]}, ensure_ascii=False),
        "pair_id": pair_id,
        "source": record.get("source", ""),
        "source_id": record.get("source_id", record["id"]) + ("" if right == "first" else ", backwards"),
        "license": record.get("license", ""),
        "meta": json.dumps(meta, ensure_ascii=False),
    }


def read_branches(value: Mapping[str, Any], *, language: str) -> dict[str, Any] | None:
    """The branches as they stand in an instruction; None where the writer says that there are none. Raises ValueError
    naming the part that can't be used."""
    if value.get("usable") is False:
        return None
    found: dict[str, Any] = {"condition": value.get("condition")}
    for name in BRANCHES:
        branch = value.get(name)
        if not isinstance(branch, Mapping):
            raise ValueError(f"{name}: an object with {', '.join(PARTS)} is required")
        found[name] = {part: branch.get(part) for part in PARTS}
    pieces = {"condition": found["condition"]} | {f"{n}.{p}": found[n][p] for n in BRANCHES for p in PARTS}
    for where, piece in pieces.items():
        if not isinstance(piece, str) or not piece.strip():
            raise ValueError(f"{where}: a non-empty string is required")
        if where.endswith((".is", ".free")) and not piece.strip().endswith(("?", "？")):
            raise ValueError(f"{where}: it must end in a question mark")
    for name in BRANCHES:
        found[name] = {part: piece.strip() for part, piece in found[name].items()}
        found[name]["when"] = _continued(_OPENING.sub("", found[name]["when"]).rstrip(".。，,"))
        found[name]["do"] = _continued(_stopped(found[name]["do"], language))
    if found["first"]["when"].casefold() == found["second"]["when"].casefold():
        raise ValueError("second.when: it is the same as first.when")
    fits, seen = Text(" ".join(map(str, pieces.values())), language).is_in(language)
    if not fits:
        raise ValueError(f"not in {NAMES[language]} ({seen})")
    return found


def _continued(clause: str) -> str:
    """A clause as it goes on inside a sentence: with a small letter, where its first word has no other capital."""
    word = clause.partition(" ")[0]
    kept = re.match(r"I\b", word) or word[1:] != word[1:].lower()
    return clause if kept else clause[:1].lower() + clause[1:]


def _stopped(sentence: str, language: str) -> str:
    """The sentence with one full stop, where it does not end in another mark."""
    if sentence.endswith(("?", "!", "？", "！", '."', ".”", "。”")):
        return sentence
    return sentence.rstrip(" .。") + {"en": ".", "zh": "。"}[language]


def read_which(value: Mapping[str, Any]) -> str:
    """Which of two statements is true of a video: 1, 2, both or neither. Raises ValueError for anything else."""
    said = str(value.get("true")).strip(" .").lower()
    if said not in ("1", "2", "both", "neither"):
        raise ValueError(f"true: 1, 2, both or neither is required, not {said!r:.40}")
    return said


def _rate(path: Path) -> float:
    """Frames a second. Raises ClipError, also for a clip that is too long to be played backwards."""
    import av

    try:
        with av.open(os.fspath(path)) as container:
            stream = container.streams.video[0]
            seconds = container.duration / 1_000_000 if container.duration else 0.0
            rate = float(stream.average_rate or 25)
    except (OSError, IndexError, av.FFmpegError) as error:
        raise ClipError(f"{path}: no video that opens: {error}") from None
    if seconds > LONGEST:
        raise ClipError(f"{path}: {seconds:.0f} s, at most {LONGEST:g} can be played backwards")
    return rate


_EXAMPLE = {
    "en": {
        "condition": "the way things move",
        "first": {"when": "it rises", "do": "write a farewell.", "is": "Is it a farewell?", "free": "No farewell?"},
        "second": {"when": "it sinks", "do": "write a welcome.", "is": "Is it a welcome?", "free": "No welcome?"},
    },
    "zh": {
        "condition": "物体运动的方向",
        "first": {"when": "它上升", "do": "写一段告别的话。", "is": "是告别吗？", "free": "没有告别吗？"},
        "second": {"when": "它下降", "do": "写一段欢迎的话。", "is": "是欢迎吗？", "free": "没有欢迎吗？"},
    },
}
