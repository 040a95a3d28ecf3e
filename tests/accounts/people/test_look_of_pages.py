"""Pages are light or dark, boards and pieces as I want them: the page says so as it is served, so nothing flashes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.board_look import COOKIE
from tests.factories import GameFactory
from tests.versions import see as see_version

ADDRESS = "/settings/board/"
CHOSEN = {"size": "large", "coordinates": "on", "theme": "dark", "colours": "wood", "pieces": "small"}
OF_PAGES = ("/", "/rules/", "/challenges/", "/practice/mastery/", "/account/login/", "/nothing/here/")


def seen(client: Client) -> dict[str, str]:
    return see_version(client, GameFactory().get_absolute_url(), action=ADDRESS)


def read_marks(client: Client, address: str) -> tuple[str, str]:
    """What a page says of its look before anything else, and the schemes that it names for the browser."""
    page = client.get(address).content.decode()
    (marks,) = re.findall('<html lang="en"([^>]*)>', page)
    (schemes,) = re.findall('<meta name="color-scheme" content="([a-z ]+)">', page)
    return marks.strip(), schemes


@pytest.mark.parametrize("address", OF_PAGES)
def test_unless_something_is_chosen_a_page_follows_the_device(client, db, address):
    assert read_marks(client, address) == ("", "light dark")


@pytest.mark.parametrize("address", OF_PAGES)
def test_a_visitors_choice_is_in_a_cookie_and_in_every_page(client, db, address):
    client.post(ADDRESS, {**seen(client), **CHOSEN})
    assert client.cookies[COOKIE].value == "large..dark.wood.small"
    assert read_marks(client, address) == ('data-theme="dark" data-colours="wood" data-pieces="small"', "dark")


def test_a_players_choice_is_kept_with_the_account_and_found_on_every_device(alice):
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(alice)
    here.post(ADDRESS, {**seen(here), **CHOSEN, "theme": "light"})
    assert read_marks(there, "/") == ('data-theme="light" data-colours="wood" data-pieces="small"', "light")
    assert COOKIE not in here.cookies
    alice.refresh_from_db()
    assert (alice.theme, alice.board_colours, alice.piece_size) == ("light", "wood", "small")


def test_the_form_shows_what_is_chosen(client, alice):
    client.force_login(alice)
    client.post(ADDRESS, {**seen(client), **CHOSEN})
    page = client.get("/settings/").content.decode()
    for value in ("dark", "wood"):
        assert f'<option value="{value}" selected>' in page


@pytest.mark.parametrize("cookie", ["small", "small.plain"])
def test_a_cookie_from_before_there_were_themes_still_counts(client, db, cookie):
    client.cookies[COOKIE] = cookie
    page = client.get(GameFactory().get_absolute_url()).content.decode()
    assert "size-small" in page
    assert ('class="coordinates"' in page) == (cookie == "small")
    assert "data-theme" not in page.partition(">")[0]


@pytest.mark.parametrize("cookie", ["large..x.y.z", 'large.."><script>', "large" + "." * 300, "large..dark", "..dark"])
def test_nothing_unexpected_in_a_cookie_reaches_the_page(client, db, cookie):
    client.cookies[COOKIE] = cookie
    assert read_marks(client, "/") in [("", "light dark"), ('data-theme="dark"', "dark")]


def test_a_form_without_them_or_with_unknown_ones_leaves_them_as_they_are(client, alice):
    client.force_login(alice)
    client.post(ADDRESS, {**seen(client), **CHOSEN})
    for more in ({}, {"theme": "pink", "colours": "x" * 5000, "pieces": "\x7f"}):
        client.post(ADDRESS, {**seen(client), "size": "small", **more})
        found = User.objects.get(pk=alice.pk)
        assert (found.board_size, found.theme, found.board_colours, found.piece_size) == (
            "small",
            "dark",
            "wood",
            "small",
        )


def test_it_is_chosen_beside_the_game_in_the_settings_and_on_the_practice_board(client, alice):
    game = GameFactory(first=alice)
    for address in (game.get_absolute_url(), reverse("practice", args=["masters"])):
        assert 'name="theme"' in client.get(address).content.decode()
    client.force_login(alice)
    assert 'name="theme"' in client.get("/settings/").content.decode()
