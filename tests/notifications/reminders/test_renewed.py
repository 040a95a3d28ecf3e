"""Reminders follow a deadline that moves, and none comes twice for the same deadline, however often it moves."""

from datetime import timedelta

import pytest
import time_machine

from engine.contract import Side
from games import clock, play
from games.play.clocks import announce_turn
from notifications.models import Notice, Reminder
from notifications.scheduling import reminders
from tests.factories import GameFactory, play_turns

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def move(game, admin):
    """Moves the deadline as administrators do, to so long after the turn began."""
    how = {"staff": admin, "reason": "A test.", "case": play.Case(may_be_soon=True)}
    return lambda after, now=None: play.move_deadline(game.pk, deadline=game.turn_started_at + after, now=now, **how)


@pytest.fixture
def remind(game, deliver):
    """Delivers at so long before the deadline as it stands, and returns the reminders that left."""
    deliver()

    def run(before):
        game.refresh_from_db()
        return [m.subject for m in deliver(now=game.deadline_at - before) if "left to play" in m.subject]

    return run


def test_a_deadline_moved_forth_and_back_brings_each_reminder_once(move, remind, game):
    assert len(remind(24 * HOUR)) == 1
    move(5 * DAY)
    move(3 * DAY)
    assert remind(24 * HOUR) == []
    assert remind(23 * HOUR) == []
    assert len(remind(6 * HOUR)) == 1
    assert len(remind(1 * HOUR)) == 1


def test_a_reminder_that_was_due_for_another_deadline_comes_again_in_its_time(move, remind, game, deliver):
    move(5 * DAY)
    deliver(now=game.turn_started_at + 2 * DAY)  # a day before the first deadline
    assert not Notice.objects.filter(kind="deadline_near").exists()
    move(3 * DAY)
    assert len(remind(24 * HOUR)) == 1


def test_a_deadline_put_off_brings_no_reminder_that_was_already_sent(move, remind, game):
    """An outage gives eight hours to a game of whose last day its player has been told."""
    assert len(remind(24 * HOUR)) == 1
    with time_machine.travel(game.deadline_at - 12 * HOUR):
        move(3 * DAY + 8 * HOUR)
    assert remind(20 * HOUR) == []
    assert len(remind(6 * HOUR)) == 1


def test_a_deadline_brought_forward_is_told_at_once_like_a_turn_and_has_its_own_reminders(move, remind, game, deliver):
    with time_machine.travel(game.deadline_at - 62 * HOUR):
        deliver()
        move(1.2 * DAY)
        subjects = [each.subject for each in deliver() if not each.subject.startswith("Staff have moved")]
    assert [subject for subject in subjects if subject.startswith("Your turn against Boris")] == subjects
    assert subjects
    assert [len(remind(hours * HOUR)) for hours in (18.7, 6, 1)] == [0, 1, 1]


def test_many_games_are_planned_again_in_as_many_queries_as_few(db, django_assert_max_num_queries):
    games = [GameFactory() for _ in range(25)]
    Reminder.objects.update(due_at=None)
    with django_assert_max_num_queries(8):
        reminders.plan_again([game.pk for game in games])
    assert Reminder.objects.exclude(due_at=None).count() == 25


def test_many_that_are_due_are_made_in_as_many_queries_as_few(db, django_assert_max_num_queries):
    games = [GameFactory() for _ in range(25)]
    with django_assert_max_num_queries(12):
        reminders.write_due(now=games[0].deadline_at - HOUR)
    assert Notice.objects.filter(kind="deadline_near").count() == 25


def test_games_that_are_over_or_have_no_deadline_bring_none(game):
    unlimited = GameFactory(control=clock.Unlimited())
    play.resign(game.pk, side=Side.FIRST)
    reminders.plan_again([game.pk, unlimited.pk, 0])
    assert not Reminder.objects.exists()


def test_planning_the_same_deadline_again_moves_no_reminder(game):
    due_at = Reminder.objects.get().due_at
    reminders.plan_again([game.pk])
    assert Reminder.objects.get().due_at == due_at


def test_a_turn_writes_three_rows_in_three_queries(game, django_assert_max_num_queries):
    play_turns(game, game.position.legal_moves()[0])
    game.revision = 99
    seat = game.seats.select_related("user").get(side=game.side_to_move)  # as the player has it
    before = Notice.objects.count()
    with django_assert_max_num_queries(3):  # what their reader prefers, the notices, the reminder
        announce_turn(game, seat)
    assert Notice.objects.count() - before == 2
    assert Reminder.objects.get().reader == seat.user
