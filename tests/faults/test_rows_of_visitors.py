"""A visitor who has not logged in leaves no session, and few rows, by looking or posting, at every address."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEvent, Allowance, KeptForm
from mastery_site.serving.messages import HostCookieStorage
from tests.factories import ChallengeFactory, GameFactory
from tests.faults.addresses import list_addresses, visit_each

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ADDRESSES = list_addresses(administration=True)
FORM = {
    **dict.fromkeys(("text", "message", "note", "reason", "about", "days", "until", "old", "endpoint"), "x" * 900),
    "login": "Alice",
    "password": "a guess",
    "time_zone": "x" * 100_000,
    "email": "dora@example.org",
    "next": "/" + "x" * 3000,
}
KEEPS_A_SESSION = {
    ("get", "mfa_login_webauthn"): "what the browser is to sign; 30 in ten minutes from one address, gone in two hours",
    ("post", "account_request_login_code"): "which code lets this browser in; 20 an hour from one address, gone in two",
}
"""Why a session is made for a visitor; what the browser signs is asked for as the script of the log-in page does."""
MAY_GROW = {KeptForm._meta.label: 1, Allowance._meta.label: 4, AccountEvent._meta.label: 1}
"""Rows that one visit may leave, none for long: a form that was posted, what is counted of limits, and a wrong
password, of which an account keeps 20 a day (tests/accounts/people/test_recent_activity.py)."""


TABLES = {model._meta.label: model._meta.db_table for model in apps.get_models() if model._meta.managed}


def count_rows() -> dict[str, int]:
    counts = [f"SELECT '{label}', COUNT(*) FROM {connection.ops.quote_name(table)}" for label, table in TABLES.items()]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(counts))
        return dict(cursor.fetchall())


def visit(method: str, path: str, *, form: dict | None = None) -> int:
    headers = {"X-Requested-With": "XMLHttpRequest"}
    return getattr(Client(raise_request_exception=False), method)(path, form or {}, headers=headers).status_code


@pytest.fixture(autouse=True)
def _people(alice, boris):
    GameFactory(first=alice, second=boris)
    ChallengeFactory(challenger=alice)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.late
def test_a_visitor_leaves_no_session_and_few_rows_anywhere(method):
    before = count_rows()
    for address in visit_each(ADDRESSES):
        visit(method, address.fill(username="Alice", slug="mastery"), form=FORM if method == "post" else None)
        after = count_rows()
        grown = {label: after[label] - before[label] for label in after if after[label] != before[label]}
        if (method, address.name) in KEEPS_A_SESSION:
            assert grown.pop(Session._meta.label) == 1
        assert all(number <= MAY_GROW.get(label, 0) for label, number in grown.items()), (address.name, grown)


def test_messages_for_which_the_cookie_has_no_room_make_no_session(client, monkeypatch):
    monkeypatch.setattr(HostCookieStorage, "max_cookie_size", 10)
    for _ in range(2):
        assert client.post(reverse("play_computer", args=["mastery"]), {"level": "99"}).status_code == 302
    assert not Session.objects.exists()


def test_what_somebody_posts_before_they_confirm_their_password_is_kept_only_while_it_is_small(client, alice):
    alice.set_password("a quiet evening with a board")
    alice.save()
    client.force_login(alice)
    path = next(one for one in ADDRESSES if one.name == "mfa_activate_totp").fill()
    answer = client.post(path, {"code": "x" * 900_000})
    assert answer.url.startswith("/account/reauthenticate/?next=")
    assert len(Session.objects.get().session_data) < 1000
    client.post(path, {"code": "123456"})
    assert "account_reauthentication_state" in client.session


def test_the_session_for_a_passkey_is_limited_by_address_and_short_lived(client):
    path = next(one for one in ADDRESSES if one.name == "mfa_login_webauthn").fill()
    answers = [visit("get", path) for _ in range(40)]
    assert answers == [200] * 30 + [429] * 10
    assert Session.objects.count() == 30
    assert max(Session.objects.values_list("expire_date", flat=True)) < timezone.now() + timedelta(hours=2, minutes=1)


def test_a_sign_up_leaves_a_session_for_two_hours_that_lasts_once_it_is_confirmed(client):
    words = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet evening with a board"}
    client.post("/account/signup/", {**words, "time_zone": "Nowhere/" + "x" * 100_000})
    kept = Session.objects.get()
    assert kept.expire_date < timezone.now() + timedelta(hours=2, minutes=1)
    assert len(kept.session_data) < 2000
    assert not UserSession.objects.exists()


def test_a_session_of_somebody_who_has_logged_in_lasts(client, alice):
    client.force_login(alice)
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=13)
