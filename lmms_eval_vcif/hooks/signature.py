"""What a number depends on, for the harness's results and for the record of each sample."""

from __future__ import annotations

from typing import Any

from .. import __version__
from ..constraints import catalogue
from ..judge import ConfigurationError, Judge, Settings

TASK_VERSION = "1.0"
"""Raised when the same answers to the same rows would get other numbers."""


def signature(data: str, **more: Any) -> dict[str, Any]:
    """The signature of a sample: package version, hash of the catalogue, hash of the data set, and `more`."""
    return {"package": __version__, "catalogue": catalogue().hash, "data": data, **more}


def judge_signature(judge: Judge | None) -> dict[str, Any] | None:
    """What the judgements depend on, and in `note` what the recordings that are played back say of themselves."""
    if judge is None:
        return None
    notes = [recording.note for recording in judge.cache.recordings if recording.note]
    return {**judge.signature, "note": " ".join(notes)}


def __getattr__(name: str) -> Any:
    """METADATA and JUDGED_METADATA, what the task files give the harness as `metadata`: read when asked for, not when
    imported. The second names the judge as well; None where there is none, or it can't be used, which the load says."""
    if name == "METADATA":
        return {"version": TASK_VERSION, "package": __version__, "catalogue": catalogue().hash}
    if name == "JUDGED_METADATA":
        return {**__getattr__("METADATA"), "judge": judge_signature(_unchecked_judge())}
    raise AttributeError(name)


def _unchecked_judge() -> Judge | None:
    """The judge that is set up, without asking its server anything."""
    try:
        settings = Settings.load()
        return Judge(settings) if settings.configured else None
    except ConfigurationError:
        return None
