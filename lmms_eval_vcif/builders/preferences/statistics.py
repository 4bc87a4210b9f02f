"""What gives a pair away without its constraints being looked at: length and likeness of the two sides."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any

from ...text import Text
from ..pipeline import PipelineError


def statistics(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """By strategy and over all pairs: how many there are, the median length of both sides in words (in Chinese,
    characters), the share of pairs whose chosen side is the longer one, how well length alone tells the sides apart
    (0.5 not at all, 1 always), and the mean chrF of the rejected side against the chosen one (0 to 100).

    Raises PipelineError without sacrebleu.
    """
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for record in records:
        groups[json.loads(record["preference"])["strategy"]].append(record)
    found = {name: _of(group) for name, group in sorted(groups.items())}
    return {"all": _of(records), **found} if records else {}


def _of(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    lengths = [tuple(len(Text(r[side], _language(r)).words) for side in ("chosen", "rejected")) for r in records]
    longer = fmean((c > r) + (c == r) / 2 for c, r in lengths)
    return {
        "pairs": len(records),
        "chosen_length": median(chosen for chosen, _ in lengths),
        "rejected_length": median(rejected for _, rejected in lengths),
        "chosen_longer": round(longer, 4),
        "told_apart_by_length": round(max(longer, 1 - longer), 4),
        "chrf": round(fmean(_chrf(r["rejected"], r["chosen"]) for r in records), 2),
    }


def _chrf(hypothesis: str, reference: str) -> float:
    try:
        from sacrebleu.metrics import CHRF
    except ImportError:
        raise PipelineError("chrF needs the package sacrebleu: pip install 'lmms-eval-vcif[eval]'") from None
    return CHRF().sentence_score(hypothesis, [reference]).score


def _language(record: Mapping[str, Any]) -> str:
    return record.get("response_language") or record["language"]
