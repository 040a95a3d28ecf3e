"""Takes the last turn back by agreement: asked by the side that played it, before the other plays.

The turn stays, marked, and its ply comes again with a higher revision. Who takes it back has the time that was left
when they played, from now on; the other side loses nothing.
"""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile

from games import clock, events
from games.engine.contract import Side
from games.models import ClockChange, Game, Seat, Turn
from games.play import clocks, errors, offers
from games.play.ending import change


def offer_takeback(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Asks to take back the turn that `side` has just played; while that is asked, nothing more happens.

    Raises Refusal: over, too_late, nothing_to_take_back, stale, declined_before, too_often.
    """

    def offer(game: Game, now: datetime) -> None:
        _find_last(game, side=side)
        offers.propose(
            game,
            offers.TAKEBACK,
            side=side,
            expected_revision=expected_revision,
            signal=events.takeback_offered,
            now=now,
            ply=game.ply,
        )

    change(game_id, offer, side=side, now=now)


def accept_takeback(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Takes the other side's last turn back. Raises Refusal: over, too_late, stale, no_offer."""

    def accept(game: Game, now: datetime) -> None:
        offers.take(game, offers.TAKEBACK, side=side, expected_revision=expected_revision)
        turn = _find_last(game, side=Side(side).other)
        turn.taken_back_at = now
        turn.save(update_fields=["taken_back_at"])
        _restore(game, turn)
        seat = game.seats.get(side=turn.side)
        _give_clock_back(game, seat, turn, now=now)
        clocks.announce_turn(game, seat)

    change(game_id, accept, side=side, now=now)


def decline_takeback(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Keeps the turn. Raises Refusal: over, too_late, stale, no_offer."""
    offers.decline(game_id, offers.TAKEBACK, side=side, expected_revision=expected_revision, now=now)


def _find_last(game: Game, *, side: Side) -> Turn:
    turn = game.turns.filter(taken_back_at=None, ply=game.ply, side=side).first()
    if turn is None:
        raise errors.nothing_to_take_back()
    return turn


def _restore(game: Game, turn: Turn) -> None:
    """The position before the turn; whatever was offered after it lapses. Not yet saved."""
    before = game.turns.filter(taken_back_at=None, ply__lt=turn.ply).order_by("-ply")
    last = before.first()
    game.ply = turn.ply - 1
    game.side_to_move = turn.side
    game.position_text = last.position_text if last else game.ruleset.start(**game.options).text()
    texts = before.values_list("text", flat=True).iterator(chunk_size=100)
    game.quiet_turns = sum(1 for _ in takewhile(game.ruleset.is_quiet, texts))
    game.offers, game.draw_offered_by, game.draw_declined_ply = {}, None, None


def _give_clock_back(game: Game, seat: Seat, turn: Turn, *, now: datetime) -> None:
    """The bank as it was before the turn, and what was left of the time when it was played. Saves the game."""
    if turn.bank_before is not None:
        seat.bank = turn.bank_before
        seat.save(update_fields=["bank"])
    game.turn_started_at = now  # off-time that passed in the turn of the other counts for nothing
    deadline = _find_deadline(game, seat, turn, now=now)
    clocks.move_clock(game, kind=ClockChange.Kind.TAKEN_BACK, deadline=deadline, now=now, why=turn.text)


def _find_deadline(game: Game, seat: Seat, turn: Turn, *, now: datetime) -> datetime | None:
    """None without a time limit. A turn from before this was kept gets its whole time again."""
    calendar = clocks.calendar_of(game, seat, now=now)
    if turn.time_left is None:
        return clock.deadline(game.clock_control, seat.bank, started=now, calendar=calendar)
    return calendar.due(now, turn.time_left)
