"""How reliably somebody plays on time: of their last finished games, those that they did not lose on time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from engine.contract import Side
from games import clock, play
from games.models import Game
from games.reading.on_time import FEWEST, LAST, OnTime, count_on_time
from tests.factories import GameFactory
from tests.rows import each_row

pytestmark = pytest.mark.django_db


def figure(user: User) -> tuple[int, int]:
    found = count_on_time([user.pk])[user.pk]
    return found.kept, found.games


def end(first, second, *, winner=Side.FIRST, how="time", days_ago=1.0, **terms) -> Game:
    """A game that ended in whatever way, without the steps that lead there."""
    game = GameFactory(first=first, second=second, **terms)
    ended_at = timezone.now() - timedelta(days=days_ago)
    Game.objects.filter(pk=game.pk).update(ended_at=ended_at, winner=winner, termination=how)
    return game


def test_it_counts_finished_games_and_takes_off_those_lost_on_time(alice, boris, carol):
    end(alice, boris)
    end(boris, alice, winner=Side.SECOND)
    end(alice, boris, winner=Side.SECOND, how="resignation")
    end(alice, boris, winner=None, how="agreement")
    GameFactory(first=alice, second=boris)
    assert (figure(alice), figure(boris), figure(carol)) == ((4, 4), (2, 4), (0, 0))


@pytest.mark.parametrize(
    "terms",
    [
        {"how": "void", "winner": None},
        {"how": "cancelled", "winner": None},
        {"how": "called_off", "winner": None},
        {"private": True},
        {"control": clock.Unlimited()},
    ],
)
def test_some_games_count_for_nobody(alice, boris, terms):
    end(alice, boris, **terms)
    assert figure(alice) == figure(boris) == (0, 0)


def test_games_against_computers_count_for_nobody(alice, boris):
    User.objects.filter(pk=boris.pk).update(kind=User.Kind.COMPUTER)
    end(boris, alice)
    assert figure(alice) == (0, 0)


def test_it_follows_the_results_as_they_stand(alice, boris, admin):
    started_at = timezone.now() - timedelta(days=9)
    game = GameFactory(first=alice, second=boris, now=started_at)
    play.run_out_due(lasts=timedelta(minutes=1))
    assert (figure(alice), figure(boris)) == ((0, 1), (1, 1))
    play.adjudicate(game.pk, winner=Side.FIRST, staff=admin, reason="The site was down")
    assert (figure(alice), figure(boris)) == ((1, 1), (1, 1))
    play.void(game.pk, staff=admin, reason="A mistake")
    assert (figure(alice), figure(boris)) == ((0, 0), (0, 0))


def test_losses_on_time_that_are_not_rated_count_here(alice, boris):
    started_at = timezone.now() - timedelta(days=9)
    for _ in range(3):
        GameFactory(first=alice, second=boris, rated=True, now=started_at, turns=("Md1-c1", "Mc8-b8"))
    play.run_out_due(lasts=timedelta(minutes=1))
    assert figure(alice) == (0, 3)


def test_it_is_of_the_games_that_ended_last_whenever_they_started(alice, boris, monkeypatch):
    assert LAST == 50
    monkeypatch.setattr("games.reading.on_time.LAST", 3)
    end(boris, alice, days_ago=1)
    for days_ago in (5, 4, 3):
        end(alice, boris, days_ago=days_ago)
    for _ in range(4):  # which do not count, and take no other's place
        end(boris, alice, days_ago=0, how="void", winner=None)
        end(boris, alice, days_ago=0, private=True)
        GameFactory(first=alice, second=boris)
    assert (figure(alice), figure(boris)) == ((2, 3), (1, 3))


@each_row(
    ("kept", "games", "percent"),
    [(0, 0, None), (9, 9, None), (9, 10, 90), (48, 50, 96), (29, 30, 96), (49, 50, 98), (50, 50, 100), (0, 10, 0)],
)
def test_a_percentage_is_told_from_ten_games_on_and_rounded_down(kept, games, percent):
    assert FEWEST == 10
    assert OnTime(kept, games).percent == percent


def test_many_people_take_one_query(alice, boris, carol, django_assert_num_queries):
    end(alice, boris)
    with django_assert_num_queries(1):
        found = count_on_time([alice.pk, boris.pk, carol.pk])
    assert found == {alice.pk: OnTime(1, 1), boris.pk: OnTime(0, 1), carol.pk: OnTime()}
    assert count_on_time([]) == {}


def test_a_profile_says_it(client, alice, boris):
    for _ in range(9):
        end(alice, boris, how="resignation")
    assert "9 of 9</dd>" in client.get("/people/Boris/").content.decode()
    end(alice, boris)
    page = client.get("/people/Boris/").content.decode()
    assert '9 of 10 <span class="muted small">(90&nbsp;%)</span></dd>' in page
    assert "On time" not in client.get("/people/Alice/").content.decode().partition("Games finished")[0]
