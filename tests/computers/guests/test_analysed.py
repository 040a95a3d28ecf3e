"""Whoever signs up after a game as a guest keeps it, and finds it being analysed."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from computers.models import Review
from engine.contract import Side
from games import play
from games.models import Game, Seat
from tests.computers.guests.conftest import log_in, submit

pytestmark = pytest.mark.django_db
PASSWORD = "a quiet evening with a board"


@pytest.fixture
def over(client, game) -> Game:
    """The guest has played a turn and resigned."""
    cache.clear()
    submit(client, game)
    game.refresh_from_db()
    play.resign(game.pk, side=Side(Seat.objects.get(game=game, user__kind=User.Kind.GUEST).side))
    game.refresh_from_db()
    return game


def find_way(client, game: Game) -> str:
    """Where the button on the page of the game leads."""
    page = client.get(game.get_absolute_url()).content.decode()
    found = re.search(r'href="([^"]+)">Sign up and have it analysed', page)
    assert found
    return found[1].replace("&amp;", "&")


def test_the_page_of_a_finished_game_offers_it_to_a_guest(client, over):
    assert find_way(client, over) == f"/account/signup/?next=%2Fgames%2F{over.pk}%2Freview%2F"


def test_a_running_game_does_not(client, game):
    assert "have it analysed" not in client.get(game.get_absolute_url()).content.decode()


def test_after_signing_up_the_analysis_is_asked_for_and_shown(client, over, mailoutbox):
    fields = {
        "username": "Dora",
        "email": "dora@example.org",
        "password1": PASSWORD,
        "next": f"/games/{over.pk}/review/",
    }
    client.post(find_way(client, over), fields)
    assert not Review.objects.exists(), "nobody is known yet"
    [link] = re.findall(r"/account/confirm-email/\S+", mailoutbox[0].body)
    landed = client.post(link, follow=True)
    assert landed.redirect_chain[-1][0] == reverse("review", args=[over.pk])
    assert "The analysis starts in a moment" in landed.content.decode()
    review = Review.objects.get()
    assert (review.game, review.asked_by.username) == (over, "Dora")
    assert Seat.objects.filter(game=over, user__username="Dora").exists()


def test_a_running_game_is_kept_and_not_analysed(client, game, alice):
    log_in(client, alice)
    assert Seat.objects.filter(game=game, user=alice).exists()
    assert not Review.objects.exists()


def test_whoever_has_had_an_account_for_long_asks_by_themselves(client, over, alice):
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - timedelta(days=30))
    alice.refresh_from_db()
    log_in(client, alice)
    assert Seat.objects.filter(game=over, user=alice).exists()
    assert not Review.objects.exists()


def test_what_cannot_be_analysed_hinders_no_log_in(client, over, alice, monkeypatch):
    monkeypatch.setattr("computers.review.judges_running", lambda *_, **__: True)
    log_in(client, alice)
    assert Seat.objects.filter(game=over, user=alice).exists()
    assert not Review.objects.exists()
