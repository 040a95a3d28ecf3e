"""Reminders that are due to one reader at once are one email, which lists each game; each is told once."""

from datetime import timedelta

import pytest
from django.core import mail

from engine.contract import Side
from games import play
from games.models import Game
from notifications.channels.email.carrier import Mail
from notifications.delivery import outbox
from notifications.models import Mode, Notice
from notifications.preferences.saving import save_preferences
from notifications.scheduling import reminders
from notifications.scheduling.verdicts import IN_FLIGHT_WAIT
from tests.factories import GameFactory, UserFactory
from tests.notifications.conftest import HOUR

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def five(alice):
    """Five games of Alice’s, all due at once, of which her email has told."""
    others = [UserFactory(username=f"Other{number}") for number in range(5)]
    games = [GameFactory(first=alice, second=other) for other in others]
    Game.objects.update(deadline_at=games[0].deadline_at)
    for notice in Notice.objects.all():
        notice.delete()
    return Game.objects.order_by("pk")


def remind(games, *, hours: float = 6, **more) -> list:
    """The emails of reminders that leave so long before the deadline."""
    before = len(mail.outbox)
    outbox.deliver_due(now=games[0].deadline_at - hours * HOUR, **more)
    return [message for message in mail.outbox[before:] if "time is running out" in message.body]


def list_states() -> list[str]:
    return sorted(Notice.objects.filter(kind="deadline_near", channel="email").values_list("state", flat=True))


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.TWICE, Mode.EACH, Mode.ONCE, Mode.URGENT])
def test_five_due_at_once_are_one_email_in_every_mode(alice, five, mode):
    save_preferences(alice, mode=mode)
    mail.outbox.clear()
    (message,) = remind(five)
    assert message.subject == "Your time is running out in 5 games: against Other0, Other1, Other2 and others"
    for game in five:
        assert f"Mastery #{game.pk} against" in message.body
        assert f"/games/{game.pk}/" in message.alternatives[0].content
    text = " ".join(message.body.split())
    assert text.count("Time left when this was sent: 6 hours") == 5
    assert text.count("If you don’t play, you lose on time") == 5
    assert list_states() == ["sent"] * 5
    assert remind(five) == []


def test_each_keeps_its_key_so_that_none_is_told_again(five):
    remind(five)
    keys = set(Notice.objects.filter(kind="deadline_near", channel="email").values_list("dedupe_key", flat=True))
    assert {key.split(":")[1] for key in keys} == {str(game.pk) for game in five}
    assert remind(five, hours=5) == []
    assert len(remind(five, hours=1)) == 1


def test_they_are_one_email_however_many_are_due_to_others_before_them(alice, boris):
    """More than a worker takes at once."""
    games = [GameFactory(first=first, second=second) for first, second in ((alice, boris), (boris, alice)) * 4]
    Game.objects.update(deadline_at=games[0].deadline_at)
    Notice.objects.all().delete()
    assert sorted(message.to[0] for message in remind(games, batch=2)) == [alice.email, boris.email]
    assert list_states() == ["sent"] * 8


def test_what_is_over_by_then_is_dropped_and_not_told(five):
    """Between the moment in which they were due and that in which they leave."""
    now, gone = five[0].deadline_at - 6 * HOUR, five[2]
    reminders.write_due(now=now)
    play.resign(gone.pk, side=Side.FIRST, now=now)
    (message,) = remind(five)
    assert "in 4 games" in message.subject
    assert list_states() == ["dropped", *["sent"] * 4]


def test_of_one_alone_the_email_is_as_ever(game, deliver):
    deliver()
    mail.outbox.clear()
    (message,) = remind([game])
    assert message.subject == f"6 hours left to play against Boris (Mastery #{game.pk})"


def test_one_that_cannot_be_told_keeps_no_other_back(five):
    Game.objects.filter(pk=five[1].pk).update(position_text="nonsense")
    (message,) = remind(five)
    assert "in 4 games" in message.subject
    assert list_states().count("sent") == 4


def test_one_waits_while_another_worker_writes_to_its_reader_of_others(five, monkeypatch):
    now, send, late = five[0].deadline_at - 6 * HOUR, Mail.deliver, Notice.objects.filter(payload__game=five[4].pk)
    reminders.write_due(now=now)
    late = late.filter(kind="deadline_near", channel="email")
    late.update(due_at=now + 5 * MINUTE)

    def deliver_slowly(self, notice, *, now):
        if late.filter(due_at=now + 5 * MINUTE).update(due_at=now):
            assert outbox.deliver_due(now=now) == 0
        send(self, notice, now=now)

    monkeypatch.setattr(Mail, "deliver", deliver_slowly)
    assert ["in 4 games" in message.subject for message in remind(five)] == [True]
    assert late.values_list("due_at", flat=True).get() == now + IN_FLIGHT_WAIT
    outbox.deliver_due(now=now + IN_FLIGHT_WAIT)
    assert list_states() == ["sent"] * 5
