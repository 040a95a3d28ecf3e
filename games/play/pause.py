"""A pause by agreement: both clocks stand until a day, or until the players agree to end it before.

Each pause is a row and is kept: what the clock did earlier in a turn still counts when the next pause is agreed on.

Moving during a pause is allowed and does not end it. When its end has come the clocks run on by themselves: no action
is needed, since the calendar of each clock has the pause.
"""

from __future__ import annotations

from datetime import UTC, datetime

from games import clock, events
from games.engine.contract import Side
from games.models import ClockChange, Game, Pause
from games.play import clocks, errors, offers
from games.play.ending import change

MOST_DAYS = 90
UNTIL = "until %Y-%m-%d %H:%M UTC"
"""How the log keeps the end of a pause."""


def is_paused(game: Game, *, now: datetime) -> bool:
    """Whether both clocks stand at `now` by agreement."""
    return game.paused_until is not None and now < game.paused_until


def offer_pause(
    game_id: int, *, side: Side, until: datetime, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Offers that both clocks stand until the instant `until`, 90 days ahead at most.

    Raises Refusal: over, too_late, bad_pause, no_limit, paused_already, stale, already_offered, declined_before,
    too_often.
    """

    def offer(game: Game, now: datetime) -> None:
        if game.deadline_at is None:
            raise errors.no_limit()
        if is_paused(game, now=now):
            raise errors.paused_already()
        _refuse_far(until, now=now)
        offers.propose(
            game,
            offers.PAUSE,
            side=side,
            expected_revision=expected_revision,
            signal=events.time_offered,
            now=now,
            until=until.astimezone(UTC).isoformat(),
        )

    change(game_id, offer, side=side, now=now)


def accept_pause(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Stops both clocks until the instant that the other side offered.

    Raises Refusal: over, too_late, stale, no_offer, bad_pause (its end has come before the answer), time_is_up.
    """

    def accept(game: Game, now: datetime) -> None:
        terms = offers.take(game, offers.PAUSE, side=side, expected_revision=expected_revision)
        until = datetime.fromisoformat(terms["until"])
        _refuse_far(until, now=now)
        if game.deadline_at is not None and game.deadline_at <= now:
            raise errors.time_is_up()  # in grace, or in an outage: a clock at zero does not stand, it has run out
        pause = Pause(game=game, from_at=now, until_at=until)
        _keep_pause(game, pause, kind=ClockChange.Kind.PAUSED, now=now, why=f"{until:{UNTIL}}")

    change(game_id, accept, side=side, now=now)


def decline_pause(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines the other side's offer. Raises Refusal: over, too_late, stale, no_offer."""
    offers.decline(game_id, offers.PAUSE, side=side, expected_revision=expected_revision, now=now)


def offer_resume(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Offers to end the pause before its time.

    Raises Refusal: over, too_late, not_paused, stale, already_offered, declined_before, too_often.
    """

    def offer(game: Game, now: datetime) -> None:
        if not is_paused(game, now=now):
            raise errors.not_paused()
        offers.propose(
            game,
            offers.RESUME,
            side=side,
            expected_revision=expected_revision,
            signal=events.time_offered,
            now=now,
        )

    change(game_id, offer, side=side, now=now)


def accept_resume(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Lets the clocks run on from now. Raises Refusal: over, too_late, stale, no_offer, not_paused."""

    def accept(game: Game, now: datetime) -> None:
        offers.take(game, offers.RESUME, side=side, expected_revision=expected_revision)
        if not is_paused(game, now=now):
            raise errors.not_paused()
        pause = game.pauses.latest("until_at", "pk")
        pause.until_at = now
        _keep_pause(game, pause, kind=ClockChange.Kind.RESUMED, now=now)

    change(game_id, accept, side=side, now=now)


def decline_resume(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines to end the pause. Raises Refusal: over, too_late, stale, no_offer."""
    offers.decline(game_id, offers.RESUME, side=side, expected_revision=expected_revision, now=now)


def _refuse_far(until: datetime, *, now: datetime) -> None:
    if not now < until <= now + MOST_DAYS * clock.DAY:
        raise errors.bad_pause(MOST_DAYS)


def _keep_pause(game: Game, pause: Pause, *, kind: ClockChange.Kind, now: datetime, why: str = "") -> None:
    """Saves a pause of a locked game, and moves the deadline so that what is left of the turn stays as it is."""
    game.offers = {kind: terms for kind, terms in game.offers.items() if kind != offers.RESUME}  # of another pause
    seat = game.seats.get(side=game.side_to_move)
    before = clocks.calendar_of(game, seat, now=now)
    game.pauses.add(pause, bulk=False)  # which also forgets those that have been read
    game.paused_until = pause.until_at
    after = clocks.calendar_of(game, seat, now=now)
    clocks.recompute(game, before=before, after=after, kind=kind, now=now, why=why)
