"""A property that is computed once, without a lock: several threads may compute it, all of them see one value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class lazy:  # noqa: N801 - used as a decorator, like `property`
    """Like `functools.cached_property`, but safe and free of waiting when one object is shared by threads.

    Before Python 3.12 the standard one locks across all instances, and after it gives each racing thread its own value.
    """

    def __init__(self, compute: Callable[[Any], Any]):
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return instance.__dict__.setdefault(self._name, self._compute(instance))
