"""Digests: at the reader's local hour, once, of every game that waits, and none of nothing."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from notifications.delivery import outbox
from notifications.models import Mode, Notice, Preferences, Reminder
from notifications.preferences.saving import save_preferences
from notifications.routing import channel_health, writing
from notifications.scheduling import digests
from tests.factories import GameFactory, UserFactory
from tests.sharing import begin_with

FIVE, HOUR = timedelta(minutes=5), timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def reader(alice, boris):
    """Alice, in Berlin: a digest at eight."""
    Preferences.objects.create(user=alice, mode=Mode.DAILY)
    with time_machine.travel(datetime(2026, 11, 20, tzinfo=BERLIN)):
        GameFactory(first=alice, second=boris)
    forget_news()
    return alice


def forget_news() -> None:
    """Of the turn itself nothing is told, and no reminder comes: what leaves is a digest."""
    Notice.objects.all().delete()
    Reminder.objects.all().delete()


def run(since: datetime, until: datetime, *, every: timedelta = FIVE) -> list[datetime]:
    """Asks as beat does, delivers, and returns when mails left."""
    left, at = [], since
    while at <= until:
        with time_machine.travel(at, tick=False):
            digests.write_digests(now=timezone.now())
            left += [timezone.now()] * outbox.deliver_due(now=timezone.now())
        at += every
    return left


def test_it_comes_at_the_local_hour_and_once(reader):
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    assert run(morning - HOUR, morning + 3 * HOUR, every=3 * FIVE) == [morning]
    notice = Notice.objects.get(kind="digest")
    assert notice.dedupe_key == f"digest:{reader.pk}:Europe/Berlin:2026-11-21:1"


def test_two_beats_write_it_once(reader):
    with time_machine.travel(datetime(2026, 11, 21, 8, tzinfo=BERLIN), tick=False):
        assert [digests.write_digests(now=timezone.now()) for _ in range(2)] == [1, 0]


def test_twice_a_day_are_two_slots(reader):
    Preferences.objects.update(mode=Mode.TWICE, second_digest_hour=18)
    day = datetime(2026, 11, 21, tzinfo=BERLIN)
    assert [at.astimezone(BERLIN).hour for at in run(day, day + 23 * HOUR, every=HOUR)] == [8, 18]


@pytest.mark.parametrize("day", [datetime(2026, 3, 29, tzinfo=BERLIN), datetime(2026, 10, 25, tzinfo=BERLIN)])
@pytest.mark.parametrize("hour", begin_with(1, [2, 0, 3, 23]))
def test_on_the_days_the_clocks_change_it_comes_once_too(alice, boris, day, hour):
    with time_machine.travel(day - HOUR * 30):
        GameFactory(first=alice, second=boris)
    forget_news()
    Preferences.objects.create(user=alice, mode=Mode.DAILY, digest_hour=hour)
    run(day.astimezone(UTC) - HOUR, (day + timedelta(days=1)).astimezone(UTC) + HOUR, every=HOUR / 2)
    assert Notice.objects.filter(kind="digest", state="sent", dedupe_key__contains=f"{day:%Y-%m-%d}").count() == 1


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Niue"])
def test_zones_of_half_hours_and_of_another_date_have_their_eight_o_clock(reader, zone):
    reader.time_zone = zone
    reader.save()
    eight = datetime(2026, 11, 21, 8, tzinfo=ZoneInfo(zone))
    [at] = run(eight - 3 * FIVE, eight + 3 * FIVE)
    assert (at.astimezone(ZoneInfo(zone)).hour, at.astimezone(ZoneInfo(zone)).minute) == (8, 0)


def test_a_beat_that_was_away_at_the_hour_catches_up_and_one_long_after_does_not(reader):
    hour = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    assert len(run(hour + 1.5 * HOUR, hour + 1.5 * HOUR)) == 1
    assert run(hour + timedelta(days=1, hours=3), hour + timedelta(days=1, hours=4), every=HOUR) == []


def test_a_reader_who_has_had_todays_digest_and_chooses_a_later_hour_gets_the_next_tomorrow(reader):
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    run(morning, morning)
    with time_machine.travel(morning + HOUR, tick=False):
        chosen = save_preferences(reader, digest_hour=18)
        told = digests.find_next(chosen, now=timezone.now())
    assert told == datetime(2026, 11, 22, 18, tzinfo=BERLIN)
    run(morning + 2 * HOUR, morning + 36 * HOUR, every=HOUR / 2)
    sent = Notice.objects.filter(kind="digest", state="sent").order_by("closed_at")
    assert list(sent.values_list("closed_at", flat=True)) == [morning, told]


def test_none_is_sent_where_no_game_waits(reader):
    forget_news()
    from games.models import Game

    Game.objects.update(side_to_move=1)
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    assert run(morning, morning + HOUR) == []
    assert Notice.objects.get(kind="digest").last_error == "No game waits for them."


def test_after_days_without_mail_one_comes_and_not_one_for_each_day(reader, monkeypatch):
    morning = datetime(2026, 11, 20, 8, tzinfo=BERLIN)
    with monkeypatch.context() as patch:
        patch.setattr("notifications.channels.email.carrier.Mail.deliver", lambda *args, **kwargs: 1 / 0)
        run(morning, morning + 25 * HOUR, every=HOUR)
    assert Notice.objects.open().filter(kind="digest").count() == 2
    assert len(run(morning + 26 * HOUR, morning + 26 * HOUR)) == 1


@pytest.mark.parametrize("mode", [Mode.EACH, Mode.ONCE, Mode.URGENT, Mode.OFF])
def test_no_other_mode_has_one(reader, mode):
    Preferences.objects.update(mode=mode)
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    assert run(morning, morning + HOUR) == []


def test_it_lists_each_game_with_deadline_board_and_link(reader, boris, carol):
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=BERLIN)):
        second = GameFactory(first=reader, second=carol)
    forget_news()
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    run(morning, morning)
    (message,) = mail.outbox
    assert message.subject == "2 games are waiting for you: 1 day 16 hours left in the first"
    for text in (message.body, message.alternatives[0].content):
        assert "Boris" in text
        assert "Carol" in text
        assert "Tuesday 24 November 2026" not in text
        assert "Monday 23 November 2026, 12:00 (Europe/Berlin)" in text
        assert f"/games/{second.pk}/" in text
        assert "/settings/notifications/when/" in text
    assert len(message.attachments) == 2


def test_the_look_for_whose_hour_it_is_takes_as_many_queries_for_many_as_for_one(reader, django_assert_num_queries):
    with time_machine.travel(datetime(2026, 11, 21, 8, tzinfo=BERLIN), tick=False):
        digests.write_digests(now=timezone.now())
        for name in ("Asia/Tokyo", "Europe/Paris", "Africa/Tunis"):
            Preferences.objects.create(user=UserFactory(time_zone=name), mode=Mode.DAILY, digest_hour=3)
        days = len(digests.find_hours(now=timezone.now()))
        with django_assert_num_queries(1 + 2 * days):
            digests.write_digests(now=timezone.now())


def test_one_click_stops_it_and_leaves_what_is_urgent(reader, client):
    morning = datetime(2026, 11, 21, 8, tzinfo=BERLIN)
    run(morning, morning)
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert link in mail.outbox[0].body
    page = client.post(link.removeprefix("http://localhost:8000")).content.decode()
    assert "Urgent emails still come" in page
    assert Preferences.objects.get(user=reader).mode == Mode.URGENT


def test_a_reader_who_cannot_be_told_holds_up_nobody(reader, monkeypatch):
    """Their mail is broken and they have no device: no row is written for them, however often they are found."""
    channel_health.break_channel(reader.pk, channel="email", reason="bounced", now=timezone.now())
    others = [UserFactory(time_zone="Europe/Berlin") for _ in range(3)]
    Preferences.objects.bulk_create(Preferences(user=user, mode=Mode.DAILY) for user in others)
    monkeypatch.setattr(digests, "CHUNK", 1)
    rounds = iter(range(5))
    monkeypatch.setattr(digests, "write", lambda *notices: (next(rounds), writing.write(*notices)))
    with time_machine.travel(datetime(2026, 11, 21, 8, tzinfo=BERLIN), tick=False):
        digests.write_digests(now=timezone.now())
    assert list(Notice.objects.filter(kind="digest").order_by("pk").values_list("recipient", flat=True)) == [
        user.pk for user in others
    ]
