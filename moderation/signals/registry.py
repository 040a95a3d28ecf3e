"""Finds the signals: every file of `kinds/` is one, and nothing else has to know of it."""

from __future__ import annotations

from functools import cache

from core.kinds import list_modules, load_kinds
from moderation.signals import kinds
from moderation.signals.contract import Signal


@cache
def all_signals() -> tuple[Signal, ...]:
    return tuple(sorted(load_kinds(list_modules(kinds), Signal), key=lambda signal: (signal.order, signal.label)))
