"""Questions with a number for an answer: where each record comes from, and whether a row can be made of it.

The plain form is JSON lines: ``image`` (relative to the folder of pictures), ``question``, ``answer`` (as it is to be
read from the picture: "57 %", "1.4 million", 620; where a unit is meant that the picture has not alone, the question
names it), and, if wanted, ``language``, ``kind`` (one of KINDS), ``source``,
``source_id``, ``license``. ChartQA's own records (``imgname``, ``query``, ``label``), one a line or in a list, are read
as well; their questions leave the unit to the picture, and the rows say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...data.problems import Problem
from ...data.readers import read_records
from .answers import Answer, precisions, read_answer
from .targets import Found, Item, Unusable, check_language, credit, language_of, picture_name, picture_size

LONGEST_QUESTION = 500
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, kw_only=True)
class Question(Item):
    """A question about a picture and its one number."""

    question: str
    answer: Answer


def read_questions(path: Path, images: Path, languages: Sequence[str]) -> Iterator[Found]:
    """The questions of a file, in order; one asked twice of a picture is refused. Raises DataError where it can't be
    read at all."""
    asked: set[tuple[str, str]] = set()
    for number, value in read_records(path):
        where = f"{path.name}:{number}"
        try:
            if isinstance(value, Problem):
                raise Unusable("unreadable", value.message)
            question = _question(value, images, languages)
            key = (question.image, question.question.casefold())
            if key in asked:
                raise Unusable("asked before", question.question[:80])
            asked.add(key)
            yield where, question
        except Unusable as error:
            yield where, error


def _question(value: Any, images: Path, languages: Sequence[str]) -> Question:
    if not isinstance(value, Mapping):
        raise Unusable("unreadable", f"a record is an object, not {value!r:.60}")
    text = _sentence(value.get("question") or value.get("query"))
    language = value.get("language") or language_of(text)
    check_language(language, languages)
    plain = "answer" in value
    read = read_answer(value["answer"] if plain else value.get("label"), text, value.get("kind"), unit_open=not plain)
    if not precisions(read):
        raise Unusable("no natural precision", read.written)
    image = picture_name(value.get("image") or value.get("imgname"))
    picture_size(images, image)
    stated = credit(value)
    if "imgname" in value and not stated["source"]:
        stated |= {"source": "ChartQA", "source_id": str(value["imgname"])}
    return Question(image=image, language=language, question=text, answer=read, **stated)


def _sentence(value: Any) -> str:
    """A question in one line, beginning with a capital and ending with a mark. Raises Unusable."""
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not _LETTER.search(text):
        raise Unusable("no question", repr(value)[:60])
    if len(text) > LONGEST_QUESTION:
        raise Unusable("question too long", f"{len(text)} characters, at most {LONGEST_QUESTION}")
    text = re.sub(r"\s*([?.!？。！])[\s?.!？。！]*$", r"\1", text)
    if text[-1] not in ".?!。？！":
        text += "？" if language_of(text) == "zh" else "?"
    return text[0].upper() + text[1:]
