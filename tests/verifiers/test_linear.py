"""The time of a check grows with the length of the text, not faster, even for texts made to be hard."""

import gc
from time import process_time

import pytest

from lmms_eval_vcif.text import Text
from lmms_eval_vcif.verdicts import decide

from .strategies import HOSTILE, hostile
from .test_laws import FAMILIES, LANGUAGES, constraints

SHORT, LONG = 20_000, 100_000
SLACK = 3.0
"""How much more than its share the longer text may take: 25 times the time would be quadratic, 5 is linear."""
UNMEASURABLE = 0.005


def seconds(constraint, response, language):
    """The least CPU time of three tries, with the text parsed anew each time.

    Without the garbage collector, whose time hangs on all else that lives in the process.
    """
    times = []
    gc.disable()
    try:
        for _ in range(3):
            start = process_time()
            decide(constraint, Text(response, language))
            times.append(process_time() - start)
    finally:
        gc.enable()
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_text(name, language):
    short, long = hostile(SHORT)[name], hostile(LONG)[name]
    slow = {}
    for family in FAMILIES:
        for constraint in {c.type: c for c in constraints(family, language)}.values():
            bound = max(seconds(constraint, short, language), UNMEASURABLE) * LONG / SHORT * SLACK
            taken = seconds(constraint, long, language)
            if taken > bound:
                slow[constraint.type] = f"{taken:.3f} s, at most {bound:.3f} s"
    assert not slow
