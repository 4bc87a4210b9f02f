"""Pictures that are nearly the same: hashes that copies of a picture nearly share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

NEAR = 6
"""Bits of 64 in which hashes of copies differ at most: of resized and recompressed photographs it is 0 to 4."""

FLAT = 3
"""Difference of grey levels from which on a neighbour counts as brighter: compression makes less."""

STEP = 32
"""Levels by which the colours of two pictures of one colour must differ, about, for them to be two."""


def perceptual_hash(path: str | Path) -> int:
    """64 bits of a picture: which of 8 x 8 places is brighter than the one left of it; of a picture of one colour, bits
    that stand for the colour. Raises OSError."""
    from PIL import Image

    with Image.open(path) as image:
        return hash_of(image)


def hash_of(image: Any) -> int:
    """The same of a decoded picture."""
    import numpy
    from PIL import Image

    small = numpy.asarray(image.convert("L").resize((9, 8), Image.Resampling.LANCZOS), dtype=numpy.int16)
    if numpy.ptp(small) < FLAT:
        colours = numpy.asarray(image.convert("RGB").resize((9, 8), Image.Resampling.LANCZOS), dtype=numpy.int16)
        if numpy.ptp(colours, axis=(0, 1)).max() < FLAT:
            steps = numpy.rint(colours.mean(axis=(0, 1)) / STEP).astype(numpy.uint8)
            return int.from_bytes(hashlib.sha256(steps.tobytes()).digest()[:8], "big")
    bits = (small[:, 1:] - small[:, :-1] >= FLAT).ravel()
    return int("".join("1" if bit else "0" for bit in bits), 2)


def distance(first: int, second: int) -> int:
    """The bits in which two hashes differ."""
    return bin(first ^ second).count("1")


class Hashes:
    """Hashes with names, for finding one that is near. Hashes within NEAR bits share at least one of NEAR + 1 pieces,
    so that only those are compared."""

    def __init__(self, known: Iterable[tuple[str, int]] = ()):
        self._pieces: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for name, hash_ in known:
            self.add(name, hash_)

    def add(self, name: str, hash_: int) -> None:
        for piece in _pieces(hash_):
            self._pieces.setdefault(piece, []).append((name, hash_))

    def near(self, hash_: int) -> list[tuple[str, int]]:
        """The names of those within NEAR bits, each with its distance, the nearest first."""
        found = {
            name: distance(hash_, other) for piece in _pieces(hash_) for name, other in self._pieces.get(piece, ())
        }
        return sorted(((n, d) for n, d in found.items() if d <= NEAR), key=lambda pair: (pair[1], pair[0]))


def _pieces(hash_: int) -> list[tuple[int, int]]:
    """The hash in NEAR + 1 pieces, each with its place."""
    count = NEAR + 1
    edges = [64 * index // count for index in range(count + 1)]
    return [
        (i, hash_ >> low & (1 << high - low) - 1) for i, (low, high) in enumerate(zip(edges, edges[1:], strict=False))
    ]
