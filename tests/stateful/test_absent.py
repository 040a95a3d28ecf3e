"""Absent people and three friends, step by step: everything holds after each."""

import pytest

from competition.models import StandingChallenge, StandingGame
from engine.contract import Side
from games import clock
from tests.actions.scene import DAY

pytestmark = pytest.mark.late


def test_two_who_were_found_and_do_not_come_are_found_for_nobody(told):
    told.open()
    told.be_found_and_stay_away(pair=(0, 1), days=4)
    told.pair_now()
    told.be_found_and_stay_away(pair=(2, 2), days=3)
    assert StandingGame.objects.count() >= 1
    assert StandingChallenge.objects.filter(paused="absent").exists()
    told.wait(length=DAY, rounds=2)
    told.visit(number=0)
    told.wait(length=DAY, rounds=2)
    assert not StandingChallenge.objects.filter(paused="absent", owner=told.machine.site.players[0].pk).exists()


def test_a_loss_without_a_visit_is_as_before_once_it_was_decided_otherwise_and_undone(told):
    told.open(control=clock.Days(3))
    told.be_found_and_stay_away(pair=(0, 1), days=4)
    assert StandingChallenge.objects.exclude(absent_since=None).exists()
    told.decide_and_undo(number=0, side=Side.FIRST, result="void")
    assert StandingChallenge.objects.filter(paused="absent").exists()


def test_three_friends_challenge_the_top(told):
    told.open()
    for number in range(3):
        told.join_ladder(number=number, slug="mastery")
    told.close_the_top(slug="mastery", days=1)
