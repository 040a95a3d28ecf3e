"""What the page of a rated game shows of ratings: what the players have, what would change, and what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.play.leave_out import find_refusal
from games.reading.ratings import Rated, foresee, may_see_ratings, read_rated, read_ratings, show
from games.reading.state import GameState
from games.telling.ratings import tell_change_of, tell_forecast, tell_forecast_of, tell_why_not


class Shown(NamedTuple):
    """All that the page shows of ratings; empty for a game that is not rated."""

    lines: tuple[str, ...] = ()
    """What would change if it ended now, or what its end has changed, or why nothing."""
    by_side: Mapping[int, str] = {}
    """The ratings of the players, beside their names, while it goes on."""
    may_leave_out: bool = False
    """Whether the reader may leave the game, which they won on time, out of the ratings."""
    rated: Rated | None = None
    """What its end did, of a game that is over."""


NOTHING = Shown()


def describe_rated(state: GameState, reader: Any) -> Shown:
    """One query for a rated game, two more for who won it on time a few days ago; none for others."""
    if not state.game.rated or not state.is_now:
        return NOTHING
    return describe_over(state, reader) if state.game.is_over else describe_running(state, reader)


def describe_running(state: GameState, reader: Any) -> Shown:
    """What the end would change: for a player what they would win or lose, for others the same of both."""
    if not may_see_ratings(reader):
        return NOTHING
    game, now, seats = state.game, state.now, state.seats
    ratings = read_ratings([seat.user_id for seat in seats], slug=game.ruleset_slug)
    shown = {seat.side: show(ratings[seat.user_id], now=now).text for seat in seats}
    foreseen = {
        seat.side: foresee(ratings[seat.user_id], ratings[seats[1 - seat.side].user_id], now=now) for seat in seats
    }
    if state.side is not None:
        return Shown((tell_forecast(foreseen[state.side]),), shown)
    names = {seat.side: seat.user.shown_name for seat in seats}
    return Shown(tuple(tell_forecast_of(foreseen[side], name=names[side]) for side in sorted(foreseen)), shown)


def describe_over(state: GameState, reader: Any) -> Shown:
    """What the end has changed for everybody but the reader, or why it does not count."""
    game, mine = state.game, state.member
    rated = read_rated(game)
    assert rated is not None
    if rated.why:
        return Shown((tell_why_not(game, why=rated.why),), rated=rated)
    lines = [
        tell_change_of(rated.changes[seat.user_id], name=seat.user.shown_name, ruleset=game.ruleset.name)
        for seat in state.seats
        if seat != mine and may_see_ratings(reader)
    ]
    may = mine is not None and find_refusal(game, side=mine.side, user_id=mine.user_id, now=state.now) is None
    return Shown(tuple(lines), may_leave_out=may, rated=rated)
