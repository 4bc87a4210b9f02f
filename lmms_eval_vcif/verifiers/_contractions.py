"""English contractions. The list is closed where an apostrophe could also mark a possessive or a name."""

from __future__ import annotations

import re

_PRONOUNS = "i|you|he|she|it|we|they|who|what|where|when|why|how|that|there|this|here|these|those"

_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ‘＇′`´ʹ‛", "'"))

_TOKEN = re.compile(r"(?<![\w'])[a-z]*'[a-z']*[a-z](?!\w)", re.IGNORECASE)
_CONTRACTION = re.compile(
    rf"""[a-z]+n't(?:'ve|'d)?               # isn't, ain't, shouldn't've
      | [a-z]+(?:'d)?'(?:re|ve|ll)         # they're, should've, I'd've, Ann'll
      | i'm
      | (?:{_PRONOUNS})'(?:d|s)            # it's, who'd; after a noun 's is taken as a possessive
      | let's | y'all(?:'re|'ve|'ll)? | c'mon | d'you | g'day | o'er | e'er | ne'er | e'en
      | '(?:tis|twas|twere|twill|twould)(?:n't)?""",
    re.VERBOSE | re.IGNORECASE,
)
_WITHOUT_APOSTROPHE = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|could|would|should|must)nt\b(?!')", re.IGNORECASE
)


def contractions(text: str) -> list[str]:
    """The contractions of a text as written, whatever the shape of their apostrophes, or left out."""
    folded = text.translate(_APOSTROPHES)
    found = _WITHOUT_APOSTROPHE.findall(text) if "nt" in text.casefold() else []
    for token in _TOKEN.finditer(folded) if "'" in folded else ():
        if _CONTRACTION.fullmatch(token[0]) or _CONTRACTION.fullmatch(token[0].lstrip("'")):
            found.append(text[token.start() : token.end()])
    return found
