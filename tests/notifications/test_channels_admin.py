"""Staff see how channels and devices of a player fare: nothing secret, nothing to be changed."""

import pytest
from django.utils import timezone

from notifications.models import ChannelState, Device
from notifications.routing import channel_health
from tests.administration import enter

STATES, DEVICES = "/admin/notifications/channelstate/", "/admin/notifications/device/"


@pytest.fixture
def visit(client, admin):
    return lambda *where: enter(client, admin).get(*where).content.decode()


@pytest.fixture
def device(alice):
    channel_health.break_channel(alice.pk, channel="email", reason="550 full", now=timezone.now())
    return Device.objects.create(
        user=alice,
        endpoint="https://push.example/secret",
        key="KEY",
        secret="HUSH",
        name="Phone",
        added_at=timezone.now(),
    )


def test_a_player_s_channels_are_found_by_name(visit, device):
    assert "550 full" in visit(STATES, {"q": "alic"})
    assert "Phone" in visit(DEVICES, {"q": "alic"})
    assert "Phone" not in visit(DEVICES, {"q": "boris"})


def test_the_keys_of_a_device_are_not_shown(visit, device):
    page = visit(f"{DEVICES}{device.pk}/change/")
    assert "Phone" in page
    assert not [word for word in ("push.example", "KEY", "HUSH") if word in page]


def test_nobody_changes_them(client, admin, device):
    enter(client, admin)
    state = ChannelState.objects.get()
    for path in (f"{STATES}{state.pk}/", f"{DEVICES}{device.pk}/"):
        assert client.post(f"{path}change/", {"failures": 0}).status_code == 403
        assert client.post(f"{path}delete/", {"post": "yes"}).status_code == 403
