"""English contractions. The list is closed where an apostrophe could also mark a possessive or a name."""

from __future__ import annotations

import re

_PRONOUNS = "i|you|he|she|it|we|they|who|what|where|when|why|how|that|there|this|here|these|those"

_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ‘＇′`´ʹ‛", "'"))

_CONTRACTION = re.compile(
    rf"""(?<![\w'])
    (?: [a-z]+n't(?:'ve|'d)?               # isn't, ain't, shouldn't've
      | [a-z]+(?:'d)?'(?:re|ve|ll)         # they're, should've, I'd've, Ann'll
      | i'm
      | (?:{_PRONOUNS})'(?:d|s|d've)       # it's, who'd; after a noun 's is taken as a possessive
      | let's | y'all(?:'re|'ve|'ll)? | c'mon | d'you | g'day | o'er | e'er | ne'er | e'en
      | '(?:tis|twas|twere|twill|twould|tisn't|twasn't)
    )(?![\w]|'\w)
    | # the apostrophe left out
      (?<![\w'])(?:do|does|did|is|are|was|were|has|have|had|could|would|should|must)nt(?![\w'])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def contractions(text: str) -> list[str]:
    """The contractions of a text as written, whatever the shape of their apostrophes."""
    folded = text.translate(_APOSTROPHES)
    return [text[match.start() : match.end()] for match in _CONTRACTION.finditer(folded)]
