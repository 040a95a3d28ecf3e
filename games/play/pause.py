"""A pause by agreement: both clocks are stopped until a day, or until the players agree to end it earlier.

Where staff stop the clocks, or anybody else than the player to move lets them run again, that player has some time at
least when they run: see `clocks.restart_clock`.

Each pause is a row and is kept: what the clock did earlier in a turn still counts when the next pause is agreed on.
Moving during a pause is allowed and does not end it. At its end the clocks run again by themselves, since the calendar
of each clock contains the pause.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from engine.contract import Side
from games.models import ClockChange, Game, Pause
from games.play import clocks


def is_paused(game: Game, *, now: datetime) -> bool:
    """Whether both clocks are stopped at `now` by a pause."""
    return game.paused_until is not None and now < game.paused_until


def begin_pause(
    game: Game,
    *,
    until: datetime,
    now: datetime,
    kind: ClockChange.Kind = ClockChange.Kind.PAUSED,
    why: str = "",
    by: User | None = None,
) -> None:
    """Stops both clocks of a locked game until then. An earlier offer to end a pause lapses."""
    game.offers = {name: terms for name, terms in game.offers.items() if name != "resume"}
    pause = Pause(game=game, from_at=now, until_at=until)
    at_least = clocks.AT_LEAST if by else timedelta()
    terms: clocks.ClockTerms = {"until": until.isoformat()}
    _keep_pause(game, pause, kind=kind, terms=terms, at_least=at_least, now=now, why=why, by=by)


def prolong_pause(game: Game, *, until: datetime, now: datetime, why: str, by: User) -> None:
    """Makes the pause of a locked game longer, by staff."""
    pause = game.pauses.latest("until_at", "pk")
    pause.until_at = until
    kind, terms = ClockChange.Kind.STAFF_PAUSED, {"until": until.isoformat()}
    _keep_pause(game, pause, kind=kind, terms={**terms}, at_least=clocks.AT_LEAST, now=now, why=why, by=by)


def end_pause(
    game: Game,
    *,
    now: datetime,
    agreed_by: Side | None = None,
    kind: ClockChange.Kind = ClockChange.Kind.RESUMED,
    why: str = "",
    by: User | None = None,
) -> None:
    """Lets the clocks of a paused, locked game run again; `agreed_by` is the side that has just agreed to it."""
    pause = game.pauses.latest("until_at", "pk")
    pause.until_at = now
    at_least = timedelta() if agreed_by == game.side_to_move else clocks.LEAST_BY_STAFF if by else clocks.AT_LEAST
    _keep_pause(game, pause, kind=kind, terms={}, at_least=at_least, now=now, why=why, by=by)


def _keep_pause(
    game: Game,
    pause: Pause,
    *,
    kind: ClockChange.Kind,
    terms: clocks.ClockTerms,
    at_least: timedelta,
    now: datetime,
    why: str,
    by: User | None,
) -> None:
    """Saves a pause of a locked game, and moves the deadline so that the same time is left of the turn, or `at_least`
    so much."""
    left = clocks.find_left(game, now=now)
    game.pauses.add(pause, bulk=False)  # which also forgets those that have been read
    game.paused_until = pause.until_at
    clocks.restart_clock(game, left=left, kind=kind, at_least=at_least, now=now, terms=terms, why=why, by=by)
