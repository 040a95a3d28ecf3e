"""Replies that cannot be read are told to players, operators and administrators, and count as email that fails does."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import outage_detection, tasks
from games.models import Game, Heartbeat, Outage
from mastery_site.health.healthz import examine
from notifications.channels.email.composing import compose
from notifications.models import Notice
from notifications.routing import writing
from notifications.wording import replying
from replies.models import Reply
from replies.tasks import read_replies
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def fail_since(ago: timedelta) -> None:
    Heartbeat.objects.create(part="no_reply", at=timezone.now() - ago)
    outage_detection.note_replies(False, now=timezone.now())


@pytest.mark.parametrize(("ago", "late"), [(2 * MINUTE, False), (4 * MINUTE, True)])
def test_it_is_told_after_three_minutes(admin, ago, late):
    game = GameFactory()
    fail_since(ago)
    assert examine(timezone.now())["replies"]["ok"] is not late
    assert replying.are_delayed() is late
    mover = game.seats.get(side=game.side_to_move).user
    told = {"game": game.pk, "ply": game.ply, "turn_started_at": game.turn_started_at.isoformat()}
    writing.write(writing.make("your_turn", key="x", recipient_id=mover.pk, payload=told))
    mail = compose(Notice.objects.get(kind="your_turn", dedupe_key="x", channel="email"), now=timezone.now())
    assert ("delayed" in mail.body) is late
    assert Notice.objects.filter(kind="replies_failing", recipient=admin, channel="inbox").exists() is late


def test_an_hour_of_it_is_an_outage_and_moves_deadlines_as_email_does():
    game = GameFactory()
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() + 2 * HOUR, turn_started_at=timezone.now() - HOUR)
    before = Game.objects.get(pk=game.pk).deadline_at
    fail_since(HOUR)
    tasks.flag_expired_games()
    assert Outage.objects.get().kind == "replies"
    assert Game.objects.get(pk=game.pk).deadline_at - before == 12 * HOUR
    outage_detection.note_replies(True, now=timezone.now())
    assert not Heartbeat.objects.filter(part="no_reply").exists()


def test_while_email_is_not_sent_either_it_counts_alone():
    Heartbeat.objects.create(part="no_mail", at=timezone.now() - 2 * HOUR)
    outage_detection.note_mail(False, now=timezone.now())
    fail_since(2 * HOUR)
    assert [outage.kind for outage in Outage.objects.all()] == ["mail"]


@pytest.mark.parametrize(("unread_ago", "forgotten"), [(None, True), (10 * MINUTE, False), (2 * HOUR, True)])
def test_a_fault_with_what_a_provider_brings_is_forgotten_once_nothing_waits(settings, unread_ago, forgotten):
    settings.MAIL_TO_FILES, settings.REPLY_PROVIDER = False, "postmark"
    fail_since(10 * MINUTE)
    if unread_ago:
        told = {"key": "x", "way": "webhook", "verdict": "proven", "arrived_at": timezone.now() - unread_ago}
        Reply.objects.create(user=UserFactory(), **told)
    read_replies()
    assert Heartbeat.objects.filter(part="no_reply").exists() is not forgotten


def test_a_mailbox_into_which_nobody_looks_is_not_well(settings, monkeypatch):
    monkeypatch.setattr("mastery_site.health.healthz.started_at", lambda now: now - HOUR)
    settings.REPLY_MAILBOX = "imaps://turn:secret@mail.example.org/INBOX"
    for ago, well in ((MINUTE, True), (11 * MINUTE, False)):
        outage_detection.note_replies(True, now=timezone.now(), looked_at=timezone.now() - ago)
        assert examine(timezone.now())["replies"]["ok"] is well
