"""Witnesses: responses that pass every constraint that a rule decides, made without a model."""

from .make import witness

__all__ = ["witness"]
