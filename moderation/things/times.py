"""Instants that were kept as text, in words."""

from __future__ import annotations

from datetime import datetime

from core.words import LONG_MOMENT, tell_moment


def tell_time(written: str | None) -> str:
    """Such as “24 November 2026, 18:05 CET”, in the time zone of the reader; empty for none."""
    return tell_moment(datetime.fromisoformat(written), form=LONG_MOMENT) if written else ""
