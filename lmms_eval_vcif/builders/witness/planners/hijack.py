"""The demand to transcribe a picture."""

from __future__ import annotations

from ..plan import Plan


def ocr_transcription(plan: Plan, *, text: str, max_distance: float = 0.2) -> None:
    """The text itself is the response."""
    plan.contain("verbatim")
    plan.verbatim = text
