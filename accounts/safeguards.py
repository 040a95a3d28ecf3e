"""Reads and sets the safeguards of the site. Each process keeps them for a few seconds."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Safeguards

KEPT = 10
"""Seconds until every process follows a change; the one that made it follows at once."""
TIGHTENED = timedelta(days=1)
NEW = timedelta(days=7)
"""How long an account counts as new."""
SHARE = 4
"""New accounts may then do a quarter of what others may."""
SignUps = Safeguards.SignUps

_kept: tuple[float, Safeguards] = (0.0, Safeguards(pk=1))


def read() -> Safeguards:
    """The safeguards as they are set; without a row, the defaults."""
    global _kept
    if _kept[0] <= time.monotonic():
        _kept = (time.monotonic() + KEPT, Safeguards.objects.filter(pk=1).first() or Safeguards(pk=1))
    return _kept[1]


def forget() -> None:
    """Makes this process read them again."""
    global _kept
    _kept = (0.0, Safeguards(pk=1))


def lock() -> None:
    """Has other changes wait until the transaction ends, and reads what is set before this one."""
    Safeguards.objects.get_or_create(pk=1)
    Safeguards.objects.select_for_update(no_key=True).get(pk=1)
    forget()


def change(*, sign_ups: str, tighten: bool, now: datetime) -> Safeguards:
    """Sets them. Tightened limits end by themselves after a day; setting them again does not prolong it."""
    forget()
    until = read().tightened_until if are_tightened(now=now) else now + TIGHTENED
    found, _ = Safeguards.objects.update_or_create(
        pk=1, defaults={"sign_ups": SignUps(sign_ups), "tightened_until": until if tighten else None}
    )
    transaction.on_commit(forget)
    forget()
    return found


def are_tightened(*, now: datetime) -> bool:
    until = read().tightened_until
    return until is not None and now < until
