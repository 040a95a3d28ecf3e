"""Addresses in chat apps are secret: staff see that there is one, its owner's copy names it, and closing ends it."""

import json

import pytest
from django.utils import timezone

from accounts import events
from notifications import registry
from notifications.chat_apps import addresses, codes
from notifications.models import ChatAddress, ConnectCode
from tests.administration import enter
from tests.chat_apps import WEBHOOK

CHATS = "/admin/notifications/chataddress/"


@pytest.fixture
def stored(alice) -> ChatAddress:
    codes.begin(alice, registry.CHANNELS.get("telegram"), now=timezone.now())
    return addresses.connect(alice, registry.CHANNELS.get("discord"), {"webhook": WEBHOOK}, now=timezone.now())


def test_staff_read_which_it_is_and_not_the_address(client, admin, stored):
    enter(client, admin)
    assert stored.name in client.get(CHATS, {"q": "alic"}).content.decode()
    page = client.get(f"{CHATS}{stored.pk}/change/").content.decode()
    assert stored.name in page
    assert stored.sealed not in page
    assert "a" * 60 not in page


@pytest.mark.parametrize("step", ["change", "delete"])
def test_staff_change_nothing(client, admin, stored, step):
    enter(client, admin)
    assert client.post(f"{CHATS}{stored.pk}/{step}/", {"post": "yes", "name": "x"}).status_code == 403


def test_no_secret_is_stored_as_it_is(stored):
    assert "a" * 60 not in json.dumps(list(ChatAddress.objects.values()), default=str)


def test_the_copy_of_own_data_names_it_without_the_secret(stored, alice):
    told = [part for _, part in events.account_exporting.send(sender=None, user_id=alice.pk) if "chat_apps" in part]
    (row,) = told[0]["chat_apps"]
    assert (row["channel"], row["name"]) == ("discord", stored.name)
    assert stored.sealed not in str(row)


def test_closing_the_account_ends_it(stored, alice):
    events.account_closed.send(sender=None, user_id=alice.pk, now=timezone.now())
    assert not ChatAddress.objects.exists()
    assert not ConnectCode.objects.exists()
