"""A clock that somebody other than its owner starts again has at least twelve hours for that turn."""

from datetime import timedelta

import pytest

from accounts.conduct import restrictions
from accounts.models import Restriction
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play, telling
from games.play import suspension
from tests.factories import GameFactory, UserFactory, play_turns
from tests.games.play.conftest import NOON

DARK, LIGHT = Side.FIRST, Side.SECOND
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LATE = NOON + 3 * DAY - 20 * MINUTE
"""Twenty minutes before Alice's three days are over."""
NIGHT = LATE + 17 * HOUR


@pytest.fixture
def mira():
    return UserFactory(username="Mira", is_staff=True)


def agree(game, kind, *, by, now, **chosen):
    """`by` offers it, and the other side accepts."""
    play.offers.propose(game.pk, kind, side=by, now=now, **chosen)
    play.offers.accept(game.pk, kind, side=by.other, now=now)
    game.refresh_from_db()
    return game


def pause(game):
    return agree(game, "pause", by=DARK, now=LATE, until=LATE + 9 * DAY)


def last_change(game):
    return telling.tell_change(game.clock_changes.latest("pk"), name="Alice")


CONTROLS = [clock.Days(3), clock.Bank(3, 0, 7), clock.Reserve(2, 1)]


@pytest.mark.parametrize("control", CONTROLS, ids=str)
def test_by_agreeing_to_a_takeback(alice, boris, control):
    """Whatever the time limit is, and what is given is none of a bank's."""
    game = GameFactory(first=alice, second=boris, control=control, now=NOON)
    play_turns(game, "Md1-c1", now=LATE)
    agree(game, "takeback", by=DARK, now=NIGHT)
    assert game.deadline_at == NIGHT + 12 * HOUR
    assert last_change(game) == "A turn was taken back: Md1-c1, leaving Alice at least 12 hours"
    play_turns(game, "Md1-c1", now=NIGHT + 2 * HOUR)
    assert game.seats.get(side=DARK).bank in (None, 20 * MINUTE)


def test_with_more_left_nothing_is_given(game):
    play_turns(game, "Md1-c1", now=LATE - 12 * HOUR)
    agree(game, "takeback", by=DARK, now=NIGHT)
    assert game.deadline_at == NIGHT + 12 * HOUR + 20 * MINUTE
    assert last_change(game) == "A turn was taken back: Md1-c1"


def test_by_agreeing_to_end_a_pause(game):
    agree(pause(game), "resume", by=DARK, now=NIGHT)
    assert game.deadline_at == NIGHT + 12 * HOUR
    assert last_change(game) == "Both agreed to end the pause, leaving Alice at least 12 hours"


def test_the_owner_who_agrees_to_end_a_pause_goes_on_with_what_was_left(game):
    agree(pause(game), "resume", by=LIGHT, now=NIGHT)
    assert game.deadline_at == NIGHT + 20 * MINUTE
    assert last_change(game) == "Both agreed to end the pause"


def test_a_pause_that_both_agreed_on_ends_on_its_day_with_what_was_left(game):
    assert pause(game).deadline_at == LATE + 9 * DAY + 20 * MINUTE


def test_by_staff_who_end_a_pause(game, mira):
    """They bring a deadline forward, and so leave a day."""
    play.resume(pause(game).pk, staff=mira, reason="Asked for.", now=NIGHT)
    game.refresh_from_db()
    assert game.deadline_at == NIGHT + DAY


def test_by_staff_who_pause_it_until_a_day(game, mira):
    play.pause(game.pk, until=NIGHT, staff=mira, reason="To look at it.", now=LATE)
    game.refresh_from_db()
    assert game.deadline_at == NIGHT + 12 * HOUR


def test_by_staff_who_take_turns_back_and_by_those_who_undo_that(game, mira):
    play_turns(game, "Md1-c1", now=LATE)
    game.refresh_from_db()
    play.take_back_by_staff(game.pk, turns=1, staff=mira, reason="A fault.", now=NIGHT)
    game.refresh_from_db()
    assert game.deadline_at == NIGHT + 12 * HOUR
    before = {
        "ply": 1,
        "side_to_move": int(LIGHT),
        "banks": {"0": None, "1": None},
        "deadline_at": (NIGHT + 5 * MINUTE).isoformat(),
        "time_left": 300.0,
        "termination": "",
    }
    undone = {"before": before, "revision": game.revision, "taken_back_at": NIGHT}
    play.put_turns_back(game.pk, staff=mira, reason="None.", now=NIGHT + HOUR, **undone)
    game.refresh_from_db()
    assert (game.side_to_move, game.deadline_at) == (LIGHT, NIGHT + 13 * HOUR)


def test_by_staff_who_reopen_it(game, mira):
    play.resign(game.pk, side=DARK, now=LATE)
    play.reopen(game.pk, staff=mira, reason="By mistake.", now=NIGHT)
    game.refresh_from_db()
    assert game.deadline_at == NIGHT + DAY


def test_by_lifting_a_suspension_that_paused_it(game, alice, boris, mira):
    how = {"reason": "Insults.", "by": mira, "games": "paused", "until": LATE + 9 * DAY}
    laid = restrictions.impose(boris, restrictions.Kind.SUSPENDED, now=LATE, **how)
    suspension.settle(laid, now=LATE)
    restrictions.close(laid.pk, how=Restriction.Close.LIFTED, now=NIGHT)
    laid.refresh_from_db()
    assert suspension.restore(laid, now=NIGHT) == 1
    game.refresh_from_db()
    assert game.deadline_at == NIGHT + DAY


def test_staff_bring_no_deadline_forward_to_less(game, mira):
    to = {"staff": mira, "reason": "By mistake.", "now": NOON}
    with pytest.raises(Refusal, match="at least 24 hours") as refusal:
        play.move_deadline(game.pk, deadline=NOON + DAY - MINUTE, **to)
    assert (refusal.value.code, refusal.value.status) == ("soon_deadline", 422)
    play.move_deadline(game.pk, deadline=NOON + DAY, **to)
    game.refresh_from_db()
    assert game.deadline_at == NOON + DAY


def test_nobody_gains_by_it_beyond_the_turn_however_often_it_is_agreed(alice, boris):
    """A time bank never grows by clocks that are started again."""
    game = GameFactory(first=alice, second=boris, control=clock.Bank(3, 0, 7), now=NOON)
    now = LATE
    for _ in range(5):
        play_turns(game, "Md1-c1", now=now)
        agree(game, "takeback", by=DARK, now=now + HOUR)
        now += 2 * HOUR
        agree(game, "pause", by=DARK, now=now, until=now + 3 * DAY)
        agree(game, "resume", by=DARK, now=now)
        assert game.deadline_at == now + 12 * HOUR
    assert game.seats.get(side=DARK).bank == 20 * MINUTE
