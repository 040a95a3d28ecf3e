"""Whether a position stands in a running game: told of late ones, of those that go on, and by an index alone."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games import play
from games.engine import registry
from games.engine.contract import Side
from games.models import Game
from games.standing import FROM_PLY, stands
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]


def play_plies(slug: str, number: int) -> Game:
    game = GameFactory(ruleset_slug=slug)
    while game.ply < number:
        moves = game.position.legal_moves()
        play_turns(game, moves[game.ply * 7 % len(moves)])
    return game


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_stands_from_the_eighth_turn_on_while_the_game_goes_on(slug):
    ruleset = registry.get(slug)
    game = play_plies(slug, FROM_PLY - 1)
    assert not stands(ruleset, [game.position])
    before = game.position
    play_turns(game, game.position.legal_moves()[0])
    assert stands(ruleset, [before, game.position])
    assert not stands(ruleset, [before])
    play.resign(game.pk, side=Side.FIRST)
    assert not stands(ruleset, [game.position])


def test_it_stands_by_whichever_turns_it_was_reached():
    """Mastery keeps the last turn in its text; the board and the side to move are the same."""
    game = play_plies("mastery", FROM_PLY)
    board, side, captured, _, *rest = game.position_text.split(" ")
    assert stands(game.ruleset, [game.ruleset.read(" ".join([board, side, captured, "-", *rest]))])


def test_another_rulesets_position_of_the_same_key_does_not():
    game = play_plies("mastery", FROM_PLY)
    Game.objects.update(ruleset_slug="masters")
    assert not stands(registry.get("mastery"), [game.position])


def test_games_of_before_are_found_once_they_are_filled_in():
    game = play_plies("mastery", FROM_PLY)
    Game.objects.update(position_key="")
    for _ in range(2):
        import_module("games.migrations.0013_fill_position_key").fill(apps, None)
        assert stands(game.ruleset, [game.position])


def test_it_is_one_query_that_an_index_answers(django_assert_num_queries):
    position = registry.get("mastery").start()
    with django_assert_num_queries(1) as asked:
        stands(registry.get("mastery"), [position])
    if connection.vendor == "sqlite":  # PostgreSQL reads so small a table as a whole
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
            assert "USING INDEX game_standing (position_key=? AND ply>?)" in cursor.fetchone()[3]
