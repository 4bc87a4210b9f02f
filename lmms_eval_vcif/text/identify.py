"""Which language a text is in: the script decides where it can, a statistical identifier among Latin, Cyrillic and
Arabic languages."""

from __future__ import annotations

import re
from functools import cache
from threading import Lock

ENOUGH_LETTERS = 20
"""Below so many letters an identifier's answer is noise and is not asked for."""

MAX_CHARACTERS = 1000
"""An identifier sees no more than this: more changes little but the time."""

_COMMON = {"en": 0.3, "fr": 0.1, "de": 0.1, "es": 0.1, "it": 0.1, "ru": 0.1, "ar": 0.1}
_RARE = 0.005
_ENGLISH = frozenset(
    [
        *(
            "the",
            "and",
            "to",
            "that",
            "it",
            "with",
            "you",
            "are",
            "this",
            "they",
            "from",
            "which",
            "have",
            "not",
            "were",
        ),
        *(
            "been",
            "but",
            "their",
            "there",
            "these",
            "would",
            "your",
            "what",
            "when",
            "who",
            "will",
            "can",
            "has",
            "his",
        ),
    ]
)
_ENGLISH_SHARE = 0.12
_WINDOW = 40
_WORD = re.compile(r"[^\W\d_]+")
_lock = Lock()


def identify(text: str) -> str | None:
    """The ISO 639-1 code of the most likely language, None where the identifier can't say. Deterministic."""
    text = text.lower()  # the profiles know few words in capitals, and take English ones for German
    if _is_plainly_english(text):
        return "en"
    from langdetect.lang_detect_exception import LangDetectException

    factory = _factory()
    detector = factory.create()
    detector.seed = 0
    detector.set_prior_map(dict.fromkeys(factory.langlist, _RARE) | _COMMON)
    detector.append(text[:MAX_CHARACTERS].encode("utf-8", "replace").decode())
    try:
        return detector.detect().split("-")[0]
    except LangDetectException:
        return None


def _is_plainly_english(text: str) -> bool:
    """Whether every stretch of the text is full of words that only English has often; spares 2 ms of statistics."""
    words = _WORD.findall(text)
    stretches = [words[start : start + _WINDOW] for start in range(0, len(words), _WINDOW)]
    if len(stretches) > 1 and len(stretches[-1]) < _WINDOW:
        stretches[-1] = words[-_WINDOW:]
    return bool(words) and all(
        sum(word in _ENGLISH for word in stretch) >= _ENGLISH_SHARE * len(stretch) for stretch in stretches
    )


def _factory():
    """The detector's profiles, loaded once: a factory of our own, as langdetect's shared one is loaded in a race."""
    with _lock:
        return _load()


@cache
def _load():
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    return factory
