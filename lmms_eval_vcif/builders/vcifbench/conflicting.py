"""Conflict items (appendix A.3): a finished item's request with two to four of its constraints, and exactly one pair of
requirements that exclude each other. Where types and parameters show it, the linter confirms that it is that pair
alone; in the others the two texts say it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import yaml

from ... import __version__
from ...constraints import catalogue
from ...data.contradictions import contradictions
from ...records import Constraint
from ..mmifeval_pro.assign import NAMES
from ..pipeline import PipelineError, Record, Rejected, Rejection, Tools, prompt
from .plan import as_dict

KEPT = (2, 4)
"""Ordinary constraints that stay, at least and at most."""

_FILLINGS, _FRAMES = "fillings", "frames"


@cache
def templates() -> dict[str, dict[str, Any]]:
    """The ten templates by name."""
    return {name: value for name, value in _data().items() if name not in (_FILLINGS, _FRAMES)}


@cache
def _data() -> dict[str, Any]:
    return yaml.safe_load((files(__package__) / "conflicting.yml").read_bytes())


@dataclass(frozen=True)
class Deal:
    """Deals the templates in turn over base items, `each` of them for every template; what is left over is left out."""

    each: int = 3

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} conflicts")
        able = [record for record in records if record["subset"] == "base"]
        rejected = [Rejection(r["id"], "not a base item") for r in records if r["subset"] != "base"]
        wanted = [name for _ in range(self.each) for name in templates()]
        order = rng.sample(able, len(able))
        left: dict[str, list[Record]] = {name: [] for name in templates()}
        for index, record in enumerate(order):
            left[wanted[index % len(wanted)]].append(record)
        dealt = [
            {**record, "id": f"conflict-{name}-{number}", "base": record["id"], "template": name}
            for name, own in left.items()
            for number, record in enumerate(own[: self.each], 1)
        ]
        used = {record["base"] for record in dealt}
        rejected += [Rejection(r["id"], "more than asked for") for r in able if r["id"] not in used]
        if not dealt:
            raise PipelineError("conflict items need finished base items to be made of")
        return dealt, rejected


def inject(record: Record, tools: Tools) -> Record:
    """The conflict row of a base row and its template."""
    template, language, rng = templates()[record["template"]], record["language"], tools.rng
    values = {
        name: rng.choice(value) if isinstance(value, list) else value
        for name, value in _data()[_FILLINGS][language].items()
    }
    if template.get("things"):
        values |= _things(record, tools)
    pair = [
        _constraint(template[side], text, values)
        for side, text in zip(("first", "second"), template[language], strict=True)
    ]
    kept = _kept(record, pair, rng)
    questions = template["first"].get("question", {}).get(language)
    first = as_dict("conflict_1", pair[0], questions=[questions.format(**values)] if questions else [])
    injected = [first, as_dict("conflict_2", pair[1])]
    ordinary = [{**as_dict(f"c{n}", c), "sub_questions": list(c.sub_questions)} for n, c in enumerate(kept, 1)]
    constraints = [*ordinary, *injected]
    rng.shuffle(constraints)
    request = json.loads(record["meta"] or "{}").get("request") or ""
    if not request:
        raise Rejected("no request", "meta.request: the request before its constraints is required")
    rules = ("" if language == "zh" else " ").join(constraint["text"] for constraint in constraints)
    text = rng.choice(_data()[_FRAMES][language]).format(request=request, rules=rules)
    meta = {
        "builder": f"lmms-eval-vcif {__version__} vcifbench",
        "seed": tools.seed,
        "base": record["base"],
        "confirmed_by": "linter" if template["linter"] else "texts",
    }
    plain = {name: value for name, value in record.items() if name not in ("template", "base")}
    reference = {"template": record["template"], "conflict": ["conflict_1", "conflict_2"]}
    return {
        **plain,
        "subset": "conflict",
        "composition": ["and"],
        "instruction": text,
        "constraints": constraints,
        "reference": json.dumps(reference),
        "meta": json.dumps(meta, ensure_ascii=False),
    }


def _constraint(spec: Mapping[str, Any], text: str, values: Mapping[str, Any]) -> Constraint:
    params = {name: _filled(value, values) for name, value in spec["params"].items()}
    params = {name: int(value) if name in ("min", "max") else value for name, value in params.items()}
    catalogue()[spec["type"]].check_parameters(params)
    return Constraint(spec["type"], spec["type"], text.format(**values), params)


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(one, values) for one in value]
    return value.format(**values) if isinstance(value, str) else value


def _kept(record: Record, pair: Sequence[Constraint], rng: random.Random) -> list[Constraint]:
    """Two to four constraints of the base item that go with each of the pair, so that the pair is the only conflict.
    Raises Rejected where there are not two, or the linter does not see the pair where it should."""
    language = record.get("response_language") or record["language"]
    template = record["template"]
    if templates()[template]["linter"] and not contradictions(pair, language):
        raise Rejected(
            "conflict not confirmed", f"{template}: the linter sees none between {pair[0].type} and {pair[1].type}"
        )
    known = [Constraint.parse(one) for one in record["constraints"]]
    taken = {constraint.type for constraint in pair}
    able = [c for c in known if c.type not in taken and not any(contradictions([c, one], language) for one in pair)]
    size = rng.randint(*KEPT)
    for count in range(min(size, len(able)), KEPT[0] - 1, -1):
        for chosen in combinations(rng.sample(able, len(able)), count):
            if _only(chosen, pair, language):
                return list(chosen)
    raise Rejected("too few ordinary constraints", f"{template}: of {', '.join(c.type for c in known)}")


def _only(chosen: Sequence[Constraint], pair: Sequence[Constraint], language: str) -> bool:
    """Whether the constraints hold together with each of the pair alone."""
    return not any(contradictions([*chosen, one], language) for one in pair)


def _things(record: Record, tools: Tools) -> dict[str, str]:
    """What is in the video and what is not, as a model says, and the second model sees it so."""
    language = record["language"]
    request = json.loads(record["meta"] or "{}").get("request") or record["instruction"]
    example = {
        "en": {"visible": "a hand", "absent": "a blue elephant"},
        "zh": {"visible": "一只手", "absent": "一头蓝色的大象"},
    }
    media = [(tools.folder / record["video"], True)]
    values = {"request": request, "language": NAMES[language]}
    asked = prompt(__package__, "thing")
    things = tools.models.ask("writer", asked, values, _read_things, example=example[language], media=media)
    seen = {"first": f"{things['visible']}", "second": f"{things['absent']}"}
    which = prompt(__package__, "which")
    said = tools.models.ask(
        "checker", which, seen, lambda v: str(v.get("true")).strip(), example={"true": "1"}, media=media
    )
    if said != "1":
        raise Rejected("thing not confirmed", f"visible {things['visible']!r}, absent {things['absent']!r}: {said}")
    return things


def _read_things(value: Mapping[str, Any]) -> dict[str, str]:
    found = {name: value.get(name) for name in ("visible", "absent")}
    for name, thing in found.items():
        if not isinstance(thing, str) or not 1 <= len(thing.strip()) <= 60:
            raise ValueError(f"{name}: one to four words are required, not {thing!r:.80}")
    return {name: thing.strip().rstrip(".。") for name, thing in found.items()}
