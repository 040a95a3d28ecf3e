"""Whatever players do in whatever order: the time left moves by what was agreed on or given, and by nothing else."""

from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Outage
from games.play.clocks import calendar_of
from games.play.pause import is_paused
from tests.factories import GameFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON
from tests.sharing import begin_with

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CONTROLS = [clock.Days(3), clock.Bank(4, 1, 6), clock.Reserve(1, 5)]


def read_left(game, now) -> timedelta:
    game.refresh_from_db()
    seat = game.seats.get(side=game.side_to_move)
    calendar = calendar_of(game, seat, now=now)
    left = calendar.measure(now, game.deadline_at)
    if left:
        assert calendar.advance(now, left) == game.deadline_at, "the clock would not run out at the deadline"
    for each in game.seats.all():
        assert timedelta() <= each.vacation_used <= game.vacation_days * DAY
    return left


def book(game, rng, now) -> timedelta:
    user = rng.choice([seat.user for seat in game.seats.all()])
    begins = now + rng.randrange(0, 72) * HOUR
    vacation.book(user, from_at=begins, until_at=begins + rng.randrange(1, 96) * HOUR, now=now)
    return timedelta()


def end(game, rng, now) -> timedelta:
    seat = rng.choice(list(game.seats.all()))
    if span := vacation.booked(seat.user, now=now).first():
        vacation.end(seat.user, vacation_id=span.pk, now=now)
    return timedelta()


def pause_or_resume(game, rng, now) -> timedelta:
    side = rng.choice(list(Side))
    if is_paused(game, now=now):
        left = read_left(game, now)
        play.offers.propose(game.pk, "resume", side=side, now=now)
        play.offers.accept(game.pk, "resume", side=side.other, now=now)
        return timedelta() if side.other == game.side_to_move else max(12 * HOUR - left, timedelta())
    play.offers.propose(game.pk, "pause", side=side, until=now + rng.randrange(1, 120) * HOUR, now=now)
    play.offers.accept(game.pk, "pause", side=side.other, now=now)
    return timedelta()


def lengthen(game, rng, now) -> timedelta:
    days = rng.randrange(1, 4)
    play.offers.propose(game.pk, "more_time", side=Side.FIRST, days=days, now=now)
    play.offers.accept(game.pk, "more_time", side=Side.SECOND, now=now)
    return days * DAY


def fail(game, rng, now) -> timedelta:
    if now - game.turn_started_at < HOUR or Outage.objects.filter(until_at=now).exists():
        return timedelta()
    near = game.deadline_at <= now + 2 * HOUR
    Outage.objects.create(kind="site", from_at=now - HOUR, until_at=now, found_at=now)
    play.settle_outages(now=now)
    return 12 * HOUR if near else HOUR


def take_back(game, now) -> None:
    mover = Side(game.side_to_move).other
    play.offers.propose(game.pk, "takeback", side=mover, now=now)
    play.offers.accept(game.pk, "takeback", side=mover.other, now=now)


def wait(game, rng, now):
    """Some hours, if the time lasts, in which it runs as the calendar says; when that is, and what is left then."""
    left, later = read_left(game, now), now + rng.randrange(0, 30) * HOUR
    if later >= game.deadline_at:
        return now, left
    seat = game.seats.get(side=game.side_to_move)
    ran = calendar_of(game, seat, now=now).measure(now, later)
    assert read_left(game, later) == left - ran
    return later, left - ran


def do(game, rng, now, *, left) -> None:
    """One deed, which is in the log if it moved the deadline; a refused one changes nothing."""
    before, given = game.deadline_at, timedelta()
    with suppress(Refusal):
        given = rng.choice(DEEDS)(game, rng, now)
    assert read_left(game, now) == left + given
    if game.deadline_at != before:
        change = game.clock_changes.latest("pk")
        assert (change.before_at, change.after_at, change.revision) == (before, game.deadline_at, game.revision)


DEEDS = [book, book, end, pause_or_resume, lengthen, fail]


@pytest.mark.parametrize("seed", begin_with(4, range(10)))
def test_time_left_moves_by_what_was_agreed_on_or_given_alone(alice, boris, seed):
    rng, now, left_at = Random(seed), NOON, {}
    for user in (alice, boris):
        give_vacation(user, days=20, now=now)
    terms = {"control": rng.choice(CONTROLS), "weekends": rng.random() < 0.5, "vacation_days": rng.randrange(1, 6)}
    game = GameFactory(first=alice, second=boris, now=now, **terms)
    for _ in range(30):
        now, left = wait(game, rng, now)
        what, ply = rng.random(), game.ply
        if what < 0.25:
            left_at[ply] = left
            if play_turns(game, rng.choice(game.position.legal_moves()), now=now).is_over:
                return
        elif what < 0.4 and ply:
            take_back(game, now)
            assert read_left(game, now) == max(left_at[ply - 1], 12 * HOUR)
        else:
            do(game, rng, now, left=left)
