"""How many games a guest may have, how many guests an address, and how many the site."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.limiting.limits import MOST_OF_A_GUEST
from accounts.models import User
from computers import starting
from core.refusal import Refusal
from games import guests
from games.models import Game
from tests.computers.guests.conftest import click

pytestmark = pytest.mark.django_db


def test_a_browser_and_an_address_have_a_limit_of_games_at_once(client, asked):
    for _ in range(MOST_OF_A_GUEST + 1):
        click(client)
    assert (Game.objects.count(), User.objects.filter(kind=User.Kind.GUEST).count()) == (MOST_OF_A_GUEST, 1)
    answers = [click(Client()).status_code for _ in range(10)]
    assert answers == [302] * 9 + [429]
    assert click(Client(), origin="10.0.0.2").status_code == 302
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 11


def test_a_guest_with_enough_games_is_led_to_them(client, asked):
    for _ in range(MOST_OF_A_GUEST):
        click(client)
    answer = client.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer"}, follow=True)
    page = answer.content.decode()
    assert "Finish or resign one of them first, or sign up." in page
    for game in Game.objects.all():
        assert f'href="{game.get_absolute_url()}"' in page


def test_the_site_has_room_for_a_limited_number_of_guests(client, asked, monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    click(client)
    with pytest.raises(Refusal, match="Sign up"):
        starting.start_as_guest(None, slug="mastery", level="newcomer", origin=("x",))
    assert (Game.objects.count(), User.objects.filter(kind=User.Kind.GUEST).count()) == (1, 1)
