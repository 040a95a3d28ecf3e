"""Decides when a standing challenge has room and is listed, and when it is paused, and stores both.

Code that calls `refresh` has locked the players, or their standing challenges (`challenges.lock_standing`). Some pauses
start without any event, such as by a vacation that begins. `refresh_due` finds these every minute, and `check_at` says
when they are due.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import Restriction
from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing.pausing import UNSEEN, Paused, find_pauses
from core.each import NEVER, do_each
from core.prepared import PreparedQuery
from engine.contract import Side
from games import challenges
from games.events import StartedTurn
from games.models import Game, Seat, Turn

MOST_RUNNING = 30
"""The most running games from standing challenges that a player may have in all, as owner or as accepter."""


class Running(NamedTuple):
    """How many games from standing challenges are running."""

    of_standing: Counter[int]
    """The number by standing challenge."""
    of_player: Counter[int]
    """The number by player, no matter whose standing challenge it was."""
    unproven: Collection[int]
    """The players who have such a game and have played no turn in any. They may have only one opponent at a time."""

    def has_room(self, standing: StandingChallenge) -> bool:
        is_full = standing.owner_id in self.unproven or self.of_player[standing.owner_id] >= MOST_RUNNING
        return not is_full and self.of_standing[standing.pk] < standing.keep


def count_running(user_ids: Iterable[int]) -> Running:
    """Counts the running games of these players, in one query, and one more if there are any."""
    wanted = set(user_ids)
    rows = StandingGame.objects.running().of_any(wanted)
    of_standing: Counter[int] = Counter()
    of_player: Counter[int] = Counter()
    for one, other, standing, other_standing in rows.values_list("one", "other", "standing", "other_standing"):
        of_player.update({one, other} & wanted)
        of_standing.update(each for each in (standing, other_standing) if each is not None)
    return Running(of_standing, of_player, find_unproven(of_player))


def find_unproven(user_ids: Collection[int]) -> set[int]:
    """Returns those of these players who have played no turn yet in any game from standing challenges. Games that are
    over count, and so do turns that were taken back, but not turns that were undone."""
    if not user_ids:
        return set()
    turns = Turn.objects.filter(game=OuterRef("game"), side=OuterRef("side"), undone=False)
    games = Seat.objects.filter(user__in=user_ids, game__arranged=Game.Arranged.STANDING)
    return set(user_ids) - set(games.filter(Exists(turns)).order_by().values_list("user", flat=True).distinct())


def on_turn_started(*, turn: StartedTurn, arranged: str = "", **_: Any) -> None:
    """Gives a player who has just played their first turn of a game room for more opponents. Makes no query for other
    games."""
    if arranged == Game.Arranged.STANDING and turn.ply > 0 and turn.ply - turn.answers <= len(Side):
        _refresh_players(turn.game_id)


def on_turn_undone(*, undone: StartedTurn, arranged: str = "", **_: Any) -> None:
    """Takes that room away again if the first turn is undone."""
    if arranged == Game.Arranged.STANDING and undone.ply <= len(Side):
        _refresh_players(undone.game_id)


def _refresh_players(game_id: int) -> None:
    players = StandingGame.objects.values_list("one", "other").get(pk=game_id)
    challenges.lock_standing(*players)
    refresh(players, now=timezone.now())


def refresh(user_ids: Iterable[int], *, now: datetime, by_owner: bool = False) -> None:
    """Pauses and lists the standing challenges of these players according to their present state. Running it twice
    changes nothing.

    It announces those that the site pauses now, except when the owner has just changed something (`by_owner`).
    """
    wanted = set(user_ids)
    found = find_of(tuple(wanted))
    if not found:
        return
    running = count_running(wanted)
    pauses = find_pauses(found, now=now)
    paused: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for each in found:
        if each.paused != Paused.HAND and _keep(each, *pauses[each.pk]):
            paused[each.owner_id, each.paused].append(each.pk)
    _list([each for each in found if not each.paused and running.has_room(each)], now=now)
    _withhold([each for each in found if each.paused or not running.has_room(each)])
    for (user_id, why), numbers in ({} if by_owner else paused).items():
        events.standing_paused.send(sender=StandingChallenge, user_id=user_id, standing_ids=numbers, why=why, now=now)


@PreparedQuery
def find_of(owners: tuple[int, ...]) -> QuerySet[StandingChallenge]:
    """Prepared, since it is asked wherever a game that may be of one starts or ends."""
    rows = StandingChallenge.objects.standing().filter(owner__pk__in=owners)
    return rows.select_related("owner", "challenge").order_by("pk")


def _keep(standing: StandingChallenge, why: str, until: datetime | None) -> bool:
    """Stores whether the site pauses it, and when to check that again. Returns whether it has just been paused."""
    was = standing.paused
    if (was, standing.check_at) != (why, until):
        standing.paused, standing.check_at = why, until
        StandingChallenge.objects.filter(pk=standing.pk).update(paused=why, check_at=until)
    return bool(why) and not was


def refresh_due(now: datetime, *, until: float = NEVER) -> int:
    """Pauses and resumes what the passing of time or a visit has changed. Returns for how many players.

    Each player has a transaction of their own. It stops once `time.monotonic()` has reached `until`.
    """
    fault = "The standing challenges of player %s could not be paused or resumed"
    return do_each(find_due(now), lambda user_id: _refresh_one(user_id, now=now), fault=fault, until=until).done


def find_due(now: datetime) -> list[int]:
    """Returns the players for whom `refresh_due` has something to do. Makes three queries, each with its own index."""
    return sorted({owner for (owner,) in [*find_to_check(now), *find_seen(now - UNSEEN), *find_here()]})


# Prepared, since each round asks them, and mostly finds nobody.
@PreparedQuery
def find_to_check(now: datetime) -> QuerySet[StandingChallenge, Any]:
    due = StandingChallenge.objects.standing().filter(check_at__lte=now)
    return due.exclude(paused=Paused.HAND).values_list("owner")


@PreparedQuery
def find_seen(since: datetime) -> QuerySet[StandingChallenge, Any]:
    unseen = StandingChallenge.objects.standing().filter(paused=Paused.UNSEEN)
    return unseen.filter(owner__last_visit_at__gt=since).values_list("owner")


@PreparedQuery
def find_here() -> QuerySet[StandingChallenge, Any]:
    absent = StandingChallenge.objects.standing().filter(paused=Paused.ABSENT)
    return absent.filter(owner__last_visit_at__gt=F("absent_since")).values_list("owner")


@transaction.atomic
def _refresh_one(user_id: int, *, now: datetime) -> None:
    challenges.lock_people(user_id)
    challenges.lock_standing(user_id)
    refresh([user_id], now=now)


def on_vacation_changed(*, user_id: int, now: datetime, **_: Any) -> None:
    """Pauses or resumes at once what a player's vacation affects. The player and their games are locked."""
    _refresh_locked(user_id, now=now)


def on_restriction_changed(*, restriction_id: int, now: datetime, **_: Any) -> None:
    """Pauses or resumes at once what staff have forbidden or allowed a player. The player is locked."""
    _refresh_locked(Restriction.objects.values_list("user_id", flat=True).get(pk=restriction_id), now=now)


def _refresh_locked(user_id: int, *, now: datetime) -> None:
    if StandingChallenge.objects.standing().filter(owner=user_id).exists():
        challenges.lock_standing(user_id)
        refresh([user_id], now=now)


def _list(found: Iterable[StandingChallenge], *, now: datetime) -> None:
    """Lists those that were not listed. They wait from now on, and pairing looks at them."""
    new = [each for each in found if each.challenge.withheld]
    if new:
        challenges.list_again([each.challenge_id for each in new])
        StandingChallenge.objects.filter(pk__in=[each.pk for each in new]).update(waiting_since=now, look_at=now)


def _withhold(found: Iterable[StandingChallenge]) -> None:
    listed = [each for each in found if not each.challenge.withheld]
    if listed:
        challenges.withhold([each.challenge_id for each in listed])
        StandingChallenge.objects.filter(pk__in=[each.pk for each in listed]).update(look_at=None)
