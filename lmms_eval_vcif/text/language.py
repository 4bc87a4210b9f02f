"""Whether an answer is in a language: the share of letters of the wanted script, then the identifier."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .identify import ENOUGH_LETTERS, SHARED_SCRIPTS, identify
from .scripts import WRITTEN_IN, chinese_script, letters
from .sentences import split

SHARE = 0.9
"""The least share of the letters that are of the wanted script."""

NAME_WORDS = 4
"""A run of Latin words within a sentence of another script is a name if it is no longer than this."""

_KANA_SHARE = 0.05
_QUOTED = re.compile(
    r"“[^“”\n]{1,40}”|「[^「」\n]{1,40}」|『[^『』\n]{1,40}』|《[^《》\n]{1,60}》|\"[^\"\n]{1,40}\"|‘[^‘’\n]{1,40}’"
)
_NOT_LATIN = re.compile(r"[^\W\d_A-Za-zÀ-ɏ]")
_LATIN_NAME = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9_'’.+#-]*(?:[ \t]+[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9_'’.+#-]*)*")


def is_in(prose: str, counts: Mapping[str, int], code: str) -> tuple[bool, str]:
    """Whether a text is in the language, and what was seen ("31 of 32 letters are Han").

    `counts` are the letters of the text by script. A text without letters is in every language.
    """
    if not counts:
        return True, "no letters: the language is undetermined"
    base = code.replace("_", "-").split("-")[0].lower()
    wanted = WRITTEN_IN.get(base, ("Latin",))
    text = _without_foreign_terms(prose, names=wanted[0] != "Latin")
    if text != prose:
        counts = letters(text) or counts
    total = sum(counts.values())
    share = sum(counts.get(script, 0) for script in wanted)
    seen = f"{share} of {total} letters are {' or '.join(wanted)}"
    if share < SHARE * total:
        return False, seen
    if base in ("zh", "ja"):
        return _chinese_or_japanese(base, code, text, counts, seen)
    if wanted[0] not in SHARED_SCRIPTS or total < ENOUGH_LETTERS:
        return True, seen
    identified = identify(text, wanted[0])
    return identified in (base, None), f"{seen}, identified as {identified or 'nothing'}"


def _chinese_or_japanese(base: str, code: str, text: str, counts: Mapping[str, int], seen: str) -> tuple[bool, str]:
    kana, han = counts.get("Kana", 0), counts.get("Han", 0)
    japanese = kana > _KANA_SHARE * (kana + han)
    if base == "ja":
        return japanese, f"{seen}, {kana} of them kana"
    if japanese:
        return False, f"{kana} kana beside {han} Han characters: Japanese"
    script = code.lower().replace("_", "-")
    if script == "zh":
        return True, seen
    simplified, traditional = chinese_script(text)
    if script in ("zh-hans", "zh-cn", "zh-sg"):
        fits, other, form = traditional <= (1 - SHARE) * (simplified + traditional), traditional, "traditional"
    elif script in ("zh-hant", "zh-tw", "zh-hk", "zh-mo"):
        fits, other, form = simplified <= (1 - SHARE) * (simplified + traditional), simplified, "simplified"
    return fits, f"{seen}, {other} of them only {form}"


def _without_foreign_terms(prose: str, names: bool) -> str:
    """The text without quoted terms and, if `names`, without Latin names in sentences with letters of other scripts."""
    kept = _QUOTED.sub(" ", prose)
    if not names or _NOT_LATIN.search(kept) is None or _LATIN_NAME.search(kept) is None:
        return kept
    sentences = (sentence for line in kept.split("\n") for sentence in split(line))
    return "\n".join(_LATIN_NAME.sub(_short, s) if _holds_names(s) else s for s in sentences)


def _holds_names(sentence: str) -> bool:
    """Whether Latin words in a sentence are names in it: it has no more of them than letters of other scripts."""
    others = len(_NOT_LATIN.findall(sentence))
    return others > 0 and others >= sum(len(name.split()) for name in _LATIN_NAME.findall(sentence))


def _short(name: re.Match) -> str:
    return " " if len(name[0].split()) <= NAME_WORDS else name[0]
