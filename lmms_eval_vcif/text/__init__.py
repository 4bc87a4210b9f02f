"""What a word, a sentence, a paragraph, a list item is, per language: `Text` is the answer that checks get."""

from __future__ import annotations

from .blocks import Block, Item
from .characters import fold_marks, fold_quotes, fold_width
from .clean import clean
from .model import Text
from .numbers import Number, scientific
from .scripts import chinese_script
from .segments import Segment

__all__ = [
    "Block",
    "Item",
    "Number",
    "Segment",
    "Text",
    "chinese_script",
    "clean",
    "fold_marks",
    "fold_quotes",
    "fold_width",
    "scientific",
    "sentences",
]


def sentences(text: str, language: str) -> list[str]:
    """All segments of a text, as written: sentences, titles, headings, items, table rows and code."""
    return [segment.text for segment in Text(text, language).segments]
