"""A kind of first is a file: dropping one in is all that is needed."""

from pathlib import Path

import pytest

from engine.contract import Side
from games import firsts, play
from tests.dropping import drop_in
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent / "sixth_first"


def test_a_kind_that_is_dropped_in_is_told(client, alice, boris):
    games = [GameFactory(first=alice, second=boris, turns=("Md1-c1", "Me8-f8", "Mc1-d1")) for _ in range(2)]
    for game in games:
        play.resign(game.pk, side=Side.FIRST)
    client.force_login(alice)
    with drop_in(firsts.FIRSTS, FOLDER):
        first, second = (client.get(game.get_absolute_url()).content.decode() for game in games)
    assert "<li>Your first game with 3 turns.</li>" in first
    assert "Your first game with 3 turns." not in second
