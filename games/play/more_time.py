"""More time by agreement: whole days added to the present turn, offered by either side, accepted by the other."""

from __future__ import annotations

from datetime import datetime

from games import clock, events
from games.engine.contract import Side
from games.models import ClockChange, Game
from games.play import clocks, errors, offers
from games.play.ending import change

MOST_DAYS = 14


def offer_time(
    game_id: int, *, side: Side, days: int, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Offers `days` more for the present turn, whoever's it is; while the same offer stands, nothing more happens.

    Raises Refusal: over, too_late, bad_days, no_limit, stale, already_offered, declined_before, too_often.
    """

    def offer(game: Game, now: datetime) -> None:
        if type(days) is not int or not 1 <= days <= MOST_DAYS:
            raise errors.bad_days(MOST_DAYS)
        if game.deadline_at is None:
            raise errors.no_limit()
        offers.propose(
            game,
            offers.MORE_TIME,
            side=side,
            expected_revision=expected_revision,
            signal=events.time_offered,
            now=now,
            days=days,
        )

    change(game_id, offer, side=side, now=now)


def accept_time(game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None) -> None:
    """Moves the deadline by what the other side offered, in days on which the clock of whoever is to move runs.

    Raises Refusal: over, too_late, stale, no_offer.
    """

    def accept(game: Game, now: datetime) -> None:
        days = offers.take(game, offers.MORE_TIME, side=side, expected_revision=expected_revision)["days"]
        assert game.deadline_at is not None  # no offer stands in a game without one
        calendar = clocks.calendar_of(game, game.seats.get(side=game.side_to_move), now=now)
        deadline = calendar.advance(game.deadline_at, days * clock.DAY)
        why = f"{days} day{'' if days == 1 else 's'} more"
        clocks.move_clock(game, kind=ClockChange.Kind.MORE_TIME, deadline=deadline, now=now, why=why)

    change(game_id, accept, side=side, now=now)


def decline_time(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines the other side's offer. Raises Refusal: over, too_late, stale, no_offer."""
    offers.decline(game_id, offers.MORE_TIME, side=side, expected_revision=expected_revision, now=now)
