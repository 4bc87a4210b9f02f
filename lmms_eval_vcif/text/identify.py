"""Which language a text is in: the script decides where it can, a statistical identifier among Latin, Cyrillic and
Arabic languages."""

from __future__ import annotations

from functools import cache
from threading import Lock

ENOUGH_LETTERS = 20
"""Below so many letters an identifier's answer is noise and is not asked for."""

MAX_CHARACTERS = 1000
"""An identifier sees no more than this: more changes little but the time."""

_COMMON = {"en": 0.3, "fr": 0.1, "de": 0.1, "es": 0.1, "it": 0.1, "ru": 0.1, "ar": 0.1}
_RARE = 0.005
_lock = Lock()


def identify(text: str) -> str | None:
    """The ISO 639-1 code of the most likely language, None where the identifier can't say. Deterministic."""
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
