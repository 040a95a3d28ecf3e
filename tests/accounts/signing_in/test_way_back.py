"""After a log-in, a sign-up or a password reset, people come back to the page they came from, and to no other site."""

import html
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.signing_in.next_page import LONGEST
from tests.accounts.conftest import PASSWORD
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
NEW = "another quiet evening"


@pytest.fixture
def watched(alice_with_password, boris) -> str:
    """The address of a game that anyone may watch, at an earlier turn."""
    game = GameFactory(first=alice_with_password, second=boris, turns=["Md1-c1"])
    return f"{game.get_absolute_url()}0/?flip=1"


def link_of(client: Client, address: str, label: str) -> str:
    """Where the link leads that is labelled so; on every page, the masthead's is the first."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>{label}</a>', client.get(address).content.decode())
    return html.unescape(found[1])


def read_next(client: Client, address: str) -> str:
    """What the form at this address sends along as the page to go to; empty for none."""
    found = re.search(r'name="next"\s+value="([^"]*)"', client.get(address).content.decode())
    return html.unescape(found[1]) if found else ""


def test_the_masthead_s_links_lead_back_to_the_page(client, watched):
    for label in ("Log in", "Sign up"):
        assert read_next(client, link_of(client, watched, label)) == watched
    data = {"login": "Alice", "password": PASSWORD, "next": watched}
    assert client.post(reverse("account_login"), data).url == watched


def test_from_one_entrance_to_another_the_page_is_kept_and_is_never_an_entrance(client, watched):
    log_in = link_of(client, watched, "Log in")
    sign_up = link_of(client, log_in, "Sign up")
    assert read_next(client, sign_up) == watched
    assert link_of(client, reverse("account_login"), "Sign up") == reverse("account_signup")


def test_from_the_front_page_they_lead_nowhere_else(client, db):
    for address in ("/", "/?page=2"):
        assert link_of(client, address, "Log in") == reverse("account_login")


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", f"/rules/?{'x' * LONGEST}"])
def test_another_site_and_what_is_too_long_are_not_carried_along(client, alice, elsewhere):
    for name in ("account_login", "account_reset_password"):
        for label in ("Log in", "Sign up"):
            assert "next" not in link_of(client, f"{reverse(name)}?next={elsewhere}", label)
    assert "next" not in link_of(client, f"{reverse('account_login')}?next={elsewhere}", "Forgot your password\\?")
    client.post(reverse("account_reset_password"), {"email": alice.email, "next": elsewhere})
    assert "next" not in mail.outbox[0].body


def test_a_long_address_leads_back_to_its_page(client, db):
    assert read_next(client, link_of(client, f"/rules/mastery/?{'x' * LONGEST}", "Log in")) == "/rules/mastery/"


@pytest.mark.parametrize("elsewhere", [False, True], ids=["same browser", "another browser"])
def test_a_new_password_leads_back(client, watched, alice_with_password, newest_link, elsewhere):
    reset = link_of(client, link_of(client, watched, "Log in"), "Forgot your password\\?")
    sent = client.post(reset, {"email": alice_with_password.email, "next": read_next(client, reset)})
    assert sent.url.startswith(reverse("account_reset_password_done"))  # which says to look for the email
    assert read_next(client, link_of(client, sent.url, "try another address[^<]*")) == watched
    browser = Client() if elsewhere else client
    form = browser.get(newest_link()).url
    log_in = browser.post(form, {"password1": NEW, "password2": NEW, "next": read_next(browser, form)}).url
    assert "Your password has been changed." in browser.get(log_in).content.decode()
    data = {"login": "Alice", "password": NEW, "next": read_next(browser, log_in)}
    assert browser.post(reverse("account_login"), data).url == watched


def test_a_link_that_no_longer_works_offers_another_that_leads_back(client, db):
    broken = f"{reverse('account_reset_password_from_key', args=['1', 'x-y'])}?next={reverse('account_login')}"
    assert read_next(client, link_of(client, broken, "Ask for a new one")) == reverse("account_login")
