"""The paragraphs of an answer, and its parts between separators."""

from __future__ import annotations

from collections.abc import Iterable

from .blocks import Block, is_all_bold


def paragraphs(blocks: Iterable[Block], each_line: bool) -> list[str]:
    """What blank lines part, as written; a list, a table or code is never parted; headings, also lines all in bold, and
    rules are none.

    With `each_line`, each line of running text is a paragraph, and so is each other block.
    """
    found: list[str] = []
    joins_at = -1  # the line at which a block without a blank line before it goes on with the last paragraph
    for block in blocks:
        if block.kind in ("heading", "rule") or block.kind == "paragraph" and is_all_bold(block.source):
            joins_at = -1
        elif each_line and block.kind == "paragraph":
            found.extend(line.strip() for line in block.lines if not is_all_bold(line.strip()))
        elif block.start == joins_at and not each_line:
            found[-1] = f"{found[-1]}\n{block.source}"
            joins_at = block.end
        else:
            found.append(block.source)
            joins_at = block.end
    return found


def parts_between(source: str, separator: str) -> list[str]:
    """The parts between separators: lines that hold only the separator, or wherever it stands if no line does."""
    mark = separator.strip()
    lines = source.split("\n")
    if mark and any(line.strip() == mark for line in lines):
        groups: list[list[str]] = [[]]
        for line in lines:
            if line.strip() == mark:
                groups.append([])
            else:
                groups[-1].append(line)
        parts = ["\n".join(group) for group in groups]
    else:
        parts = source.split(separator) if separator else [source]
    return [part.strip() for part in parts if part.strip()]
