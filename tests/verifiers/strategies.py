"""Texts for property tests: arbitrary Unicode, heaps of Markdown, and long hostile ones."""

from hypothesis import strategies as st

PIECES = (
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        "　",
        ". ",
        "! ",
        "? ",
        "。",
        "！",
        "？",
        "……",
        "...",
        "、",
        "，",
        "；",
        "：",
        ", ",
        ": ",
    ),
    *(
        "# ",
        "## ",
        "- ",
        "* ",
        "+ ",
        "• ",
        "1. ",
        "2) ",
        "（1）",
        "①",
        "一、",
        "> ",
        "```",
        "```json\n",
        "~~~",
        "---",
        "***",
    ),
    *(
        "**",
        "*",
        "__",
        "_",
        "`",
        "|",
        "|---|---|\n",
        "[",
        "](",
        ")",
        "(",
        "<",
        ">",
        "{",
        "}",
        '"',
        "'",
        "“",
        "”",
        "「",
        "」",
    ),
    *("$", "\\boxed{", "\\", "<answer>", "</answer>", "<think>", "</think>", "NaN", "null", "[1, 2, 3, 4]", '{"a": 1}'),
    *(
        "a,b\n",
        "3.14",
        "-5",
        "1,000",
        "50%",
        "$9.99",
        "6.02e23",
        "1.5 × 10³",
        "2024",
        "10:30",
        "v2.0.1",
        "½",
        "三分之一",
        "〇",
    ),
    *(
        "Dr. ",
        "U.S. ",
        "e.g. ",
        "don't",
        "it’s",
        "well-known",
        "iPhone",
        "NASA",
        "the",
        "The",
        "café",
        "e\u0301",
        "C++",
    ),
    *(
        "北京",
        "的",
        "機器",
        "机器",
        "学习",
        "𠮷",
        "ひらがな",
        "한국어",
        "Привет",
        "مرحبا",
        "👍🏽",
        "🇨🇳",
        "👨\u200d👩\u200d👧",
        "\u200b",
    ),
    *(
        "P.S. ",
        "Answer: ",
        "答案：",
        "Note: ",
        "https://a.example/b?c=d.",
        "x@y.example",
        "\ufeff",
        "\x00",
        "\ud800",
        "\udfff",
        "\r\n",
    ),
)

any_character = st.characters(exclude_categories=())
arbitrary = st.text(any_character, max_size=200)
markdown = st.lists(st.one_of(st.sampled_from(PIECES), st.text(any_character, max_size=4)), max_size=60).map("".join)


def texts(seeds):
    """Arbitrary texts, heaps of pieces, and `seeds` with something put in the middle or cut off."""

    def altered(seed, cut, piece):
        place = cut % (len(seed) + 1)
        return seed[:place] + piece + seed[place:]

    varied = st.builds(
        altered, st.sampled_from(seeds), st.integers(0, 400), st.one_of(st.sampled_from(PIECES), arbitrary)
    )
    return st.one_of(arbitrary, markdown, varied)


def _cycled(chunks, size):
    whole = "".join(chunks) or "a"
    return (whole * (size // len(whole) + 1))[:size]


long_texts = st.builds(_cycled, st.lists(st.one_of(arbitrary, markdown), min_size=1), st.integers(20_000, 100_000))
"""Arbitrary texts and heaps of pieces, over and over, of 20,000 to 100,000 characters."""

HOSTILE = {
    "letters": "a",
    "han": "的",
    "blanks": "a ",
    "lines": "\n",
    "stops": ".",
    "initials": "A. ",
    "quotes": '"',
    "opening quotes": "“",
    "stops in quotes": "“。”",
    "brackets": "[",
    "braces": "{",
    "parentheses": "(a",
    "links": "[a](b",
    "stars": "*",
    "bold": "**a",
    "underscores": "_a",
    "ticks": "`",
    "ticks of all lengths": "` `` ``` ",
    "fences": "```\n",
    "quotations": "> ",
    "bullets": "- ",
    "items": "1. a\n",
    "ordinals": "1.",
    "nested": " - a\n  - b\n",
    "headings": "# ",
    "pipes": "|",
    "table": "|a|\n|-|\n",
    "tags": "<think",
    "reasoning": "<think></think>",
    "boxed": "\\boxed{",
    "dollars": "$1",
    "digits": "1",
    "decimals": "1.1",
    "commas": "1,",
    "exponents": "1e1",
    "Han numerals": "一百",
    "hyphens": "a-",
    "apostrophes": "a'",
    "addresses": "http://a.",
    "mail": "a@a.",
    "capitals": "Aa",
    "flags": "🇨",
    "joined emoji": "👨\u200d",
    "combining marks": "\u0301",
    "surrogates": "\ud800",
    "Hangul jamo": "\u1100",
    "nulls": "\x00",
    "fields": '"a",',
    "doubled quotes": '""',
    "keys": '{"a":',
    "labels": "Note: ",
}


def hostile(size):
    """Each hostile piece repeated to about `size` characters and closed by a word, by name.

    It stands there an odd number of times, whatever the size: marks in pairs are read another way than a mark too many.
    """
    return {name: piece * (size // len(piece) | 1) + " end" for name, piece in HOSTILE.items()}
