"""Faults with computers that the machine has found, or that it has to see; see test_found.py."""

from unittest import mock

import pytest

from accounts.models import User
from computers.models import Thought
from engine.contract import Side
from games.models import Game
from tests.actions.scene import HOUR


def test_a_computer_waits_for_the_game_that_is_relayed_to_it(told):
    told.open()
    told.relay_game(pair=(1, 2), number=0)
    game = Game.objects.latest("pk")
    assert Thought.objects.get(game=game).relayed
    told.resign(number=1, side=Side.FIRST, sure=4)
    told.wait(length=5 * HOUR, rounds=2)
    told.think()
    assert Game.objects.get(pk=game.pk).ply > game.ply


def test_a_game_in_which_a_computer_waits_is_called_off(told):
    told.open()
    told.relay_game(pair=(1, 2), number=0)
    game = Game.objects.latest("pk")
    told.call_off(number=2, side=Side(game.seats.exclude(user__kind=User.Kind.COMPUTER).get().side))
    assert Game.objects.get(pk=game.pk).termination == "called_off"


def test_a_computer_waits_as_well_for_another_game_that_was_played_alike(told):
    """Found by seed 36; the account was wrong, which expected one game that is relayed in each."""
    told.open()
    for _ in range(2):
        told.relay_game(pair=(1, 2), number=0)
    told.resign(number=3, side=Side.FIRST, sure=4)
    told.wait(length=5 * HOUR, rounds=2)
    told.think()


def test_a_computer_that_judges_a_relayed_game_is_seen(told):
    told.open()
    judges = mock.patch("computers.relaying.find_relayed", return_value=None)
    with judges, pytest.raises(AssertionError, match="a computer has judged game"):
        told.relay_game(pair=(1, 2), number=0)
