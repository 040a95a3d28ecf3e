"""A reminder uses the channels that work when it is due, whichever worked when the turn began."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from notifications.models import Notice
from notifications.preferences import saving, switches
from notifications.preferences.switches_form import name_of
from notifications.routing import channel_health
from notifications.scheduling import reminders
from tests.factories import GameFactory
from tests.notifications.push_service import Browser
from tests.versions import see

HOUR = timedelta(hours=1)
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/1"


@pytest.fixture
def visit(client, alice):
    client.force_login(alice)
    return client


def switch_all_on(client):
    client.post(
        reverse("notice_switches"),
        see(client, reverse("notice_switches")) | {name_of(place): "on" for place in switches.list_places()},
    )


def register(client):
    told = json.dumps({"endpoint": ENDPOINT, "keys": Browser().keys})
    assert client.post(reverse("push_subscribe"), told, content_type="application/json").status_code == 201


def find_ways(game, *, before: timedelta = 6 * HOUR) -> set[str]:
    reminders.write_due(now=game.deadline_at - before)
    return set(Notice.objects.filter(kind="deadline_near").values_list("channel", flat=True))


def test_mail_switched_on_reminds_of_the_turn_that_has_begun(visit, alice, boris):
    switches.turn_off(alice, kinds=["deadline_near"])
    game = GameFactory(first=alice, second=boris)
    assert find_ways(game, before=24 * HOUR) == set()
    switch_all_on(visit)
    assert find_ways(game) == {"email"}


def test_a_reminder_missed_while_it_was_off_is_made_up_for_when_it_is_switched_on(visit, alice, boris):
    """The only one that was chosen, so that nothing would tell of the clock."""
    saving.save_preferences(alice, reminders=["24h"])
    switches.turn_off(alice, kinds=["deadline_near", "your_turn"])
    game = GameFactory(first=alice, second=boris)
    assert find_ways(game, before=24 * HOUR) == set()
    with time_machine.travel(game.deadline_at - 20 * HOUR, tick=False):
        switch_all_on(visit)
    assert find_ways(game, before=19 * HOUR) == {"email"}


def test_a_new_device_is_reminded_of_it(visit, alice, boris):
    game = GameFactory(first=alice, second=boris)
    register(visit)
    assert find_ways(game) == {"email", "push"}


def test_mail_that_works_again_reminds_of_a_turn_that_began_while_it_was_broken(alice, boris):
    channel_health.break_channel(alice.pk, channel="email", reason="bounced", now=timezone.now())
    game = GameFactory(first=alice, second=boris)
    channel_health.mend(alice.pk, channel="email")
    assert find_ways(game) == {"email"}


def test_while_it_is_broken_the_bell_reminds(alice, boris):
    channel_health.break_channel(alice.pk, channel="email", reason="bounced", now=timezone.now())
    assert find_ways(GameFactory(first=alice, second=boris)) == {"inbox"}
