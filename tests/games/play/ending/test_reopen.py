"""A game that goes on after its end has the time that was left then, whatever vacation was set or ended since."""

from datetime import timedelta

import pytest

from accounts.conduct import restrictions
from accounts.models import Restriction
from accounts.time_off import vacation
from engine.contract import Side
from games import clock, events, play
from games.models import Game
from games.play.suspension import settle_suspensions
from tests.factories import GameFactory, UserFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
ENDED, LATER = NOON + HOUR, NOON + 5 * DAY
AWAY = (NOON + 6 * HOUR, NOON + 76 * HOUR)
"""Vacation that Alice, who is to move, sets or ends while the game is over."""


@pytest.fixture
def mira(db):
    return UserFactory(username="Mira", is_staff=True, is_superuser=True)


@pytest.fixture
def game(alice, boris) -> Game:
    """It is Alice's turn since NOON; she has ten days of vacation, and the game allows all of them."""
    give_vacation(alice, days=10, now=NOON)
    return GameFactory(first=alice, second=boris, vacation_days=14, now=NOON)


@pytest.fixture
def logged_states():
    """The state of a game before each change by staff, as the log keeps it."""
    heard = []

    def receive(before, **_):
        heard.append(before)

    events.staff_acted.connect(receive)
    yield heard
    events.staff_acted.disconnect(receive)


def go_away(user, *, now) -> int:
    return vacation.book(user, from_at=AWAY[0], until_at=AWAY[1], now=now).pk


def resign(game, mira, *, now) -> None:
    play.resign(game.pk, side=Side.SECOND, now=now)


def void(game, mira, *, now) -> None:
    play.void(game.pk, staff=mira, reason="A fault.", now=now)


def decide(game, mira, *, now) -> None:
    play.adjudicate(game.pk, winner=None, staff=mira, reason="Seen it.", now=now)


def decide_twice(game, mira, *, now) -> None:
    """The turn has not run between."""
    decide(game, mira, now=now)
    void(game, mira, now=now + 2 * DAY)


def reopen(game, mira, *, now=LATER) -> timedelta | None:
    """Reopens the game, and returns what is left from then on without vacation."""
    play.reopen(game.pk, staff=mira, reason="A mistake.", now=now)
    game.refresh_from_db()
    return game.deadline_at and game.deadline_at - now


@pytest.mark.parametrize("end", [resign, void, decide, decide_twice])
def test_vacation_set_after_the_end_takes_nothing_of_what_was_left(game, mira, alice, end):
    end(game, mira, now=ENDED)
    go_away(alice, now=ENDED + HOUR)
    assert reopen(game, mira) == 71 * HOUR


@pytest.mark.parametrize("end", [resign, void, decide, decide_twice])
def test_vacation_ended_after_the_end_gives_nothing_more(game, mira, alice, end):
    number = go_away(alice, now=NOON)
    end(game, mira, now=ENDED)
    vacation.end(alice, vacation_id=number, now=AWAY[0] + HOUR)
    assert reopen(game, mira) == 71 * HOUR


def test_vacation_that_goes_on_when_it_is_reopened_counts_from_then(game, mira, alice):
    void(game, mira, now=ENDED)
    go_away(alice, now=ENDED + HOUR)
    assert reopen(game, mira, now=AWAY[1] - 10 * HOUR) == 81 * HOUR


@pytest.mark.parametrize("games", ["lost", "void"])
def test_a_lifted_suspension_gives_back_what_was_left(game, mira, alice, boris, games):
    kind = Restriction.Kind.SUSPENDED
    terms = {"reason": "Two accounts", "by": mira, "until": LATER + DAY, "games": games, "now": ENDED}
    imposed = restrictions.impose(boris, kind, **terms)
    assert settle_suspensions(now=ENDED) == 1
    go_away(alice, now=ENDED + HOUR)
    restrictions.close(imposed.pk, how=Restriction.Close.LIFTED, now=LATER)
    assert settle_suspensions(now=LATER) == 1
    game.refresh_from_db()
    assert game.deadline_at == LATER + 71 * HOUR


def test_a_game_reopened_and_ended_again_has_what_was_left_the_second_time(game, mira, alice):
    void(game, mira, now=ENDED)
    reopen(game, mira)
    decide(game, mira, now=LATER + 20 * HOUR)
    give_vacation(alice, days=10, now=LATER + 20 * HOUR)
    vacation.book(alice, from_at=LATER + 21 * HOUR, until_at=LATER + 60 * HOUR, now=LATER + 20 * HOUR)
    assert reopen(game, mira, now=LATER + 10 * DAY) == 51 * HOUR


def test_a_game_that_was_lost_on_time_goes_on_with_a_day(game, mira, alice):
    Game.objects.filter(pk=game.pk).update(vacation_days=0)
    late = NOON + 3 * DAY + 2 * clock.GRACE
    assert play.run_out(game.pk, now=late)
    void(game, mira, now=late + HOUR)
    assert reopen(game, mira) == DAY


def test_a_game_without_a_clock_goes_on_without_one(alice, boris, mira):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    void(game, mira, now=ENDED)
    assert reopen(game, mira) is None


def test_a_claim_goes_on_with_the_days_that_were_left(alice, boris, mira):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    play.claim_win(game.pk, side=Side.SECOND, now=NOON + 40 * DAY)
    void(game, mira, now=NOON + 42 * DAY)
    assert reopen(game, mira, now=NOON + 60 * DAY) == 5 * DAY


def test_the_time_left_is_worked_out_for_a_game_that_ended_before_it_was_stored(game, mira):
    void(game, mira, now=ENDED)
    Game.objects.filter(pk=game.pk).update(left_at_end=None)
    assert reopen(game, mira) == 71 * HOUR


def test_a_running_game_keeps_nothing_of_an_end(game, mira):
    void(game, mira, now=ENDED)
    assert Game.objects.get(pk=game.pk).left_at_end == 71 * HOUR
    reopen(game, mira)
    assert game.left_at_end is None


@pytest.mark.parametrize("over", [False, True])
def test_turns_that_are_put_back_come_with_what_was_left_when_they_were_taken(alice, boris, mira, over, logged_states):
    """Though the player to move has set vacation meanwhile, and though the game had been over for days."""
    give_vacation(alice, days=10, now=NOON)
    game = GameFactory(first=alice, second=boris, vacation_days=14, now=NOON)
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON)
    if over:
        decide(game, mira, now=ENDED)
    taken_at = ENDED + (2 * DAY if over else timedelta())
    play.take_back_by_staff(game.pk, turns=1, staff=mira, reason="A fault.", now=taken_at)
    vacation.book(alice, from_at=taken_at + HOUR, until_at=taken_at + 50 * HOUR, now=taken_at)
    game.refresh_from_db()
    terms = {"before": logged_states[-1], "revision": game.revision, "taken_back_at": taken_at}
    back_at = taken_at + 10 * HOUR
    play.put_turns_back(game.pk, staff=mira, reason="A mistake.", now=back_at, **terms)
    if over:
        reopen(game, mira, now=back_at)
    game.refresh_from_db()
    assert game.deadline_at == back_at + 40 * HOUR + 71 * HOUR
