"""What a suspension does to the running games of a suspended person, and undoes when it is lifted.

The restriction's row says what is to be done, and each game is settled in a transaction of its own. It may run twice or
at once: a settled game is over or paused, and a restored one goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.each import do_each
from core.refusal import Refusal
from engine.contract import Side
from games.models import VOID, ClockChange, Game, StaffAction
from games.models.staff_action import declare_kind
from games.play.act import Act
from games.play.by_staff import Case, acting_as_staff
from games.play.ending import end_game
from games.play.pause import begin_pause, end_pause, is_paused, prolong_pause
from games.play.pause_by_staff import RESUMED
from games.play.reopen import REOPENED, reopen
from games.words import by_staff as words
from games.words import refusals

SUSPENDED = declare_kind("suspended", label="settled by a suspension")
TERMINATION = "suspension"
"""The termination of a game that a player lost by being suspended."""
Games = Restriction.Games


def settle_suspensions(*, now: datetime | None = None) -> int:
    """Settles the games of new suspensions, and restores those of lifted ones; returns how many games."""
    now = now or timezone.now()
    theirs = Restriction.objects.filter(kind=Restriction.Kind.SUSPENDED).exclude(games=Games.GO_ON).order_by("pk")
    unsettled = theirs.filter(games_settled_at=None, closed_at=None)
    lifted = theirs.filter(games_restored_at=None, close=Restriction.Close.LIFTED)
    fault = "What is asked for by %r could not be done"
    done = do_each(list(unsettled), lambda each: settle(each, now=now), fault=fault).done
    return done + do_each(list(lifted), lambda each: restore(each, now=now), fault=fault).done


def settle(restriction: Restriction, *, now: datetime) -> int:
    """Pauses, loses or voids the running games of the suspended person; returns how many."""
    if restriction.games == Games.GO_ON:
        return 0
    settled = _find_done(restriction, SUSPENDED)
    running = Game.objects.active().of(restriction.user).exclude(pk__in=settled).order_by("pk")
    return _do_to_each(
        list(running.values_list("pk", flat=True)), _settle, restriction=restriction, column="games_settled_at", now=now
    )


def restore(restriction: Restriction, *, now: datetime) -> int:
    """Lets games go on that the suspension paused or ended; returns how many."""
    restored = _find_done(restriction, REOPENED, RESUMED)
    settled = _find_done(restriction, SUSPENDED).exclude(game__in=restored).order_by("game_id")
    return _do_to_each(list(settled), _restore, restriction=restriction, column="games_restored_at", now=now)


def _find_done(restriction: Restriction, *kinds: str) -> QuerySet[StaffAction, int]:
    """The games to which the suspension did this. They are found by its own actions, so that what staff have done to
    other games meanwhile is kept."""
    done = StaffAction.objects.filter(restriction=restriction, kind__in=kinds)
    return done.values_list("game_id", flat=True).distinct()


def _do_to_each(
    game_ids: list[int], act: Callable[..., None], *, restriction: Restriction, column: str, now: datetime
) -> int:
    """How many games it was done to. One that fails holds up no other, and the next sweep tries it again."""
    fault = f"Suspension {restriction.pk}, game %s could not be settled"
    tally = do_each(game_ids, lambda game_id: act(game_id, restriction=restriction, now=now), fault=fault)
    if not tally.failed:  # refused is what has ended meanwhile
        restrictions.note_games(restriction.pk, column=column, now=now)
    return tally.done


def _settle(game_id: int, *, restriction: Restriction, now: datetime) -> None:
    by, reason, case = restriction.by, restriction.reason, _make_case(restriction)
    acting = acting_as_staff(game_id, kind=SUSPENDED, staff=by, reason=reason, case=case, now=now)
    with acting as (game, record):
        if not Restriction.objects.filter(pk=restriction.pk, closed_at=None).exists():
            raise Refusal(refusals.CHANGED_SINCE())
        record.restriction = restriction
        record.say(words.SUSPENDED[restriction.games]())
        if restriction.games == Games.PAUSED:
            _pause(game, until=restriction.until_at, why=record.reason, by=restriction.by, now=record.done_at)
        elif restriction.games == Games.VOID:
            end_game(Act(game, record.done_at, by_staff=True), winner=None, termination=VOID)
        else:
            side = Side(game.seats.get(user=restriction.user_id).side)
            end_game(Act(game, record.done_at, by_staff=True), winner=side.other, termination=TERMINATION)


def _make_case(restriction: Restriction) -> Case:
    return Case({"restriction": restriction.pk})


def _pause(game: Game, *, until: datetime | None, why: str, by: User, now: datetime) -> None:
    """Raises Refusal: no_limit, paused_already (and longer)."""
    if until is None or game.deadline_at is None:
        raise Refusal(refusals.NO_LIMIT())
    if not is_paused(game, now=now):
        begin_pause(game, until=until, now=now, kind=ClockChange.Kind.STAFF_PAUSED, why=why, by=by)
    elif game.paused_until and game.paused_until < until:
        prolong_pause(game, until=until, now=now, why=why, by=by)
    else:
        raise Refusal(refusals.PAUSED_ALREADY())


def _restore(game_id: int, *, restriction: Restriction, now: datetime) -> None:
    by, reason, case = restriction.by, "The suspension was lifted.", _make_case(restriction)
    if restriction.games != Games.PAUSED:
        termination = VOID if restriction.games == Games.VOID else TERMINATION
        if Game.objects.filter(pk=game_id, termination=termination).exists():  # else staff have decided otherwise since
            reopen(game_id, restriction=restriction, staff=by, reason=reason, case=case, now=now)
        return
    acting = acting_as_staff(game_id, kind=RESUMED, staff=by, reason=reason, case=case, now=now)
    with acting as (game, record):
        if not is_paused(game, now=record.done_at) or game.paused_until != restriction.until_at:
            raise Refusal(refusals.NOT_PAUSED())
        record.restriction = restriction
        end_pause(game, now=record.done_at, kind=ClockChange.Kind.STAFF_RESUMED, why=reason, by=by)
