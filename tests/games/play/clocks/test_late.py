"""What comes after deadline and grace comes too late: the game is lost on time, whatever notices it first."""

from datetime import timedelta

import pytest
from django.db import transaction

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE, Unlimited
from tests.factories import GameFactory
from tests.games.play.conftest import NOON, ended

DEADLINE = NOON + 3 * DAY
LAST = DEADLINE + GRACE
LATE = LAST + timedelta(microseconds=1)
DARK, LIGHT = Side.FIRST, Side.SECOND


def submit(game, now):
    return play.play_move(game.pk, side=DARK, expected_revision=1, text="Md1-c1", now=now)


@pytest.mark.parametrize("now", [DEADLINE, LAST])
def test_a_turn_in_time_counts_and_the_sweep_of_that_instant_leaves_the_game_alone(game, now):
    assert play.run_out_due(now=now) == 0
    submit(game, now)
    game.refresh_from_db()
    assert not game.is_over


ACTIONS = [
    lambda game, side: play.play_move(game.pk, side=side, expected_revision=1, text="Md1-c1", now=LATE),
    lambda game, side: play.resign(game.pk, side=side, now=LATE),
    lambda game, side: play.offers.propose(game.pk, "draw", side=side, now=LATE),
    lambda game, side: play.offers.accept(game.pk, "draw", side=side, now=LATE),
    lambda game, side: play.offers.decline(game.pk, "draw", side=side, now=LATE),
]


@pytest.mark.parametrize("act", ACTIONS, ids=["turn", "resign", "offer", "accept", "decline"])
@pytest.mark.parametrize(("side", "code"), [(DARK, "too_late"), (LIGHT, "over")])
def test_whatever_comes_late_finds_the_game_lost_on_time(game, news, act, side, code):
    with pytest.raises(Refusal) as refusal:
        act(game, side)
    assert (refusal.value.code, refusal.value.status) == (code, 409)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at, game.ply) == (LIGHT, "time", LATE, 0)
    assert news == [ended(game)]


@pytest.mark.django_db(transaction=True)
def test_the_end_on_time_outlasts_the_refusal():
    game = GameFactory(now=NOON)
    with pytest.raises(Refusal):
        submit(game, LATE)
    game.refresh_from_db()
    assert game.termination == "time"


@pytest.mark.django_db(transaction=True)
def test_no_transaction_around_a_turn_can_undo_an_end_on_time():
    game = GameFactory(now=NOON)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        submit(game, LATE)


def test_without_a_time_limit_nothing_is_late(db):
    game = GameFactory(control=Unlimited(), now=NOON)
    submit(game, NOON + 4000 * DAY)
    assert not play.run_out(game.pk, now=NOON + 9000 * DAY)
