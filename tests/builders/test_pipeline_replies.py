"""Whatever JSON a model replies, it is read or refused with ValueError, so that it is asked for again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lmms_eval_vcif.builders.hijack import spurious
from lmms_eval_vcif.builders.mmifeval_pro import assign, compose
from lmms_eval_vcif.builders.preferences import pairs
from lmms_eval_vcif.builders.vcifbench import check, choices, conflicting, construct, repair, requests
from lmms_eval_vcif.records import Constraint

KEYS = (
    *("choices", "task", "language", "request", "keywords", "facts", "shows", "usable", "reason", "query", "chosen"),
    *("label", "text", "instruction", "requirements", "left_out", "c1", "c2", "sub_questions", "constraints", "id"),
    *("type", "params", "condition", "first", "second", "when", "do", "is", "free", "true", "tasks", "t1", "fits"),
    *("alone", "other", "supported", "visible", "absent", "answer", "changes"),
)
WORDS = (
    "",
    " ",
    "c1",
    "c2",
    "en",
    "story",
    "summarization",
    "word_count",
    "closed",
    "Use at most 9 words.",
    "Tell it?",
    "?",
)
SCALARS = st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.sampled_from(WORDS) | st.text(max_size=6)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=24,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS), JSON, max_size=9)

WORDS_LIMIT = Constraint("c1", "word_count", "Use at most 9 words.", {"max": 9})
TONE = Constraint("c2", "tone")
ROW = {
    "id": "x",
    "subset": "base",
    "task": "summarization",
    "language": "en",
    "instruction": "Say it. Use at most 9 words. Use plain text.",
    "video": "a.mp4",
    "constraints": [],
}
DRAWN = {"c1": WORDS_LIMIT, "c2": Constraint("c2", "plain_text", "Use plain text.", {})}

READERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "assign": partial(assign._read, offered=["story"], languages=("en", "zh"), most=2),
    "compose": partial(compose._read, drawn=DRAWN, lead="c1", count=1, language="en"),
    "derive": partial(requests._read_derived, offered=("summarization",), language="en"),
    "direct": partial(requests._read_direct, offered=("summarization",), most=2, language="en"),
    "construct": partial(construct._read, planned={"c1": WORDS_LIMIT, "c2": TONE}, language="en"),
    "check": partial(check._read, labels=("c1", "c2")),
    "repair": partial(repair._read, record=ROW),
    "branches": partial(choices.read_branches, language="en"),
    "which": choices.read_which,
    "things": conflicting._read_things,
    "spurious": partial(spurious._read_tasks, language="en"),
    "flags": partial(spurious._read_flags, labels=("t1",)),
    "corrupt": pairs._read,
}


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("derive", {"usable": False, "reason": ["closed"]}),
        ("derive", {"usable": True, "task": {}, "request": "Tell it."}),
        ("repair", {"constraints": [{"type": []}, {"type": {}}], "instruction": "x"}),
        ("assign", {"choices": [{"task": ["story"], "language": {}}]}),
        ("compose", {"query": "x", "chosen": [{"label": [], "text": {}}]}),
        ("construct", {"instruction": "x", "requirements": {"c1": [], "c2": {"text": 3}}, "left_out": []}),
    ],
)
def test_values_of_other_kinds_are_refused(name, reply):
    with pytest.raises(ValueError, match="."):
        READERS[name](reply)


@pytest.mark.parametrize("name", list(READERS))
def test_every_reply_is_read_or_refused(name):
    @settings(max_examples=80, deadline=None)
    @given(OBJECTS)
    def read(reply):
        try:
            READERS[name](reply)
        except ValueError as error:
            assert str(error)

    read()
