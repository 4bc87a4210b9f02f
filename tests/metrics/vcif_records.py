"""Records of VCIFBench samples as the harness logs them, made by hand."""

DIMENSIONS = {
    "word_count": "format",
    "csv": "format",
    "plain_text": "format",
    "content_inclusion": "content",
    "summarize": "content",
    "selection_accuracy": "content",
    "tone": "style",
    "rhetoric": "style",
    "chronological": "structure",
}


def verdicts(text):
    """Verdicts from ``"word_count+ tone- csv?"``: + satisfied, - violated, ? open."""
    marks = {"+": True, "-": False, "?": None}
    return [
        {"type": item[:-1], "dimension": DIMENSIONS[item[:-1]], "passed": marks[item[-1]], "method": "judge"}
        for item in text.split()
    ]


def record(id_, text, *, subset="base", task="summarization", k=None, cluster="", answered=True, **fields):
    found = verdicts(text)
    return {
        "id": id_,
        "subset": subset,
        "task": task,
        "task_category": "",
        "language": "en",
        "k": len(found) if k is None else k,
        "cluster": cluster,
        "answered": answered,
        "verdicts": found if answered else [],
        "pair_id": "",
        "option_order": "",
        "template": "",
        "conflict": None,
        "input_tokens": None,
        "output_words": None,
        **fields,
    }


def copies(pair, first, second, **fields):
    """The two copies of a selection item, by the marks of their selection_accuracy and what else stands in them."""
    return [
        record(f"{pair}-{order}", text, subset="selection", pair_id=pair, option_order=order, **fields)
        for order, text in (("AB", first), ("BA", second))
    ]


def conflict(id_, template, flags, failure="none", **fields):
    """A conflict item; `flags` are the letters of what holds: b(asic), l(ocalized), s(trict), B(lind), or None."""
    decided = None
    if flags is not None:
        names = {"basic": "b", "localized": "l", "strict": "s", "blind": "B"}
        decided = {name: letter in flags for name, letter in names.items()} | {"failure": failure}
    return record(id_, "", subset="conflict", template=template, conflict=decided, k=4, **fields)


def unjudged_conflict(id_, template):
    """A conflict item as it is logged where no judge is set up."""
    open_ = dict.fromkeys(("basic", "localized", "strict", "blind")) | {"failure": ""}
    return record(id_, "", subset="conflict", template=template, conflict=open_, k=4)
