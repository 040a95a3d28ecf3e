"""Takes the last turn back by agreement: asked by the side that played it, before the other plays.

The turn stays, marked, and its ply comes again with a higher revision. Who takes it back has the time that was left
when they played, from now on; the other side loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import takewhile
from typing import Any

from games import clock
from games.engine.contract import Side
from games.models import ClockChange, Game, Seat, Turn
from games.play import clocks, errors
from games.play.offers.contract import OfferKind, Terms


class Takeback(OfferKind):
    rank = 20
    what = "a takeback"

    label = "Ask to take your turn back"
    hint = (
        "Only until your opponent moves. If they agree, it’s your turn again, with the time you had left when "
        "you played."
    )
    asked = "Your opponent asks to take the last turn back."
    consequence = "It’s your opponent’s turn again. You lose no time."
    made = "You asked to take your turn back."
    closed = "The takeback was declined or withdrawn."
    beside_turn = "You’re asked for a takeback."

    has_offered = "You asked to take your turn back. The request stays open until your opponent answers or moves."
    has_accepted = "Your opponent’s turn has been taken back."
    has_declined = "You declined: the turn stands."

    asks = "asks to take a turn back"
    asks_you = "asks to take the last turn back"
    detail = "If you agree, it’s their turn again, and you lose no time."
    lapse = "The request expires when you move."
    asked_before = "asked to take a turn back"

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.ply > 0 and (game.side_to_move != side or self.name in game.offers)

    def settle(self, game: Game, chosen: Mapping[str, Any], *, side: Side, now: datetime) -> Terms:
        """Raises Refusal: nothing_to_take_back."""
        _find_last(game, side=side)
        return {"ply": game.ply}

    def accept(self, game: Game, terms: Terms, *, now: datetime) -> None:
        turn = _find_last(game, side=Side(terms["side"]))
        turn.taken_back_at = now
        turn.save(update_fields=["taken_back_at"])
        _restore(game, turn)
        seat = game.seats.get(side=turn.side)
        _give_clock_back(game, seat, turn, now=now)
        clocks.announce_turn(game, seat)


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
    game.offers = {}


def _give_clock_back(game: Game, seat: Seat, turn: Turn, *, now: datetime) -> None:
    """The bank as it was before the turn, and what was left of the time when it was played. Saves the game."""
    if turn.bank_before is not None:
        seat.bank = turn.bank_before
        seat.save(update_fields=["bank"])
    game.turn_started_at = now  # vacation that passed in the turn of the other counts for nothing
    deadline = _find_deadline(game, seat, turn, now=now)
    clocks.move_clock(game, kind=ClockChange.Kind.TAKEN_BACK, deadline=deadline, now=now, terms={"turn": turn.text})


def _find_deadline(game: Game, seat: Seat, turn: Turn, *, now: datetime) -> datetime | None:
    """None without a time limit. A turn from before this was kept gets its whole time again."""
    calendar = clocks.calendar_of(game, seat, now=now)
    if turn.time_left is None:
        return clock.deadline(game.clock_control, seat.bank, started=now, calendar=calendar)
    return calendar.due(now, turn.time_left)


kind = Takeback()
