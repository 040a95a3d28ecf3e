"""What was new to a player at the end of a game, by what was before it, whatever came later."""

from datetime import UTC, datetime, timedelta

import pytest

from computers.starting import find_computer
from engine import registry
from engine.contract import Side
from games import play
from games.firsts import FIRSTS, tell_firsts
from games.firsts import contract as firsts
from games.models import Game, RatingEntry
from games.reading.ratings import read_rated
from games.reading.seats import read_seats
from tests.factories import GameFactory
from tests.games.rating.test_told import give_rating

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
DAY = timedelta(days=1)
TURNS = ("Md1-c1", "Me8-f8")


def end(first, second, *, at, loser=Side.SECOND, ply=0, **terms) -> Game:
    game = GameFactory(first=first, second=second, now=at - DAY, turns=TURNS, **terms)
    play.resign(game.pk, side=loser, now=at)
    if ply:
        Game.objects.filter(pk=game.pk).update(ply=ply)
    return Game.objects.get(pk=game.pk)


def tell(game, user, *, ratings=True) -> list[str]:
    seat = read_seats(game, reader_id=user.pk).mine
    return [str(each) for each in tell_firsts(game, seat, rated=read_rated(game), ratings=ratings)]


def test_the_first_win_at_a_game(alice, boris):
    lost = end(alice, boris, at=NOON, loser=Side.FIRST)
    won = end(alice, boris, at=NOON + DAY)
    again = end(alice, boris, at=NOON + 2 * DAY)
    other = end(alice, boris, at=NOON + 3 * DAY, ruleset_slug="mastery", options={})
    assert tell(lost, alice) == []
    assert tell(lost, boris) == ["Your first win at Mastery."]
    assert tell(won, alice) == ["Your first win at Mastery."], "also after later wins"
    assert tell(again, alice) == []
    assert tell(other, alice) == []


def test_a_game_that_ended_before_counts_wherever_it_stands_in_the_list(alice, boris):
    late = GameFactory(first=alice, second=boris, now=NOON, turns=TURNS)
    early = GameFactory(first=alice, second=boris, now=NOON, turns=TURNS)
    play.resign(early.pk, side=Side.SECOND, now=NOON + DAY)
    play.resign(late.pk, side=Side.SECOND, now=NOON + 2 * DAY)
    assert tell(Game.objects.get(pk=early.pk), alice) == ["Your first win at Mastery."]
    assert tell(Game.objects.get(pk=late.pk), alice) == []


def test_games_without_result_are_no_first_and_count_for_none(alice, boris, admin):
    void = end(alice, boris, at=NOON)
    play.void(void.pk, staff=admin, reason="A mistake", now=NOON + DAY)
    won = end(alice, boris, at=NOON + 2 * DAY)
    assert tell(Game.objects.get(pk=void.pk), alice) == []
    assert tell(won, alice) == ["Your first win at Mastery."]


def test_the_first_win_against_a_level_of_the_computer(alice, boris):
    newcomer = find_computer(registry.get("mastery"), level="newcomer").user
    keen = find_computer(registry.get("mastery"), level="keen").user
    end(alice, boris, at=NOON)
    first = end(alice, newcomer, at=NOON + DAY)
    second = end(alice, newcomer, at=NOON + 2 * DAY)
    other = end(alice, keen, at=NOON + 3 * DAY)
    assert tell(first, alice) == [f"Your first win against {newcomer.shown_name}."]
    assert tell(second, alice) == []
    assert tell(other, alice) == [f"Your first win against {keen.shown_name}."]


def test_the_first_win_against_a_player_rated_well_above(alice, boris, carol):
    end(alice, boris, at=NOON - DAY)
    give_rating(alice, 1500, 60, at=NOON)
    for other, rating in ((boris, 1590), (carol, 1700)):
        give_rating(other, rating, 60, at=NOON)
    even = end(alice, boris, at=NOON + DAY, rated=True)
    above = end(alice, carol, at=NOON + 2 * DAY, rated=True)
    again = end(alice, carol, at=NOON + 3 * DAY, rated=True)
    said = "Your first win against a player rated at least 100 points above you."
    assert said not in tell(even, alice)
    assert said in tell(above, alice)
    assert said not in tell(again, alice)
    assert said not in tell(above, alice, ratings=False)
    assert said not in tell(above, carol)


def rate(game, user, rating, deviation=60.0, before=1500.0) -> None:
    """What a game is to have left of a rating."""
    values = {"before_rating": before, "rating": rating, "deviation": deviation, "volatility": 0.06, "why": ""}
    RatingEntry.objects.filter(game=game, user=user).update(**values)


def test_the_highest_rating_so_far_once_it_is_sure(alice, boris, carol):
    """With two others, as the sixth game of two that is resigned early does not count."""
    games = [end(alice, (boris, carol)[day % 2], at=NOON + day * DAY, rated=True) for day in range(6)]
    for game, rating in zip(games, (1520, 1540, 1530, 1560, 1555, 1600), strict=True):
        rate(game, alice, rating, deviation=60.0, before=rating - 10)
    highest = [any("highest" in line for line in tell(game, alice)) for game in games]
    assert highest == [False, False, False, True, False, True], "not of the first three, and not below an earlier one"
    assert "Your highest Mastery rating so far: 1560." in tell(games[3], alice)
    assert not any("highest" in line for line in tell(games[3], alice, ratings=False))
    rate(games[5], alice, 1600, deviation=300.0, before=1590)
    assert not any("highest" in line for line in tell(games[5], alice)), "provisional"


def test_the_longest_game_after_a_few(alice, boris):
    plies = (30, 25, 28, 31, 31, 60)
    games = [end(alice, boris, at=NOON + at * DAY, loser=Side.FIRST, ply=ply) for at, ply in enumerate(plies)]
    longest = [tell(game, alice) for game in games]
    assert longest == [
        [],
        [],
        [],
        ["Your longest game of Mastery: 31 turns."],
        [],
        [f"Your longest game of Mastery: {60} turns."],
    ]
    short = [end(boris, alice, at=NOON + (9 + at) * DAY, loser=Side.SECOND, ply=ply) for at, ply in enumerate((4, 19))]
    assert [tell(game, alice) for game in short] == [[], []]


def test_of_who_has_played_more_than_is_looked_through_nothing_is_told_that_all_games_decide(alice, boris, monkeypatch):
    monkeypatch.setattr(firsts, "MOST", 1)
    from games.firsts import _prepare

    _prepare.cache_clear()
    end(alice, boris, at=NOON, loser=Side.FIRST)
    won = end(alice, boris, at=NOON + DAY)
    try:
        assert tell(won, alice) == []
    finally:
        _prepare.cache_clear()


def test_two_are_told_at_most_by_order(alice, boris):
    assert [kind.name for kind in FIRSTS.all()] == ["win", "level", "stronger", "rating", "longest"]
    newcomer = find_computer(registry.get("mastery"), level="newcomer").user
    for at in range(3):
        end(alice, boris, at=NOON + at * DAY, loser=Side.FIRST)
    won = end(alice, newcomer, at=NOON + 5 * DAY, ply=40)
    assert tell(won, alice) == ["Your first win at Mastery.", f"Your first win against {newcomer.shown_name}."]
