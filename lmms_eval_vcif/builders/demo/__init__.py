"""A small complete set of both benchmarks from the embedded media, made without a model by the other builders: what a
set looks like, and something to try every other tool on."""

from .run import BuildError, build

__all__ = ["BuildError", "build"]
