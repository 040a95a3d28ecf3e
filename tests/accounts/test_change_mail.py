"""Changing one's mail address: the old one stays until the new one is confirmed."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

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
def test_what_is_no_address_is_refused(change, alice, address):
    page = change(address).content.decode()
    assert 'class="problem"' in page
    assert EmailAddress.objects.filter(user=alice).count() == 1
