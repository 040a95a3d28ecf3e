"""Reminders follow a deadline that moves, and none comes twice for the same deadline, however often it moves."""

from datetime import timedelta

import pytest
import time_machine

from games import play
from games.play.clocks import announce_turn
from notifications.models import Notice
from notifications.receivers.turns import renew_reminders
from tests.factories import GameFactory, play_turns

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def move(game, admin):
    """Moves the deadline as staff do, to so long after the turn began."""
    return lambda after, now=None: play.move_deadline(
        game.pk, deadline=game.turn_started_at + after, staff=admin, reason="A test.", now=now
    )


@pytest.fixture
def remind(game, deliver):
    """Delivers at so long before the deadline as it stands, and returns the reminders that left."""
    deliver()

    def run(before):
        game.refresh_from_db()
        return [m.subject for m in deliver(now=game.deadline_at - before) if "left to play" in m.subject]

    return run


def count_open():
    return Notice.objects.open().filter(kind="deadline_near", channel="mail").count()


def test_forth_and_back_brings_each_once(move, remind, game):
    assert len(remind(24 * HOUR)) == 1
    move(5 * DAY)
    move(3 * DAY)
    assert remind(24 * HOUR) == []
    assert remind(23 * HOUR) == []
    assert len(remind(6 * HOUR)) == 1
    assert len(remind(1 * HOUR)) == 1


def test_one_that_was_dropped_while_the_deadline_was_another_is_opened_again(move, remind, game, deliver):
    move(5 * DAY)
    deliver(now=game.turn_started_at + 2 * DAY)  # a day before the first deadline
    dropped = Notice.objects.get(payload__threshold="24h", state="dropped", channel="mail")
    assert dropped.last_error == "The deadline has been moved."
    move(3 * DAY)
    dropped.refresh_from_db()
    assert (dropped.state, dropped.closed_at, dropped.claim) == ("waiting", None, "")
    assert len(remind(24 * HOUR)) == 1


def test_a_deadline_put_off_says_nothing_of_what_was_told_already(move, remind, game):
    """An outage gives eight hours to a game of whose last day its player has been told."""
    assert len(remind(24 * HOUR)) == 1
    with time_machine.travel(game.deadline_at - 12 * HOUR):
        move(3 * DAY + 8 * HOUR)
    assert remind(20 * HOUR) == []
    assert len(remind(6 * HOUR)) == 1


def test_one_put_forward_is_told_at_once(move, remind, game):
    with time_machine.travel(game.deadline_at - 50 * HOUR):
        move(DAY)
    assert len(remind(1.9 * HOUR)) == 1


def test_many_games_are_renewed_in_as_many_queries_as_few(db, alice, django_assert_max_num_queries):
    games = [GameFactory() for _ in range(12)]
    with django_assert_max_num_queries(12):
        renew_reminders([game.pk for game in games])
    assert count_open() == 12 * 4


def test_games_that_are_over_or_have_no_deadline_bring_none(game):
    from games import clock
    from games.engine.contract import Side

    unlimited = GameFactory(control=clock.Unlimited())
    play.resign(game.pk, side=Side.FIRST)
    Notice.objects.all().delete()
    renew_reminders([game.pk, unlimited.pk, 0])
    assert not Notice.objects.exists()


def test_renewing_what_stands_changes_nothing(game):
    rows = list(Notice.objects.order_by("pk").values())
    renew_reminders([game.pk])
    assert list(Notice.objects.order_by("pk").values()) == rows


def test_a_turn_costs_one_query_for_the_wishes_of_whoever_is_next(game, django_assert_max_num_queries):
    play_turns(game, game.position.legal_moves()[0])
    game.revision = 99
    seat = game.seats.get(side=game.side_to_move)
    with django_assert_max_num_queries(3):  # their wishes, the rows in two statements
        announce_turn(game, seat)
