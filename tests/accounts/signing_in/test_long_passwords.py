"""A new password of more than a thousand characters is refused before any validator looks at it, wherever it is set."""

from io import StringIO

import pytest
from django.contrib.auth import password_validation
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from accounts.models import User
from mastery_site.pages.passwords import LONGEST
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
LONG = "a quiet evening with a board " * 40
TOLD = f"Please choose a password of up to {LONGEST} characters."
TWICE = {"password1": LONG, "password2": LONG}


class Watching:
    """A validator to which nothing long may come."""

    seen: list[str]

    def validate(self, password, user=None):
        assert len(password) <= LONGEST
        self.seen.append(password)

    def get_help_text(self):
        return ""


@pytest.fixture(autouse=True)
def _watching(settings, monkeypatch):
    monkeypatch.setattr(Watching, "seen", [], raising=False)
    first = settings.AUTH_PASSWORD_VALIDATORS[0]
    settings.AUTH_PASSWORD_VALIDATORS = [{**first, "OPTIONS": {"then": [{"NAME": f"{__name__}.Watching"}]}}]
    password_validation.get_default_password_validators.cache_clear()
    yield
    password_validation.get_default_password_validators.cache_clear()


def expect_refused(answer) -> None:
    assert answer.status_code == 200
    assert TOLD in answer.content.decode()
    assert Watching.seen == []


def test_at_the_sign_up(client):
    sent = {"username": "Dora", "email": "dora@example.org", "password1": LONG}
    expect_refused(client.post(reverse("account_signup"), sent))
    assert not User.objects.filter(username="Dora").exists()
    client.post(reverse("account_signup"), {**sent, "password1": LONG[:LONGEST]})
    assert Watching.seen == [LONG[:LONGEST]]


def test_at_a_change(client, alice_with_password):
    client.login(username="Alice", password=PASSWORD)
    expect_refused(client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **TWICE}))


def test_at_the_first_one_of_an_account_without(client, alice):
    alice.set_unusable_password()
    alice.save()
    client.force_login(alice)
    expect_refused(client.post(reverse("account_set_password"), TWICE))


def test_at_a_reset(client, alice_with_password, newest_link):
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    expect_refused(client.post(client.get(newest_link()).url, TWICE))


def test_by_a_command(alice, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda *asked, **how: LONG)
    told = StringIO()
    with pytest.raises(CommandError, match="Aborting password change"):
        call_command("changepassword", "Alice", stdout=StringIO(), stderr=told)
    assert TOLD in told.getvalue()
    assert Watching.seen == []
