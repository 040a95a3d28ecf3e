"""A day of vacation that was used automatically is told: which games it saved, what is left, how to switch it off."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.time_off import vacation
from games import events, play
from notifications.models import Notice
from tests.factories import GameFactory

DAY = timedelta(days=1)


@pytest.fixture
def alice(alice):
    vacation.grant(alice, now=timezone.now() - 4 * DAY)
    alice.refresh_from_db()
    return alice


@pytest.fixture
def run_out(alice, boris):
    """Games of Alice in which her time has run out: of the first so many hours ago, the others an hour later each."""

    def make(count: int, *, hours: int = 20):
        now = timezone.now()
        began = [now - 3 * DAY - timedelta(hours=hours - each) for each in range(count)]
        games = [GameFactory(first=alice, second=boris, vacation_days=14, now=start) for start in began]
        Notice.objects.all().delete()
        play.run_out_due(now=now)
        return games

    return make


def told(deliver) -> list:
    return [message for message in deliver() if "vacation" in message.subject]


def test_one_notice_names_every_game_with_the_deadlines_it_had_and_has(run_out, deliver):
    games = run_out(2)
    assert Notice.objects.filter(kind="vacation_used", channel="email").count() == 1
    (message,) = told(deliver)
    assert message.subject == "A day of your vacation saved 2 games"
    for text in (message.body, message.alternatives[0].content):
        for game in games:
            assert f"Mastery #{game.pk} against Boris" in text
            assert game.get_absolute_url() in text
        assert text.count("you had until") == 2
        assert "2 days 8 hours" in text  # three, and four days' worth, without the one
        assert "/settings/vacation/" in text


def test_a_game_that_the_same_day_saves_later_is_told_as_well(run_out, alice, boris, deliver):
    run_out(1)
    assert len(told(deliver)) == 1
    late = GameFactory(first=alice, second=boris, vacation_days=14, now=timezone.now() - 3 * DAY + timedelta(minutes=5))
    play.run_out_due(now=timezone.now() + timedelta(minutes=10))
    (message,) = told(deliver)
    assert f"Mastery #{late.pk} against Boris" in message.body
    play.run_out_due(now=timezone.now() + timedelta(minutes=11))
    assert told(deliver) == []


def test_the_first_time_it_is_explained_and_later_no_more(run_out, deliver):
    run_out(1)
    (first,) = told(deliver)
    assert "This is automatic vacation." in first.body
    run_out(1, hours=70)
    (second,) = told(deliver)[-1:]
    assert "This is automatic vacation." not in second.body


def test_a_player_who_switched_it_off_meanwhile_is_told_so(run_out, deliver, alice):
    run_out(1)
    vacation.set_automatic(alice, False)
    (message,) = told(deliver)
    assert "You’ve since turned automatic vacation off." in message.body


def test_a_day_that_saved_no_game_is_not_told(deliver, alice):
    taken = vacation.take_day(alice, at=timezone.now(), now=timezone.now())
    events.vacation_used.send(sender=None, user_id=alice.pk, vacation_id=taken.pk)
    assert told(deliver) == []
