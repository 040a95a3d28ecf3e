"""Finished games are analysed in the background, behind running games, and after a fault from where it stood."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone

from computers import review, reviewing, tasks, thinking
from computers.models import LEASE, Evaluation, Review, Thought
from engine.search import analysing as engine
from engine.search.analysing import Judgement
from games import play
from tests.computers.conftest import TURNS, Killed, finish, look_back, play_first
from tests.factories import GameFactory
from tests.servers import START_WITHIN, wait_until
from tests.together import is_anybody_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]


def test_an_analysis_whose_worker_was_killed_goes_on_where_it_stopped(over, alice, asked, monkeypatch):
    seen = []

    def die(position, **more):
        seen.append(len(more["history"]))
        if len(seen) == 3:
            raise Killed
        return engine.judge(position, **more, nodes=60)

    review.ask(alice, game_id=over.pk)
    monkeypatch.setattr(reviewing, "judge", die)
    with pytest.raises(Killed):
        reviewing.review_waiting()
    asked.clear()
    assert tasks.look_after() == 0  # it may still be alive
    Review.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    assert tasks.look_after() == 1
    assert asked == ["reviewer"]
    reviewing.review_waiting()
    assert seen[:6] == [0, 1, 2, 2, 3, 4]
    assert Review.objects.get().is_done
    assert tasks.look_after() == 0


def test_running_games_come_before_analyses(over, alice, against, monkeypatch):
    game = against()
    play_first(game, alice)
    order = []
    think = thinking.think
    monkeypatch.setattr(thinking, "think", lambda pk: (order.append("think"), think(pk)))
    monkeypatch.setattr(
        reviewing, "judge", lambda *args, **more: (order.append("judge"), engine.judge(*args, **more, nodes=60))[1]
    )
    look_back(over, alice)
    assert order[:6] == ["think", *["judge"] * 5]
    assert set(order[6:]) <= {"judge"}
    assert not Thought.objects.exists()


def test_accounts_take_turns_so_that_nobody_waits_for_all_of_somebody_else(alice, boris, carol, client, monkeypatch):
    """Alice has asked for six when Boris and Carol come, who wait for the first of hers alone."""
    monkeypatch.setattr(reviewing, "judge", lambda *args, **more: Judgement(0, ()))
    games = [finish(GameFactory(first=alice, second=boris, turns=TURNS)) for _ in range(9)]
    start, order = timezone.now(), []
    for game in games[:6]:
        review.ask(alice, game_id=game.pk, now=start)
    for game, user in zip(games[6:], (boris, carol, boris), strict=True):
        review.ask(user, game_id=game.pk, now=start + timedelta(minutes=1))
    client.force_login(carol)
    assert "Waiting for 2 other games" in client.get(reverse("review", args=[games[7].pk])).content.decode()
    while claimed := reviewing.lease_next():
        order.append(games.index(claimed.game))
        reviewing.go_on(claimed)
    assert order == [0, 6, 7, 1, 8, 2, 3, 4, 5]


def test_analyses_asked_for_by_an_earlier_version_come_first(over, alice, boris):
    later = review.ask(alice, game_id=finish(GameFactory(first=alice, second=boris, turns=TURNS)).pk)
    earlier = review.ask(boris, game_id=over.pk)
    Review.objects.filter(pk=earlier.pk).update(place_at=None, asked_by=None)
    assert [reviewing.lease_next(), reviewing.lease_next()] == [earlier, later]


def test_staff_stop_it_and_have_it_go_on(over, alice, monkeypatch, asked):
    def stop(*args, **more):
        Review.objects.update(stopped_at=timezone.now(), claim="")
        return engine.Judgement(0, ())

    review.ask(alice, game_id=over.pk)
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "judge", stop)
        reviewing.review_waiting()
    asked.clear()
    assert (tasks.look_after(), asked, Evaluation.objects.count()) == (0, [], 0)
    Review.objects.update(stopped_at=None)
    reviewing.review_waiting()
    assert Evaluation.objects.count() == over.ply + 1


def test_a_failure_stops_it_and_says_why_and_the_next_one_is_looked_at(over, alice, boris, monkeypatch):
    def fail_at_first(*args, **more):
        monkeypatch.undo()
        raise RuntimeError("broken")

    other = finish(GameFactory(first=alice, second=boris, turns=TURNS[:1]))
    review.ask(alice, game_id=over.pk)
    review.ask(alice, game_id=other.pk)
    monkeypatch.setattr(reviewing, "judge", fail_at_first)
    reviewing.review_waiting()
    assert [each.why for each in Review.objects.order_by("pk")] == ["It failed: RuntimeError", ""]
    assert Review.objects.get(game=other).is_done


def test_a_database_that_fails_for_a_moment_stops_no_analysis(over, alice, asked, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("the connection is lost")

    review.ask(alice, game_id=over.pk)
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "keep", fail)
        reviewing.review_waiting()
    Review.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    assert tasks.look_after() == 1
    reviewing.review_waiting()
    assert Review.objects.get().is_done


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_staff_reopen_a_game_at_the_moment_in_which_a_position_of_it_is_stored(over, alice, admin, monkeypatch):
    """What is stored waits until staff wait for it, and so is not seen by what they delete."""
    started, create = Event(), Evaluation.objects.create

    def create_late(**fields):
        started.set()
        wait_until(is_anybody_waiting, what="the analysis is deleted")
        return create(**fields)

    review.ask(alice, game_id=over.pk)
    claimed = reviewing.lease_next()
    monkeypatch.setattr(Evaluation.objects, "create", create_late)
    with ThreadPoolExecutor(1) as pool:
        stored = pool.submit(keep_and_close, claimed)
        assert started.wait(START_WITHIN)
        play.reopen(over.pk, staff=admin, reason="Resigned in error.")
        assert stored.result(2 * START_WITHIN)
    assert not Review.objects.exists()
    assert not Evaluation.objects.exists()


def keep_and_close(claimed: Review) -> bool:
    try:
        return reviewing.keep(claimed, Judgement(0, ()), ply=0)
    finally:
        connection.close()
