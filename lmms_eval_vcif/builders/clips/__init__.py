"""Short videos with known events: animated scenes drawn from a script, and cuts of real footage, forwards or backwards.

A script (YAML, see `script`) says what stands where and what happens when; its events are written beside the clip, so
that every claim about it can be checked. Same script, same bytes. Needs the extra `build`.
"""

from .film import ClipError, cut, play_backwards, write_film
from .run import build
from .script import SCRIPTS, Script, ScriptError

__all__ = ["SCRIPTS", "ClipError", "Script", "ScriptError", "build", "cut", "play_backwards", "write_film"]
