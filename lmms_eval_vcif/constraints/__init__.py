"""The catalogue of constraint types as data, its loader and its gate.

One file per type, ``<family>/<id>.yml``; the family is also the name of the module in `verifiers` that holds the check.
"""

from .catalogue import Catalogue, catalogue
from .entry import Benchmark, CatalogueError, Check, Entry
from .gate import gate_constraint, gate_row

__all__ = ["Benchmark", "Catalogue", "CatalogueError", "Check", "Entry", "catalogue", "gate_constraint", "gate_row"]
