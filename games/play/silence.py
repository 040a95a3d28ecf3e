"""Claims the win of a game without a time limit from an opponent who is to move and has not been seen for long.

A claim does not end the game: it gives the silent player a deadline of seven days, of which they are told. If they move
by then the game goes on without a limit; otherwise it is lost on time like any other, so outages move this deadline,
the players may agree on more time, and the sweep ends the game. Days of vacation that were set, and outages of the
site, do not count as silence; nor does vacation that was set before the claim count against the seven days. Vacation
that is set later changes nothing, since a player who sets it can play. A pause needs a clock, and there is none before
the claim.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.time_off.vacation import list_booked
from core.refusal import Refusal
from engine.contract import Side
from games import clock, events
from games.models import ClockChange, Game, Outage, Seat
from games.play.clocks import move_clock
from games.play.playing import playing
from games.words import refusals


def days_of_silence(control: clock.Control) -> int:
    """The number of days that a new game with this time control stores: 0 where turns have a deadline anyway."""
    return clock.SILENT_DAYS if isinstance(control, clock.Unlimited) else 0


def claim_win(game_id: int, *, side: Side, now: datetime | None = None) -> None:
    """Gives the silent opponent of `side` seven days to move.

    Raises Refusal: over, suspended, no_claim, never_silent, own_turn, claimed_already, not_silent.
    """
    with playing(game_id, side=side, now=now) as act:
        game, now, seat = act.game, act.now, act.mover
        if not game.silence_days:
            raise Refusal(refusals.NO_CLAIM())
        if game.side_to_move == side:
            raise Refusal(refusals.OWN_TURN())
        if game.deadline_at is not None:
            raise Refusal(refusals.CLAIMED_ALREADY())
        if seat.user.is_computer:
            raise Refusal(refusals.NEVER_SILENT())
        from_at = find_claimable(game, seat)
        if now < from_at:
            raise Refusal(refusals.NOT_SILENT(silence=timedelta(days=game.silence_days)))
        deadline = _calendar_of(seat, since=now).advance(now, clock.DAYS_TO_ANSWER * clock.DAY)
        move_clock(game, kind=ClockChange.Kind.CLAIMED, deadline=deadline, now=now)
        events.win_claimed.send(sender=Game, game_id=game.pk, revision=game.revision, ply=game.ply, side=Side(side))


def find_claimable(game: Game, seat: Seat) -> datetime:
    """When the win may be claimed, if the player of the seat, who is to move, does not visit before."""
    since = max(filter(None, [seat.user.last_visit_at, game.turn_started_at]))
    return _calendar_of(seat, since=since).advance(since, game.silence_days * clock.DAY)


def _calendar_of(seat: Seat, *, since: datetime) -> clock.Calendar:
    """The days on which silence counts: not those of vacation that was set, nor those of outages."""
    away = list_booked([seat.user_id], since=since)[seat.user_id]
    outages = Outage.objects.filter(until_at__gt=since).values_list("from_at", "until_at")
    return clock.Calendar("", "UTC", (*away, *outages))
