"""Visual instruction hijacking (MM-IFEval-Pro, section 3.1): a picture shows a task, the user asks only for its text.

`build` writes a set: spurious tasks of 24 subcategories in English and Chinese (`texts/`), each drawn with random looks
(`render`), read back by an OCR engine so that what no reader could read is refused (`readability`), and joined with one
of many phrasings of the genuine query (`queries.yml`).
"""

from ..log import BuildError
from .fonts import FontError
from .run import build

__all__ = ["BuildError", "FontError", "build"]
