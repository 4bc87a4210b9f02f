"""How a model deals with instructions that can't be kept (VCIFBench, section 4.6, appendix A.3 and table 7).

The record of a conflict item has its `template` and, under `conflict`, what was decided on the answer
(`records.ConflictVerdict.as_dict`): basic, localized, strict, blind, each None where nobody could decide, and failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .metric import Metric, Record, Share
from .rates import mean

SUBSET = "conflict"


def _flag(name: str) -> Callable[[Record], float | None]:
    def value(record: Record) -> float | None:
        flag = _decided(record).get(name)
        return None if flag is None else float(flag)

    return value


METRICS: Mapping[str, Metric] = {
    "conflict_basic": Metric(_flag("basic")),
    "conflict_localized": Metric(_flag("localized")),
    "conflict_strict": Metric(_flag("strict")),
    "conflict_blind": Metric(_flag("blind"), higher_is_better=False),
}


@dataclass(frozen=True)
class Template:
    """One line of table 7. `failures` counts what went wrong in the answers that are not strict, the most frequent
    first."""

    basic: Share
    localized: Share
    strict: Share
    blind: Share
    failures: Mapping[str, int]

    @property
    def main_failure(self) -> str:
        """The most frequent failure; of equally frequent ones, the first by name. "" where nothing went wrong."""
        return next(iter(self.failures), "")


def templates(records: Iterable[Record]) -> dict[str, Template]:
    """Table 7: the conflict metrics and failures of each template, in order of name."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        if record["subset"] == SUBSET:
            groups.setdefault(record["template"], []).append(record)
    return {name: _template(groups[name]) for name in sorted(groups)}


def failures(records: Iterable[Record]) -> dict[str, int]:
    """How often each kind of failure occurs in answers that are not strict, the most frequent first."""
    decided = [_decided(record) for record in records]
    kinds = Counter(
        d["failure"] if d.get("failure") not in (None, "", "none") else "other" for d in decided if _failed(d)
    )
    return dict(sorted(kinds.items(), key=lambda item: (-item[1], item[0])))


def _template(records: list[Record]) -> Template:
    shares = {}
    for name, metric in METRICS.items():
        parts = metric.parts(records)
        shares[name.removeprefix("conflict_")] = Share(mean(part.value for part in parts), len(parts))
    return Template(failures=failures(records), **shares)


def _decided(record: Record) -> Mapping:
    """What was decided on the answer to a conflict item; empty for other samples, and without an answer."""
    return record.get("conflict") or {} if record["subset"] == SUBSET and record["answered"] else {}


def _failed(decided: Mapping) -> bool:
    return decided.get("strict") is False
