"""A known address or name costs the site the same work as an unknown one, so that no clock tells them apart.

Work is counted, not timed: hashings of a password, and statements that write.
"""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.signing_in.adapter import AccountAdapter
from computers import starting
from engine import registry
from games import guests
from tests.accounts.conftest import PASSWORD


@pytest.fixture
def effort(monkeypatch, settings):
    """What a POST of a newcomer's browser takes: hashings, statements that write; and the answer as it looks."""
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    hashings = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args: hashings.append(args) or encode(*args))

    def measure(page: str, fields: dict[str, str]):
        hashings.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = Client().post(reverse(page), fields)
        writes = [q["sql"].split("(")[0] for q in queries if q["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
        typed = [word for value in fields.values() for word in (value, value.lower())]
        looks = answer.content.decode()
        for word in typed:
            looks = looks.replace(word, "")
        return len(hashings), len(writes), answer.status_code, answer.headers.get("Location"), len(looks)

    return measure


@pytest.fixture
def alice(alice_with_password):
    return alice_with_password


@pytest.mark.parametrize(("known", "unknown"), [("Alice", "Nobodi"), ("alice@example.org", "nobodi@example.org")])
def test_logging_in(effort, alice, known, unknown):
    known, unknown = (effort("account_login", {"login": it, "password": "wrong"}) for it in (known, unknown))
    assert known == unknown
    assert known[0] == 1


def test_logging_in_to_an_account_without_a_password(effort, boris):
    """Its owner logs in by a passkey, or has never chosen one."""
    boris.set_unusable_password()
    boris.save()
    hashings = [effort("account_login", {"login": it, "password": "wrong"})[0] for it in ("Boris", "Nobodi")]
    assert hashings == [1, 1]


def test_logging_in_as_a_computer_or_as_a_guest(effort, db):
    """Nobody can; and nobody learns by trying whether there is such an account."""
    computer = starting.find_computer(registry.get("mastery"), level="newcomer").user
    guest = guests.make()
    effort("account_login", {"login": "Nobodi", "password": "wrong"})  # which counts the first of several at this place
    unknown = effort("account_login", {"login": "Nobodi", "password": "wrong"})
    for login in (computer.username, computer.email, guest.username):
        effort("account_login", {"login": login, "password": "wrong"})
        assert effort("account_login", {"login": login, "password": "wrong"}) == unknown, login


def test_an_address_that_somebody_else_wants_to_change_to_is_hashed_for_once(effort, alice, boris):
    EmailAddress.objects.create(user=boris, email=alice.email, verified=False, primary=False)
    assert effort("account_login", {"login": alice.email, "password": "wrong"})[0] == 1


def test_the_right_password_is_hashed_once(effort, alice):
    assert effort("account_login", {"login": alice.email, "password": PASSWORD})[0] == 1


def test_signing_up(effort, alice):
    form = {"username": "Doris", "password1": PASSWORD}
    known = effort("account_signup", {**form, "email": alice.email})
    assert User.objects.count() == 1
    assert not EmailAddress.objects.exclude(user=alice).exists()
    unknown = effort("account_signup", {**form, "email": "doris@example.org"})
    assert (known[0], known[2:]) == (unknown[0], unknown[2:])
    assert known[0] == 1
    assert abs(known[1] - unknown[1]) <= 1


def test_asking_for_a_code(effort, alice, monkeypatch):
    rendered = []
    render = AccountAdapter.render_mail
    monkeypatch.setattr(AccountAdapter, "render_mail", lambda *a, **k: rendered.append(a[1]) or render(*a, **k))
    known, unknown = (effort("account_request_login_code", {"email": it}) for it in (alice.email, "nobodi@example.org"))
    assert (known[0], known[2:]) == (unknown[0], unknown[2:])
    assert len(rendered) == 2
    assert abs(known[1] - unknown[1]) <= 1


def test_asking_for_a_new_password(effort, alice, monkeypatch):
    rendered = []
    render = AccountAdapter.render_mail
    monkeypatch.setattr(AccountAdapter, "render_mail", lambda *a, **k: rendered.append(a[1]) or render(*a, **k))
    known, unknown = (effort("account_reset_password", {"email": it}) for it in (alice.email, "nobodi@example.org"))
    assert (known[0], known[2:]) == (unknown[0], unknown[2:])
    assert len(rendered) == 2
    assert abs(known[1] - unknown[1]) <= 1
    assert mail.outbox == []
