"""Changing one's mail address: the old one stays until the new one is confirmed."""

import time

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.spending import hash_mailbox, spend
from accounts.models import Allowance
from tests.accounts.conftest import link_in


@pytest.fixture
def change(client, alice_with_password, confirm_password):
    client.force_login(alice_with_password)
    confirm_password()
    return lambda email, action="action_add": client.post(reverse("account_email"), {"email": email, action: ""})


def test_only_confirming_changes_it(client, change, alice, newest_link):
    change("alice@new.example")
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert client.post(newest_link()).url == reverse("account_email")
    alice.refresh_from_db()
    assert alice.email == "alice@new.example"
    assert [address.email for address in EmailAddress.objects.filter(user=alice)] == ["alice@new.example"]


def test_the_old_address_hears_of_it(client, change, newest_link):
    change("alice@new.example")
    client.post(newest_link())
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "was changed from alice@example.org to alice@new.example" in " ".join(mail.outbox[-1].body.split())


def test_the_present_address_cannot_be_taken_away(change, alice):
    change("alice@example.org", "action_remove")
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert EmailAddress.objects.filter(user=alice).exists()


def test_a_change_can_be_called_off(change, alice):
    change("alice@new.example")
    change("alice@new.example", "action_remove")
    assert [address.email for address in EmailAddress.objects.filter(user=alice)] == ["alice@example.org"]


def test_another_s_address_is_neither_given_away_nor_taken(client, change, boris, alice, newest_link):
    """The page answers as for any address, its owner is asked, and even by confirming cannot hand it over."""
    assert change("boris@example.org").status_code == change("free@example.org").status_code == 302
    assert mail.outbox[0].to == ["boris@example.org"]
    link = link_in(mail.outbox[0])
    client.post(link)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert EmailAddress.objects.get(email="boris@example.org", verified=True).user == boris


@pytest.mark.parametrize("address", ["", "no address", "a@b", "x@example.org\nBcc: y@example.org"])
def test_text_that_is_no_address_is_refused(change, alice, address):
    page = change(address).content.decode()
    assert 'class="problem"' in page
    assert EmailAddress.objects.filter(user=alice).count() == 1


# --- Limits ------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("at_noon")
def test_the_eleventh_stranger_in_a_day_gets_no_email_and_the_form_keeps_what_was_typed(client, change):
    """Without the limit it was 14,400 a day."""
    for number in range(10):
        assert change(f"stranger{number}@example.net").status_code == 302
    refused = change("stranger10@example.net")
    assert refused.status_code == 429
    assert 86_000 < int(refused["Retry-After"]) <= 86_400
    page = refused.content.decode()
    assert "You have reached the limit of 10 changes of email address in 24 hours. You can go on tomorrow at" in page
    assert 'value="stranger10@example.net"' in page
    assert len([message for message in mail.outbox if "stranger" in message.to[0]]) == 10


def test_another_account_at_the_same_network_address_goes_no_further(change, boris):
    for number in range(10):
        change(f"stranger{number}@example.net")
    other = Client()
    other.force_login(boris)
    session = other.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session.save()
    asked = {"email": "stranger@example.net", "action_add": ""}
    forged = {"HTTP_X_FORWARDED_FOR": "203.0.113.1"}
    assert other.post(reverse("account_email"), asked, **forged).status_code == 429
    assert other.post(reverse("account_email"), asked, REMOTE_ADDR="203.0.113.1").status_code == 302


def test_one_stranger_is_asked_ten_times_a_day_by_all_together(change, alice):
    for _ in range(10):
        with transaction.atomic():
            spend("email_change", now=timezone.now(), recipient=hash_mailbox("dora+games@example.net"))
    refused = change("Dora@example.net")
    assert refused.status_code == 429
    assert "This email address has reached the limit" in refused.content.decode()
    assert not mail.outbox


def test_a_request_that_changes_nothing_does_not_count_against_the_limit(change):
    for _ in range(15):
        change("no address")
        change("alice@example.org", "action_remove")
    counted = Allowance.objects.values_list("key", flat=True)
    assert [key.partition("/")[0] for key in counted] == ["email_change sent"], "as forms that were sent"
