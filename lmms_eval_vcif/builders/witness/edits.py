"""Small changes to a response, most of which break something. Which one breaks what is wanted, the checks decide.

Each edit takes an `Edit` (the text, its language, the strings of the constraint to violate, a random source) and gives
changed texts, or none where it finds nothing to change.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from ...text import Text
from .bank import Bank, traditional
from .edit import Edit, cased

_STRONG = re.compile(r"\*\*|__|`+|^#{1,6} |^> ", re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MARKS = {"en": ",;:!?.", "zh": "，；：！？。,、"}
_BLANK_LINES = re.compile(r"\n[ \t]*\n")


def candidates(edit: Edit) -> Iterator[str]:
    """Changed texts from all edits, in random order, each different from the text."""
    functions = list(EDITS)
    edit.rng.shuffle(functions)
    for function in functions:
        for text in function(edit):
            if text.strip() and text != edit.text:
                yield text


def _drop_strings(edit: Edit) -> Iterator[str]:
    for string in edit.strings:
        pattern = re.compile(re.escape(string), re.IGNORECASE)
        yield pattern.sub("", edit.text)
        yield pattern.sub("", edit.text, count=1)
        yield pattern.sub(lambda match: match[0].swapcase(), edit.text, count=1)
        for word in _some(edit, edit.words(), 1):
            yield pattern.sub(lambda match, other=word[0]: other[: len(match[0])], edit.text, count=1)


def _add_strings(edit: Edit) -> Iterator[str]:
    blank = " " if edit.script == "en" else ""
    for string in edit.strings:
        for word in _some(edit, edit.words(), 2):
            yield edit.swap(word, string)
            yield edit.put(word.end(), blank + string)
            yield edit.put(word.end(), cased((blank + string) * 8, word[0]))
        yield f"{string}{blank}{edit.text}"


def _swap_strings(edit: Edit) -> Iterator[str]:
    if len(edit.strings) > 1:
        first, second = edit.rng.sample(list(edit.strings), 2)
        yield edit.text.replace(first, "\0").replace(second, first).replace("\0", second)


def _drop_sentences(edit: Edit) -> Iterator[str]:
    sentences = Text(edit.text, edit.script).sentences
    for sentence in _some(edit, sentences, 3):
        yield edit.text.replace(sentence, "", 1).strip()
    for kept in (1, 2):
        yield (" " if edit.script == "en" else "").join(sentences[:kept])


def _add_sentences(edit: Edit) -> Iterator[str]:
    blank = " " if edit.script == "en" else ""
    for count in (1, 3, 12):
        added = blank.join(edit.sentence(edit.rng.randint(5, 12)) for _ in range(count))
        yield edit.text + blank + added
        yield added + blank + edit.text
        for match in _some(edit, list(_BLANK_LINES.finditer(edit.text)), 1):
            yield edit.put(match.start(), blank + added)
    yield edit.text + blank + edit.sentence(90)


def _change_paragraphs(edit: Edit) -> Iterator[str]:
    blank = " " if edit.script == "en" else ""
    gaps = list(_BLANK_LINES.finditer(edit.text))
    for gap in _some(edit, gaps, 2):
        yield edit.text[: gap.start()] + blank + edit.text[gap.end() :]
        yield edit.text[: gap.start()] + "\n" + edit.text[gap.end() :]
    ends = [match.end() for match in re.finditer(r"[.!?。！？](?=\s?\S)", edit.text)]
    for end in _some(edit, ends, 2):
        yield edit.text[:end] + "\n\n" + edit.text[end:].lstrip()
        yield edit.text[:end] + "\n" + edit.text[end:].lstrip()
    yield re.sub(r"\s*\n\s*", blank, edit.text)
    for marks in (".!?。！？", ".,;!?。，；！？"):
        yield re.sub(rf"(?<=[{marks}]) ?(?=\S)", "\n", edit.text)
    for count in (1, 4):
        yield edit.text + "".join(f"\n\n{edit.sentence()}" for _ in range(count))


def _change_words(edit: Edit) -> Iterator[str]:
    blank = " " if edit.script == "en" else ""
    words = edit.words()
    for word in _some(edit, words, 3):
        yield edit.text[: word.start()].rstrip(" ") + edit.text[word.end() :]
        size = int(edit.rng.choice((0.5, 1, 1.8)) * len(words)) * (2 if edit.script == "zh" else 1)
        for count in (edit.rng.choice((2, 8, 30)), size):
            yield edit.put(word.end(), blank + edit.run(count, word[0] if word[0].isupper() else ""))
        yield edit.put(word.end(), (blank + word[0]) * edit.rng.choice((1, 4, 30)))
    for _ in range(2 if len(words) > 8 else 0):
        first, last = sorted(edit.rng.sample(range(len(words)), 2))
        yield edit.text[: words[first].start()] + edit.text[words[last].start() :]


def _change_case(edit: Edit) -> Iterator[str]:
    yield from (edit.text.upper(), edit.text.lower(), edit.text.title())
    for count in (1, 6):
        text = edit.text
        for word in _some(edit, edit.words(), count):
            text = (
                text[: word.start()]
                + edit.rng.choice((str.upper, str.lower, str.capitalize))(word[0])
                + text[word.end() :]
            )
        yield text
    latin = list(re.finditer(r"[A-Za-z]{2,}", edit.text))
    for match in _some(edit, latin, 2):
        yield edit.text[: match.start()] + match[0].swapcase() + edit.text[match.end() :]


def _change_lines(edit: Edit) -> Iterator[str]:
    lines = edit.text.split("\n")
    for place in _some(edit, range(len(lines)), 3):
        yield "\n".join(lines[:place] + lines[place + 1 :])
        yield "\n".join(lines[: place + 1] + lines[place:])
        bare = re.sub(r"^\s*(?:[-*+•]|\d+[.、)])\s*", "", lines[place])
        yield "\n".join([*lines[:place], bare, *lines[place + 1 :]])
    yield "\n".join(line for line in lines if not re.match(r"\s*(?:[-*+•]|\d+[.、)]|[一二三四五六七八九十]+、)", line))
    yield re.sub(r"^(\s*)\d+[.、)]", r"\1-", edit.text, flags=re.MULTILINE)
    yield "\n".join(line for line in lines if "|" not in line and "```" not in line)
    items = [i for i, line in enumerate(lines) if re.match(r"\s*(?:[-*+•]|\d+[.、)])\s", line)]
    for place in _some(edit, items, 1):
        yield "\n".join(lines[: place + 1] + [lines[place]] * 5 + lines[place + 1 :])


def _add_markup(edit: Edit) -> Iterator[str]:
    for word in _some(edit, edit.words(), 2):
        yield edit.text[: word.start()] + f"**{word[0]}**" + edit.text[word.end() :]
    words = sorted(_some(edit, edit.words(), 7), key=lambda match: -match.start())
    text = edit.text
    for word in words:
        text = text[: word.start()] + f"**{word[0]}**" + text[word.end() :]
    yield text
    heading = edit.sentence(3).rstrip(".。")
    yield "".join(f"## {heading}\n\n" for _ in range(edit.rng.choice((1, 4)))) + edit.text
    yield f"{edit.text}\n\n- {heading}\n- {heading}"


def _drop_markup(edit: Edit) -> Iterator[str]:
    marks = list(_STRONG.finditer(edit.text))
    yield _STRONG.sub("", edit.text)
    for mark in _some(edit, marks, 2):
        yield edit.text[: mark.start()] + edit.text[mark.end() :]
    yield edit.text.replace("```", "")


def _change_marks(edit: Edit) -> Iterator[str]:
    for mark in _MARKS[edit.script]:
        places = [match.start() for match in re.finditer(re.escape(mark), edit.text)]
        for place in _some(edit, places, 1):
            yield edit.text[:place] + edit.text[place + 1 :]
    for mark in (*edit.strings, *_MARKS[edit.script]):
        for word in _some(edit, edit.words(), 1):
            yield edit.put(word.end(), mark)
            yield edit.put(word.end(), mark * 6)


def _change_numbers(edit: Edit) -> Iterator[str]:
    numbers = list(_NUMBER.finditer(edit.text))
    for number in _some(edit, numbers, 3):
        start, end = number.span()
        yield edit.put(end, str(edit.rng.randint(1, 9)))
        yield edit.text[:start] + str(edit.rng.randint(2, 99999)) + edit.text[end:]
        yield edit.text[:start] + number[0][:-1].rstrip(".") + edit.text[end:]
    yield _NUMBER.sub("", edit.text)
    for word in _some(edit, edit.words(), 2):
        yield edit.put(word.end(), " 3" if edit.script == "en" else "3")
        yield edit.put(word.end(), " 2.5 m" if edit.script == "en" else "2.5米")


def _break_document(edit: Edit) -> Iterator[str]:
    yield edit.text[:-1]
    yield edit.text[1:]
    yield edit.sentence() + "\n" + edit.text
    for key in _some(edit, re.findall(r'"([^"\n]+)":', edit.text), 2):
        yield edit.text.replace(f'"{key}":', f'"{key}_":', 1)
    for place in _some(edit, [match.start() for match in re.finditer("[,;\t]", edit.text)], 2):
        yield edit.text[:place] + edit.text[place + 1 :]
    yield re.sub(r"[\[({<【《]", "", edit.text)


def _other_language(edit: Edit) -> Iterator[str]:
    other = "en" if edit.script == "zh" else "zh"
    for count in (1, 4):
        added = " ".join(edit.sentence(14, other) for _ in range(count))
        yield f"{edit.text}\n\n{added}"
        yield f"{edit.text} {added}"
        for word in _some(edit, edit.words(), 1):
            yield edit.put(word.end(), f" {added} ")
    if edit.script == "zh":
        yield "".join(map(traditional, edit.text))
        for word in _some(edit, edit.words(), 2):
            yield edit.put(word.end(), edit.rng.choice(("OK", "風景", "光线,影子", "风景")))
    paragraphs = _BLANK_LINES.split(edit.text)
    yield "\n\n".join(p for p in paragraphs if bool(re.search(r"[\u4e00-\u9fff]", p)) == (edit.script == "zh"))


def _replaced(edit: Edit) -> Iterator[str]:
    """Words in the other language, as many as before: every third, or all but those that begin a sentence."""
    other = Bank("zh" if edit.script == "en" else "en", edit.rng).pool("point" if edit.script == "en" else "noun")
    words = list(re.finditer(r"[A-Za-z]+" if edit.script == "en" else r"[\u4e00-\u9fff]", edit.text))
    for chosen in (words[edit.rng.randrange(3) :: 3], _within(edit, words)):
        text = edit.text
        for word in reversed(chosen):
            new = edit.rng.choice(other)
            text = text[: word.start()] + (new if edit.script == "en" else f" {new} ") + text[word.end() :]
        yield text


def _within(edit: Edit, words: Sequence[re.Match]) -> list[re.Match]:
    """The words (characters) of the second half of each sentence."""
    ends = [match.start() for match in re.finditer(r"[.!?。！？\n]|\Z", edit.text)]
    starts = [0, *ends]
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=False)]
    return [word for word in words if word.start() >= middles[bisect_left(ends, word.start())]]


def _repeat(edit: Edit) -> Iterator[str]:
    blank = " " if edit.script == "en" else ""
    for sentence in _some(edit, Text(edit.text, edit.script).sentences, 1):
        for times in (1, 3, 15):
            yield edit.text + (blank + sentence) * times


def _contract(edit: Edit) -> Iterator[str]:
    for word in _some(edit, edit.words(), 3):
        short = edit.rng.choice(("isn't", "don't", "it's"))
        yield edit.put(word.end(), f" {short}")
        yield edit.swap(word, short)


def _shuffle(edit: Edit) -> Iterator[str]:
    paragraphs = _BLANK_LINES.split(edit.text)
    yield "\n\n".join(edit.rng.sample(paragraphs, len(paragraphs)))
    yield edit.text[: len(edit.text) // 2]
    sentences = list(Text(edit.text, edit.script).sentences)
    yield (" " if edit.script == "en" else "").join(edit.rng.sample(sentences, len(sentences)))


def _some(edit: Edit, things: Sequence, count: int) -> list:
    return edit.rng.sample(list(things), min(count, len(things)))


EDITS: tuple[Callable[[Edit], Iterator[str]], ...] = (
    _drop_strings,
    _add_strings,
    _swap_strings,
    _drop_sentences,
    _add_sentences,
    _change_paragraphs,
    _change_words,
    _change_case,
    _change_lines,
    _add_markup,
    _drop_markup,
    _change_marks,
    _change_numbers,
    _break_document,
    _other_language,
    _replaced,
    _repeat,
    _contract,
    _shuffle,
)
