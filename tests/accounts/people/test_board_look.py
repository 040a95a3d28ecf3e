"""How boards look to me follows me: on my account, and without one in a cookie. No script is needed to change it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.board_look import COOKIE
from tests.factories import GameFactory
from tests.versions import see as see_version

ADDRESS = "/settings/board/"
CHOSEN = {"size": "small", "one_click": "on"}


@pytest.fixture
def see(game):
    """The page of the game, as somebody sees it."""
    return lambda client: client.get(game.get_absolute_url()).content.decode()


def seen(client: Client) -> dict[str, str]:
    """What the form of a page of anybody’s says that it saw."""
    return see_version(client, GameFactory().get_absolute_url(), action=ADDRESS)


def shows_coordinates(page: str) -> bool:
    return 'class="coordinates"' in page


def test_a_player_finds_it_on_every_device(alice, game, see):
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(alice)
    assert "size-large" in see(there)
    assert shows_coordinates(see(there))
    assert here.post(ADDRESS, {**seen(here), **CHOSEN, "next": game.get_absolute_url()}).url == game.get_absolute_url()
    page = see(there)
    assert "size-small" in page
    assert not shows_coordinates(page)
    assert "data-one-click" in page
    assert '<option value="small" selected>' in page
    assert COOKIE not in here.cookies


def test_a_staged_turn_is_drawn_in_the_same_look(client, alice, game):
    client.force_login(alice)
    client.post(ADDRESS, {**seen(client), **CHOSEN})
    move = game.position.legal_moves()[0]
    assert not shows_coordinates(client.get(reverse("game_preview", args=[game.pk]), {"text": move}).content.decode())


def test_a_stranger_has_it_in_a_cookie(client, see):
    assert "size-large" in see(client)
    answer = client.post(ADDRESS, {**seen(client), **CHOSEN, "next": "/rules/"})
    assert (answer.url, client.cookies[COOKIE]["httponly"], client.cookies[COOKIE]["samesite"]) == (
        "/rules/",
        True,
        "Lax",
    )
    page = see(client)
    assert "size-small" in page
    assert not shows_coordinates(page)
    assert "data-one-click" not in page, "who looks on plays no turn"
    client.post(ADDRESS, {**seen(client), "size": "medium", "coordinates": "on"})
    assert shows_coordinates(see(client))
    assert see(Client()).count("size-large") == 1


def test_the_form_is_on_the_page_and_in_the_settings_and_leads_back(client, alice, game, see):
    client.force_login(alice)
    for page, there in (
        (see(client), game.get_absolute_url()),
        (client.get("/settings/").content.decode(), "/settings/"),
    ):
        form = page.split(f'action="{ADDRESS}"')[1].split("</form>")[0]
        assert re.findall('name="([a-z_]+)"', form) == [
            "csrfmiddlewaretoken",
            "writer",
            "version",
            "next",
            "theme",
            "size",
            "colours",
            "pieces",
            "coordinates",
            "one_click",
            "after_turn",
            "key_shortcuts",
            "sounds",
            "show_ratings",
        ]
        assert f'name="next" value="{there}"' in form
    flipped = client.get(reverse("game_at", args=[game.pk, 0]), {"flip": 1}).content.decode()
    assert f'name="next" value="{reverse("game_at", args=[game.pk, 0])}?flip=1"' in flipped


def test_sounds_are_off_until_a_player_switches_them_on(client, alice, see):
    client.force_login(alice)
    assert "games/sounds" not in see(client)
    client.post(ADDRESS, {**seen(client), "size": "large", "sounds": "on"})
    alice.refresh_from_db()
    assert alice.sounds
    assert "games/sounds" in see(client)
    client.post(ADDRESS, {**seen(client), "size": "large"})
    assert "games/sounds" not in see(client)


@pytest.mark.parametrize("size", ["", "huge", "larger", "x" * 5000, '"><script>'])
def test_an_unknown_size_changes_nothing(client, alice, size, see):
    client.post(ADDRESS, {"size": size})
    client.cookies[COOKIE] = size
    assert "size-large" in see(client)
    client.force_login(alice)
    client.post(ADDRESS, {"size": size, "one_click": "on"})
    alice.refresh_from_db()
    assert (alice.board_size, alice.one_click) == ("large", False)


@pytest.mark.parametrize(
    "wanted",
    ["https://example.org/", "//example.org", "javascript:alert(1)", "", "nonsense", "a\x00b", "/" + "x" * 900],
)
def test_it_leads_to_no_other_site(client, alice, wanted):
    assert client.post(ADDRESS, {**seen(client), **CHOSEN, "next": wanted}).url == "/"
    client.force_login(alice)
    assert client.post(ADDRESS, {**seen(client), **CHOSEN, "next": wanted}).url == "/settings/"


def test_opening_the_address_changes_nothing(client, alice):
    client.force_login(alice)
    assert client.get(ADDRESS, CHOSEN).url == "/settings/"
    assert User.objects.get(pk=alice.pk).board_size == "large"
    assert client.put(ADDRESS).status_code == 405


def test_the_practice_board_has_the_same_look(client, db):
    address = "/practice/mastery/"
    assert shows_coordinates(client.get(address).content.decode())
    client.post(ADDRESS, {**seen(client), **CHOSEN})
    page = client.get(address).content.decode()
    assert "size-small" in page
    assert not shows_coordinates(page)
    position = page.split('id="position-shown">')[1].split("<")[0]
    staged = client.get(f"{address}preview/", {"position": position, "text": "Pd4-d5"}).json()["board"]
    assert not shows_coordinates(staged)
