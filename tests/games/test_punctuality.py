"""The stored copy of how reliably players play on time: whose is counted, when, and of whom nothing is kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.own_data import closing
from engine.contract import Side
from games import play, punctuality
from games.models import Game, OnTimeRecord
from games.reading.on_time import read_on_time
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def now():
    return timezone.now()


def lose(first, second, *, how="time", at) -> Game:
    """A game that `first` has lost, and that nobody has heard of."""
    game = GameFactory(first=first, second=second)
    Game.objects.filter(pk=game.pk).update(ended_at=at, winner=Side.SECOND, termination=how)
    return game


def stored() -> dict[str, tuple[int, int]]:
    rows = OnTimeRecord.objects.values_list("user__username", "kept", "games")
    return {name: (kept, games) for name, kept, games in rows}


def test_whoever_has_played_is_counted_once_and_again_when_a_game_of_theirs_has_ended(alice, boris, carol, now):
    lose(alice, boris, at=now - 10 * MINUTE)
    GameFactory(first=alice, second=carol)
    assert punctuality.refresh(now=now) == 3
    assert stored() == {"Alice": (0, 1), "Boris": (1, 1), "Carol": (0, 0)}
    assert punctuality.refresh(now=now + MINUTE) == 0
    lose(carol, alice, at=now + MINUTE)
    assert punctuality.refresh(now=now + 2 * MINUTE) == 2
    assert stored() == {"Alice": (1, 2), "Boris": (1, 1), "Carol": (0, 1)}


def test_a_game_that_was_saved_later_than_one_that_ended_after_it_is_found(alice, boris, now):
    lose(alice, boris, at=now - 10 * MINUTE)
    punctuality.refresh(now=now)
    lose(alice, boris, at=now - 4 * MINUTE)
    punctuality.refresh(now=now + MINUTE)
    assert stored() == {"Alice": (0, 2), "Boris": (2, 2)}


def test_after_a_correction_both_players_are_counted_anew(alice, boris, admin, now):
    game = lose(alice, boris, at=now - 10 * MINUTE)
    punctuality.refresh(now=now)
    play.void(game.pk, staff=admin, reason="A test.")
    assert read_on_time([alice.pk])[alice.pk] == (0, 0), "it is not stored, so counted"
    assert punctuality.refresh(now=now + 10 * MINUTE) == 2
    assert stored() == {"Alice": (0, 0), "Boris": (0, 0)}


def test_nothing_is_kept_of_a_closed_account_also_when_its_games_end_later(alice, boris, now):
    lose(alice, boris, at=now - 10 * MINUTE)
    game = GameFactory(first=alice, second=boris)
    punctuality.refresh(now=now)
    closing.ask(alice)
    closing.close_due(now=now + closing.WAIT + MINUTE)
    punctuality.refresh(now=now + closing.WAIT + 2 * MINUTE)
    play.resign(game.pk, side=Side.FIRST)
    punctuality.refresh(now=now + closing.WAIT + 3 * MINUTE)
    assert set(stored()) == {"Boris"}
