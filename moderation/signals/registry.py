"""Finds the signals: every file of `kinds/` is one, and nothing else has to know of it."""

from engine.kinds import Kinds
from moderation.signals.contract import Signal

SIGNALS = Kinds("moderation.signals.kinds", Signal)
