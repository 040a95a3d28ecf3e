"""Writes stored instants in words."""

from __future__ import annotations

from datetime import datetime

from core.words import LONG_MOMENT, tell_moment


def tell_time(written: str | None) -> str:
    """Writes an instant such as “24 November 2026, 18:05 CET”, in the reader's time zone. It is empty if there is
    none."""
    return tell_moment(datetime.fromisoformat(written), form=LONG_MOMENT) if written else ""
