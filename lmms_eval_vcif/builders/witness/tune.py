"""The last few characters: other words in the places of some, or commas between them."""

from __future__ import annotations

from .bank import Word
from .blocks import Block
from .draft import bank_of
from .dress import sentences
from .plan import Plan

MOST = 400
CLOSE = 1


def tune(plan: Plan, blocks: list[Block], missing: int) -> bool:
    """Make the response `missing` characters longer (shorter, below 0) with as many words; whether that succeeded."""
    if not 0 < abs(missing) <= MOST:
        return False
    words = [word for slot in sentences(blocks) for word in slot.pieces[1:] if word.role not in ("phrase", "det")]
    plan.rng.shuffle(words)
    if plan.script == "zh":
        return _commas(plan, words, missing)
    bank = bank_of(plan, plan.language)
    for word in words:
        if not missing:
            break
        capital = word.text.isupper() and len(word.text) > 1
        wanted = len(word.text) + missing
        pool = bank.pool(word.role) if word.role in bank.language.roles else ()
        if not pool or capital:
            continue
        best = min(abs(len(other) - wanted) for other in pool)
        better = plan.rng.choice([other for other in pool if abs(len(other) - wanted) <= best + CLOSE])
        missing -= len(better) - len(word.text)
        word.text = better
    return missing == 0


def _commas(plan: Plan, words: list[Word], missing: int) -> bool:
    if "，" in plan.limited_marks:
        return False
    for word in words:
        if missing > 0 and not word.after:
            word.after = "，"
            missing -= 1
        elif missing < 0 and word.after == "，":
            word.after = ""
            missing += 1
    return missing == 0
