"""Starting a game."""

from random import Random

import pytest

from engine import registry
from engine.contract import BadOption, Side
from games import play
from games.clock import DAY, Bank, Days, Unlimited
from games.models import Game
from tests.factories import GameFactory
from tests.games.play.conftest import NOON, started


def test_the_first_side_is_to_move_and_both_are_seated(alice, boris, news):
    game = GameFactory(first=alice, second=boris, now=NOON)
    game.refresh_from_db()
    assert (game.ply, game.revision, game.side_to_move, game.started_at) == (0, 1, Side.FIRST, NOON)
    assert [seat.user for seat in game.seats.order_by("side")] == [alice, boris]
    assert game.position_text == registry.get("mastery").start().text()
    assert news == [started(game)]


def test_every_option_is_stored_so_that_a_later_default_changes_no_game(db):
    game = GameFactory(options={"rules": "woag", "draws": ("quiet-50",)})
    assert game.options == {"setup": "imperial", "rules": "woag", "draws": ["quiet-50"]}
    assert game.position.variant.rules == "woag"


@pytest.mark.parametrize(
    ("control", "allotted", "bank"),
    [(Days(5), 5 * DAY, None), (Bank(2, 1, 7), 2 * DAY, 2 * DAY), (Unlimited(), None, None)],
)
def test_the_clock_of_the_first_turn_starts(db, control, allotted, bank):
    game = GameFactory(control=control, now=NOON)
    assert game.clock_control == control
    assert game.deadline_at == (NOON + allotted if allotted else None)
    assert [seat.bank for seat in game.seats.all()] == [bank, bank]


def test_unknown_options_start_nothing(alice, boris):
    with pytest.raises(BadOption):
        GameFactory(first=alice, second=boris, options={"setup": "chess"})
    assert not Game.objects.exists()


def test_where_chance_opens_the_game_it_seats_the_players_and_is_kept(alice, boris, monkeypatch):
    monkeypatch.setattr(type(registry.get("mastery")), "opening", lambda self, rng: "3-3 6-2")
    firsts = set()
    for seed in range(8):
        game = play.start_game(
            ruleset_slug="mastery", options={}, control=Days(1), first=alice, second=boris, rng=Random(seed)
        )
        assert game.opening == "3-3 6-2"
        firsts.add(game.seats.get(side=Side.FIRST).user)
    assert firsts == {alice, boris}


def test_without_chance_the_players_sit_as_asked(alice, boris):
    games = [GameFactory(first=alice, second=boris) for _ in range(8)]
    assert {game.seats.get(side=Side.FIRST).user for game in games} == {alice}
    assert {game.opening for game in games} == {""}
