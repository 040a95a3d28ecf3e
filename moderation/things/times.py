"""Instants that were kept as text, in words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def tell_time(written: str) -> str:
    """Such as “24 November 2026, 18:05 CET”, in the time zone of the reader; empty for none."""
    return f"{timezone.localtime(datetime.fromisoformat(written)):%-d %B %Y, %H:%M %Z}" if written else ""
