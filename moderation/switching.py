"""Changes the switches of the site, and logs who did it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts import switches
from accounts.models import Switches, User
from moderation import log
from moderation.models.log import SWITCHED


def switch(
    *,
    sign_ups: str,
    tighten: bool,
    reason: str,
    staff: User,
    now: datetime,
    check: Callable[[dict[str, Any]], None] = lambda stored: None,
) -> None:
    """Sets the switches as `accounts.switches` does, if `check` lets it replace what `read` gives. What stays as it was
    is not logged. Raises what `check` raises."""
    with transaction.atomic():
        switches.lock()
        check(read(now=now))
        before = describe(switches.read(), now=now)
        found = switches.switch(sign_ups=sign_ups, tighten=tighten, now=now)
        after = describe(found, now=now)
        if after != before:
            log.write(SWITCHED, by=staff, what=tell(found, now=now), before=before, after=after, reason=reason, now=now)


def read(*, now: datetime) -> dict[str, Any]:
    """The switches as they are chosen."""
    return {"sign_ups": switches.read().sign_ups, "tighten": switches.are_tightened(now=now)}


def describe(found: Switches, *, now: datetime) -> dict[str, Any]:
    """The switches as JSON keeps them."""
    until = found.tightened_until
    return {"sign_ups": found.sign_ups, "tightened_until": until.isoformat() if until and now < until else None}


def tell(found: Switches, *, now: datetime) -> str:
    """How the switches are set, in sentences."""
    tightened = found.tightened_until is not None and now < found.tightened_until
    limits = f"tightened until {found.tightened_until:%Y-%m-%d %H:%M} UTC" if tightened else "as usual"
    return f"Sign-ups: {found.get_sign_ups_display()}. Limits of new accounts: {limits}."
