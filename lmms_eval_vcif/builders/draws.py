"""Parameters for a constraint, drawn as the `draw` key of its catalogue entry says.

`draw` holds a list of alternatives under ``any``, or under a language where the two differ; one is drawn by its
`weight` (1 unless said). Every other key of an alternative is a parameter with its value:

- ``{from: 2, to: 6, step: 2}``: an integer of that range, both ends included; with ``over: NAME``, that much more than
  the parameter NAME, which stands before it;
- ``{one: [...]}``: an element of the list; ``{some: [...], from: 2, to: 3}``: so many of them, each once, with
  ``in_order: true`` in the order of the list. The list may be given per language, and with ``topic: true`` the words of
  the picture come before it;
- anything else: the value as it is.

``exact`` stands for an equal `min` and `max`, ``exact_rows`` for `min_rows` and `max_rows`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..constraints import CatalogueError, Entry
from ..records import RecordError


def draw(entry: Entry, language: str, rng: random.Random, topic: Sequence[str] | None = None) -> dict[str, Any]:
    """Parameters of `entry` for a response in `language` of 60 to 250 words about one picture.

    `topic` are words that suit the picture. Raises CatalogueError, with the entry's file, where `draw` gives none or
    gives parameters that do not fit the entry.
    """
    alternatives = entry.draw.get(language) or entry.draw.get("any")
    if not alternatives:
        if entry.parameters and entry.needs:
            raise CatalogueError(f"{entry.file}: draw.{language}: there is nothing to draw {entry.id} from")
        return {}
    weights = [alternative.get("weight", 1) for alternative in alternatives]
    alternative = rng.choices(alternatives, weights)[0]
    params: dict[str, Any] = {}
    for name, spec in alternative.items():
        if name != "weight":
            params.update(_named(name, _value(spec, params, language, rng, topic or ())))
    try:
        entry.check_parameters(params)
    except RecordError as error:
        raise CatalogueError(f"{entry.file}: draw: {error}") from None
    return params


def _named(name: str, value: Any) -> dict[str, Any]:
    if not name.startswith("exact"):
        return {name: value}
    end = name[len("exact") :]
    return {f"min{end}": value, f"max{end}": value}


def _value(spec: Any, drawn: Mapping[str, Any], language: str, rng: random.Random, topic: Sequence[str]) -> Any:
    if not isinstance(spec, Mapping):
        return spec
    if "one" in spec:
        return rng.choice(_pool(spec, "one", language, topic))
    if "some" in spec:
        pool = _pool(spec, "some", language, topic)
        some = rng.sample(pool, min(len(pool), rng.randint(spec.get("from", 1), spec.get("to", len(pool)))))
        return sorted(some, key=pool.index) if spec.get("in_order") else some
    if "from" in spec:
        value = rng.randrange(spec["from"], spec["to"] + 1, spec.get("step", 1))
        return value + (drawn[spec["over"]] if "over" in spec else 0)
    return dict(spec)


def _pool(spec: Mapping[str, Any], key: str, language: str, topic: Sequence[str]) -> list[Any]:
    """The list of a spec in the language; where it asks for the picture's words, those, filled up from the list."""
    pool = spec[key][language] if isinstance(spec[key], Mapping) else spec[key]
    if not (spec.get("topic") and topic):
        return list(pool)
    enough = max(3, spec.get("to", 1))
    return list(topic) + [word for word in pool if word not in topic][: max(0, enough - len(topic))]
