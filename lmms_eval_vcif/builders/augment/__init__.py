"""Rows from annotations made for something else: boxes with names become queries for a box in a declared form,
questions about charts become queries for a number in a wrapper at a declared precision (MM-IFEval-Pro's two tracks of
capability augmentation)."""

from ..compose import BuildError
from .run import build_grounding, build_numeric

__all__ = ["BuildError", "build_grounding", "build_numeric"]
