"""Absent people and three friends, step by step: everything holds after each."""

import pytest

from competition.models import StandingChallenge, StandingGame
from tests.stateful.site import DAY

pytestmark = pytest.mark.late


def test_two_who_were_found_and_do_not_come_are_found_for_nobody(told):
    told.open()
    told.be_found_and_stay_away(pair=(0, 1), days=4)
    told.pair_now()
    told.be_found_and_stay_away(pair=(2, 2), days=3)
    assert StandingGame.objects.count() >= 1
    assert StandingChallenge.objects.filter(paused="absent").exists()
    told.wait(length=DAY, rounds=2)


def test_three_friends_challenge_the_top(told):
    told.open()
    for number in range(3):
        told.join_ladder(number=number, slug="mastery")
    told.close_the_top(slug="mastery", days=1)
