"""The page where a player chooses mails and sees whether they arrive."""

from datetime import timedelta
from itertools import product

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from notifications import registry
from notifications.models import Notice
from notifications.preferences import switches
from notifications.preferences.switches_form import name_of
from tests.factories import play_turns
from tests.versions import see

PAGE = "notice_switches"
COMMON = ("email", "push", "inbox")
"""The channels that everybody has; those of chat apps stand in test_switches_of_chat_apps."""
PLACES = [place for place in switches.list_places() if place[1] in COMMON]


@pytest.fixture
def visit(client, alice):
    client.force_login(alice)
    return lambda: client.get(reverse(PAGE)).content.decode()


def test_everything_is_on_at_first_but_what_comes_often_and_asks_for_nothing(visit, alice):
    off = {kind for (kind, _), on in switches.read_table(alice, channels=COMMON).items() if not on}
    assert off == {"followed_started", "followed_over"}
    at_the_bell = {"followed_started", "followed_over"}
    assert visit().count("checked") == len(PLACES) - (len(COMMON) - 1) * len(at_the_bell)


def test_each_kind_can_be_had_by_each_channel_but_no_reminder_at_the_bell_and_nothing_private_in_chats():
    names = [channel.name for channel in registry.CHANNELS.all()]
    read_along = [channel.name for channel in registry.CHANNELS.all() if channel.is_read_by_others]
    private = [kind.name for kind in registry.KINDS.all() if kind.is_confidential or kind.is_about_account]
    everything = set(product(registry.list_switchable(), names)) - set(product(private, read_along))
    assert set(switches.list_places()) == everything - {("deadline_near", "inbox")}


def test_a_switch_stays_off_and_can_be_switched_on_again(visit, client, alice):
    turn_by_push = ("your_turn", "push")
    wanted = {name_of(place): "on" for place in PLACES if place != turn_by_push}
    assert client.post(reverse(PAGE), wanted | see(client, reverse(PAGE))).status_code == 302
    assert [place for place, on in switches.read_table(alice, channels=COMMON).items() if not on] == [turn_by_push]
    client.post(reverse(PAGE), wanted | see(client, reverse(PAGE)) | {name_of(turn_by_push): "on"})
    assert all(switches.read_table(alice, channels=COMMON).values())


def test_all_can_be_switched_off(visit, client, alice):
    client.post(reverse(PAGE), {"save": "1", **see(client, reverse(PAGE))})
    assert not any(switches.read_table(alice, channels=COMMON).values())


def test_a_visitor_is_asked_to_log_in(client, db):
    assert client.get(reverse(PAGE)).status_code == 302
    assert client.post(reverse("notice_test")).status_code == 302
    assert not Notice.objects.exists()


def test_a_test_mail_arrives_and_shows_as_the_last_one_sent(visit, client, deliver):
    client.post(reverse("notice_test"))
    (message,) = deliver()
    assert message.subject == "A test email from Slowboard"
    assert "Last sent: “A test" in visit()


def test_a_test_of_the_bell_stands_there_at_once(visit, client, alice):
    client.post(reverse("notice_test"), {"channel": "inbox"})
    assert Notice.objects.get(recipient=alice).state == "sent"
    assert "A test you asked for" in client.get(reverse("inbox")).content.decode()


def test_a_push_test_needs_a_device(visit, client):
    assert client.post(reverse("notice_test"), {"channel": "push"}).url == reverse("notice_devices")
    assert not Notice.objects.exists()


def test_clicking_again_within_a_minute_sends_no_second_test(visit, client, deliver):
    with time_machine.travel("2026-11-21 12:00:10Z", tick=False):
        client.post(reverse("notice_test"))
        page = client.post(reverse("notice_test"), follow=True).content.decode()
        assert "Wait a minute" in page
        assert len(deliver()) == 1


def test_the_last_error_is_shown_until_a_mail_leaves_again(visit, client, deliver, alice):
    now = timezone.now()
    Notice.objects.create(
        recipient=alice,
        kind="your_turn",
        dedupe_key="x",
        created_at=now,
        due_at=now,
        state="failed",
        closed_at=now,
        last_error="550 No such person",
        last_error_at=now,
    )
    assert "The last attempt failed" in visit()
    assert "550 No such person" in visit()
    client.post(reverse("notice_test"))
    deliver()
    assert "An earlier attempt failed" in visit()


def test_an_error_of_what_came_to_nothing_meanwhile_is_shown_as_it_was(visit, deliver, monkeypatch, game):
    with monkeypatch.context() as patch:
        patch.setattr("notifications.channels.email.carrier.Mail.deliver", lambda *args, **kwargs: 1 / 0)
        deliver(now=timezone.now() + timedelta(minutes=2))
    assert "division by zero" in visit()
    assert "We’ll try again automatically" in visit()
    play_turns(game, game.position.legal_moves()[0])
    deliver(now=timezone.now() + timedelta(minutes=5))
    assert "division by zero" in visit()
    assert "We’ll try again automatically" not in visit()


def test_faults_of_others_are_not_shown(visit, boris):
    now = timezone.now()
    Notice.objects.create(
        recipient=boris, kind="test", dedupe_key="x", created_at=now, due_at=now, last_error="550", last_error_at=now
    )
    assert "550" not in visit()
