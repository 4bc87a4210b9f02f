"""Decisions by a judge model: prompts, its server's client, reading of its replies, stored judgements, video frames.

`load_judge()` gives the judge that the environment names (see `settings`), or None.
"""

from .cache import Cache, Entry, Recording
from .frames import VideoError
from .judge import CheckFailed, Extraction, Judge, load_judge
from .settings import HOW_TO, ConfigurationError, FrameBudget, Settings

__all__ = [
    "HOW_TO",
    "Cache",
    "CheckFailed",
    "ConfigurationError",
    "Entry",
    "Extraction",
    "FrameBudget",
    "Judge",
    "Recording",
    "Settings",
    "VideoError",
    "load_judge",
]
