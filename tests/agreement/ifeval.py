"""IFEval, M-IFEval and IFBench ids that map onto our checks, each with the one definition that the peer has otherwise.

A mapped constraint is ours (type, parameters) and `switched`: the same bounds over the peer's definition of the thing
counted. Where our verdict and the official one differ, the difference is explained only if `switched` gives the
official one. The definitions are facts of the peers' published code, written again here in our words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from lmms_eval_vcif.constraints import catalogue

# relation words of the four languages -> what the number bounds; "less than" excludes it
AT_LEAST = {"at least", "au moins", "al menos", "以上"}
AT_MOST = {"au plus", "como máximo", "以下"}
LESS_THAN = {"less than", "moins de", "menos de", "未満"}


@dataclass(frozen=True)
class Mapped:
    """Our reading of an official constraint, and the peer's definition in its place."""

    type: str
    params: dict[str, Any]
    definition: str
    switched: Callable[[str], bool]


class Random(Exception):
    """The official verdict hangs on the seed that the peer does not set."""


def mapped(instruction_id: str, kwargs: dict[str, Any], language: str) -> Mapped | None:
    """The constraint of an official id, or None where the id does not map or its verdict is random."""
    name = instruction_id.removeprefix(f"{language}:")
    make = MAPPINGS.get(name)
    return make(kwargs, language) if make else None


def bounds(relation: str, number: float) -> dict[str, int]:
    """The official relation and number as our min or max."""
    number = int(number)
    if relation in AT_LEAST:
        return {"min": number}
    if relation in AT_MOST:
        return {"max": number}
    if relation in LESS_THAN:
        return {"max": number - 1}
    raise KeyError(relation)


def _counted(type_: str, limits: dict, definition: str, count: Callable[[str], int], **params: Any) -> Mapped:
    low, high = limits.get("min", 0), limits.get("max", float("inf"))
    return Mapped(type_, {**params, **limits}, definition, lambda response: low <= count(response) <= high)


def number_words(kwargs, language):
    limits = bounds(kwargs["relation"], kwargs["num_words"])
    return _counted("word_count", limits, r"words are \w+ runs", lambda r: len(re.findall(r"\w+", r)))


def word_count_range(kwargs, language):
    limits = {"min": int(kwargs["min_words"]), "max": int(kwargs["max_words"])}
    return _counted("word_count", limits, r"words are \w+ runs", lambda r: len(re.findall(r"\w+", r)))


@cache
def _punkt():
    import punkt

    return punkt.PunktSentenceTokenizer(punkt.load_model("english"))


def number_sentences(kwargs, language):
    if language != "en":  # the peers of other languages segment by models that can't be had here
        return None
    limits = bounds(kwargs["relation"], kwargs["num_sentences"])
    return _counted("sentence_count", limits, "sentences are Punkt's", lambda r: len(_punkt().tokenize(r)))


def number_paragraphs(kwargs, language):
    wanted = kwargs["num_paragraphs"]

    def switched(response: str) -> bool:
        parts = re.split(r"\s?\*\*\*\s?", response)
        inner = parts[1:-1]
        ends = [part for part in {0: parts[0], len(parts) - 1: parts[-1]}.values() if part.strip()]
        return all(part.strip() for part in inner) and len(inner) + len(ends) == wanted

    params = {"min": wanted, "max": wanted, "separator": "***"}
    return Mapped("paragraph_count", params, "*** parts paragraphs anywhere, an empty one inside fails", switched)


def number_bullet_lists(kwargs, language):
    wanted = kwargs["num_bullets"]

    marks = r"・[^・]" if language == "ja" else r"(?:\*[^*]|-)"
    count = lambda r: len(re.findall(rf"^\s*{marks}.*$", r, re.M))  # noqa: E731
    limits = {"min": wanted, "max": wanted}
    return _counted("bullet_list", limits, "lines that start with * or - (Japanese: only ・), at any depth", count)


def json_format(kwargs, language):
    def switched(response: str) -> bool:
        inner = response.strip()
        for mark in ("```json", "```Json", "```JSON", "```"):
            inner = inner.removeprefix(mark)
        try:
            json.loads(inner.removesuffix("```").strip())
        except ValueError:
            return False
        return True

    return Mapped("json", {"root": "either"}, "whatever Python's json reads, fences stripped one by one", switched)


def existence(kwargs, language):
    words = kwargs["keywords"]

    def switched(response: str) -> bool:
        if language == "ja":
            return set(words) <= _morphemes(response)
        return all(re.search(word, response, re.I) for word in words)

    definition = "a morpheme of its own" if language == "ja" else "substring, ignoring case"
    return Mapped("exact_word_inclusion", {"phrases": words}, definition, switched)


def _morphemes(response: str) -> set[str]:
    return set(_japanese().tokenize(response, wakati=True))


@cache
def _japanese():
    from janome.tokenizer import Tokenizer

    return Tokenizer()


def frequency(kwargs, language):
    limits = bounds(kwargs["relation"], kwargs["frequency"])
    word = kwargs["keyword"].strip()
    if language not in ("en",):
        return None  # keyword_frequency is an English and Chinese type
    count = lambda r: len(re.findall(word, r, re.I))  # noqa: E731
    return _counted("keyword_frequency", limits, "substring, ignoring case", count, keyword=word)


def forbidden_words(kwargs, language):
    words = kwargs["forbidden_words"]

    def switched(response: str) -> bool:
        if language == "ja":
            return not set(words) & _morphemes(response)
        return not any(re.search(rf"\b{word}\b", response, re.I) for word in words)

    definition = "a morpheme of its own" if language == "ja" else r"between \b, ignoring case"
    return Mapped("exact_word_exclusion", {"phrases": words}, definition, switched)


def letter_frequency(kwargs, language):
    letter = kwargs["letter"].strip().lower()
    if language != "en" or not re.fullmatch("[a-z]", letter):
        return None  # the official code swaps in a random letter where it is none
    limits = bounds(kwargs["let_relation"], kwargs["let_frequency"])
    count = lambda r: Counter(r.lower())[letter]  # noqa: E731
    return _counted("letter_frequency", limits, "every character, reasoning and marks included", count, letter=letter)


def end_checker(kwargs, language):
    phrase = kwargs["end_phrase"].strip()
    outer = ' ".!?' if language == "es" else '"'

    def switched(response: str) -> bool:
        return response.strip().strip(outer).lower().endswith(phrase.lower())

    definition = "ignoring case and straight quotes round the response (Spanish: and stops)"
    return Mapped("fixed_closing", {"text": phrase}, definition, switched)


def title(kwargs, language):
    if language != "en":
        return None

    def switched(response: str) -> bool:
        return any(found.lstrip("<").rstrip(">").strip() for found in re.findall(r"<<[^\n]+>>", response))

    return Mapped("title_wrapper", {"open": "<<", "close": ">>"}, "<<…>> anywhere in the response", switched)


def number_highlighted_sections(kwargs, language):
    if language != "en":
        return None

    def count(response: str) -> int:
        single = [h for h in re.findall(r"\*[^\n*]*\*", response) if h.strip("*").strip()]
        double = [h for h in re.findall(r"\*\*[^\n*]*\*\*", response) if h[2:-2].strip()]
        return len(single) + len(double)

    return _counted("bold_emphasis", {"min": kwargs["num_highlights"]}, "* and ** count, bold twice at times", count)


def english_capital(kwargs, language):
    def switched(response: str) -> bool:
        return response.isupper() and _langdetect(response, "en")

    return Mapped("uppercase", {}, "no cased character is lower, and langdetect says en", switched)


def english_lowercase(kwargs, language):
    def switched(response: str) -> bool:
        return response.islower() and _langdetect(response, "en")

    return Mapped("lowercase", {}, "no cased character is upper, and langdetect says en", switched)


def capital_word_frequency(kwargs, language):
    if language != "en":
        return None
    limits = bounds(kwargs["capital_relation"], kwargs["capital_frequency"])

    def count(response: str) -> int:
        from nltk.tokenize import NLTKWordTokenizer

        words = [w for sentence in _punkt().tokenize(response) for w in NLTKWordTokenizer().tokenize(sentence)]
        return sum(word.isupper() for word in words)

    return _counted(
        "capital_word_frequency", limits, "Treebank tokens in capitals, I and A and list letters too", count
    )


def no_comma(kwargs, language):
    if language != "en":
        return None
    return Mapped("punctuation_exclusion", {"marks": [","]}, "every comma of the raw response", lambda r: "," not in r)


def postscript(kwargs, language):
    if language != "en":
        return None
    marker = kwargs["postscript_marker"].strip()
    dotted = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}.get(marker, re.escape(marker.lower()))

    def switched(response: str) -> bool:
        return re.search(dotted, response.lower()) is not None

    return Mapped("postscript", {"marker": marker}, "the marker anywhere, ignoring case", switched)


def multiple_sections(kwargs, language):
    if language != "en":
        return None
    label = kwargs["section_spliter"].strip()

    def count(response: str) -> int:
        return len(re.split(rf"\s?{label}\s?\d+\s?", response)) - 1

    return _counted(
        "section_labels",
        {"min": kwargs["num_sections"]},
        "the label and a number anywhere in a line",
        count,
        label=label,
    )


def response_language(kwargs, language):
    if language != "en":
        return None
    code = kwargs["language"]
    if code not in catalogue()["response_language"].parameters["language"]["enum"]:
        return None
    return Mapped("response_language", {"language": code}, "langdetect alone", lambda r: _langdetect(r, code))


def _langdetect(response: str, code: str) -> bool:
    """The official language test. Where seeds differ, its verdict says nothing: raises Random."""
    from langdetect import DetectorFactory, LangDetectException, detect

    seed, found = DetectorFactory.seed, set()
    try:
        for DetectorFactory.seed in range(10):
            found.add(detect(response) == code)
    except LangDetectException:
        return True
    finally:
        DetectorFactory.seed = seed
    if len(found) > 1:
        raise Random
    return found.pop()


MAPPINGS: dict[str, Callable[[dict, str], Mapped | None]] = {
    "length_constraints:number_words": number_words,
    "count:word_count_range": word_count_range,
    "length_constraints:number_sentences": number_sentences,
    "length_constraints:number_paragraphs": number_paragraphs,
    "detectable_format:number_bullet_lists": number_bullet_lists,
    "detectable_format:json_format": json_format,
    "detectable_format:title": title,
    "detectable_format:number_highlighted_sections": number_highlighted_sections,
    "detectable_format:multiple_sections": multiple_sections,
    "detectable_content:postscript": postscript,
    "keywords:existence": existence,
    "keywords:frequency": frequency,
    "keywords:forbidden_words": forbidden_words,
    "keywords:letter_frequency": letter_frequency,
    "startend:end_checker": end_checker,
    "change_case:english_capital": english_capital,
    "change_case:english_lowercase": english_lowercase,
    "change_case:capital_word_frequency": capital_word_frequency,
    "punctuation:no_comma": no_comma,
    "language:response_language": response_language,
}
