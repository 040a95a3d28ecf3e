"""Only the browser that began a guest's game can see the guest and the game."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import guests
from games.models import PlayedRuleset, Turn
from notifications.models import Notice
from tests.computers.guests.conftest import guest_of, submit

pytestmark = pytest.mark.django_db


def test_nobody_else_can_see_the_game_or_the_guest(client, game, alice):
    guest = guest_of(game)
    others = Client()
    others.force_login(alice)
    for browser in (Client(), others):
        assert browser.get(game.get_absolute_url()).status_code in (302, 404)
        assert guest.username not in browser.get(f"/people/{guest.username}/").content.decode().replace("%20", " ")
        for page in ("/", "/games/", "/people/", "/people/?name=guest", "/people/Mastery-newcomer/"):
            text = browser.get(page).content.decode()
            assert guest.username not in text, page
            assert f'"{game.get_absolute_url()}"' not in text, page
    assert not PlayedRuleset.objects.exists()
    assert not Notice.objects.exists()


def test_nobody_can_take_the_name_of_a_guest_log_in_as_one_or_write_to_one(client, game, alice):
    guest = guest_of(game)
    assert not guest.has_usable_password()
    words = {"email": "dora@example.org", "password1": "a quiet evening with a board"}
    for name in (guest.username, guest.username.replace(" ", "-"), guest.username.replace(" ", "")):
        Client().post(reverse("account_signup"), {"username": name, **words})
        assert not User.objects.filter(look=guest.look).exclude(pk=guest.pk).exists()
    others = Client()
    others.post(reverse("account_login"), {"login": guest.username, "password": ""})
    others.post(reverse("account_reset_password"), {"email": guest.email})
    others.force_login(alice)
    form = {"ruleset": "mastery", "audience": "player", "opponent": guest.username, "control": "days", "days": "3"}
    others.post(reverse("challenge_new"), form)
    assert not Notice.objects.filter(recipient=guest).exists()
    assert not Notice.objects.filter(address=guest.email).exists()


@pytest.mark.parametrize("forge", [lambda value: value[:-1] + "x", lambda value: value.split(":")[0], lambda _: ""])
def test_a_cookie_that_the_site_did_not_sign_makes_nobody_a_guest(client, game, forge):
    client.cookies[guests.COOKIE] = forge(client.cookies[guests.COOKIE].value)
    assert client.get(game.get_absolute_url()).status_code == 404
    assert submit(client, game).status_code == 302
    assert Turn.objects.filter(game=game, side=game.side_to_move).count() == game.ply // 2


def test_a_cookie_signed_under_the_key_of_before_stays_good_and_is_signed_anew(client, game, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    assert submit(client, game).url == game.get_absolute_url()
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(game.get_absolute_url()).status_code == 200


def test_the_cookie_is_the_browsers_alone(client, game):
    cookie = client.cookies[guests.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert client.get("/").headers["Cache-Control"] == "private, no-store"
