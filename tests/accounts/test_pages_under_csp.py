"""Every page of an account holds to the Content-Security-Policy and the frame: nothing inline, one heading, labels."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD
from tests.rows import each_row

FOR_ANYBODY = [
    "/account/login/",
    "/account/signup/",
    "/account/confirm-email/",
    "/account/confirm-email/nonsense/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/1-nonsense/",
    "/account/password/reset/key/done/",
    "/account/inactive/",
]
FOR_ALICE = [
    "/settings/",
    "/settings/vacation/",
    "/account/email/",
    "/account/password/change/",
    "/account/password/reset/",
    "/account/logout/",
    "/account/sessions/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/",
    "/account/2fa/webauthn/add/",
]
WITH_SECOND_FACTOR = [
    "/account/2fa/",
    "/account/2fa/totp/deactivate/",
    "/account/2fa/recovery-codes/",
    "/account/2fa/recovery-codes/generate/",
    "/account/2fa/reauthenticate/",
]


def faults_of(html: str) -> list[str]:
    """What the policy would block, and what a reader with a screen reader would miss."""
    scripts = re.findall(r"<script\b([^>]*)>", html)
    inline = [attrs for attrs in scripts if "src=" not in attrs and 'type="application/json"' not in attrs]
    labels = set(re.findall(r'<label[^>]*\bfor="([^"]+)"', html))
    controls = re.findall(r"<(?:input|select|textarea)\b([^>]*)>", html)
    shown = [attrs for attrs in controls if not re.search(r'type="(hidden|submit)"', attrs)]
    return [
        *(f"inline script{attrs}" for attrs in inline),
        *re.findall(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html),
        *(f"no label: {attrs}" for attrs in shown if not set(re.findall(r'id="([^"]+)"', attrs)) & labels),
        *([] if html.count("<h1") == 1 else ["not one heading"]),
        *([] if '<html lang="en">' in html and 'id="main"' in html else ["not the site's frame"]),
        *([] if len(ids := re.findall(r'\sid="([^"]+)"', html)) == len(set(ids)) else [f"an id twice: {sorted(ids)}"]),
    ]


def check(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert faults_of(response.content.decode()) == []


@each_row("address", FOR_ANYBODY)
def test_pages_for_anybody(client, db, address):
    check(client, address)


@pytest.fixture
def alice_in(client, alice_with_password, confirm_password):
    client.force_login(alice_with_password)
    confirm_password()
    return client


@pytest.mark.parametrize("address", FOR_ALICE)
def test_pages_of_one_s_own_account(alice_in, address):
    check(alice_in, address)


@pytest.mark.parametrize("address", WITH_SECOND_FACTOR)
def test_pages_with_a_second_factor(alice_in, alice_with_password, address):
    TOTP.activate(alice_with_password, "A" * 32)
    RecoveryCodes.activate(alice_with_password)
    check(alice_in, address)


def test_the_second_step_of_logging_in(client, alice_with_password):
    TOTP.activate(alice_with_password, "A" * 32)
    client.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    check(client, reverse("mfa_authenticate"))


def test_pages_of_a_key(alice_in, alice_with_password):
    key = Authenticator.objects.create(user=alice_with_password, type="webauthn", data={"name": "blue stick"})
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        assert faults_of(alice_in.get(reverse(name, args=[key.pk])).content.decode()) == []


def test_pages_of_a_mail_s_link(client, sign_up, newest_link):
    sign_up(next="/games/7/")
    check(client, newest_link())


def test_a_refused_form(client, sign_up):
    assert faults_of(sign_up(username="x", email="y", password1="z").content.decode()) == []


def test_the_check_finds_each_fault():
    """The check itself can fail."""
    bad = '<html><script>x</script><p style="a" onclick="b"><input id="q"><h1></h1><h1 id="q"></h1>'
    assert len(faults_of(bad)) == 7
