"""How much there is to see in a picture: statistics that run everywhere, and the hook for models that know better."""

from __future__ import annotations

import importlib
import math
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from numbers import Real
from pathlib import Path
from typing import Any

from ..pipeline import PipelineError

SIDE = 512
"""Pixels of the longer side at which pictures are looked at, so that size does not count."""

EDGE = 24
"""Difference of grey levels between neighbours from which on there is an edge."""

MANY_EDGES = 0.25
"""The share of pixels on edges that counts as all there can be."""

COLOURFUL = 110.0
"""The colourfulness that counts as all there can be: 109 is "extremely colourful" in Hasler and Süsstrunk (2003)."""

TILES = 8
"""Tiles along each side of the picture."""

STRUCTURED = 8.0
"""Standard deviation of grey levels from which on a tile has something in it."""

Score = Callable[[str], "float | Sequence[str]"]


def complexity(path: str) -> float:
    """Visual complexity, 0 to 1: the mean of the entropy of grey levels, the density of edges and the colourfulness,
    each as a share of the most that photographs reach."""
    grey, colour = _pixels(path)
    shares = entropy(grey) / 8, edges(grey) / MANY_EDGES, colourfulness(colour) / COLOURFUL
    return round(sum(min(1.0, share) for share in shares) / 3, 4)


def richness(path: str) -> float:
    """How much of the picture has something in it, 0 to 1: the share of its tiles with structure. It stands in for a
    count of objects, which takes a model."""
    import numpy

    grey, _ = _pixels(path)
    tiles = [tile for band in numpy.array_split(grey, TILES) for tile in numpy.array_split(band, TILES, axis=1)]
    return round(sum(float(tile.std()) >= STRUCTURED for tile in tiles if tile.size) / len(tiles), 4)


def entropy(grey: Any) -> float:
    """Bits of the distribution of grey levels, 0 to 8."""
    import numpy

    counts = numpy.bincount(grey.astype(numpy.uint8).ravel(), minlength=256)
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * numpy.log2(shares)).sum()) + 0.0


def edges(grey: Any) -> float:
    """The share of pixels whose right or lower neighbour differs by EDGE or more."""
    import numpy

    across, down = (numpy.abs(numpy.diff(grey, axis=axis)) >= EDGE for axis in (1, 0))
    return float((across[:-1] | down[:, :-1]).mean()) if min(grey.shape) > 1 else 0.0


def colourfulness(colour: Any) -> float:
    """Hasler and Süsstrunk's measure (Measuring colourfulness in natural images, 2003), 0 for grey, 109 and more for
    extremely colourful pictures."""
    red, green, blue = (colour[..., channel] for channel in range(3))
    first, second = red - green, (red + green) / 2 - blue
    spread = math.hypot(float(first.std()), float(second.std()))
    return spread + 0.3 * math.hypot(float(first.mean()), float(second.mean()))


def score(name: str, otherwise: Callable[[str], float], path: str) -> tuple[float, list[str]]:
    """What the function `module:function` that a user names says of a picture, or `otherwise` where there is no name:
    the score, the higher the more, and the names of what it sees.

    The function gets the path of the picture, from several threads, and returns a number, or a list of names, whose
    number is the score; it raises OSError for a picture that can't be read. Raises that, and PipelineError for a name
    that leads to no function, anything else that the function raises, and anything else that it returns.
    """
    if not name:
        return otherwise(path), []
    function = _scorer(name)
    try:
        found = function(path)
    except OSError:
        raise
    except Exception as error:
        raise PipelineError(f"scorer {name}: {path}: {type(error).__name__}: {error}") from error
    if isinstance(found, Real) and math.isfinite(found):
        return float(found), []
    if isinstance(found, (list, tuple)) and all(isinstance(one, str) for one in found):
        return float(len(found)), list(found)
    raise PipelineError(f"scorer {name}: {path}: a finite number or a list of names is required, not {found!r:.60}")


@cache
def _scorer(name: str) -> Score:
    """The function of a name; its module may lie in the working directory, which stays on the path for what the module
    imports later."""
    module, colon, function = name.partition(":")
    if not colon:
        raise PipelineError(f"scorer: module:function is required, not {name!r}")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = getattr(importlib.import_module(module), function)
    except Exception as error:
        raise PipelineError(f"scorer {name}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise PipelineError(f"scorer {name}: not a function")
    return found


def _pixels(path: str) -> tuple[Any, Any]:
    """Grey levels and colours of a picture at SIDE."""
    import numpy
    from PIL import Image

    with Image.open(Path(path)) as image:
        image.thumbnail((SIDE, SIDE))
        colour = numpy.asarray(image.convert("RGB"), dtype=numpy.float32)
        grey = numpy.asarray(image.convert("L"), dtype=numpy.float32)
    return grey, colour
