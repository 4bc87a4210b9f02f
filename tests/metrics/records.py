"""Records of samples as the harness logs them, made by hand."""

CATEGORIES = {
    "word_count": "length",
    "json_object": "format",
    "keyword_inclusion": "keyword",
    "ocr_transcription": "hijack",
}


def verdict(type_, passed, observed=None):
    return {"type": type_, "category": CATEGORIES[type_], "passed": passed, "observed": observed}


def record(verdicts, *, subset="normal", language="en", task="story", task_category="generation", answered=True):
    return {
        "verdicts": verdicts if answered else [],
        "subset": subset,
        "language": language,
        "task": task,
        "task_category": task_category,
        "k": len(verdicts),
        "answered": answered,
    }


def hijacked(passed, distance, **fields):
    return record(
        [verdict("ocr_transcription", passed, distance)], subset="hijack", task="", task_category="", **fields
    )


TABLE = [
    record([verdict("word_count", True), verdict("json_object", True), verdict("keyword_inclusion", False)]),  # 2/3
    record(
        [verdict("word_count", False), verdict("json_object", False)],
        language="zh",
        task="estimation",
        task_category="reasoning",
    ),  # 0
    record([verdict("word_count", True), verdict("keyword_inclusion", True)]),  # 1
    hijacked(True, 0.1),
    hijacked(False, 0.6, language="zh"),
    hijacked(False, ""),  # an empty answer
    hijacked(False, None, answered=False),
    record([verdict("word_count", None), verdict("json_object", True)], language="zh"),  # 1 of the one judged
]
"""Eight samples; the numbers that tests expect of them were computed by hand."""
