"""Two-factor log-in by an authenticator app and by recovery codes."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD, code_of


@pytest.fixture
def at_second_step(secret) -> Client:
    """Another browser, past the password."""
    browser = Client()
    response = browser.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD, "next": "/games/7/"})
    assert response.url == reverse("mfa_authenticate")
    return browser


def test_setting_up_asks_for_the_password_first(client, alice_with_password):
    client.force_login(alice_with_password)
    assert client.get(reverse("mfa_activate_totp")).url.startswith(reverse("account_reauthenticate"))


@pytest.mark.django_db(transaction=True)
def test_setting_up_sends_a_mail_after_commit(secret):
    assert "authenticator app was set up" in mail.outbox[-1].body


def test_a_wrong_code_sets_nothing_up(client, alice_with_password, confirm_password):
    client.force_login(alice_with_password)
    confirm_password()
    client.get(reverse("mfa_activate_totp"))
    page = client.post(reverse("mfa_activate_totp"), {"code": "000000"}).content.decode()
    assert "That code is wrong or has expired" in page
    assert not Authenticator.objects.exists()


def test_the_code_logs_in_and_leads_on(at_second_step, secret, alice_with_password):
    assert "Second step" in at_second_step.get(reverse("mfa_authenticate")).content.decode()
    response = at_second_step.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert response.url == "/games/7/"
    assert at_second_step.session["_auth_user_id"] == str(alice_with_password.pk)


@pytest.mark.parametrize("code", ["000000", "", "abc", "１２３４５６", "9" * 500])
def test_a_wrong_code_lets_nobody_in(at_second_step, code):
    response = at_second_step.post(reverse("mfa_authenticate"), {"code": code})
    assert 'class="problem"' in response.content.decode()
    assert "_auth_user_id" not in at_second_step.session


def test_guessing_codes_is_slowed(at_second_step, secret):
    for _ in range(5):
        at_second_step.post(reverse("mfa_authenticate"), {"code": "000000"})
    page = at_second_step.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).content.decode()
    assert "Please wait five minutes" in page


def test_a_recovery_code_lets_in_once(client, at_second_step):
    page = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    codes = re.findall(r"<li>(\d+)</li>", page)
    assert len(codes) == 10
    assert at_second_step.post(reverse("mfa_authenticate"), {"code": codes[0]}).url == "/games/7/"
    again = Client()
    again.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    refused = again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert "That code is wrong or has expired" in refused.content.decode()


def test_two_factor_log_in_can_be_switched_off(client, secret):
    client.post(reverse("mfa_deactivate_totp"))
    assert Client().post(reverse("account_login"), {"login": "Alice", "password": PASSWORD}).url == reverse("home")


def test_the_address_can_be_changed_with_it(client, secret, alice_with_password, newest_link):
    client.post(reverse("account_email"), {"email": "alice@new.example", "action_add": ""})
    client.post(newest_link())
    alice_with_password.refresh_from_db()
    assert alice_with_password.email == "alice@new.example"
