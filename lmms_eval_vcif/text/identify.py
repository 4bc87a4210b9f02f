"""Which language a text is in, among those that share its script: a naive Bayes classifier over runs of letters.

The profiles (how often a language has a run of one to three letters) are langdetect's; the text is read as there. Its
own procedure draws the runs at random until it is sure, which gives other answers with other seeds, and takes longer.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import log
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from .scripts import WRITTEN_IN

SHARED_SCRIPTS = frozenset(
    script for script, count in Counter(scripts[0] for scripts in WRITTEN_IN.values()).items() if count > 1
) - {"Han"}
"""Scripts that do not tell the language. (Of Han, kana tell: `language`.)"""

ENOUGH_LETTERS = 20
"""Below so many letters an identifier's answer is noise and is not asked for."""

PLACES = 100
"""How many places of a text are looked at, at even distances: more changes little but the time."""

_COMMON = {"en": 0.3, "fr": 0.1, "de": 0.1, "es": 0.1, "it": 0.1, "ru": 0.1, "ar": 0.1}
_RARE = 0.005
_SMOOTHING = 0.00005
"""The share of a run that a language does not know, as in langdetect."""

_lock = Lock()


class _Weights(dict[str, "tuple[float, ...] | None"]):
    """The logarithm of a run's share in each language, None for a run that none of them has; computed when first asked
    for."""

    def __init__(self, shares: dict[str, list[float]]):
        self._shares = shares

    def __missing__(self, run: str) -> tuple[float, ...] | None:
        shares = self._shares.get(run)
        self[run] = found = shares and tuple(log(share + _SMOOTHING) for share in shares)
        return found


class _Profiles(NamedTuple):
    """The languages of a script, the logarithms of their prior probabilities, and the weights of runs for them."""

    codes: tuple[str, ...]
    priors: tuple[float, ...]
    weights: _Weights


def identify(text: str, script: str = "Latin") -> str | None:
    """The ISO 639-1 code of the most likely language that is written in `script` (one of `SHARED_SCRIPTS`), None where
    the identifier can't say."""
    profiles = _profiles(script)
    weights = [found for found in map(profiles.weights.__getitem__, _runs(text)) if found]
    if not weights:
        return None
    likelihoods = list(map(sum, zip(profiles.priors, *weights, strict=True)))
    return profiles.codes[likelihoods.index(max(likelihoods))]


def _runs(text: str) -> list[str]:
    """Runs of one to three letters, the blank at a word's edge being one, that end at even distances in the text."""
    # in small letters: the profiles know few words in capitals, and take English ones for German
    letters = f" {' '.join(''.join(map(_normalized, text.lower())).split())} "
    ends = range(2, len(letters) + 1, max(1, len(letters) // PLACES))
    return [letters[max(0, end - size) : end] for end in ends for size in (1, 2, 3)]


@lru_cache(maxsize=10_000)
def _normalized(character: str) -> str:
    """The character as the profiles have it: a blank for what is no letter."""
    from langdetect.utils.ngram import NGram

    return NGram.normalize(character)


def _profiles(script: str) -> _Profiles:
    """The profiles of the languages of a script, read once."""
    with _lock:
        return _load(script)


@cache
def _load(script: str) -> _Profiles:
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()  # one of our own: langdetect's shared one is loaded in a race
    codes = sorted(code for code, scripts in WRITTEN_IN.items() if scripts == (script,))
    factory.load_json_profile([Path(PROFILES_DIRECTORY, code).read_text(encoding="utf-8") for code in codes])
    total = sum(_COMMON.get(code, _RARE) for code in codes)
    priors = tuple(log(_COMMON.get(code, _RARE) / total) for code in codes)
    return _Profiles(tuple(codes), priors, _Weights(factory.word_lang_prob_map))
