"""Rows with several constraints each: a task about a picture and constraints from the catalogue, written as one query,
with a witness response that satisfies it."""

from ..log import BuildError
from .run import build

__all__ = ["BuildError", "build"]
