"""Draft, let the checks read it, correct the counts, draft again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...records import Verdict
from ...text import Text, chinese_script
from ...verifiers import checks
from .draft import draft, written
from .plan import Infeasible, Plan, Span
from .planners import planners
from .tune import tune

ATTEMPTS = 16
ROUNDS = 10
FOR_EACH_OF_THE_OTHER_SCRIPT = 40
"""字 for each character of the other Chinese script: not all 字 differ between the two."""


@dataclass(frozen=True)
class Demand:
    """A check by name with its arguments: what must hold of the response."""

    check: str
    arguments: Mapping[str, Any]

    def verdict(self, text: Text) -> Verdict:
        """What the check says of a text; nothing holds of an empty one."""
        if text.blank:
            return Verdict(False, "")
        return checks()[self.check](text, **self.arguments)


def write(demands: Sequence[Demand], language: str, rng: random.Random, attempts: int = ATTEMPTS) -> str | None:
    """A response that meets every demand; None where none was found in a bounded search."""
    for attempt in range(attempts):
        try:
            found = _attempt(demands, language, random.Random(rng.getrandbits(64)), attempt)
        except Infeasible:
            continue
        if found is not None:
            return found
    return None


def _attempt(demands: Sequence[Demand], language: str, rng: random.Random, variant: int) -> str | None:
    """One arrangement of the response, its counts corrected round by round."""
    bias: Counter = Counter()
    for _ in range(ROUNDS):
        plan = plan_for(demands, language, rng, variant)
        plan.bias = bias
        if plan.container == "verbatim":
            return plan.verbatim if not failing(demands, plan.verbatim, language) else None
        blocks = draft(plan)
        text = written(plan, blocks)
        failed = failing(demands, text, language)
        if failed:
            text, failed = _tuned(plan, blocks, demands, text, failed)
        if not failed:
            return text
        corrected = False
        for index, verdict in failed:
            plan.demand = index
            if isinstance(verdict.observed, int) and not isinstance(verdict.observed, bool):
                corrected |= plan.correct(verdict.observed)
        if not corrected:
            return None
    return None


def plan_for(demands: Sequence[Demand], language: str, rng: random.Random, variant: int = 0) -> Plan:
    """The plan of all demands. Raises Infeasible where two of them exclude each other at once."""
    plan = Plan(language, rng, variant=variant)
    for index, demand in enumerate(demands):
        plan.demand = index
        planners()[demand.check](plan, **demand.arguments)
    _settle(plan)
    return plan


def _settle(plan: Plan) -> None:
    """What follows from demands together: a text at every sentence may stand no more often than what it holds."""
    if plan.cases.keys() & {"title", "first_line"} and plan.title is None and not plan.plain:
        plan.element("heading")
    if plan.cases.get("response") == "upper":
        plan.spans[("words",)] = plan.span("words") & plan.span("capitals")
    if plan.cases.get("items") == "upper" and ("capitals",) in plan.spans:
        plan.spans[("items", "any")] = plan.span("items", "any") & Span(1, 1)
        plan.spans[("item_units",)] = plan.span("item_units") & Span(1, plan.span("capitals").high)
    _dilute(plan)
    counts = {"sentence": ("sentences",), "paragraph": ("paragraphs",), "item": ("items", "any"), "line": ("lines",)}
    for unit, texts in (*plan.heads.items(), *plan.tails.items()):
        for text in (each[0] for each in texts if len(each) == 1):
            most = min(_times(plan, text), default=None)
            if most is not None:
                plan.spans[counts[unit]] = plan.span(counts[unit]) & Span(0, most)


def _dilute(plan: Plan) -> None:
    """Words enough that fixed texts in the other Chinese script do not matter: it may be a tenth."""
    if not (plan.language_asked and plan.traditional):
        return
    texts = [*plan.openings, *plan.closings, *plan.postscripts, *plan.json_keys, *plan.ordered]
    texts += [phrase.text for phrase in plan.phrases]
    texts += [keyword for keyword, span in plan.keyed("phrase").items() for _ in range(span.low)]
    texts += plan.columns if isinstance(plan.columns, list) else []
    _at_least(plan, "words", texts)
    for place in (plan.heads, plan.tails):
        for unit, wanted in place.items():
            longest = max((text for each in wanted for text in each), key=lambda text: chinese_script(text)[0])
            _at_least(plan, f"{unit}_units" if unit != "line" else "words", [longest])


def _at_least(plan: Plan, metric: str, texts: Sequence[str]) -> None:
    """Ask for words enough beside simplified characters, as far as there is room."""
    low = FOR_EACH_OF_THE_OTHER_SCRIPT * sum(chinese_script(text)[0] for text in texts)
    if low:
        span = plan.span(metric)
        plan.spans[(metric,)] = span & Span(span.nearest(low))


def _times(plan: Plan, text: str) -> Iterator[int]:
    """How often a text may stand in the response, by each thing in it whose number is limited."""
    folded = text.casefold()
    for kind in ("letter", "hanzi", "mark", "phrase"):
        for thing, span in plan.keyed(kind).items():
            held = folded.count(thing.casefold())
            if held and span.high is not None:
                yield span.high // held
    if plan.max_repeats is not None and _repeats(text, plan.language):
        yield plan.max_repeats


def _repeats(text: str, language: str) -> bool:
    """Whether a text that stands several times repeats a content word."""
    return not checks()["lexical_diversity"](Text(f"{text} {text}", language), max_repeats=1).passed


def failing(demands: Sequence[Demand], response: str, language: str) -> list[tuple[int, Verdict]]:
    """The demands, by index, that the response does not meet, with the verdicts."""
    text = Text(response, language)
    verdicts = ((index, demand.verdict(text)) for index, demand in enumerate(demands))
    return [(index, verdict) for index, verdict in verdicts if not verdict.passed]


def _tuned(plan: Plan, blocks: list, demands: Sequence[Demand], text: str, failed: list) -> tuple[str, list]:
    """The response with its characters brought to their number, where that is all that it lacks."""
    if len(failed) != 1 or demands[failed[0][0]].check != "character_count":
        return text, failed
    observed = failed[0][1].observed
    if not tune(plan, blocks, plan.span("characters").nearest(observed) - observed):
        return text, failed
    text = written(plan, blocks)
    return text, failing(demands, text, plan.language)
