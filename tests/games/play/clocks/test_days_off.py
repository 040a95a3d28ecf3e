"""Days off stop a clock: a game without one has none, however it starts, so that what is told of a claim holds."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import challenges, clock, play
from games.models import Game
from tests.factories import ChallengeFactory, GameFactory, play_turns
from tests.games.play.conftest import NOON

OFF = {"weekends": True, "vacation_days": 14}


def read_off(game) -> tuple[int, set[str]]:
    """Days of vacation, and the weekends of the seats."""
    return game.vacation_days, {seat.weekend for seat in game.seats.all()}


@pytest.fixture
def players(alice, boris):
    for player in (alice, boris):
        player.weekend = "67"
        player.save(update_fields=["weekend"])
    return alice, boris


@pytest.mark.parametrize(("control", "kept"), [(clock.Unlimited(), (0, {""})), (clock.Days(3), (14, {"67"}))])
def test_a_challenge_and_its_game_have_days_off_only_with_a_clock(players, control, kept):
    alice, boris = players
    challenge = ChallengeFactory(challenger=alice, audience="player", opponent=boris, control=control, **OFF)
    assert (challenge.vacation_days, challenge.weekends) == (kept[0], "67" in kept[1])
    assert read_off(challenges.accept(challenge.pk, user=boris)) == kept


@pytest.mark.parametrize(("control", "kept"), [(clock.Unlimited(), (0, {""})), (clock.Days(3), (14, {"67"}))])
def test_every_other_way_to_start_a_game_gives_days_off_only_with_a_clock(players, control, kept):
    alice, boris = players
    assert read_off(GameFactory(first=alice, second=boris, control=control, **OFF)) == kept


def test_an_older_game_without_a_clock_hands_no_vacation_on_to_its_rematch(players):
    alice, boris = players
    game = play_turns(GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON), now=NOON)
    Game.objects.filter(pk=game.pk).update(vacation_days=14)
    play.resign(game.pk, side=Side.FIRST, now=NOON)
    at = NOON + timedelta(hours=1)
    play.offers.propose(game.pk, "rematch", side=Side.FIRST, now=at)
    play.offers.accept(game.pk, "rematch", side=Side.SECOND, now=at)
    assert read_off(Game.objects.exclude(pk=game.pk).get())[0] == 0
