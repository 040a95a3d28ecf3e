"""Logging in: by name or by mail address, and never on to another site."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.accounts.conftest import PASSWORD

LOGIN = "/account/login/"


@pytest.fixture
def log_in(client, alice_with_password):
    def send(login="Alice", password=PASSWORD, **fields):
        return client.post(LOGIN, {"login": login, "password": password, **fields})

    return send


@pytest.mark.parametrize("login", ["Alice", "alice", "ALICE", "alice@example.org", "Alice@Example.org", " Alice "])
def test_by_name_or_by_address(log_in, login):
    assert log_in(login).url == reverse("home")


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("Alice", "wrong"),
        ("Nobody1", PASSWORD),
        ("nobody@example.org", PASSWORD),
        ("A1ice", PASSWORD),
        ("Alice\x00", "x"),
    ],
)
def test_a_wrong_log_in_is_refused_without_saying_which_part_was_wrong(log_in, client, login, password):
    response = log_in(login, password)
    page = response.content.decode()
    assert "don’t match. Please check both" in page or "This has a character that can’t be kept" in page
    assert "_auth_user_id" not in client.session
    assert f'value="{login}"' in page or "\x00" in login


def test_an_empty_field_is_named(log_in):
    assert log_in("", "").content.decode().count("Please fill this in") == 2


def test_a_log_in_leads_on_to_the_page_that_was_asked_for(log_in):
    assert log_in(next="/games/7/").url == "/games/7/"


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_a_log_in_never_leads_to_another_site(log_in, evil):
    assert log_in(next=evil).url == reverse("home")


def test_a_person_already_logged_in_is_sent_on(client, alice):
    client.force_login(alice)
    assert client.get(LOGIN, {"next": "/games/7/"}).url == "/games/7/"


def test_guessing_is_slowed(log_in):
    for _ in range(5):
        log_in(password="guess")
    assert "Please wait five minutes" in log_in().content.decode()
    cache.clear()
    assert log_in().status_code == 302


def test_a_closed_account_says_so_after_the_right_password_only(log_in, alice_with_password, client):
    alice_with_password.is_active = False
    alice_with_password.save()
    assert log_in().url == reverse("account_inactive")
    assert "closed" in client.get(reverse("account_inactive")).content.decode()
    assert "don’t match. Please check both" in log_in(password="wrong").content.decode()


def test_a_session_may_end_with_the_browser(log_in, client):
    log_in()
    assert client.session.get_expire_at_browser_close()


def test_a_session_may_outlast_the_browser(log_in, client):
    log_in(remember="on")
    assert not client.session.get_expire_at_browser_close()


def test_logging_out_asks_first(client, alice):
    client.force_login(alice)
    assert "Log out?" in client.get(reverse("account_logout")).content.decode()
    assert "_auth_user_id" in client.session
    assert client.post(reverse("account_logout")).url == reverse("home")
    assert "_auth_user_id" not in client.session
