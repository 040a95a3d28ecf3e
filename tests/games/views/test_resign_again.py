"""A player who resigns a game that has already ended reads how it ended."""

import pytest
from django.urls import reverse

from engine.contract import Side
from games import play

pytestmark = pytest.mark.django_db


def resign(client, game):
    return client.post(reverse("resign", args=[game.pk]), follow=True)


def test_a_player_who_clicks_twice_reads_that_they_have_resigned(client, alice, game):
    client.force_login(alice)
    assert "You have resigned." in resign(client, game).content.decode()
    again = resign(client, game)
    assert again.status_code == 200
    assert "You have already resigned this game." in again.content.decode()
    game.refresh_from_db()
    assert (game.winner, game.revision) == (Side.SECOND, 2)


def test_a_player_who_resigns_after_the_other_reads_that_they_have_won(client, alice, boris, game):
    play.resign(game.pk, side=Side.SECOND)
    client.force_login(alice)
    refused = resign(client, game)
    assert refused.status_code == 409
    assert "This game is already over: Dark won: Light resigned." in refused.content.decode()
