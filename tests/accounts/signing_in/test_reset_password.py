"""A forgotten password: a link by mail, a new password, and no word about who has an account."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
NEW = "another quiet evening"


@pytest.fixture
def ask(client):
    return lambda email: client.post(reverse("account_reset_password"), {"email": email})


def test_the_whole_way(client, ask, alice_with_password, newest_link):
    assert ask("ALICE@example.org").url == reverse("account_reset_password_done")
    assert mail.outbox[0].to == ["alice@example.org"]
    form = client.get(newest_link()).url  # the key leaves the address, so that no referrer carries it on
    assert client.get(form).status_code == 200
    done = client.post(form, {"password1": NEW, "password2": NEW})
    assert done.url == reverse("account_reset_password_from_key_done")
    alice_with_password.refresh_from_db()
    assert alice_with_password.check_password(NEW)
    assert "was changed using a link" in mail.outbox[1].body


def test_a_stranger_s_address_gets_no_mail_and_the_same_answer(ask):
    assert ask("stranger@example.org").url == reverse("account_reset_password_done")
    assert mail.outbox == []


def test_two_passwords_that_differ_are_refused(client, ask, alice, newest_link):
    ask(alice.email)
    form = client.get(newest_link()).url
    page = client.post(form, {"password1": NEW, "password2": NEW + "!"}).content.decode()
    assert "same password each time" in page


def test_a_link_works_once(client, ask, alice, newest_link):
    ask(alice.email)
    link = newest_link()
    client.post(client.get(link).url, {"password1": NEW, "password2": NEW})
    assert "no longer works" in Client().get(link).content.decode()


@pytest.mark.parametrize("key", ["1-nonsense", "zzzzzzzzzzzzzz-abc", "0-set-password"])
def test_a_broken_link_is_explained(client, key):
    page = client.get(f"/account/password/reset/key/{key}/")
    assert "no longer works" in page.content.decode()


def test_the_link_begins_with_the_address_of_this_site(client, alice, settings):
    """A forged Host header must not put another site's name into the mail."""
    response = client.post(reverse("account_reset_password"), {"email": alice.email}, HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert mail.outbox == []
