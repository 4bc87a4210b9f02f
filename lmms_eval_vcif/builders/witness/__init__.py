"""Witnesses and violations: responses that pass every constraint that a rule decides, or all but one, made without a
model."""

from .make import witness
from .violate import violate

__all__ = ["violate", "witness"]
