"""Modes and quiet hours, from the turn to the mail."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from engine.contract import Side
from games import play
from notifications.delivery import outbox
from notifications.models import Device, Mode, Notice
from notifications.preferences.saving import save_preferences
from notifications.routing import writing
from tests.factories import GameFactory

BERLIN = ZoneInfo("Europe/Berlin")
MINUTE = timedelta(minutes=1)


@pytest.fixture
def wish(alice):
    return lambda **chosen: save_preferences(alice, **chosen)


def subjects_to(user):
    return [message.subject for message in mail.outbox if message.to == [user.email]]


def test_once_writes_of_one_turn_and_of_none_until_a_visit(wish, alice, boris, deliver):
    wish(mode=Mode.ONCE)
    for _ in range(3):
        GameFactory(first=alice, second=boris)
        deliver()
    assert len(subjects_to(alice)) == 1
    alice.last_visit_at = timezone.now() + MINUTE
    alice.save()
    GameFactory(first=alice, second=boris)
    deliver()
    assert len(subjects_to(alice)) == 2


def test_once_holds_for_turns_that_come_together_by_push_too(wish, alice, boris, monkeypatch):
    pushed = []
    monkeypatch.setattr(
        "notifications.channels.push.carrier.Push.deliver", lambda self, notice, now: pushed.append(notice)
    )
    Device.objects.create(user=alice, endpoint="https://push.example/1", name="Phone", added_at=timezone.now())
    wish(mode=Mode.ONCE)
    for _ in range(3):
        GameFactory(first=alice, second=boris)
    for minutes in (2, 4, 6):
        outbox.deliver_due(now=timezone.now() + minutes * MINUTE)
    assert len(pushed) == 1
    assert not Notice.objects.open().filter(kind="your_turn", recipient=alice).exists()


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.TWICE])
def test_with_digests_no_turn_is_a_mail_and_all_else_is(wish, alice, boris, deliver, mode):
    wish(mode=mode)
    game = GameFactory(first=alice, second=boris)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    deliver()
    assert [subject.split(" ")[0] for subject in subjects_to(alice)] == ["Boris"]
    assert Notice.objects.get(kind="your_turn", channel="email").last_error == "It waits for the digest."


def test_urgent_is_reminders_alone(wish, alice, boris, deliver):
    wish(mode=Mode.URGENT)
    game = GameFactory(first=alice, second=boris)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    deliver()
    deliver(now=game.deadline_at - timedelta(hours=6))
    assert [subject.split(" left")[0] for subject in subjects_to(alice)] == ["6 hours"]


def test_with_mode_off_only_mails_of_the_account_and_tests_leave_and_the_bell_goes_on(wish, alice, boris, deliver):
    wish(mode=Mode.OFF)
    game = GameFactory(first=alice, second=boris)
    deliver()
    deliver(now=game.deadline_at - timedelta(hours=6))
    assert mail.outbox == []
    writing.write(writing.make("test", key="test:1", recipient_id=alice.pk))
    deliver()
    assert len(mail.outbox) == 1
    assert Notice.objects.filter(kind="your_turn", channel="inbox", state="sent", recipient=alice).count() == 1


def test_notices_due_in_quiet_hours_leave_when_they_end(wish, alice, boris):
    with time_machine.travel(datetime(2026, 11, 21, 23, 30, tzinfo=BERLIN), tick=False):
        wish(quiet_from=22, quiet_until=7)
        GameFactory(first=alice, second=boris)
        assert outbox.deliver_due(now=timezone.now()) == 0
    due = Notice.objects.get(kind="your_turn", channel="email")
    assert due.due_at == datetime(2026, 11, 22, 7, tzinfo=BERLIN)
    assert (due.attempts, due.claim, due.state) == (0, "", "waiting")
    assert outbox.deliver_due(now=due.due_at) == 1


def test_a_mail_that_was_refused_for_a_while_is_not_tried_again_at_night(wish, alice, boris, monkeypatch):
    evening = datetime(2026, 11, 21, 21, 59, 50, tzinfo=BERLIN)
    with time_machine.travel(evening, tick=False):
        wish(quiet_from=22, quiet_until=7)
        GameFactory(first=alice, second=boris)
        with monkeypatch.context() as patch:
            patch.setattr("notifications.channels.email.carrier.Mail.deliver", lambda *args, **kwargs: 1 / 0)
            outbox.deliver_due(now=evening)
        assert outbox.deliver_due(now=evening + MINUTE) == 0
    assert Notice.objects.get(kind="your_turn", channel="email").due_at == datetime(2026, 11, 22, 7, tzinfo=BERLIN)


def test_a_reminder_of_the_night_comes_before_it(wish, alice, boris, list_reminders):
    with time_machine.travel(datetime(2026, 11, 18, 8, tzinfo=BERLIN), tick=False):
        wish(quiet_from=22, quiet_until=7)
        game = GameFactory(first=alice, second=boris)  # until the 21st at eight
    evening = datetime(2026, 11, 20, 21, 55, tzinfo=BERLIN)
    told = list_reminders(game)
    assert (told["6h"], told["1h"]) == ((game.deadline_at - evening) / timedelta(hours=1), 1)
    outbox.deliver_due(now=evening)
    assert subjects_to(alice)[-1].startswith("10 hours 5 minutes left")


def test_where_the_night_lies_elsewhere_reminders_come_before_that(wish, client, alice, boris, list_reminders):
    tokyo = ZoneInfo("Asia/Tokyo")
    with time_machine.travel(datetime(2026, 11, 18, 8, tzinfo=BERLIN), tick=False):
        wish(quiet_from=22, quiet_until=7)
        game = GameFactory(first=alice, second=boris)  # until the 21st at eight: in Tokyo, at sixteen
        client.force_login(alice)
        client.post("/settings/time-zone/", {"time_zone": "Asia/Tokyo"})
    told = list_reminders(game)
    assert game.deadline_at - timedelta(hours=told["6h"]) == datetime(2026, 11, 21, 10, tzinfo=tokyo)
    assert game.deadline_at - timedelta(hours=told["24h"]) == datetime(2026, 11, 20, 16, tzinfo=tokyo)


def test_a_reminder_that_missed_the_evening_comes_in_the_morning_or_at_night_if_that_is_too_late(wish, alice, boris):
    with time_machine.travel(datetime(2026, 11, 18, 9, tzinfo=BERLIN), tick=False):
        wish(quiet_from=22, quiet_until=7)
        first = GameFactory(first=alice, second=boris)
    with time_machine.travel(datetime(2026, 11, 18, 6, tzinfo=BERLIN), tick=False):
        second = GameFactory(first=alice, second=boris)
    Notice.objects.exclude(kind="deadline_near").delete()
    midnight = datetime(2026, 11, 21, 0, 30, tzinfo=BERLIN)
    outbox.deliver_due(now=midnight)
    [told] = subjects_to(alice)
    assert f"#{second.pk}" in told
    outbox.deliver_due(now=datetime(2026, 11, 21, 7, tzinfo=BERLIN))
    assert f"#{first.pk}" in subjects_to(alice)[1]
