"""The board stays flipped for a player who has flipped it, whatever they do in the game."""

import re

import pytest

from engine.contract import Side
from games import play
from games.models import Game
from tests.factories import GameFactory

DEEDS = [
    ("offers/", {"kind": "draw"}),
    ("offers/", {"kind": "more_time", "days": "2"}),
    ("offers/pause/", {"answer": "decline"}),
    ("resign/", {}),
    ("chat/", {"message": "Good luck!"}),
    ("queue/", {"do": "pin"}),
    ("note/", {"note": "A note."}),
]


@pytest.fixture
def game(client, alice, boris):
    client.force_login(alice)
    return GameFactory(first=alice, second=boris)


@pytest.mark.parametrize("offered", [False, True])
def test_every_form_of_a_game_says_that_its_page_was_flipped(client, game, offered):
    if offered:
        play.offers.propose(game.pk, "draw", side=Side.SECOND)
        play.offers.propose(game.pk, "more_time", side=Side.SECOND, days=2)
    page = client.get(game.get_absolute_url(), {"flip": 1}).content.decode()
    actions = re.findall(rf'<form[^>]* action="({game.get_absolute_url()}[^"]*)"', page)
    assert len(actions) > 4
    assert [action for action in actions if not action.endswith("?flip=1")] == []


@pytest.mark.parametrize(("deed", "fields"), DEEDS)
def test_the_page_after_it_is_flipped_too(client, game, deed, fields):
    play.offers.propose(game.pk, "pause", side=Side.SECOND, until=game.deadline_at)
    sent = {**fields, "revision": Game.objects.get().revision}
    answer = client.post(f"{game.get_absolute_url()}{deed}?flip=1", sent)
    assert answer.status_code == 302
    assert answer.url.partition("#")[0] == f"{game.get_absolute_url()}?flip=1"
