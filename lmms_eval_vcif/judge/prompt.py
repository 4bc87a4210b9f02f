"""Prompts as text files: loaded once, versioned by their content, filled in one pass with data that can't break out."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

NAMES = ("extraction", "structure", "content", "conflict")
"""The prompts, one file each in `prompts/`; again.txt is what is added where a reply could not be used."""

_DIVIDER = "\n---\n"
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
# Each of these ends at the next bracket of its kind, so that every character is looked at once.
_TAG = re.compile(r"[<＜﹤]([^<>＜＞﹤﹥]*)[>＞﹥]")
_DOUBLE = re.compile(r"[<＜﹤]{2}([^<>＜＞﹤﹥]*)[>＞﹥]{2}")
_SQUARE = re.compile(r"[\[［]([^\[\]［］]*)[\]］]")
_OF_A_TAG = re.compile(
    r"/?\s*(?:(?:instruction|answer|requirements|response|system|user|assistant)\b.*"
    r"|(?:s|(?:start|end)_of_turn|think|tool_calls?|tool_responses?)\s*/?)"
    r"|\|.*\|",
    re.DOTALL,
)
_OF_A_DOUBLE, _OF_A_SQUARE = re.compile(r"/?\s*sys"), re.compile(r"/?\s*inst")
_UNSEEN = ("Cf", "Mn", "Me")
"""Categories of characters that are not seen, or are but marks on others."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Prompt:
    """A system message and a user message with placeholders. `version`: 12 hexadecimal digits of all that is sent."""

    name: str
    system: str
    user: str
    version: str

    def fill(self, values: Mapping[str, str]) -> str:
        """The user message. What is filled in is data: it is not looked at for placeholders."""
        return fill(self.user, values)


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name (one of NAMES)."""
    text = _text(name)
    system, _, user = text.partition(_DIVIDER)
    digest = hashlib.sha256(f"{text}\0{_text('again')}".encode()).hexdigest()[:12]
    return Prompt(name, system.strip(), user.strip(), digest)


def versions() -> dict[str, str]:
    """The version of each prompt, for the signature of a run."""
    return {name: prompt(name).version for name in NAMES}


def again(problem: str, labels: str, form: str) -> str:
    """What is added to a request whose reply could not be used."""
    return fill(_text("again").strip(), {"problem": problem, "labels": labels, "form": form})


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders replaced, in one pass over it. Raises KeyError for one without a value."""
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def neutral(data: str) -> str:
    """Data that can't close the block it stands in: our tags and the marks of chat templates lose their brackets,
    whatever their width, and with blanks or unseen characters in them."""
    for brackets, content in ((_DOUBLE, _OF_A_DOUBLE), (_TAG, _OF_A_TAG), (_SQUARE, _OF_A_SQUARE)):
        data = brackets.sub(partial(_without_brackets, content), data)
    return _LONE_SURROGATE.sub("\ufffd", data)


def _without_brackets(content: re.Pattern[str], match: re.Match[str]) -> str:
    return f"‹{match[1]}›" if content.fullmatch(_seen(match[1])) else match[0]


def _seen(text: str) -> str:
    """What a reader makes of a text: no unseen characters, one width, small letters, no outer blanks."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) not in _UNSEEN)
    return text.casefold().strip()


def _text(name: str) -> str:
    return (files(__package__) / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
