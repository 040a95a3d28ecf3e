"""A guest's browser: it begins a game by one click, plays in it, and logs in."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from computers import thinking
from games.models import Game
from tests.marks import marked


def click(client: Client, slug: str = "mastery", *, level: str = "newcomer", origin: str = "10.0.0.1"):
    return client.post(reverse("play_computer", args=[slug]), {"level": level}, REMOTE_ADDR=origin)


@pytest.fixture
def game(client, asked) -> Game:
    """A game of the guest of `client`, who is to move."""
    click(client)
    game = Game.objects.get()
    thinking.think(game.pk)
    game.refresh_from_db()
    return game


def guest_of(game: Game) -> User:
    return User.objects.get(kind=User.Kind.GUEST, seats__game=game)


def submit(client: Client, game: Game):
    turn = {"text": game.position.legal_moves()[0], "revision": game.revision, "ply": game.ply, "key": "a"}
    return client.post(reverse("play_move", args=[game.pk]), marked(**turn))


def log_in(client: Client, person: User):
    """By the page, for only a request brings a cookie along."""
    person.set_password("a quiet evening with a board")
    person.save()
    form = {"login": person.username, "password": "a quiet evening with a board"}
    return client.post(reverse("account_login"), form, follow=True)
