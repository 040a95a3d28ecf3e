"""Codes to log in are limited by mailbox, by network address and by code, whether or not anybody has the address."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.emailed_codes import ASK, ask, enter, newest_code

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_an_address_gets_five_codes_an_hour_from_wherever_they_are_asked(alice, email):
    for number in range(5):
        assert Client().post(ASK, {"email": email}, REMOTE_ADDR=f"203.0.113.{number}").status_code == 302
    refused = Client().post(ASK, {"email": email.upper()}, REMOTE_ADDR="203.0.113.99")
    assert refused.status_code == 429
    page = refused.content.decode()
    assert "This email address has reached the limit of 5 emails with a code to log in in an hour." in page
    assert f'value="{email.upper()}"' in page
    assert len(mail.outbox) == (5 if email.startswith("alice") else 0)


def test_a_network_address_asks_for_twenty_an_hour(db):
    asked = [ask(Client(), f"nobody{number}@example.org").status_code for number in range(21)]
    assert asked == [302] * 20 + [429]


def test_and_enters_thirty_in_ten_minutes(alice):
    browsers = [Client() for _ in range(11)]
    for number, browser in enumerate(browsers):
        ask(browser, f"nobody{number}@example.org")
    tried = [enter(browser, "1").status_code for browser in browsers for _ in range(3)]
    assert tried == [200, 200, 302] * 10 + [429] * 3


def test_guesses_at_a_password_keep_no_owner_from_a_code(client, alice_with_password):
    for number in range(6):
        data = {"login": "Alice", "password": "a guess"}
        Client().post(reverse("account_login"), data, REMOTE_ADDR=f"203.0.113.{number}")
    ask(client)
    assert enter(client, newest_code()).url == "/"
