"""The checks: pure functions of a `Text` and keyword-only parameters that return a `Verdict`.

One module per family, named as the catalogue's folder; every public function defined in it is the check of the type of
its name. A check never raises on any text, never branches on language (the text model does), and says what it saw.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules


@cache
def checks() -> dict[str, Callable]:
    """Every check by name, found by walking the modules of this room (those with a leading underscore hold none)."""
    found = {}
    for info in iter_modules(__path__):
        if info.name.startswith("_"):
            continue
        module = import_module(f"{__name__}.{info.name}")
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                found[name] = function
    return found
