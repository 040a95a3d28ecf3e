"""Reads and sets the safeguards of the site. Each process keeps them for a few seconds."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Safeguards, User
from accounts.words import refusals
from core.refusal import Refusal
from core.words import LONG_DAY_TIME, tell_moment

KEPT = 10
"""Seconds until every process follows a change; the one that made it follows at once."""
TIGHTENED = timedelta(days=1)
NEW = timedelta(days=7)
"""How long an account counts as new."""
CLOSED = timedelta(hours=6)
"""How long moderators may close sign-ups and challenges of new accounts; longer is for administrators."""
CLOSED_AGAIN = timedelta(days=1)
"""How long after the start of the last time moderators may do so again."""
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


# --- Closed to new accounts for a while ---------------------------------------------------------------------------
def close(*, until: datetime, now: datetime) -> Safeguards:
    """Closes sign-ups and challenges of new accounts until then; where they are closed, that changes the end alone. The
    caller has called `lock`."""
    found = read()
    begun = found.closed_from if find_closed_until(now=now) else now
    return _set_closed(begun=begun, until=until)


def reopen(*, now: datetime) -> Safeguards:
    """Ends that. When it was closed is kept, for moderators may not close it again so soon. The caller has called
    `lock`."""
    return _set_closed(begun=read().closed_from, until=now)


def _set_closed(*, begun: datetime | None, until: datetime) -> Safeguards:
    found, _ = Safeguards.objects.update_or_create(pk=1, defaults={"closed_from": begun, "closed_until": until})
    transaction.on_commit(forget)
    forget()
    return found


def find_closed_until(*, now: datetime) -> datetime | None:
    """Until when sign-ups and challenges of new accounts are closed; None while they are not."""
    until = read().closed_until
    return until if until is not None and now < until else None


def refuse_new(user: User, *, now: datetime) -> None:
    """Refuses a challenge by a new account while they are closed. Raises Refusal: closed_to_new."""
    until = find_closed_until(now=now)
    if until is not None and user.date_joined > now - NEW:
        raise Refusal(refusals.CLOSED_TO_NEW(until=tell_moment(until, form=LONG_DAY_TIME)), status=403, again_at=until)
