"""A link from an email, opened while logged out, asks the reader to log in; every way of doing so leads back to it."""

import html
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD, code_of
from tests.factories import ChallengeFactory, GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice_with_password, boris):
    return GameFactory(first=alice_with_password, second=boris, private=True)


def follow(client: Client, address: str, *, label: str) -> str:
    """The address that a link of the page leads to, by what is written on it."""
    page = client.get(address).content.decode().partition("<main")[2]
    found = re.search(rf'href="([^"]*)"[^>]*>{label}<', page)
    assert found, page
    return html.unescape(found[1])


def read_next(client: Client, address: str) -> str:
    """What the form at this address sends along as the page to go to."""
    return re.search(r'name="next"\s+value="([^"]*)"', client.get(address).content.decode())[1]


@pytest.mark.parametrize("part", ["", "0/", "?flip=1&amp;text=Pd4-d5"])
def test_logging_in_leads_back_to_the_page(client, game, part):
    address = game.get_absolute_url() + html.unescape(part)
    assert "Is this your game?" in client.get(address).content.decode()
    log_in = follow(client, address, label="Log in to play")
    data = {"login": "Alice", "password": PASSWORD, "next": html.unescape(read_next(client, log_in))}
    assert client.post(reverse("account_login"), data).url == address
    assert client.get(address).status_code == 200


def test_a_challenge_asks_as_well(client, alice_with_password, boris):
    address = ChallengeFactory(challenger=boris, audience="player", opponent=alice_with_password).get_absolute_url()
    assert client.get(address).status_code == 404
    log_in = follow(client, address, label="Log in to answer")
    assert read_next(client, log_in) == address


def test_a_visitor_cannot_tell_a_private_game_from_none(client, game):
    private, none = (client.get(f"/games/{pk}/") for pk in (game.pk, 4711))
    assert private.status_code == none.status_code == 404
    assert private.content.decode() == none.content.decode().replace("4711", str(game.pk))
    assert "no-store" in private["Cache-Control"]


def test_somebody_logged_in_whose_game_it_is_not_is_not_asked(client, game, carol):
    client.force_login(carol)
    assert "Is this your game?" not in client.get(game.get_absolute_url()).content.decode()


def test_a_public_game_offers_the_same_to_who_watches_logged_out(client, alice_with_password, boris):
    address = GameFactory(first=alice_with_password, second=boris).get_absolute_url()
    assert read_next(client, follow(client, address, label="Log in to play")) == address
    client.force_login(boris)
    assert "Log in to play" not in client.get(address).content.decode()


def test_the_second_step_leads_back(game, secret):
    browser = Client()
    address = game.get_absolute_url()
    log_in = follow(browser, address, label="Log in to play")
    data = {"login": "Alice", "password": PASSWORD, "next": read_next(browser, log_in)}
    assert browser.post(reverse("account_login"), data).url == reverse("mfa_authenticate")
    assert browser.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).url == address


@pytest.mark.parametrize("by", ["Sign up", "Log in to play"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["same browser", "another browser"])
def test_signing_up_leads_back(client, sign_up, newest_link, game, by, elsewhere):
    """Also by way of the log-in page, and where the email is read on another machine."""
    address = game.get_absolute_url()
    page = follow(client, address, label=by)
    if by != "Sign up":
        page = follow(client, page, label="Sign up")
    assert sign_up(next=read_next(client, page)).url == reverse("account_email_verification_sent")
    assert len(mail.outbox) == 1
    browser = Client() if elsewhere else client
    goes_on = browser.post(newest_link()).url
    if elsewhere:
        data = {"login": "dora", "password": PASSWORD, "next": read_next(browser, goes_on)}
        goes_on = browser.post(reverse("account_login"), data).url
    assert goes_on == address
