"""`Text`: an answer in a language, cleaned once and read as often as checks ask, each reading made once."""

from __future__ import annotations

import re
from unicodedata import normalize

from .blocks import Block, Item, walk, write_plain
from .characters import fold_case, fold_marks, fold_quotes
from .clean import clean
from .inline import Inline, is_marked, read_inline
from .language import is_in
from .languages import language as rules_of
from .lazy import lazy
from .numbers import Number, read_numbers
from .paragraphs import paragraphs, parts_between
from .phrases import FENCES, Phrase, ends_with, find, starts_with
from .reader import is_running, read_blocks
from .scripts import letters
from .segments import Segment, segments

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>\u3000-\u303f\uff00-\uffef\u3400-\u9fff]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"
)
_BLANK_LINE = re.compile(r"\n[ \t\u3000]*\n")
_BLANKS = re.compile(r"\s+")
_ELEMENTS = ("heading", "bold", "italic", "bullet_list", "numbered_list", "table", "code", "quote", "link")


class Text:
    """An answer, without what `clean` removes, in the words of its language. Immutable; threads may share it.

    `response` is what the model returned, `language` the code of the language that the answer should be in.
    """

    def __init__(self, response: str, language: str):
        self.source = clean(response)
        self.language = language
        self._rules = rules_of(language)

    def __repr__(self) -> str:
        return f"Text({self.source!r:.60}, {self.language!r})"

    @property
    def blank(self) -> bool:
        return not self.source

    @property
    def han(self) -> bool:
        """Whether a word is a Han character."""
        return self._rules.han

    @property
    def unit(self) -> str:
        """The name of what a length counts: "words" or "characters"."""
        return self._rules.unit

    # Lines, words, sentences, paragraphs

    @lazy
    def lines(self) -> tuple[str, ...]:
        """The non-empty lines, stripped."""
        return tuple(line.strip() for line in self.source.split("\n") if line.strip())

    @lazy
    def plain(self) -> str:
        """The answer without Markdown marks and list marks; line breaks are kept."""
        return self._plain(code=True)

    @lazy
    def prose(self) -> str:
        """`plain` without code and addresses."""
        text = self._plain(code=False) if "`" in self.source or "~~~" in self.source else self.plain
        return _ADDRESS.sub(" ", text) if "@" in text or "://" in text or "www." in text else text

    @lazy
    def words(self) -> tuple[str, ...]:
        """The words, or the units of Chinese, as written, without outer punctuation."""
        return self._rules.words(self.plain)

    def words_in(self, fragment: str) -> tuple[str, ...]:
        """The words of a part of the answer."""
        return self._rules.words(self._part(fragment).plain)

    @lazy
    def segments(self) -> tuple[Segment, ...]:
        """Sentences, items, titles, headings, table rows and code, in order."""
        return tuple(segments(self.blocks))

    @lazy
    def sentences(self) -> tuple[str, ...]:
        """The sentences that count, as written, without list marks."""
        return tuple(segment.sentence for segment in self.segments if segment.counted)

    def sentences_in(self, fragment: str) -> tuple[str, ...]:
        """The sentences of a part of the answer."""
        return self._part(fragment).sentences

    @lazy
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs as written: what blank lines part; a list, a table or code is never parted.

        Headings and rules are none and end one. In Chinese, where no blank line parts anything, each non-empty line of
        running text is one, and so is a list, a table or code.
        """
        each_line = self.han and _BLANK_LINE.search(self.source) is None
        return tuple(paragraphs(self.blocks, each_line))

    def paragraphs_by(self, separator: str) -> tuple[str, ...]:
        """The parts between separators: lines that hold only the separator, or wherever it stands if no line does."""
        return tuple(parts_between(self.source, separator))

    # Structure

    @lazy
    def blocks(self) -> tuple[Block, ...]:
        """The top-level blocks of Markdown, in order."""
        return read_blocks(self.source)

    @lazy
    def _all_blocks(self) -> tuple[Block, ...]:
        return tuple(walk(self.blocks))

    def _of_kind(self, kind: str) -> tuple[Block, ...]:
        return tuple(block for block in self._all_blocks if block.kind == kind)

    @lazy
    def headings(self) -> tuple[Block, ...]:
        return self._of_kind("heading")

    @lazy
    def tables(self) -> tuple[Block, ...]:
        return self._of_kind("table")

    @lazy
    def code_blocks(self) -> tuple[Block, ...]:
        """The fenced code blocks, those in lists and quotes too."""
        return self._of_kind("code")

    @lazy
    def quotes(self) -> tuple[str, ...]:
        """The texts of block quotes."""
        return tuple(block.text for block in self._of_kind("quote"))

    @lazy
    def items(self) -> tuple[Item, ...]:
        """The top-level list items, in order."""
        return tuple(item for block in self.blocks for item in block.items)

    @lazy
    def bullets(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.kind == "bullet")

    @lazy
    def numbered(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.kind == "numbered")

    @lazy
    def _inlines(self) -> tuple[Inline, ...]:
        return tuple(block.inline for block in self._all_blocks if block.kind in ("paragraph", "heading", "table"))

    @lazy
    def bold(self) -> tuple[str, ...]:
        """The texts in strong emphasis."""
        return tuple(text for inline in self._inlines for text in inline.bold)

    @lazy
    def italic(self) -> tuple[str, ...]:
        """The texts in emphasis that is not strong."""
        return tuple(text for inline in self._inlines for text in inline.italic)

    @lazy
    def code_spans(self) -> tuple[str, ...]:
        return tuple(text for inline in self._inlines for text in inline.code)

    @lazy
    def links(self) -> tuple[str, ...]:
        """The texts of links and pictures, and addresses in angle brackets."""
        return tuple(text for inline in self._inlines for text in inline.links)

    def count_markup(self, element: str) -> int:
        """How often an element of Markdown occurs. Marks that Markdown does not know (•, 1、) make no list here.

        `element` is heading, bold, italic, bullet_list, numbered_list, table, code, quote or link; else ValueError.
        """
        if element in ("bullet_list", "numbered_list"):
            kind = element.split("_")[0]
            lists = (block.items[0] for block in self._all_blocks if block.kind == "list")
            return sum(item.kind == kind and item.is_markdown for item in lists)
        counts = {
            "heading": self.headings,
            "bold": self.bold,
            "italic": self.italic,
            "table": self.tables,
            "code": self.code_blocks + self.code_spans,
            "quote": self.quotes,
            "link": self.links,
        }
        if element not in counts:
            raise ValueError(f"{element!r} is no element of Markdown; one of {', '.join(_ELEMENTS)}")
        return len(counts[element])

    def has_markup(self, element: str) -> bool:
        return self.count_markup(element) > 0

    # Phrases

    @lazy
    def folded(self) -> str:
        """`plain` with straight quotes: what phrases are looked for in."""
        return fold_quotes(self.plain)

    @lazy
    def _caseless(self) -> str:
        return fold_case(self.folded)

    @lazy
    def _folded_source(self) -> str:
        return fold_quotes(self.source)

    @lazy
    def _caseless_source(self) -> str:
        return fold_case(self._folded_source)

    def find(
        self,
        phrase: str,
        *,
        ignore_case: bool | None = None,
        as_characters: bool = False,
        as_written: bool = False,
        parts: bool = False,
        within: str | None = None,
    ) -> list[tuple[int, int]]:
        """Where a phrase occurs as whole words where the script has blanks, as (start, end) in `folded`, no overlaps.

        `ignore_case` None: a phrase that holds a capital is matched in its case, one without ignores case. `parts` also
        takes the parts of hyphenated words. `as_written` looks in the source, list marks and Markdown marks included
        (offsets are then the source's), and so does `as_characters`, which takes parts of words as well. `within` is
        the part of the answer to look in instead (offsets are the part's).
        """
        text = self if within is None else self._part(within)
        wanted = Phrase.read(phrase)
        if wanted.small if ignore_case is None else ignore_case:
            pieces, place = wanted.caseless, text._caseless_source if as_written or as_characters else text._caseless
        else:
            pieces, place = wanted.pieces, text._folded_source if as_written or as_characters else text.folded
        return find(place, pieces, not as_characters, parts)

    def count(self, phrase: str, **how) -> int:
        """How often a phrase occurs; the keywords are those of `find`."""
        return len(self.find(phrase, **how))

    def starts_with(self, phrase: str, *, within: str | None = None) -> bool:
        """Whether the answer, or a part of it, begins with a phrase: exact case, quotes folded, emphasis ignored."""
        fragment = self.source if within is None else within.strip()
        head = fragment[: 2 * len(phrase) + 500]
        phrase = self._fold(normalize("NFC", phrase)).strip()
        seen = [head] if head.startswith(FENCES) else [head, read_inline(head).plain]
        return any(starts_with(self._fold(text), phrase) for text in seen)

    def ends_with(self, phrase: str, *, within: str | None = None) -> bool:
        """Whether the answer, or a part of it, ends with a phrase; one closing quote or bracket may follow it."""
        fragment = self.source if within is None else within.strip()
        tail = fragment[-2 * len(phrase) - 500 :]
        phrase = self._fold(normalize("NFC", phrase)).strip()
        seen = [tail] if tail.endswith(FENCES) else [tail, read_inline(tail).plain]
        return any(ends_with(self._fold(text), phrase) for text in seen)

    def _fold(self, text: str) -> str:
        text = fold_quotes(_BLANKS.sub(" ", text))
        return fold_marks(text) if self.han else text

    # Scripts, language, numbers

    @lazy
    def letters(self) -> dict[str, int]:
        """How many letters of each script `prose` has."""
        return letters(self.prose)

    def is_in(self, code: str, *, within: str | None = None) -> tuple[bool, str]:
        """Whether the answer, or a part of it, is in the language of the code, and what was seen."""
        text = self if within is None else self._part(within)
        return is_in(text.prose, text.letters, code)

    @lazy
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of `plain` as the precision rule reads them."""
        return read_numbers(self.plain)

    def _plain(self, *, code: bool) -> str:
        if not is_marked(self.source) and is_running(self.source):
            return "\n".join(line if line.strip() else "" for line in self.source.split("\n"))
        lines = [""] * (self.source.count("\n") + 1)
        for block in self.blocks:
            write_plain(block, lines, code=code)
        return "\n".join(lines)

    def _part(self, fragment: str) -> Text:
        return Text(fragment, self.language)
