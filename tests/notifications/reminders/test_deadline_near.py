"""Reminders before a deadline: at half of the time and at 24, 6 and 1 hours, where more than that was allotted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game
from notifications.models import Reminder
from tests.factories import GameFactory, play_turns

HOUR = timedelta(hours=1)


@pytest.fixture
def reminders(game, deliver):
    """Delivers at so many hours before the deadline of the game and returns the subjects of the reminders."""
    deliver()

    def run(hours: float) -> list[str]:
        game.refresh_from_db()
        return [message.subject for message in deliver(now=game.deadline_at - hours * HOUR)]

    return run


@pytest.mark.parametrize(
    ("control", "thresholds"),
    [
        (clock.Days(10), {"half": 120, "24h": 24, "6h": 6, "1h": 1}),
        (clock.Days(3), {"half": 36, "24h": 24, "6h": 6, "1h": 1}),
        (clock.Days(2), {"24h": 24, "6h": 6, "1h": 1}),
        (clock.Days(1), {"first": 721 / 60, "6h": 6, "1h": 1}),  # 24 hours before is when the turn begins
        (clock.Bank(1, 1, 7), {"first": 721 / 60, "6h": 6, "1h": 1}),
        (clock.Unlimited(), {}),
    ],
)
def test_only_reminders_shorter_than_the_time_allotted_are_made(alice, boris, list_reminders, control, thresholds):
    game = GameFactory(first=alice, second=boris, control=control)
    assert list_reminders(game) == thresholds
    assert {row.reader for row in Reminder.objects.all()} == ({alice} if thresholds else set())


def test_each_comes_in_its_time_and_once(reminders, game):
    assert reminders(36.5) == []
    assert reminders(36) == [f"1 day 12 hours left to play against Boris (Mastery #{game.pk})"]
    assert reminders(24.5) == []
    assert reminders(24) == [f"1 day left to play against Boris (Mastery #{game.pk})"]
    assert reminders(20) == []
    assert reminders(5.99) == [f"5 hours 59 minutes left to play against Boris (Mastery #{game.pk})"]
    assert len(reminders(1)) == 1
    assert reminders(0.5) == []


def test_two_that_come_due_together_are_one_mail(reminders):
    assert len(reminders(3)) == 1


@pytest.mark.parametrize("days", [5, 2.5, 2.95])
def test_a_deadline_that_staff_move_brings_reminders_of_its_own_and_no_others(reminders, game, admin, days):
    old = game.deadline_at
    deadline = game.turn_started_at + days * 24 * HOUR
    play.move_deadline(game.pk, deadline=deadline, staff=admin, reason="The site was down.")
    reminders(24.5)  # half of the new time may have passed
    assert reminders(24) == [f"1 day left to play against Boris (Mastery #{game.pk})"]
    when_the_old_one_was_due = (deadline - old) / HOUR + 24
    assert reminders(min(when_the_old_one_was_due, 20)) == []
    assert len(reminders(6)) == 1
    assert reminders(5) == []


def test_a_deadline_that_moves_very_near_is_told_at_once_like_a_turn(deliver, alice, boris, admin):
    game = GameFactory(first=alice, second=boris, now=timezone.now() - 24 * HOUR)
    deliver()
    play.move_deadline(
        game.pk,
        deadline=timezone.now() + 13 * HOUR,
        staff=admin,
        reason="A mistake of ours.",
        case=play.Case(may_be_soon=True),
    )
    [message] = [each for each in deliver() if not each.subject.startswith("Staff have moved")]
    assert message.subject.startswith("Your turn against Boris")
    assert "12 hours 59 minutes" in message.body


def test_none_comes_after_the_deadline(reminders):
    assert reminders(0) == []


def test_none_comes_once_the_turn_is_played(reminders, game):
    play_turns(game, game.position.legal_moves()[0])
    told = reminders(6)
    assert told
    assert all("against Alice" in subject for subject in told), "Boris is told, whose turn it is now"


def test_none_comes_for_a_game_that_is_over(reminders, game):
    deadline = game.deadline_at
    play.resign(game.pk, side=Side.FIRST)
    assert all("left to play" not in subject for subject in reminders(6))
    assert deadline == game.deadline_at


def test_none_comes_for_a_deadline_that_was_moved_away(reminders, game, deliver):
    before = game.deadline_at
    Game.objects.filter(pk=game.pk).update(deadline_at=before + timedelta(days=5))
    assert deliver(now=before - 6 * HOUR) == []


def test_an_offer_of_a_draw_does_not_silence_it(reminders, game, deliver):
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    deliver()
    assert len(reminders(6)) == 1
