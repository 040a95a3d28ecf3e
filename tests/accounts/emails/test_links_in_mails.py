"""Links in mails begin with SITE_URL, whatever host the request names: an attacker would name their own."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from notifications.delivery import outbox
from tests.accounts.conftest import PASSWORD, code_of, link_in
from tests.administration import enter
from tests.faults.test_injection import OFFER

EVIL = "evil.example"


@pytest.fixture
def hostile(settings):
    """A browser that names another host, where the server takes any."""
    settings.ALLOWED_HOSTS = ["*"]
    return lambda: Client(headers={"host": EVIL})


def texts_of(message) -> str:
    alternatives = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return "\n".join([message.subject, message.body, *(str(part[0]) for part in alternatives)])


def check_sent(*, at_least: int) -> None:
    assert len(mail.outbox) >= at_least
    for message in mail.outbox:
        text = texts_of(message)
        assert EVIL not in text, message.subject
        hosts = {urlsplit(link)[:2] for link in re.findall(r"https?://[^\s\"'<>]+", text)}
        assert hosts <= {urlsplit(site.SITE_URL)[:2]}, message.subject


def test_links_of_sign_up_log_in_and_reset(hostile, alice, boris):
    browser = hostile()
    form = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD, "next": "/games/7/"}
    browser.post(reverse("account_signup"), form)
    browser.post(reverse("account_login"), {"login": "Dora", "password": PASSWORD})
    hostile().post(reverse("account_signup"), {**form, "username": "Dora2", "email": alice.email})
    hostile().post(reverse("account_reset_password"), {"email": boris.email})
    check_sent(at_least=3)
    assert {"alice@example.org", "boris@example.org"} <= {message.to[0] for message in mail.outbox}


def test_a_reset_link_made_at_a_hostile_host_works_at_ours(hostile, client, alice_with_password):
    hostile().post(reverse("account_reset_password"), {"email": alice_with_password.email})
    assert client.get(client.get(link_in(mail.outbox[0])).url).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_links_about_every_change_to_an_account(hostile, alice_with_password):
    browser = hostile()
    browser.force_login(alice_with_password)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    secret = re.search(r'"secret">([A-Z2-7]+)<', browser.get(reverse("mfa_activate_totp")).content.decode())[1]
    browser.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    browser.post(reverse("mfa_generate_recovery_codes"))
    browser.post(reverse("mfa_deactivate_totp"))
    browser.post(reverse("account_email"), {"email": "boris@new.example", "action_add": ""})
    browser.post(link_in(mail.outbox[-1]))
    new = {"oldpassword": PASSWORD, "password1": f"{PASSWORD}!", "password2": f"{PASSWORD}!"}
    browser.post(reverse("account_change_password"), new)
    check_sent(at_least=6)


def test_links_about_help_by_staff(hostile, admin, carol):
    browser = hostile()
    enter(browser, admin)
    EmailAddress.objects.filter(user=carol).update(verified=False)
    for deed, asked in {"resend-verification": {}, "correct-address": {"email": "carol@new.example"}}.items():
        browser.post(f"/admin/accounts/user/{carol.pk}/{deed}/", {"reason": "asked", **asked})
    check_sent(at_least=1)


@pytest.mark.parametrize("to", [{"audience": "address", "address": "d@example.net"}, {"audience": "player"}])
def test_links_about_challenges(hostile, alice, boris, settings, to):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    browser = hostile()
    browser.force_login(alice)
    assert browser.post(reverse("challenge_new"), {**OFFER, "opponent": "Boris", **to}).status_code == 302
    outbox.deliver_due()
    check_sent(at_least=1)
