"""When a standing challenge has room and is listed, and when it is paused; keeps both on its rows.

Whoever calls `refresh` has locked the players, or the standing challenges of the players (`challenges.lock_standing`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.conduct import restrictions
from accounts.models import User
from accounts.time_off.away import find_away
from competition import events
from competition.models import StandingChallenge, StandingGame
from games import challenges

MOST_RUNNING = 30
"""Running games of a player, owner or accepter, that come from standing challenges, in all."""
UNSEEN = timedelta(days=14)
"""After so long without a visit the standing challenges of a player are paused."""
Paused = StandingChallenge.Paused


class Running(NamedTuple):
    """How many games that come from standing challenges run."""

    of_standing: Counter[int]
    """By standing challenge."""
    of_player: Counter[int]
    """By player, no matter whose standing challenge it was."""

    def has_room(self, standing: StandingChallenge) -> bool:
        return self.of_standing[standing.pk] < standing.keep and self.of_player[standing.owner_id] < MOST_RUNNING


def count_running(user_ids: Iterable[int]) -> Running:
    """What runs of these players, in one query."""
    wanted = set(user_ids)
    rows = StandingGame.objects.running().of_any(wanted)
    of_standing: Counter[int] = Counter()
    of_player: Counter[int] = Counter()
    for one, other, standing, other_standing in rows.values_list("one", "other", "standing", "other_standing"):
        of_player.update({one, other} & wanted)
        of_standing.update(each for each in (standing, other_standing) if each is not None)
    return Running(of_standing, of_player)


def find_pauses(owners: Collection[User], *, now: datetime) -> dict[int, str]:
    """Why the standing challenges of these players are paused by the site, by player; empty where they are not. One
    query, and one for each who is restricted."""
    away = find_away([owner.pk for owner in owners], now=now)
    return {owner.pk: _find_pause(owner, is_away=owner.pk in away, now=now) for owner in owners}


def _find_pause(owner: User, *, is_away: bool, now: datetime) -> str:
    forbidden = restrictions.Activity.OPEN_CHALLENGE
    if owner.restricted and restrictions.find(owner.pk, forbidden, now=now):
        return Paused.RESTRICTED
    if is_away:
        return Paused.VACATION
    return Paused.UNSEEN if now - (owner.last_visit_at or owner.date_joined) >= UNSEEN else ""


def refresh(user_ids: Iterable[int], *, now: datetime) -> None:
    """Pauses and lists the standing challenges of these players as they stand now, and announces what is paused by the
    site. Twice changes nothing."""
    wanted = set(user_ids)
    rows = StandingChallenge.objects.standing().filter(owner__in=wanted).select_related("owner", "challenge")
    found = list(rows.order_by("pk"))
    if not found:
        return
    running = count_running(wanted)
    pauses = find_pauses({each.owner_id: each.owner for each in found}.values(), now=now)
    paused: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for each in found:
        if each.paused != Paused.HAND and each.paused != (why := pauses[each.owner_id]):
            each.paused = why
            StandingChallenge.objects.filter(pk=each.pk).update(paused=why)
            if why:
                paused[each.owner_id, why].append(each.pk)
    _list([each for each in found if not each.paused and running.has_room(each)], now=now)
    _withhold([each for each in found if each.paused or not running.has_room(each)])
    for (user_id, why), numbers in paused.items():
        events.standing_paused.send(sender=StandingChallenge, user_id=user_id, standing_ids=numbers, why=why, now=now)


def _list(found: Iterable[StandingChallenge], *, now: datetime) -> None:
    """Lists those that were not, and has pairing look at them."""
    new = [each for each in found if each.challenge.withheld]
    if new:
        challenges.list_again([each.challenge_id for each in new])
        StandingChallenge.objects.filter(pk__in=[each.pk for each in new]).update(look_at=now)


def _withhold(found: Iterable[StandingChallenge]) -> None:
    listed = [each for each in found if not each.challenge.withheld]
    if listed:
        challenges.withhold([each.challenge_id for each in listed])
        StandingChallenge.objects.filter(pk__in=[each.pk for each in listed]).update(look_at=None)
