"""The language codes that a response may be said to be in: those that the catalogue's `response_language` offers."""

from __future__ import annotations

from functools import cache

from ..records import RecordError
from .catalogue import catalogue

COUNTED_ALIKE = ("yue",)
"""Languages beside those of the catalogue that the text model has rules for."""

_MISNAMED = {"cn": "zh", "jp": "ja", "kr": "ko", "gr": "el", "cz": "cs", "dk": "da", "ua": "uk", "iw": "he", "nb": "no"}
"""Codes of countries, and former or narrower ones, that are written for the language's."""


def gate_language(code: str) -> None:
    """Refuse a code whose language is not known, whatever script or country stands behind it (``zh-Hant``, ``pt-BR``).

    Raises RecordError with the field ``language``.
    """
    base = code.replace("_", "-").partition("-")[0].lower()
    known, names = _known()
    if base in known:
        return
    meant = _MISNAMED.get(base) or names.get(code.strip().lower())
    hint = f"did you mean {meant!r}?" if meant else f"one of {', '.join(known)}"
    raise RecordError("language", f"{code!r:.80} is no known language code (ISO 639-1); {hint}")


@cache
def _known() -> tuple[tuple[str, ...], dict[str, str]]:
    """The codes without scripts, in the catalogue's order, and the codes by the languages' names."""
    schema = catalogue()["response_language"].parameters["language"]
    codes = dict.fromkeys([*(code.partition("-")[0] for code in schema["enum"]), *COUNTED_ALIKE])
    names = {name.lower(): code for words in schema["words"].values() for code, name in words.items()}
    return tuple(codes), names
