"""Changes the safeguards of the site, and logs who did it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts import safeguards
from accounts.conduct import rights
from accounts.models import Safeguards, User
from core.refusal import Refusal
from core.words import LONG_DAY_TIME, Said, tell_moment
from moderation import events, log
from moderation.models import LoggedAction
from moderation.models.log import SWITCHED
from moderation.words import log as words
from moderation.words import refusals


def change(
    *,
    sign_ups: str,
    tighten: bool,
    reason: str,
    staff: User,
    now: datetime,
    check: Callable[[dict[str, Any]], None] = lambda stored: None,
) -> None:
    """Sets the safeguards by `accounts.safeguards.change`, if `check` accepts what `read` returns.

    It logs nothing if nothing changed. Raises what `check` raises.
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
    """Returns the safeguards as a form shows them."""
    return {"sign_ups": safeguards.read().sign_ups, "tighten": safeguards.are_tightened(now=now)}


def describe(found: Safeguards, *, now: datetime) -> dict[str, Any]:
    """Returns the safeguards as the log stores them in JSON."""
    until = found.tightened_until
    return {"sign_ups": found.sign_ups, "tightened_until": until.isoformat() if until and now < until else None}


def tell(found: Safeguards, *, now: datetime) -> Said:
    """Says how the safeguards are set."""
    sign_ups = found.get_sign_ups_display()
    if found.tightened_until is not None and now < found.tightened_until:
        return words.SWITCHED_TIGHTENED(sign_ups=sign_ups, until=found.tightened_until)
    return words.SWITCHED(sign_ups=sign_ups)


# --- Closed to new accounts for a while ---------------------------------------------------------------------------
HOURS = safeguards.CLOSED // timedelta(hours=1)


def close_to_new(*, staff: User, reason: str, now: datetime, hours: int = HOURS) -> datetime:
    """Closes sign-ups and challenges of new accounts for `hours`, and tells administrators. Returns until when.

    Raises Refusal: not_yours, no_reason, too_long; for moderators also closed_already, closed_lately.
    """
    rights.require_moderator(staff)
    if not reason.strip():
        raise Refusal(refusals.NO_REASON(), status=422)
    with transaction.atomic():
        safeguards.lock()
        if not rights.administers(staff):
            refuse_moderators(safeguards.read(), hours=hours, now=now)
        before = describe_closing(safeguards.read())
        found = safeguards.close(until=now + timedelta(hours=hours), now=now)
        what = words.CLOSED_TO_NEW(until=found.closed_until)
        after = describe_closing(found)
        logged = log.write(SWITCHED, by=staff, what=what, before=before, after=after, reason=reason, now=now)
        events.closed_to_new.send(sender=LoggedAction, logged_id=logged.pk)
    assert found.closed_until is not None
    return found.closed_until


def refuse_moderators(found: Safeguards, *, hours: int, now: datetime) -> None:
    """Refuses what only administrators may do: close for longer, while it is closed, or again too soon. Raises Refusal:
    too_long, closed_already, closed_lately."""
    if hours > HOURS:
        raise Refusal(refusals.CLOSED_TOO_LONG(), status=403)
    if found.closed_until is not None and now < found.closed_until:
        raise Refusal(refusals.CLOSED_ALREADY(), status=403)
    if found.closed_from is not None and now < (again_at := found.closed_from + safeguards.CLOSED_AGAIN):
        raise Refusal(refusals.CLOSED_LATELY(time=tell_instant(again_at)), status=403, again_at=again_at)


def find_obstacle(staff: User, *, now: datetime) -> str:
    """Says why this member of staff may not close it now. The sentence is empty if they may."""
    try:
        if not rights.administers(staff):
            refuse_moderators(safeguards.read(), hours=HOURS, now=now)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def open_to_new(*, staff: User, reason: str, now: datetime) -> None:
    """Opens sign-ups and challenges of new accounts before the end. Every moderator may do it. Raises Refusal:
    not_yours, no_reason, open_already."""
    rights.require_moderator(staff)
    if not reason.strip():
        raise Refusal(refusals.NO_REASON(), status=422)
    with transaction.atomic():
        safeguards.lock()
        if safeguards.find_closed_until(now=now) is None:
            raise Refusal(refusals.SITE_IS_OPEN())
        before = describe_closing(safeguards.read())
        after = describe_closing(safeguards.reopen(now=now))
        what, last = words.OPENED_TO_NEW(), find_last_closing()
        log.write(SWITCHED, by=staff, what=what, before=before, after=after, reason=reason, now=now, reverses=last)


def find_last_closing() -> LoggedAction | None:
    """Returns the row of the log of the latest closing, or None if that was undone or is no longer kept."""
    closings = LoggedAction.objects.filter(action=SWITCHED, reverses=None, after__has_key="closed_until")
    last = closings.select_related("reversed_by").order_by("-pk").first()
    return None if last is None or hasattr(last, "reversed_by") else last


def describe_closing(found: Safeguards) -> dict[str, Any]:
    """Returns since when and until when they are closed, as the log stores it in JSON."""
    instants = {"closed_from": found.closed_from, "closed_until": found.closed_until}
    return {name: at.isoformat() if at else None for name, at in instants.items()}


def tell_instant(at: datetime) -> str:
    return tell_moment(at, form=LONG_DAY_TIME)
