"""Administrators hear that the pages are silent while tasks run, and that it is over: once each."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import outage_detection, tasks
from games.models import Heartbeat
from notifications.models import Notice
from tests.factories import UserFactory

LOOK = timedelta(seconds=20)


@pytest.fixture
def clock():
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


@pytest.fixture
def pages(monkeypatch, settings, clock, admin, alice):
    """Makes the pages answer or not for so many looks of the real task; returns the mails there are then.

    There is an administrator, a moderator and a player, and the pages have answered before.
    """
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    answers = {"now": True}
    monkeypatch.setattr(outage_detection, "do_pages_answer", lambda: answers["now"])
    UserFactory(username="Mona", is_staff=True)

    def look(answer: bool, *, times: int) -> list[tuple[str, str]]:
        answers["now"] = answer
        for _ in range(times):
            clock.shift(LOOK)
            tasks.flag_expired_games()
        return [(row.address, row.payload["subject"]) for row in Notice.objects.order_by("pk")]

    look(True, times=2)
    return look


def test_silence_of_three_minutes_is_told_to_administrators_once(pages, admin, caplog):
    assert pages(False, times=9) == []
    assert pages(False, times=1) == [(admin.email, "The pages do not answer")]
    assert [record.levelname for record in caplog.records if "while tasks run" in record.message] == ["ERROR"]
    assert len(pages(False, times=60)) == 1


def test_the_end_of_a_silence_is_told_once_and_another_silence_again(pages):
    pages(False, times=40)
    told = [subject for _, subject in pages(True, times=5)]
    assert told == ["The pages do not answer", "The pages answer again"]
    assert not Heartbeat.objects.filter(part="no_web").exists()
    assert len(pages(False, times=40)) == 3
    assert len(pages(True, times=5)) == 4


def test_a_short_silence_is_told_to_nobody(pages):
    for _ in range(5):
        pages(False, times=9)
        assert pages(True, times=1) == []


def test_pages_that_never_answered_give_no_alarm(pages):
    Heartbeat.objects.all().delete()
    assert pages(False, times=30) == []


def test_no_silence_is_reported_for_a_time_in_which_no_task_ran(pages, clock):
    """The whole site stood still: then nobody can say how the pages were."""
    clock.shift(timedelta(hours=1))
    assert pages(False, times=1) == []


def test_the_mail_says_since_when_and_where_to_look(pages, settings):
    settings.PROBE_URL = "http://web:8000/healthz"
    pages(False, times=10)
    body = Notice.objects.get().payload["body"]
    assert "http://web:8000/healthz" in body
    assert "UTC" in body
