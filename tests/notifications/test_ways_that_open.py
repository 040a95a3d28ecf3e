"""A reminder is written when a turn begins; a way that opens later in the turn brings its reminders too, none twice."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications import standing, switches
from notifications.forms import name_of
from notifications.models import Channel, Kind, Notice
from tests.factories import GameFactory
from tests.notifications.push_service import Browser

HOUR = timedelta(hours=1)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/1"


@pytest.fixture
def visit(client, alice):
    client.force_login(alice)
    return client


def switch_all_on(client):
    client.post(reverse("notice_switches"), {name_of(place): "on" for place in switches.list_places()})


def register(client):
    told = json.dumps({"endpoint": ENDPOINT, "keys": Browser().keys})
    assert client.post(reverse("push_subscribe"), told, content_type="application/json").status_code == 201


def find_thresholds(channel: Channel) -> set[str]:
    reminders = Notice.objects.open().filter(kind=Kind.DEADLINE_NEAR, channel=channel)
    return set(reminders.values_list("payload__threshold", flat=True))


def test_mail_switched_on_reminds_of_the_turn_that_has_begun(visit, alice, boris):
    switches.turn_off(alice, kinds=[Kind.DEADLINE_NEAR])
    GameFactory(first=alice, second=boris)
    assert find_thresholds(Channel.MAIL) == set()
    switch_all_on(visit)
    assert find_thresholds(Channel.MAIL) == {"half", "24h", "6h", "1h"}


def test_a_new_device_is_reminded_of_it(visit, alice, boris):
    GameFactory(first=alice, second=boris)
    register(visit)
    assert find_thresholds(Channel.PUSH) == {"half", "24h", "6h", "1h"}


def test_mail_that_works_again_reminds_of_a_turn_that_began_while_it_was_broken(alice, boris):
    standing.break_channel(alice.pk, channel=Channel.MAIL, reason="bounced", now=timezone.now())
    GameFactory(first=alice, second=boris)
    assert find_thresholds(Channel.MAIL) == set()
    standing.mend(alice.pk, channel=Channel.MAIL)
    assert find_thresholds(Channel.MAIL) == {"half", "24h", "6h", "1h"}


def test_what_has_been_told_is_not_told_again(visit, alice, game, deliver):
    deliver(now=game.deadline_at - 24 * HOUR)
    switch_all_on(visit)
    sent = Notice.objects.filter(kind=Kind.DEADLINE_NEAR, channel=Channel.MAIL, state="sent")
    assert sent.count() == 1
    assert find_thresholds(Channel.MAIL) == {"half", "6h", "1h"}
