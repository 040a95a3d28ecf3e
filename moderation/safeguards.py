"""Changes the safeguards of the site, and logs who did it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts import safeguards
from accounts.models import Safeguards, User
from moderation import log
from moderation.models.log import SWITCHED


def change(
    *,
    sign_ups: str,
    tighten: bool,
    reason: str,
    staff: User,
    now: datetime,
    check: Callable[[dict[str, Any]], None] = lambda stored: None,
) -> None:
    """Sets them by `accounts.safeguards.change`, if `check` lets it replace what `read` gives.

    What stays as it was is not logged. Raises what `check` raises.
    """
    with transaction.atomic():
        safeguards.lock()
        check(read(now=now))
        before = describe(safeguards.read(), now=now)
        found = safeguards.change(sign_ups=sign_ups, tighten=tighten, now=now)
        after = describe(found, now=now)
        if after != before:
            log.write(SWITCHED, by=staff, what=tell(found, now=now), before=before, after=after, reason=reason, now=now)


def read(*, now: datetime) -> dict[str, Any]:
    """The safeguards as they are chosen."""
    return {"sign_ups": safeguards.read().sign_ups, "tighten": safeguards.are_tightened(now=now)}


def describe(found: Safeguards, *, now: datetime) -> dict[str, Any]:
    """The safeguards as JSON keeps them."""
    until = found.tightened_until
    return {"sign_ups": found.sign_ups, "tightened_until": until.isoformat() if until and now < until else None}


def tell(found: Safeguards, *, now: datetime) -> str:
    """How the safeguards are set, in sentences."""
    tightened = found.tightened_until is not None and now < found.tightened_until
    limits = f"tightened until {found.tightened_until:%-d %B %Y, %H:%M} UTC" if tightened else "as usual"
    return f"Sign-ups: {found.get_sign_ups_display()}. Limits of new accounts: {limits}."
