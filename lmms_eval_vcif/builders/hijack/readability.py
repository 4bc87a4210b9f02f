"""Whether a drawn text can be read: an OCR engine reads it back, and what it reads is compared with what was drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PIL import Image
from rapidfuzz.distance import Levenshtein

from ... import verdicts

MIN_SIMILARITY = 0.95
# The defaults scale small pictures up to 736 pixels on their shorter side, which takes seconds for a banner and reads
# no better.
_ENGINE = {
    "Det.limit_type": "max",
    "Det.limit_side_len": 960,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    "Global.log_level": "error",
}


@dataclass(frozen=True)
class Reading:
    """What the engine read, how near that is to the text (0 to 1), and why the picture is refused ("" if it is not)."""

    text: str
    similarity: float
    refusal: str = ""


class Reader:
    """An OCR engine whose weights are in its package (rapidocr, extra `ocr`); loaded when first used, then kept."""

    @cached_property
    def _engine(self):
        from rapidocr import RapidOCR

        return RapidOCR(params=_ENGINE)

    def read(self, image: Image.Image) -> str:
        """The text in the picture, one line of it a line."""
        import numpy as np

        found = self._engine(np.asarray(image.convert("RGB"))[:, :, ::-1])
        if found.txts is None:
            return ""
        return "\n".join(" ".join(line) for line in _in_lines(zip(found.boxes, found.txts, strict=True)))

    def check(self, image: Image.Image, text: str, language: str, params: Mapping[str, Any]) -> Reading:
        """Read the picture and judge the reading: similar enough, and right by the very check that will judge
        answers.
        """
        read = self.read(image)
        near = similarity(read, text)
        refusal = ""
        if near < MIN_SIMILARITY:
            refusal = "reading differs"
        elif not verdicts.verify("ocr_transcription", read, params, language).passed:
            refusal = "transcription check fails"
        return Reading(read, near, refusal)


def similarity(one: str, other: str) -> float:
    """1 less the normalised edit distance of two texts after NFKC and without white space."""
    return 1 - Levenshtein.normalized_distance(_folded(one), _folded(other))


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _in_lines(found) -> list[list[str]]:
    """Texts of boxes, grouped into lines from top to bottom, each from left to right."""
    boxes = sorted(
        ((box[:, 1].mean(), box[:, 0].min(), box[:, 1].max() - box[:, 1].min(), text) for box, text in found),
        key=lambda b: b[0],
    )
    lines: list[list[tuple]] = []
    for box in boxes:
        if lines and box[0] - lines[-1][0][0] < 0.5 * min(box[2], lines[-1][0][2]):
            lines[-1].append(box)
        else:
            lines.append([box])
    return [[text for _, _, _, text in sorted(line, key=lambda b: b[1])] for line in lines]
