"""A chat app is a channel as push is: switches, modes, quiet hours and the end of an account hold for it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications.delivery import outbox
from notifications.models import ChatAddress, Mode, Notice
from notifications.preferences import switches
from notifications.preferences.saving import save_preferences
from tests.factories import GameFactory, play_turns


@pytest.fixture(autouse=True)
def _connected(connect, alice):
    connect(alice)


def test_only_who_has_connected_it_is_told_by_it(app, service, alice, boris):
    game = GameFactory(first=boris, second=alice)
    outbox.deliver_due()
    assert service.shown == []
    play_turns(game, game.position.legal_moves()[0])
    outbox.deliver_due()
    assert [shown.words.split(" in ")[0] for shown in service.shown]


def test_a_kind_that_is_switched_off_does_not_come(app, service, alice, boris):
    switches.save_table(alice, {("your_turn", app.name): False})
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    assert service.shown == []
    assert not Notice.objects.filter(channel=app.name).exists()


@pytest.mark.parametrize(("mode", "told"), [(Mode.EACH, 3), (Mode.ONCE, 1), (Mode.URGENT, 0), (Mode.OFF, 0)])
def test_turns_come_as_often_as_their_reader_wants(app, service, alice, boris, mode, told):
    save_preferences(alice, mode=mode)
    for _ in range(3):
        GameFactory(first=alice, second=boris)
    for minutes in (2, 4, 6):
        outbox.deliver_due(now=timezone.now() + timedelta(minutes=minutes))
    assert len(service.shown) == told


def test_in_quiet_hours_it_waits_until_they_end(app, service, alice, boris):
    hour = timezone.now().astimezone(alice.zone).hour
    save_preferences(alice, quiet_from=hour, quiet_until=(hour + 2) % 24)
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    assert service.shown == []
    outbox.deliver_due(now=timezone.now() + timedelta(hours=2))
    assert len(service.shown) == 1


def test_its_button_sends_a_test_also_in_quiet_hours(app, service, client, alice):
    hour = timezone.now().astimezone(alice.zone).hour
    save_preferences(alice, mode=Mode.OFF, quiet_from=hour, quiet_until=(hour + 2) % 24)
    client.force_login(alice)
    client.post(reverse("notice_test"), {"channel": app.name})
    outbox.deliver_due()
    assert len(service.shown) == 1


def test_what_waits_while_it_is_disconnected_is_dropped(app, service, client, alice, boris):
    GameFactory(first=alice, second=boris)
    client.force_login(alice)
    client.post(reverse(app.end_name))
    outbox.deliver_due()
    assert service.shown == []
    assert Notice.objects.get(channel=app.name).state == "dropped"
    assert not ChatAddress.objects.exists()
