"""Moving the deadline of a turn."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game
from tests.factories import GameFactory
from tests.games.play.conftest import NOON, state_of
from tests.games.staff.conftest import record_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = NOON + HOUR


@pytest.mark.parametrize("deadline", [NOON + 5 * DAY, NOON + 2 * DAY])
def test_it_becomes_later_or_sooner_and_is_recorded_and_announced(game, news, mira, deadline):
    play.move_deadline(game.pk, deadline=deadline, staff=mira, reason="The site was down.", now=LATER)
    game.refresh_from_db()
    assert (game.deadline_at, game.is_over, game.ply) == (deadline, False, 0)
    [recorded] = record_of(game)
    assert recorded["what"] == f"From 7 January 2027, 12:00 to {deadline:%-d %B %Y, %H:%M} UTC."
    assert (recorded["kind"], recorded["staff__username"]) == ("deadline_moved", "Mira")
    assert news == [("deadline_moved", {"game_id": game.pk, "revision": 2})]


def test_the_game_is_lost_past_the_new_deadline_and_not_past_the_old(game, mira):
    play.move_deadline(game.pk, deadline=NOON + 5 * DAY, staff=mira, reason="Ill.", now=LATER)
    assert not play.run_out(game.pk, now=NOON + 4 * DAY)
    assert play.run_out(game.pk, now=NOON + 5 * DAY + 2 * clock.GRACE)


def test_the_next_turn_has_the_time_that_was_agreed_on(game, mira):
    play.move_deadline(game.pk, deadline=NOON + 9 * DAY, staff=mira, reason="Ill.", now=LATER)
    play.play_move(game.pk, side=Side.FIRST, expected_revision=2, text="Md1-c1", now=NOON + 8 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == NOON + 11 * DAY


def test_it_is_not_moved_back_once_another_turn_has_a_deadline_of_its_own(game, mira):
    play.move_deadline(game.pk, deadline=NOON + 9 * DAY, staff=mira, reason="Ill.", now=LATER)
    play.play_move(game.pk, side=Side.FIRST, expected_revision=2, text="Md1-c1", now=LATER)
    with pytest.raises(Refusal, match="has changed since"):
        play.move_deadline(game.pk, deadline=NOON + 5 * DAY, revision=2, staff=mira, reason="Not ill.", now=LATER)


@pytest.mark.parametrize(("days", "left"), [(5, 4), (8, 2), (9, 1)])
def test_time_that_was_added_is_spent_before_the_bank(alice, boris, mira, days, left):
    game = GameFactory(first=alice, second=boris, control=clock.Bank(start=3, increment=1, cap=7), now=NOON)
    play.move_deadline(game.pk, deadline=NOON + 9 * DAY, staff=mira, reason="Ill.", now=LATER)
    play.play_move(game.pk, side=Side.FIRST, expected_revision=2, text="Md1-c1", now=NOON + days * DAY)
    assert game.seats.get(side=Side.FIRST).bank == left * DAY


def test_the_log_of_the_clock_says_who_moved_it_and_why(game, mira):
    play.move_deadline(game.pk, deadline=NOON + 9 * DAY, staff=mira, reason="Ill.", now=LATER)
    change = game.clock_changes.get()
    assert (change.kind, change.by, change.why, change.revision) == ("staff", mira, "Ill.", 2)
    assert (change.before_at, change.after_at, change.changed_at) == (NOON + 3 * DAY, NOON + 9 * DAY, LATER)


@pytest.mark.parametrize("deadline", [NOON - DAY, LATER, LATER + 367 * DAY])
def test_the_past_and_the_far_future_are_refused(game, news, mira, deadline):
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        play.move_deadline(game.pk, deadline=deadline, staff=mira, reason="Ill.", now=LATER)
    assert (refusal.value.code, refusal.value.status) == ("bad_deadline", 422)
    assert (state_of(game), record_of(game), news) == (before, [], [])


def test_a_game_without_deadline_gets_none(alice, boris, mira):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    with pytest.raises(Refusal) as refusal:
        play.move_deadline(game.pk, deadline=NOON + DAY, staff=mira, reason="Ill.", now=LATER)
    assert refusal.value.code == "no_deadline"
    assert Game.objects.get(pk=game.pk).deadline_at is None
