"""Prompts as text files: loaded once, versioned by their content, filled in one pass with data that can't break out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NAMES = ("extraction", "structure", "content", "conflict")
"""The prompts, one file each in `prompts/`; again.txt is what is added where a reply could not be used."""

_DIVIDER = "\n---\n"
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_TAG = re.compile(
    r"[<＜](?=\s*/?\s*(?:instruction|answer|requirements|response|system|user|assistant)\b)([^<>＜＞\n]{0,80})[>＞]",
    re.I,
)
_TEMPLATE = re.compile(
    r"<(\|[^<>\n]{0,60}\||/?s|/?(?:start|end)_of_turn|/?think|/?tool_call|[|｜][^<>\n]{0,60}[|｜])>", re.I
)
_TURN = re.compile(r"\[(/?INST)\]|<<(/?SYS)>>", re.I)
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
    """Data that can't close the block it stands in: our tags and the marks of chat templates lose their brackets."""
    data = _TAG.sub(r"‹\1›", data)
    data = _TEMPLATE.sub(r"‹\1›", data)
    data = _TURN.sub(lambda match: f"‹{match[1] or match[2]}›", data)
    return _LONE_SURROGATE.sub("\ufffd", data)


def _text(name: str) -> str:
    return (files(__package__) / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
