"""The prompts of builders: text files beside their package, a system and a user message parted by a line of dashes."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from ...judge.prompt import Prompt

_DIVIDER = "\n---\n"


@cache
def prompt(package: str, name: str) -> Prompt:
    """The prompt `prompts/<name>.txt` of a package; its version is 12 hexadecimal digits of its content.

    A file without a line of dashes is a user message alone. Data is filled in between tags named instruction, answer,
    requirements or response: what is filled in can't close those.
    """
    text = (files(package) / "prompts" / f"{name}.txt").read_text(encoding="utf-8")
    system, divider, user = text.partition(_DIVIDER)
    if not divider:
        system, user = "", text
    return Prompt(name, system.strip(), user.strip(), hashlib.sha256(text.encode()).hexdigest()[:12])
