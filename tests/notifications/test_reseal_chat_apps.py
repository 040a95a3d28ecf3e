"""`manage.py reseal` seals the addresses in chat apps anew, so that an earlier key of the site can be left."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from core import sealing
from notifications import registry
from notifications.chat_apps import addresses
from notifications.models import ChatAddress
from tests.chat_apps import WEBHOOK

OTHER_KEY = "another-key-of-the-site-" * 3


@pytest.fixture
def rotated(alice, settings) -> ChatAddress:
    stored = addresses.connect(alice, registry.CHANNELS.get("discord"), {"webhook": WEBHOOK}, now=timezone.now())
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], OTHER_KEY
    return stored


def test_the_address_is_read_without_the_earlier_key(rotated, settings, capsys):
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    rotated.refresh_from_db()
    assert addresses.unseal(rotated)["id"] == "1" * 18
    assert "1 addresses in chat apps are sealed under SECRET_KEY" in capsys.readouterr().out


def test_one_that_no_key_can_read_is_told_and_left_as_it_is(rotated, settings, capsys):
    settings.SECRET_KEY_FALLBACKS = []
    before = ChatAddress.objects.values().get()
    call_command("reseal")
    assert "1 addresses in chat apps could not be read" in capsys.readouterr().err
    assert ChatAddress.objects.values().get() == before
    with pytest.raises(sealing.Unreadable):
        addresses.unseal(rotated)
