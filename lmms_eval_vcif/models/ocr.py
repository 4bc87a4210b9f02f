"""An OCR engine as a model: it reads the picture and can do nothing else.

The honest ceiling of the hijacking samples, which ask for a transcription, and a floor for all others.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from ._base import TextOnly

if TYPE_CHECKING:
    from PIL.Image import Image

PARAMETERS = {
    # by default the short side is scaled up to 736 pixels, and a banner takes seconds
    "Det.limit_type": "max",
    "Det.limit_side_len": 960,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "Global.log_level": "warning",
}


@dataclass(frozen=True)
class Piece:
    """A piece of text with its place in the picture: left edge, top, bottom (pixels)."""

    text: str
    left: float
    top: float
    bottom: float


class OCR(TextOnly):
    """``--model vcif_ocr``: RapidOCR, whose weights come inside its wheel. Needs the `ocr` extra."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        try:
            from rapidocr import RapidOCR
        except ImportError as error:
            raise ImportError(f"vcif_ocr needs RapidOCR: pip install 'lmms-eval-vcif[ocr]' ({error})") from error
        self.engine = RapidOCR(params=PARAMETERS)
        self._read: dict[str, str] = {}

    def generate_until(self, requests) -> list[str]:
        """What stands in the pictures of each request. A picture that several rows share is read once."""
        answers = []
        for request in tqdm(requests, disable=self.rank != 0, desc="Reading pictures"):
            _, _, doc_to_visual, number, task, split = request.args
            visuals = doc_to_visual(self.task_dict[task][split][number])
            answers.append("\n\n".join(text for text in map(self.read, visuals) if text))
        return answers

    def read(self, picture: Image) -> str:
        """The text of a picture, line by line from the top; "" where there is none."""
        import numpy

        picture = picture.convert("RGB")
        key = hashlib.sha256(f"{picture.size}".encode() + picture.tobytes()).hexdigest()
        if key not in self._read:
            found = self.engine(numpy.asarray(picture)[:, :, ::-1])  # the engine expects blue first
            boxes = [] if found.boxes is None else found.boxes
            pieces = [
                Piece(text, min(x for x, _ in box), min(y for _, y in box), max(y for _, y in box))
                for text, box in zip(found.txts or (), boxes, strict=True)
            ]
            self._read[key] = in_reading_order(pieces)
        return self._read[key]


def in_reading_order(pieces: Sequence[Piece]) -> str:
    """Pieces joined as a person reads them: those at one height are one line, from the left."""
    lines: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.top + piece.bottom):
        middle = (piece.top + piece.bottom) / 2
        if lines and any(other.top < middle < other.bottom for other in lines[-1]):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return "\n".join(_joined(sorted(line, key=lambda piece: piece.left)) for line in lines)


def _joined(line: Sequence[Piece]) -> str:
    """One line: a blank between pieces, none where two wide characters (as Chinese has) meet."""
    text = line[0].text
    for piece in line[1:]:
        meet = bool(text) and bool(piece.text) and _wide(text[-1]) and _wide(piece.text[0])
        text += piece.text if meet else f" {piece.text}"
    return text


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
