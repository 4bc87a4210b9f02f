"""What is wrong with catalogue entries, seen alone; run over all of them by a test.

Unknown keys and malformed benchmarks never get this far (`Entry.parse` refuses them), and whether a case's verdict is
right is for the verifiers' tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..records import LANGUAGES, RecordError, nearest
from .entry import Entry
from .wording import placeholders

CASE_KEYS = {
    "params": Mapping,
    "constraint": str,
    "instruction": str,
    "scene": str,
    "video": str,
    "response": str,
    "sub_questions": list,
    "answers": list,
    "passes": bool,
    "why": str,
}
"""What a case may hold, and of what kind it is."""

RULE_CASE = frozenset({"params", "response", "passes", "why"})
JUDGED_CASE = frozenset({"constraint", "response", "passes", "why"})
SPLIT_CASE = JUDGED_CASE | {"sub_questions", "answers"}
CONTEXT = frozenset({"params", "instruction", "scene", "video"})
"""What the case of a judged type may hold beside what it must."""

LEAST_CASES = 4
LEAST_WORDINGS = 4
LEAST_WORDINGS_PER_BOUND = 2
LEAST_EXAMPLES = 2

_HAN = re.compile("[\u3400-\u9fff]")


def lint(entries: Iterable[Entry]) -> list[str]:
    """Every problem of the entries as ``file: key: what is wrong``, in the order of the entries."""
    known = {entry.id: entry for entry in entries}
    return [f"{entry.file}: {problem}" for entry in known.values() for problem in _problems(entry, known)]


def _problems(entry: Entry, known: Mapping[str, Entry]) -> Iterator[str]:
    yield from _both_languages(entry.meaning, "meaning")
    malformed = list(_schema(entry))
    if malformed:
        yield from malformed
        return
    yield from _parameters(entry)
    yield from _wordings(entry)
    yield from _conflicts(entry, known)
    yield from _guidance(entry)
    yield from _cases(entry)


def _both_languages(meaning: object, key: str) -> Iterator[str]:
    if not isinstance(meaning, Mapping):
        yield f"{key}: one text in each of {', '.join(LANGUAGES)}, not {meaning!r:.60}"
        return
    for language in LANGUAGES:
        text = meaning.get(language)
        if not isinstance(text, str) or not text.strip():
            yield f"{key}.{language}: missing"
        elif (language == "zh") != bool(_HAN.search(text)):
            yield f"{key}.{language}: not in that language: {text!r:.60}"
    for language in sorted(set(meaning) - set(LANGUAGES)):
        yield f"{key}.{language}: {nearest(language, LANGUAGES)}"


def _schema(entry: Entry) -> Iterator[str]:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(entry.schema)
    except SchemaError as error:
        yield f"parameters.{'.'.join(map(str, list(error.absolute_path)[1:]))}: {error.message:.120}"


def _parameters(entry: Entry) -> Iterator[str]:
    for name, schema in entry.parameters.items():
        yield from _both_languages(schema.get("meaning"), f"parameters.{name}.meaning")
        for language, words in schema.get("words", {}).items():
            for value in set(words) - set(_choices(schema) or words):
                yield f"parameters.{name}.words.{language}: {nearest(value, _choices(schema))}"
    for key in ("needs", "excludes"):
        for name in sorted({name for group in getattr(entry, key) for name in group} - entry.parameters.keys()):
            yield f"{key}: {nearest(name, entry.parameters)}"


def _choices(schema: Mapping) -> list:
    """The values that a parameter, or an element of a list, may have; empty where they are not listed."""
    return list(schema.get("enum") or schema.get("items", {}).get("enum") or ())


def _wordings(entry: Entry) -> Iterator[str]:
    for language in entry.languages:
        texts = entry.wordings.get(language, ())
        if len(texts) < LEAST_WORDINGS:
            yield f"wordings.{language}: {len(texts)}, at least {LEAST_WORDINGS} are needed"
        if len(set(texts)) < len(texts):
            yield f"wordings.{language}: one is there twice"
        for text in texts:
            yield from _wording(entry, text, language)
        if {"min", "max"} <= entry.parameters.keys():
            yield from _bounds(texts, language)
    for language in sorted(set(entry.wordings) - set(entry.languages)):
        yield f"wordings.{language}: the type does not support that language"


def _bounds(texts: Iterable[str], language: str) -> Iterator[str]:
    """Each way to bound a count is worded, whatever else the wordings state."""
    try:
        stated = [placeholders(text) & {"min", "max", "exact"} for text in texts]
    except ValueError:
        return  # the malformed wording is reported by itself
    for bounds in ({"min"}, {"max"}, {"min", "max"}, {"exact"}):
        number = stated.count(bounds)
        if number < LEAST_WORDINGS_PER_BOUND:
            yield f"wordings.{language}: {number} with {sorted(bounds)}, at least {LEAST_WORDINGS_PER_BOUND}"


def _wording(entry: Entry, text: str, language: str) -> Iterator[str]:
    where = f"wordings.{language}: {text!r:.60}"
    try:
        names = placeholders(text)
    except ValueError as error:
        yield f"{where}: {error}"
        return
    if language == "zh" and not _HAN.search(text):
        yield f"{where}: not in that language"
    bounds = {"exact" + name[3:] for name in entry.parameters if name == "min" or name.startswith("min_")}
    lists = {f"{name}_list" for name, schema in entry.parameters.items() if isinstance(schema.get("type"), list)}
    for name in sorted(names - entry.parameters.keys() - bounds - lists):
        yield f"{where}: {nearest(name, [*entry.parameters, *bounds, *lists])}"
    for name in sorted(names & entry.parameters.keys()):
        words = entry.parameters[name].get("words", {}).get(language, {})
        default = entry.parameters[name].get("default")
        for value in _choices(entry.parameters[name]):
            if value not in words and value != default:
                yield f"{where}: parameters.{name}.words.{language} has none for {value!r}"


def _conflicts(entry: Entry, known: Mapping[str, Entry]) -> Iterator[str]:
    for other in entry.conflicts:
        if other not in known:
            yield f"conflicts: {nearest(other, known)}"
        elif entry.id not in known[other].conflicts:
            yield f"conflicts: {other} is named here, but {known[other].file} does not name {entry.id}"
    if list(entry.conflicts) != sorted(set(entry.conflicts)):
        yield "conflicts: in order, each once"


def _cases(entry: Entry) -> Iterator[str]:
    counts = {}
    for language in entry.languages:
        cases = entry.cases.get(language, ())
        counts[language] = len(cases)
        passing = sum(1 for case in cases if case.get("passes") is True)
        if len(cases) < LEAST_CASES or passing * 2 != len(cases):
            wanted = f"at least {LEAST_CASES}, and as many pass as fail"
            yield f"cases.{language}: {passing} of {len(cases)} pass; {wanted}"
        for index, case in enumerate(cases):
            yield from _case(entry, case, f"cases.{language}[{index}]")
    if len(set(counts.values())) > 1:
        yield f"cases: not as many in each language: {counts}"
    for language in sorted(set(entry.cases) - set(entry.languages)):
        yield f"cases.{language}: the type does not support that language"


def _case(entry: Entry, case: Mapping, where: str) -> Iterator[str]:
    needed, allowed = _case_keys(entry)
    for key in sorted(needed - set(case)):
        yield f"{where}: {key} is missing"
    for key in sorted(set(case) - allowed):
        yield f"{where}: {nearest(key, sorted(allowed))}"
    for key, kind in CASE_KEYS.items():
        if key in case and not isinstance(case[key], kind):
            yield f"{where}.{key}: {case[key]!r:.60} is no {kind.__name__.lower()}"
            return
    for key in ("why", "constraint"):
        if key in case and not case[key].strip():
            yield f"{where}.{key}: empty"
    yield from _answers(case, where)
    try:
        entry.check_parameters(case.get("params", {}))
    except RecordError as error:
        yield f"{where}.params: {error}"


def _case_keys(entry: Entry) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that a case of the entry must have, and all that it may have."""
    if not entry.judged:
        return RULE_CASE, RULE_CASE
    needed = SPLIT_CASE if entry.sub_questions else JUDGED_CASE
    if entry.check is not None:
        needed |= RULE_CASE
    return needed, needed | CONTEXT


def _answers(case: Mapping, where: str) -> Iterator[str]:
    """Each question has its answer, and the case passes where all of them are yes."""
    questions, answers = case.get("sub_questions"), case.get("answers")
    if questions is None or answers is None:
        return
    yield from _questions(questions, f"{where}.sub_questions")
    if len(answers) != len(questions) or not all(isinstance(answer, bool) for answer in answers):
        yield f"{where}.answers: one of true and false for each of {len(questions)} questions, not {answers}"
    elif all(answers) is not case.get("passes"):
        yield f"{where}.answers: {answers}, but passes is {case.get('passes')}"


def _guidance(entry: Entry) -> Iterator[str]:
    if not entry.judged:
        for key in ("guidance", "sub_questions"):
            if getattr(entry, key):
                yield f"{key}: only what a judge decides has it"
        return
    yield from _both_languages(entry.guidance, "guidance")
    for language in LANGUAGES if entry.sub_questions else ():
        part, where = entry.sub_questions.get(language, {}), f"sub_questions.{language}"
        if set(part) != {"how", "examples"}:
            yield f"{where}: how and examples, not {sorted(part)}"
            continue
        if (language == "zh") != bool(_HAN.search(part["how"])):
            yield f"{where}.how: not in that language: {part['how']!r:.60}"
        if len(part["examples"]) < LEAST_EXAMPLES:
            yield f"{where}.examples: {len(part['examples'])}, at least {LEAST_EXAMPLES} are needed"
        for index, example in enumerate(part["examples"]):
            if set(example) != {"constraint", "questions"}:
                yield f"{where}.examples[{index}]: constraint and questions, not {sorted(example)}"
            else:
                yield from _questions(example["questions"], f"{where}.examples[{index}].questions")


def _questions(questions: list, where: str) -> Iterator[str]:
    for question in questions:
        if not isinstance(question, str) or not question.endswith(("?", "？")):
            yield f"{where}: not a question: {question!r:.60}"
    if not questions:
        yield f"{where}: empty"
