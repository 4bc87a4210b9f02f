"""What is made or asked once, however many threads want it at the same time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Kept:
    """The last used results by key, each made once, however many threads ask for it at the same time.

    What they cost together stays within `most`, but for the last one; each costs 1 where `cost` says nothing.
    """

    def __init__(self, most: int, cost: Callable[[Any], int] = lambda value: 1):
        self._most = most
        self._cost = cost
        self._lock = threading.Lock()
        self._cells: OrderedDict[Any, list] = OrderedDict()

    @property
    def room(self) -> int:
        """What more results may cost before they push out others."""
        with self._lock:
            return max(0, self._most - sum(cost for _, cost in self._made()))

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """The result under the key, made where it is not there."""
        with self._lock:
            cell = self._cells.setdefault(key, [threading.Lock(), None])
            self._cells.move_to_end(key)
        with cell[0]:
            if cell[1] is None:
                cell[1] = make()
                self._forget()
            return cell[1]

    def _forget(self) -> None:
        with self._lock:
            made = self._made()
            spent = sum(cost for _, cost in made)
            for key, cost in made[:-1]:
                if spent <= self._most:
                    return
                del self._cells[key]
                spent -= cost

    def _made(self) -> list[tuple[Any, int]]:
        """The keys of the results that are there, each with its cost, the last used one at the end."""
        return [(key, self._cost(cell[1])) for key, cell in self._cells.items() if cell[1] is not None]


class Flights:
    """One request at a time for the same thing: who asks for it meanwhile waits, and finds it stored."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[str, list[Any]] = {}

    @contextmanager
    def one(self, name: str) -> Iterator[None]:
        with self._lock:
            cell = self._held.setdefault(name, [threading.Lock(), 0])
            cell[1] += 1
        try:
            with cell[0]:
                yield
        finally:
            with self._lock:
                cell[1] -= 1
                if cell[1] == 0:
                    del self._held[name]
