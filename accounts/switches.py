"""Reads and sets the switches of the site. Each process keeps them for a few seconds."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Switches

KEPT = 10
"""Seconds until every process follows a change; the one that made it follows at once."""
TIGHTENED = timedelta(days=1)
NEW = timedelta(days=7)
"""How long an account counts as new."""
SHARE = 4
"""New accounts may then do a quarter of what others may."""
SignUps = Switches.SignUps

_kept: tuple[float, Switches] = (0.0, Switches(pk=1))


def read() -> Switches:
    """The switches as they are set; without a row, the defaults."""
    global _kept
    if _kept[0] <= time.monotonic():
        _kept = (time.monotonic() + KEPT, Switches.objects.filter(pk=1).first() or Switches(pk=1))
    return _kept[1]


def forget() -> None:
    """Makes this process read them again."""
    global _kept
    _kept = (0.0, Switches(pk=1))


def lock() -> None:
    """Has other changes wait until the transaction ends, and reads what is set before this one."""
    Switches.objects.get_or_create(pk=1)
    Switches.objects.select_for_update(no_key=True).get(pk=1)
    forget()


def switch(*, sign_ups: str, tighten: bool, now: datetime) -> Switches:
    """Sets them. Tightened limits end by themselves after a day; setting them again does not prolong it."""
    forget()
    until = read().tightened_until if are_tightened(now=now) else now + TIGHTENED
    found, _ = Switches.objects.update_or_create(
        pk=1, defaults={"sign_ups": SignUps(sign_ups), "tightened_until": until if tighten else None}
    )
    transaction.on_commit(forget)
    forget()
    return found


def are_tightened(*, now: datetime) -> bool:
    until = read().tightened_until
    return until is not None and now < until
