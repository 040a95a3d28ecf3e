"""What a player's games come to: results by ruleset, results against the reader, habits. Counted each time anew."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game
from games.results import FEWEST_TURNS, RECENT, Results, add_up, count_against, count_results, find_habits
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


def resigned(loser, winner, **terms) -> Game:
    game = GameFactory(first=loser, second=winner, **terms)
    play.resign(game.pk, side=Side.FIRST)
    return game


def ended(first, second, **fields) -> Game:
    """A game that ended in whatever way, without the steps that lead there."""
    game = GameFactory(first=first, second=second)
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now(), **fields)
    return game


def test_results_are_counted_by_ruleset_from_either_side(alice, boris):
    resigned(boris, alice)
    play_turns(set_up(GameFactory(first=alice, second=boris), LAST_MASTER), "Md4xd5")
    ended(alice, boris, termination="time", winner=Side.SECOND)
    ended(alice, boris, termination="time", winner=Side.FIRST)
    ended(boris, alice, termination="agreement")
    GameFactory(first=boris, second=alice)
    resigned(alice, boris, ruleset_slug="masters")
    found = count_results(alice, reader=VISITOR)
    assert list(found) == ["mastery", "masters"]  # what was played most first
    assert found["mastery"] == Results(running=1, won=3, drawn=1, lost=1, timed_out=1)
    assert found["masters"] == Results(lost=1)
    assert count_results(boris, reader=VISITOR)["mastery"] == Results(running=1, won=1, drawn=1, lost=3, timed_out=1)
    assert add_up(list(found.values())) == Results(running=1, won=3, drawn=1, lost=2, timed_out=1)
    assert add_up([]) == Results()


def test_a_void_game_counts_nowhere_and_a_decided_one_as_it_was_decided(alice, boris, admin):
    game = GameFactory(first=alice, second=boris)
    play.adjudicate(game.pk, winner=Side.SECOND, staff=admin, reason="Agreed by email")
    assert count_results(alice, reader=VISITOR) == {"mastery": Results(lost=1)}
    play.void(game.pk, staff=admin, reason="A mistake")
    assert count_results(alice, reader=VISITOR) == {}
    assert count_against(alice, reader=boris) == Results()
    assert find_habits(alice, reader=VISITOR).slug == ""


def test_private_games_are_in_the_figures_of_their_two_players_alone(alice, boris, carol):
    resigned(alice, boris, private=True)
    resigned(carol, alice, private=True)
    play_turns(GameFactory(first=alice, second=boris, private=True), *["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"] * 4)
    assert count_results(alice, reader=VISITOR) == {}
    assert find_habits(alice, reader=VISITOR) == find_habits(alice, reader=VISITOR)._replace(turn=None, slug="")
    assert count_results(alice, reader=boris) == {"mastery": Results(running=1, lost=1)}
    assert count_results(alice, reader=carol) == {"mastery": Results(won=1)}
    assert count_results(alice, reader=alice) == {"mastery": Results(running=1, won=1, lost=1)}
    assert find_habits(alice, reader=carol).turn is None
    for reader in (alice, boris):
        found = find_habits(alice, reader=reader)
        assert (found.slug, found.terms) == ("mastery", None)  # what is private is no usual offer to others
        assert found.turn is not None


def test_results_against_the_reader_are_theirs(alice, boris, carol):
    resigned(alice, boris)
    resigned(alice, boris, private=True)
    resigned(boris, alice, ruleset_slug="masters")
    resigned(alice, carol)
    GameFactory(first=alice, second=boris)
    assert count_against(alice, reader=boris) == Results(running=1, won=2, lost=1)
    assert count_against(boris, reader=alice) == Results(running=1, won=1, lost=2)
    assert count_against(boris, reader=carol) == Results()


def test_the_usual_time_for_a_turn_is_the_median_of_their_own(alice, boris):
    """Alice takes 1, 2, 3, 4 and 50 hours, Boris a day each time; a first turn counts from the start of the game."""
    at = timezone.now() - timedelta(days=30)
    game = GameFactory(first=alice, second=boris, now=at)
    for hours, text in zip((1, 2, 3, 4, 50), ["Md1-c1", "Mc1-d1"] * 3, strict=False):
        for taken, move in ((hours, text), (24, "Mc8-b8" if text == "Md1-c1" else "Mb8-c8")):
            at += timedelta(hours=taken)
            game = play_turns(game, move, now=at)
    assert find_habits(alice, reader=VISITOR).turn == timedelta(hours=3)
    assert find_habits(boris, reader=VISITOR).turn == timedelta(days=1)


def test_turns_taken_back_are_left_out_and_too_few_tell_nothing(alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"] * 3)
    assert FEWEST_TURNS == 5
    assert find_habits(alice, reader=VISITOR).turn is not None
    game.turns.filter(ply__gt=8).update(taken_back_at=timezone.now())
    assert find_habits(alice, reader=VISITOR).turn is None


def test_usual_terms_are_those_agreed_on_most_in_the_game_played_most(alice, boris):
    week, bank = clock.Days(7), clock.Bank(start=14, increment=1, cap=28)
    GameFactory(first=alice, second=boris, control=week, vacation_days=14)
    last = GameFactory(first=boris, second=alice, control=week, vacation_days=14)
    for control in (week, bank, bank, bank):
        GameFactory(first=alice, second=boris, control=control, ruleset_slug="masters")
    assert find_habits(alice, reader=VISITOR).terms.control == clock.to_json(bank)
    for _ in range(3):
        last = GameFactory(first=boris, second=alice, control=week, vacation_days=14)
    found = find_habits(alice, reader=VISITOR)
    assert (found.slug, found.terms) == ("mastery", last)


def test_habits_come_from_the_last_games_only(alice, boris, monkeypatch):
    assert RECENT == 50
    monkeypatch.setattr("games.results.RECENT", 3)
    for slug in ["mastery"] * 4 + ["masters"] * 2:
        GameFactory(first=alice, second=boris, ruleset_slug=slug)
    assert find_habits(alice, reader=VISITOR).slug == "masters"
