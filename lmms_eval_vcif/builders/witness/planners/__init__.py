"""Planners: what each check asks of a response, written into a `Plan`.

One module per family and one function per check, of the check's name, with the plan and then the check's parameters.
They are bound as the checks are: a check without a planner is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

from ....constraints import CatalogueError
from ....verifiers import checks


@cache
def planners() -> dict[str, Callable]:
    """The planner of every check by name. Raises CatalogueError for a check without one, or one without a check."""
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                found[name] = function
    for name in checks().keys() - found.keys():
        raise CatalogueError(f"builders.witness.planners: none for the check {name!r}")
    for name in found.keys() - checks().keys():
        raise CatalogueError(f"builders.witness.planners: {name!r} is no check")
    return found
