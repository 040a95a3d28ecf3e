"""Finds the signals: every file of `kinds/` is one, and nothing else has to know of it."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from moderation.signals import kinds
from moderation.signals.contract import Signal


@cache
def all_signals() -> tuple[Signal, ...]:
    found = [import_module(f"{kinds.__name__}.{module.name}").kind for module in pkgutil.iter_modules(kinds.__path__)]
    return tuple(sorted(found, key=lambda signal: (signal.order, signal.label)))
