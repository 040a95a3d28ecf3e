"""Signing up: name, mail address, password; nothing is lost when something is wrong."""

import re

import pytest
from django.core import mail
from django.db import IntegrityError
from django.urls import reverse

from accounts.models import User
from accounts.words import refusals
from tests.rows import each_row

TAKEN, TOO_LIKE = str(refusals.NAME_TAKEN()), str(refusals.NAME_LOOK())

pytestmark = pytest.mark.django_db


def test_a_newcomer_gets_an_account_and_a_mail_to_confirm(sign_up):
    response = sign_up()
    assert response.url == reverse("account_email_verification_sent")
    dora = User.objects.get(username="Dora")
    assert dora.emailaddress_set.get().verified is False
    assert [message.to for message in mail.outbox] == [["dora@example.org"]]


@each_row(
    ("wrong", "sentence"),
    [
        ({"username": "al"}, "3 to 20 characters"),
        ({"username": "Dora the Great"}, "3 to 20 characters"),
        ({"username": "Дора"}, "3 to 20 characters"),
        ({"username": "<b>Dora</b>"}, "3 to 20 characters"),
        ({"username": "Dora\x00"}, "3 to 20 characters"),
        ({"username": "m0derator"}, "This name is reserved"),
        ({"email": "dora"}, "Enter a valid email address"),
        ({"email": "dora@example.org\nBcc: all@example.org"}, "Enter a valid email address"),
        ({"password1": "12345678"}, "too common"),
        ({"password1": "804629175361"}, "entirely numeric"),
        ({"password1": "short"}, "at least 8 characters"),
        ({"username": ""}, "Please fill this in"),
    ],
)
def test_mistakes_are_explained_and_what_was_typed_is_kept(sign_up, wrong, sentence):
    response = sign_up(**wrong)
    page = response.content.decode()
    assert re.search(rf'class="problem"[^>]*>[^<]*{sentence}', page)
    if "email" not in wrong:
        assert 'value="dora@example.org"' in page
    assert not User.objects.exists()
    assert not mail.outbox


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("alice", TAKEN), ("ALICE", TAKEN), ("A1ice", TOO_LIKE), ("Al-ice", TOO_LIKE), ("AIice", TOO_LIKE)],
)
def test_a_name_that_somebody_has_or_one_like_it_is_refused(sign_up, alice, name, sentence):
    assert sentence in sign_up(username=name).content.decode()
    assert User.objects.count() == 1


def test_the_loser_of_a_race_for_a_name_reads_that_the_name_is_taken(sign_up, monkeypatch, alice):
    """Both forms were checked before either was saved: the unique look refuses the second, and the page says so."""
    look_up = type(User.objects).refuse_taken
    calls = []

    def miss_the_first_time(self, username, **kwargs):
        calls.append(username)
        return None if len(calls) == 1 else look_up(self, username, **kwargs)

    monkeypatch.setattr(type(User.objects), "refuse_taken", miss_the_first_time)
    response = sign_up(username="A1ice")
    assert response.status_code == 200
    assert TOO_LIKE in response.content.decode()
    assert 'value="dora@example.org"' in response.content.decode()
    assert User.objects.count() == 1


def test_an_error_that_is_no_race_for_a_name_is_not_hidden(sign_up, monkeypatch):
    def fail(*args, **kwargs):
        raise IntegrityError("something else")

    monkeypatch.setattr(User, "save", fail)
    with pytest.raises(IntegrityError):
        sign_up()


def test_a_known_address_is_not_given_away(sign_up, alice):
    """The page is the same as for a newcomer; only the owner of the address reads that there is an account."""
    response = sign_up(email="ALICE@example.org")
    assert response.url == reverse("account_email_verification_sent")
    assert User.objects.count() == 1
    assert mail.outbox[0].to == ["alice@example.org"]
    assert "already has an account" in mail.outbox[0].body


def test_an_address_is_one_account_however_it_is_written(sign_up):
    sign_up(email="Dora@Example.ORG")
    assert User.objects.get().email == "dora@example.org"
