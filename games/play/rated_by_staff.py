"""Takes rated games out of the ratings and puts them back: one game, or all of somebody's since a day.

The ratings of those who played them are folded anew without these games; nothing else of a game changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from core.refusal import Refusal
from games.events import Correcting
from games.models import Game, RatedGame, Seat
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.locking import save_change
from games.rating import Correction, announce, settle
from games.words import refusals

RATED_OUT = declare_kind("out_of_ratings", label="taken out of the ratings")
RATED_AGAIN = declare_kind("back_in_ratings", label="put back into the ratings")


# --- One game ----------------------------------------------------------------------------------------------------
def take_out(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Takes a rated game, running or over, out of the ratings. Raises Refusal: not_rated, out_already, no_reason,
    own_game."""
    acting = acting_as_staff(game_id, kind=RATED_OUT, also_over=True, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if not game.rated:
            raise Refusal(refusals.NOT_RATED())
        if _find_out([game.pk]):
            raise Refusal(refusals.OUT_ALREADY())
        _mark([game.pk], at=record.done_at)
        save_change(game)
        announce(settle([game.pk])[0], game_id=game.pk, cause=Correcting.TAKEN_OUT)


def put_back(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Puts a game that staff took out back into the ratings. Raises Refusal: not_out, no_reason, own_game."""
    acting = acting_as_staff(game_id, kind=RATED_AGAIN, also_over=True, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, _):
        if not _find_out([game.pk]):
            raise Refusal(refusals.NOT_OUT())
        _unmark([game.pk])
        save_change(game)
        announce(settle([game.pk])[0], game_id=game.pk, cause=Correcting.PUT_BACK)


# --- All of somebody's since a day -------------------------------------------------------------------------------
class TakenOut(NamedTuple):
    """Games that were taken out, or put back, and what became of the ratings of those who played them."""

    game_ids: list[int]
    running: int
    """How many of them go on."""
    corrections: list[Correction]
    """Those that read otherwise."""


class Which(NamedTuple):
    """Which of somebody's rated games are meant: against one opponent alone, without these."""

    opponent_id: int | None = None
    without: frozenset[int] = frozenset()


ALL = Which()


def list_rated_since(user_id: int, *, since: datetime, which: Which = ALL) -> list[int]:
    """Somebody's rated games that ended since then, or go on, and that staff have not taken out."""
    theirs = Game.objects.filter(_lately(since), rated=True, seats__user=user_id, rated_game__taken_out_at=None)
    if which.opponent_id is not None:
        theirs = theirs.filter(pk__in=Seat.objects.filter(user=which.opponent_id).values("game"))
    return [pk for pk in theirs.values_list("pk", flat=True) if pk not in which.without]


def lock_players(game_ids: Iterable[int], *, also: int) -> None:
    """Locks everybody who plays in these games, and this user, in order, until the caller's transaction ends."""
    players = Seat.objects.filter(game__in=list(game_ids)).values("user_id")
    found = User.objects.select_for_update(no_key=True).filter(Q(pk__in=players) | Q(pk=also))
    list(found.order_by("pk").values_list("pk"))


def take_out_since(
    user_id: int, *, since: datetime, which: Which = ALL, staff: User, also_own: bool = False, now: datetime
) -> TakenOut:
    """Takes all rated games of somebody that ended since then, or go on, out of the ratings, in the caller's
    transaction. The caller announces what becomes of ratings.

    The caller has locked them by `lock_players`. Raises Refusal, own_game, where `staff` play in one of the games.
    """
    ids = list_rated_since(user_id, since=since, which=which)
    locked = dict(_lock(ids).filter(_lately(since)).values_list("pk", "ended_at"))
    game_ids = sorted(locked.keys() - _find_out(ids))
    if not also_own and Seat.objects.filter(game__in=game_ids, user=staff).exists():
        raise Refusal(refusals.OWN_GAME(), status=403)
    _mark(game_ids, at=now)
    return TakenOut(game_ids, sum(locked[pk] is None for pk in game_ids), _settle_all(game_ids))


def put_all_back(game_ids: Sequence[int]) -> TakenOut:
    """Puts those of these games back that staff have taken out, in the caller's transaction; the players, whom the
    caller has locked, are told once each."""
    running = dict(_lock(game_ids).values_list("pk", "ended_at"))
    out = sorted(_find_out(game_ids))
    _unmark(out)
    corrections = _settle_all(out)
    announce(corrections, game_id=None, cause=Correcting.PUT_BACK)
    return TakenOut(out, sum(running[pk] is None for pk in out), corrections)


@transaction.atomic
def foresee_out_since(user_id: int, *, since: datetime, which: Which = ALL, staff: User, now: datetime) -> TakenOut:
    """What taking them out would do; everything is rolled back."""
    lock_players(list_rated_since(user_id, since=since, which=which), also=user_id)
    found = take_out_since(user_id, since=since, which=which, staff=staff, also_own=True, now=now)
    transaction.set_rollback(True)
    return found


def foresee_all_back(game_ids: Sequence[int]) -> TakenOut:
    """What putting them back would do; everything is rolled back. The caller has locked the players."""
    with transaction.atomic():
        found = put_all_back(game_ids)
        transaction.set_rollback(True)
    return found


def _settle_all(game_ids: Sequence[int]) -> list[Correction]:
    corrections, _ = settle(game_ids)
    return [each for each in corrections if each.before != each.after]


def _lately(since: datetime) -> Q:
    return Q(ended_at=None) | Q(ended_at__gte=since)


# --- Rows --------------------------------------------------------------------------------------------------------
def _lock(game_ids: Iterable[int]) -> QuerySet[Game]:
    return Game.objects.select_for_update(no_key=True).filter(pk__in=list(game_ids)).order_by("pk")


def _find_out(game_ids: Iterable[int]) -> set[int]:
    """Those of these games that staff have taken out."""
    rows = RatedGame.objects.filter(pk__in=list(game_ids)).exclude(taken_out_at=None)
    return set(rows.values_list("pk", flat=True))


def _mark(game_ids: Iterable[int], *, at: datetime) -> None:
    rows = [RatedGame(game_id=pk, taken_out_at=at) for pk in game_ids]
    RatedGame.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["game"], update_fields=["taken_out_at"], batch_size=1000
    )


def _unmark(game_ids: Iterable[int]) -> None:
    """A game about which nothing else was decided has no row again."""
    rows = RatedGame.objects.filter(pk__in=list(game_ids))
    rows.filter(declined_at=None).delete()
    rows.update(taken_out_at=None)
