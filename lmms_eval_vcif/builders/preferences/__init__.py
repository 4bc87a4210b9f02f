"""Preference pairs (VCIFBench, section 3.4): an answer that the evaluation passes, and one that it fails for a known
reason: written without the constraints, or with exactly one of them corrupted."""

from .build import Options, plan

__all__ = ["Options", "plan"]
