"""Which language a text is in, among those that share its script: statistics of letters decide."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from threading import Lock

from .scripts import WRITTEN_IN

SHARED_SCRIPTS = frozenset(
    script for script, count in Counter(scripts[0] for scripts in WRITTEN_IN.values()).items() if count > 1
) - {"Han"}
"""Scripts that do not tell the language. (Of Han, kana tell: `language`.)"""

ENOUGH_LETTERS = 20
"""Below so many letters an identifier's answer is noise and is not asked for."""

SAMPLES, SAMPLE = 8, 80
"""An identifier sees so many stretches of so many characters, spread over the text: more is only slower."""

_COMMON = {"en": 0.3, "fr": 0.1, "de": 0.1, "es": 0.1, "it": 0.1, "ru": 0.1, "ar": 0.1}
_RARE = 0.005
_ENGLISH_WORDS = (
    "the and to that it with you are this they from which have not were been but their there these would your what when"
    " who will can has his"
)
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_ENGLISH_SHARE = 0.12
_WINDOW = 40
_WORD = re.compile(r"[^\W\d_]+")
_lock = Lock()


def identify(text: str, script: str = "Latin") -> str | None:
    """The ISO 639-1 code of the most likely language that is written in `script` (one of `SHARED_SCRIPTS`), None where
    the identifier can't say. Deterministic."""
    text = text.lower()  # the profiles know few words in capitals, and take English ones for German
    if script == "Latin" and _is_plainly_english(text):
        return "en"
    from langdetect.lang_detect_exception import LangDetectException

    factory = _factory(script)
    detector = factory.create()
    detector.seed = 0
    detector.set_prior_map({code: _COMMON.get(code, _RARE) for code in factory.langlist})
    detector.append(_sampled(text).encode("utf-8", "replace").decode())
    try:
        return detector.detect()
    except LangDetectException:
        return None


def _sampled(text: str) -> str:
    """The text, or stretches of a long one at even distances, the first and the last among them."""
    if len(text) <= SAMPLES * SAMPLE:
        return text
    step = (len(text) - SAMPLE) / (SAMPLES - 1)
    return " ".join(text[int(number * step) :][:SAMPLE] for number in range(SAMPLES))


def _is_plainly_english(text: str) -> bool:
    """Whether every stretch of the text is full of words that only English has often; spares 2 ms of statistics."""
    words = _WORD.findall(text)
    stretches = [words[start : start + _WINDOW] for start in range(0, len(words), _WINDOW)]
    if len(stretches) > 1 and len(stretches[-1]) < _WINDOW:
        stretches[-1] = words[-_WINDOW:]
    return bool(words) and all(
        sum(word in _ENGLISH for word in stretch) >= _ENGLISH_SHARE * len(stretch) for stretch in stretches
    )


def _factory(script: str):
    """The detector's profiles, loaded once: a factory of our own, as langdetect's shared one is loaded in a race."""
    with _lock:
        return _load(script)


@cache
def _load(script: str):
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()
    codes = sorted(code for code, scripts in WRITTEN_IN.items() if scripts == (script,))
    factory.load_json_profile([Path(PROFILES_DIRECTORY, code).read_text(encoding="utf-8") for code in codes])
    return factory
