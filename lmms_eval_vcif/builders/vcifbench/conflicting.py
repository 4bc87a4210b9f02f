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
from ...text import Text
from ..compose.uneasy import goes_with
from ..mmifeval_pro.assign import NAMES
from ..pipeline import PipelineError, Record, Rejected, Rejection, Tools, prompt
from .choices import read_which
from .plan import as_dict, clash

KEPT = (2, 4)
"""Ordinary constraints that stay, at least and at most."""

OTHERS = 8
"""Base items that a template's item tries, beside the one that it was dealt, where that does not suit."""

VERBATIM = {
    "exact_word_inclusion": ("phrases",),
    "fixed_closing": ("text",),
    "fixed_opening": ("text",),
    "prefix_label": ("labels",),
}
"""Types that have a text written as it is, each with the parameters that hold it."""

UNNAMED = "…"
"""Stands for a thing in a video before a model has named one."""

_FILLINGS, _FRAMES = "fillings", "frames"


class Unsuitable(Rejected):
    """The base item can't have this template; another one may."""


@cache
def templates() -> dict[str, dict[str, Any]]:
    """The ten templates by name."""
    return {name: value for name, value in _data().items() if name not in (_FILLINGS, _FRAMES)}


@cache
def _data() -> dict[str, Any]:
    return yaml.safe_load((files(__package__) / "conflicting.yml").read_bytes())


def fillings(language: str) -> dict[str, list[Any]]:
    """What the templates are filled in with, by name."""
    listed = _data()[_FILLINGS][language]
    return {name: value if isinstance(value, list) else [value] for name, value in listed.items()}


@dataclass(frozen=True)
class Deal:
    """Deals the templates in turn over base items, `each` of them for every template; what is left over is left out.
    Each item gets `others`, for the case that its base item does not suit: what is left over first, then what other
    templates were dealt, none of them twice in a template."""

    each: int = 3

    def __call__(self, records: Sequence[Record], seed: int) -> tuple[list[Record], list[Rejection]]:
        rng = random.Random(f"{seed} conflicts")
        able = [record for record in records if record["subset"] == "base"]
        if not able:
            raise PipelineError("conflict items need finished base items to be made of")
        order = rng.sample(able, len(able))
        wanted = [name for _ in range(self.each) for name in templates()]
        spare = order[len(wanted) :]
        dealt: list[Record] = []
        first = order[: len(wanted)]
        for place, name in enumerate(templates()):
            own = first[place :: len(templates())]
            turn = place * len(spare) // len(templates())
            rest = [*spare[turn:], *spare[:turn], *(r for n, r in enumerate(first) if n % len(templates()) != place)]
            for number, record in enumerate(own, 1):
                others = rest[number - 1 :: len(own)][:OTHERS]
                id_ = f"conflict-{name}-{number}"
                dealt.append({**record, "id": id_, "base": record["id"], "template": name, "others": others})
        left = {record["id"] for record in spare}
        rejected = [Rejection(r["id"], "not a base item") for r in records if r["subset"] != "base"]
        return dealt, [*rejected, *(Rejection(r["id"], "more than asked for") for r in able if r["id"] in left)]


def inject(record: Record, tools: Tools) -> Record:
    """The conflict row of a template and the first of its base rows that suits. Raises Rejected where none does."""
    dealt = {name: record[name] for name in ("id", "template")}
    unfit: list[Unsuitable] = []
    for base in (record, *record["others"]):
        try:
            return _injected({**base, "base": base.get("base", base["id"]), **dealt}, tools)
        except Unsuitable as error:
            unfit.append(error)
    raise Rejected(unfit[0].reason, "; ".join(map(str, unfit)))


def _injected(record: Record, tools: Tools) -> Record:
    template, language, rng = templates()[record["template"]], record["language"], tools.rng
    request = json.loads(record["meta"] or "{}").get("request") or ""
    if not request:
        raise Unsuitable("no request", "meta.request: the request before its constraints is required")
    values = {name: rng.choice(some) for name, some in fillings(language).items()}
    kept = _kept(record, pair_of(template, language, values), rng)
    if template.get("things"):
        values |= _things(record, request, tools)
    pair = pair_of(template, language, values)
    questions = template["first"].get("question", {}).get(language)
    first = as_dict("conflict_1", pair[0], questions=[questions.format(**values)] if questions else [])
    ordinary = [{**as_dict(f"c{n}", c), "sub_questions": list(c.sub_questions)} for n, c in enumerate(kept, 1)]
    constraints = [*ordinary, first, as_dict("conflict_2", pair[1])]
    rng.shuffle(constraints)
    rules = ("" if language == "zh" else " ").join(constraint["text"] for constraint in constraints)
    text = rng.choice(_data()[_FRAMES][language]).format(request=request, rules=rules)
    return _row(record, text, constraints, tools.seed)


def _row(record: Record, text: str, constraints: Sequence[Mapping[str, Any]], seed: int) -> Record:
    meta = {
        "builder": f"lmms-eval-vcif {__version__} vcifbench",
        "seed": seed,
        "base": record["base"],
        "confirmed_by": "linter" if templates()[record["template"]]["linter"] else "texts",
    }
    plain = {name: value for name, value in record.items() if name not in ("template", "base", "others")}
    reference = {"template": record["template"], "conflict": ["conflict_1", "conflict_2"]}
    return {
        **plain,
        "subset": "conflict",
        "composition": ["and"],
        "instruction": text,
        "constraints": list(constraints),
        "reference": json.dumps(reference),
        "meta": json.dumps(meta, ensure_ascii=False),
    }


def pair_of(template: Mapping[str, Any], language: str, values: Mapping[str, Any]) -> list[Constraint]:
    """The two constraints that exclude each other, filled in; things that are not named yet stay open."""
    values = {"visible": UNNAMED, "absent": UNNAMED, **values}
    sides = zip(("first", "second"), template[language], strict=True)
    return [_constraint(template[side], text, values) for side, text in sides]


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
    Raises Unsuitable where there are not two, Rejected where the linter does not see the pair and should."""
    language = record.get("response_language") or record["language"]
    template = record["template"]
    if templates()[template]["linter"] and not contradictions(pair, language):
        raise Rejected(
            "conflict not confirmed", f"{template}: the linter sees none between {pair[0].type} and {pair[1].type}"
        )
    known = [Constraint.parse(one) for one in record["constraints"]]
    taken = {constraint.type for constraint in pair}
    able = [c for c in known if c.type not in taken and _beside(c, pair, templates()[template], language)]
    size = rng.randint(*KEPT)
    for count in range(min(size, len(able)), KEPT[0] - 1, -1):
        for chosen in combinations(rng.sample(able, len(able)), count):
            if _only(chosen, pair, language):
                return list(chosen)
    raise Unsuitable("too few ordinary constraints", f"{template}: of {', '.join(c.type for c in known)}")


def _beside(constraint: Constraint, pair: Sequence[Constraint], template: Mapping[str, Any], language: str) -> bool:
    """Whether a constraint can stand beside either of the pair: by the linter, by what a planned item has together, and
    by what the template says its texts leave no room for."""
    if constraint.type in template.get("without", ()) or template.get("short") and _asks_for_more(constraint):
        return False
    if any(clash(constraint.type, one.type) or not goes_with(constraint.type, [one.type]) for one in pair):
        return False
    return not any(contradictions([constraint, one], language) for one in pair)


def _asks_for_more(constraint: Constraint) -> bool:
    """Whether one of its parameters is a minimum above one."""
    lows = [value for name, value in (constraint.params or {}).items() if name.startswith("min")]
    return any(isinstance(low, (int, float)) and low > 1 for low in lows)


def _says_twice(constraints: Sequence[Constraint], language: str) -> bool:
    """Whether the phrases that the constraints ask for, all together, hold a word (Chinese: a character) twice."""
    said = [(c.params or {}).get(name) for c in constraints for name in VERBATIM.get(c.type, ())]
    phrases = [phrase for one in said for phrase in (one if isinstance(one, list) else [one]) if phrase]
    words = [word.casefold() for phrase in phrases for word in Text(phrase, language).words]
    return len(words) > len(set(words))


def _only(chosen: Sequence[Constraint], pair: Sequence[Constraint], language: str) -> bool:
    """Whether the constraints hold together with each of the pair alone, and what the linter sees in all of them, if
    anything, is the pair."""
    if any(contradictions([*chosen, one], language) for one in pair):
        return False
    if any(one.type == "lexical_diversity" for one in pair) and _says_twice([*chosen, *pair], language):
        return False
    found = contradictions([*chosen, *pair], language)
    return all(set(one.constraints) == {len(chosen), len(chosen) + 1} for one in found)


def _things(record: Record, request: str, tools: Tools) -> dict[str, str]:
    """What is in the video and what is not, as a model says; Unsuitable where a second one does not see it so."""
    language = record["language"]
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
    said = tools.models.ask("checker", which, seen, read_which, example={"true": "1"}, media=media)
    if said != "1":
        raise Unsuitable("thing not confirmed", f"visible {things['visible']!r}, absent {things['absent']!r}: {said}")
    return things


def _read_things(value: Mapping[str, Any]) -> dict[str, str]:
    found = {name: value.get(name) for name in ("visible", "absent")}
    for name, thing in found.items():
        if not isinstance(thing, str) or not 1 <= len(thing.strip()) <= 60:
            raise ValueError(f"{name}: one to four words are required, not {thing!r:.80}")
    return {name: thing.strip().rstrip(".。") for name, thing in found.items()}
