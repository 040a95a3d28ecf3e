"""Guesses at a player's password slow down the guesser and other strangers, but not the player's own browsers."""

import pytest
from django.test import Client

from accounts.signing_in.known_devices import COOKIE
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

LOGIN = "/account/login/"
SLOWED = "Too many failed attempts"
LET_GUESS = 5


def try_in(browser: Client, *, login="Alice", password=PASSWORD, address="192.0.2.1"):
    return browser.post(LOGIN, {"login": login, "password": password}, REMOTE_ADDR=address)


def guess_all() -> None:
    """A stranger uses up all guesses that an account has, from many addresses."""
    for number in range(LET_GUESS):
        try_in(Client(), password="a guess", address=f"198.51.100.{number}")


@pytest.mark.parametrize("typed", [["Alice", "alice@example.org"], ["alice@example.org", "ALICE"]])
def test_an_account_has_one_budget_of_guesses_whether_by_its_name_or_by_its_address(alice_with_password, typed):
    for number in range(LET_GUESS):
        answer = try_in(Client(), login=typed[number % 2], password="a guess", address=f"198.51.100.{number}")
        assert SLOWED not in answer.content.decode()
    for login in typed:
        assert SLOWED in try_in(Client(), login=login, address="192.0.2.9").content.decode()


@pytest.fixture
def known(alice_with_password) -> Client:
    """A browser in which Alice has logged in, and out again."""
    browser = Client()
    assert try_in(browser).status_code == 302
    browser.post("/account/logout/")
    assert "_auth_user_id" not in browser.session
    return browser


@pytest.mark.parametrize("login", ["Alice", "alice@example.org"])
def test_guesses_of_a_stranger_do_not_lock_the_owner_out_of_a_browser_of_theirs(known, login):
    guess_all()
    assert SLOWED in try_in(Client(), address="192.0.2.9").content.decode()
    assert try_in(known, login=login).status_code == 302


def test_a_browser_that_is_known_has_guesses_of_its_own_and_no_more(known):
    for _ in range(LET_GUESS):
        assert SLOWED not in try_in(known, password="a guess").content.decode()
    assert SLOWED in try_in(known).content.decode()
    assert try_in(Client(), address="192.0.2.9").status_code == 302


def test_logging_in_again_gives_no_new_guesses(known):
    for _ in range(LET_GUESS - 1):
        try_in(known, password="a guess")
    assert try_in(known).status_code == 302
    known.post("/account/logout/")
    try_in(known, password="a guess")
    assert SLOWED in try_in(known).content.decode()


def test_a_cookie_counts_for_its_own_account_alone_and_only_as_it_was_signed(known, alice):
    guess_all()
    forged, other = Client(), Client()
    forged.cookies[COOKIE] = known.cookies[COOKIE].value[:-1] + "x"
    boris = UserFactory(username="Boris")
    boris.set_password(PASSWORD)
    boris.save()
    assert try_in(other, login="Boris", address="192.0.2.2").status_code == 302
    other.post("/account/logout/")
    for browser in (forged, other):
        assert SLOWED in try_in(browser, address="192.0.2.3").content.decode()


def test_no_script_reads_it(known):
    cookie = known.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
