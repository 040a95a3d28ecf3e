"""Decides why the site pauses a standing challenge: its owner is away, may not play such games, or does not visit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Activity
from accounts.models import User
from accounts.time_off.vacation import Span, list_booked
from competition.models import StandingChallenge

UNSEEN = timedelta(days=14)
"""The time without a visit after which the standing challenges of a player are paused."""
Paused = StandingChallenge.Paused


class SitePause(NamedTuple):
    """Whether the site pauses a standing challenge. The reason is never `HAND`, which is the owner's own pause."""

    why: str
    """A `Paused`, or nothing if it is not paused."""
    until: datetime | None
    """When time alone may change that next. None means that only an event can."""


def find_pauses(found: Sequence[StandingChallenge], *, now: datetime) -> dict[int, SitePause]:
    """Returns, by number, whether each of these should be paused now. They were read with `owner` and `challenge`.
    Makes one query, and one or two more for each owner who is restricted."""
    owners = {each.owner_id: each.owner for each in found}
    booked = list_booked(owners, since=now)
    usual = {pk: _find_pause(owner, booked[pk], now=now) for pk, owner in owners.items()}
    barred = {pk for pk, owner in owners.items() if _is_barred_from_rated(owner, now=now)}
    return {
        each.pk: SitePause(Paused.RESTRICTED, None)
        if each.challenge.rated and each.owner_id in barred
        else _find_absence(each) or usual[each.owner_id]
        for each in found
    }


def _find_absence(standing: StandingChallenge) -> SitePause | None:
    """Returns the pause of an owner who lost a game on time without having visited, until they visit again."""
    since, seen_at = standing.absent_since, standing.owner.last_visit_at
    is_absent = since is not None and (seen_at is None or seen_at <= since)
    return SitePause(Paused.ABSENT, None) if is_absent else None


def _find_pause(owner: User, booked: list[Span], *, now: datetime) -> SitePause:
    if owner.restricted and restrictions.find(owner.pk, Activity.OPEN_CHALLENGE, now=now):
        return SitePause(Paused.RESTRICTED, None)
    if away := [until for since, until in booked if since <= now]:
        return SitePause(Paused.VACATION, max(away))
    unseen_at = (owner.last_visit_at or owner.date_joined) + UNSEEN
    if unseen_at <= now:
        return SitePause(Paused.UNSEEN, min((since for since, _ in booked), default=None))
    return SitePause("", min([unseen_at, *(since for since, _ in booked)]))


def _is_barred_from_rated(owner: User, *, now: datetime) -> bool:
    return owner.restricted and restrictions.find(owner.pk, Activity.RATED, now=now) is not None
