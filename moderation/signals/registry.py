"""Finds the signals: every file of `kinds/` is one. No other module lists them."""

from engine.kinds import Kinds
from moderation.signals.contract import Signal

SIGNALS = Kinds("moderation.signals.kinds", Signal)
