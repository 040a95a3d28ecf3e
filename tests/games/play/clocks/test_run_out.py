"""The sweep: every game that is due ends once, and no other does."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import events, play
from games.clock import DAY, GRACE, Days, Unlimited
from games.models import Game
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON, ended, state_of

LATE = NOON + 3 * DAY + GRACE + timedelta(seconds=1)


def test_the_side_to_move_loses_on_time(game, news):
    play_turns(game, "Md1-c1", now=NOON)
    assert play.run_out_due(now=LATE) == 1
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at) == (Side.FIRST, "time", LATE)
    assert news[1:] == [ended(game)]


def test_a_second_sweep_finds_nothing_to_do(game, news):
    assert play.run_out_due(now=LATE) == 1
    before = state_of(game)
    assert play.run_out_due(now=LATE + DAY) == 0
    assert not play.run_out(game.pk, now=LATE + DAY)
    assert state_of(game) == before
    assert len(news) == 1


def test_only_games_that_are_due_are_ended(db):
    due = GameFactory(now=NOON)
    going_on = [GameFactory(control=control, now=NOON) for control in (Days(4), Unlimited())]
    finished = GameFactory(now=NOON)
    play.resign(finished.pk, side=Side.FIRST, now=NOON)
    assert play.run_out_due(now=LATE) == 1
    assert set(Game.objects.filter(termination="time")) == {due}
    assert set(Game.objects.active()) == set(going_on)


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_all_games_that_are_due_are_ended_whatever_the_size_of_a_batch(db, batch):
    for hours in (0, 0, 0, 2, 1):  # several share a deadline
        GameFactory(now=NOON - timedelta(hours=hours))
    assert play.run_out_due(now=LATE, batch=batch) == 5
    assert not Game.objects.active().exists()


def test_a_game_that_cannot_be_ended_keeps_none_of_the_others_waiting(db, caplog):
    broken, *others = (GameFactory(now=NOON + timedelta(seconds=n)) for n in range(3))

    def fail(sender, game_id, **carried):
        if game_id == broken.pk:
            raise RuntimeError("a receiver is broken")

    events.result_changed.connect(fail)
    assert play.run_out_due(now=LATE + timedelta(minutes=1), batch=1) == len(others)
    assert set(Game.objects.active()) == {broken}
    assert f"Game {broken.pk} is due" in caplog.text
    events.result_changed.disconnect(fail)
    assert play.run_out_due(now=LATE + timedelta(minutes=2)) == 1


def test_nothing_due_costs_one_query(game, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert play.run_out_due(now=NOON) == 0
