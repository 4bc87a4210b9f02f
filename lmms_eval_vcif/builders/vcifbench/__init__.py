"""VCIFBench items made with models (sections 3.2 and A.3 of the paper): tasks derived from annotated questions or found
in videos, instructions composed of constraints, checked against the frames and repaired; selection items in both
option orders over clips played both ways; and conflict items.

Each of `derived`, `direct`, `selection`, `conflicts` and `repaired` gives a pipeline; see `builders.pipeline`.
"""

from .build import Options, conflicts, derived, direct, repaired, selection

__all__ = ["Options", "conflicts", "derived", "direct", "repaired", "selection"]
