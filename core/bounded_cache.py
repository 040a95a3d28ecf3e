"""Keeps what functions return, each within a bound in bytes: a number of values would say nothing about their size."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial, update_wrapper
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from core.language import find_language

P = ParamSpec("P")
R = TypeVar("R")

ENTRY = 200
"""Bytes that an entry takes at most besides its arguments and its value: the tuple of its key, and its place in a
dict."""
_MISSING: Any = object()


def keep(*, most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Decorates a function whose value depends on its arguments and the language alone: the values asked for lately are
    kept, up to `most` bytes."""
    return lambda function: Kept(function, most=most)


class Store(Generic[R]):
    """Values by their keys, up to `most` bytes of them.

    New values go into a young generation. Once that holds half of what may be kept it becomes the old one, and the
    values of the former old one that were not asked for again are forgotten. So a known value costs one look into a
    dict, and no lock.
    """

    def __init__(self, *, most: int) -> None:
        self.most = most
        self.lock = Lock()
        self.clear()

    def clear(self) -> None:
        self.young: dict[Any, R] = {}
        self.old: dict[Any, R] = {}
        self.size = 0

    def find(self, key: Any, make: Callable[[], R]) -> R:
        """The value of this key: what `make` returns, unless it is known."""
        value = self.young.get(key, _MISSING)
        if value is _MISSING:
            value = self.old.get(key, _MISSING)
            if value is _MISSING:
                value = make()
            self._put(key, value)
        return value

    def _put(self, key: Any, value: R) -> None:
        size = weigh(key) + weigh(value) + ENTRY
        if size > self.most // 8:  # it would push out too much
            return
        with self.lock:
            if self.size + size > self.most // 2:
                self.young, self.old, self.size = {}, self.young, 0
            if key not in self.young:
                self.young[key] = value
                self.size += size


class Kept(Store[R], Generic[P, R]):
    """A function that remembers its values by its arguments, in each language. `__wrapped__` is the function itself."""

    def __init__(self, function: Callable[P, R], *, most: int) -> None:
        super().__init__(most=most)
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        key = (find_language(), arguments, *named.items()) if named else (find_language(), arguments)
        value = self.young.get(key, _MISSING)
        return self.find(key, partial(self.function, *arguments, **named)) if value is _MISSING else value


def weigh(value: Any) -> int:
    """The bytes of a text, a number or a time, and of tuples of these. Anything else is shared, and counts least."""
    size = sys.getsizeof(value)
    return size + sum(map(weigh, value)) if isinstance(value, tuple) else size
