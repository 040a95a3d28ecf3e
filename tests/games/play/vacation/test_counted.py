"""Whatever a player sets and ends in any order: the deadline agrees with a clock counted hour by hour."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from games import clock
from games.models import Game, Pause, Seat
from games.play.clocks import build_calendar

HOUR = timedelta(hours=1)
START = datetime(2027, 3, 26, 12, tzinfo=UTC)
"""On Friday; in Berlin the night to Sunday loses an hour."""
DAYS = 3

hours = st.integers(0, 120)
bookings = st.tuples(st.just("book"), hours, hours, st.integers(1, 96))  # when, how long ahead, for how long
endings = st.tuples(st.just("end"), hours, st.integers(0, 3))  # when, which span
actions = st.lists(bookings | endings, max_size=8).map(lambda found: sorted(found, key=lambda action: action[1]))


def act(booked, action, now):
    """The spans after an action at `now`; the same ones where it may not be."""
    kind, _, *terms = action
    if kind == "book":
        begins = now + terms[0] * HOUR
        span = (begins, begins + terms[1] * HOUR)
        free = all(span[1] <= other[0] or other[1] <= span[0] for other in booked)
        return sorted([*booked, span]) if free else booked
    if terms[0] >= len(booked) or booked[terms[0]][1] <= now:
        return booked
    begins, _ = booked[terms[0]]
    rest = [span for number, span in enumerate(booked) if number != terms[0]]
    return sorted([*rest, (begins, now)]) if begins < now else rest


def keep_deadline(game, seat, actions):
    """As the site does: the deadline moves when something changes, and at no other time."""

    def calendar(booked):
        return build_calendar(game, seat, booked, since=START)

    booked, deadline = [], calendar([]).advance(START, DAYS * clock.DAY)
    for action in actions:
        now = START + action[1] * HOUR
        if deadline <= now:
            break
        changed = act(booked, action, now)
        deadline = clock.rebase(deadline, now=now, before=calendar(booked), after=calendar(changed))
        booked = changed
    return deadline


def watch_clock(game, seat, actions):
    """Hour by hour: does it stand anyway, and if not, is that paid from what the game allows?"""
    left, allowed, booked, at = DAYS * 24, game.vacation_days * 24 - seat.vacation_used // HOUR, [], START
    while left:
        for action in actions:
            if START + action[1] * HOUR == at:
                booked = act(booked, action, at)
        off = str(at.astimezone(ZoneInfo(seat.zone)).isoweekday()) in seat.weekend
        if off or any(pause.from_at <= at < pause.until_at for pause in game.pauses.all()):
            pass
        elif allowed and any(begins <= at < ends for begins, ends in booked):
            allowed -= 1
        else:
            left -= 1
        at += HOUR
    return at


@settings(deadline=None)
@given(actions, st.integers(1, 8), st.integers(0, 24), st.sampled_from(["", "67", "1"]), st.tuples(hours, hours))
def test_the_deadline_is_where_the_clock_gets(actions, vacation_days, used, weekend, pause):
    begins = START + pause[0] * HOUR
    until = begins + pause[1] * HOUR
    game = Game(pk=1, vacation_days=vacation_days, turn_started_at=START, paused_until=until)
    game._prefetched_objects_cache = {"pauses": [Pause(from_at=begins, until_at=until)]}  # no database is asked
    seat = Seat(weekend=weekend, zone="Europe/Berlin", vacation_used=used * HOUR)
    assert keep_deadline(game, seat, actions) == watch_clock(game, seat, actions)
