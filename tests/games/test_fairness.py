"""Whether a position stands in a running game: only late ones of running games count, and an index answers."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from engine import registry
from engine.contract import Side
from engine.symmetry import list_symmetries
from games import play
from games.fairness import FROM_PLY, has_led_to_one, stands
from games.models import Game, Turn
from tests.factories import GameFactory, play_turns, set_up
from tests.games.engine.test_symmetry import map_position

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


def test_a_position_of_another_ruleset_with_the_same_key_does_not_count():
    game = play_plies("mastery", FROM_PLY)
    Game.objects.update(ruleset_slug="masters")
    assert not stands(registry.get("mastery"), [game.position])


def test_games_of_before_are_found_once_they_are_filled_in_and_count_as_everything_until_then():
    game, ruleset = play_plies("mastery", FROM_PLY), registry.get("mastery")
    keys = Game.objects.get().canonical_key, list(game.turns.values_list("canonical_key", flat=True))
    Game.objects.update(canonical_key="")
    Turn.objects.update(canonical_key="")
    assert stands(ruleset, [ruleset.start()])
    for _ in range(2):
        import_module("games.migrations.0021_fill_canonical_key").fill(apps, None)
        assert (Game.objects.get().canonical_key, list(game.turns.values_list("canonical_key", flat=True))) == keys
        assert stands(ruleset, [game.position])
        assert not stands(ruleset, [ruleset.start()])


def test_games_no_longer_played_here_are_left_out_when_keys_are_filled_in():
    game = play_plies("mastery", 1)
    Turn.objects.update(canonical_key="")
    Game.objects.update(ruleset_slug="backgammon", canonical_key="")
    import_module("games.migrations.0021_fill_canonical_key").fill(apps, None)
    assert Turn.objects.get(game=game).canonical_key == ""


@pytest.mark.parametrize("slug", SLUGS)
def test_its_image_by_any_symmetry_stands_as_well(slug):
    game = play_plies(slug, FROM_PLY)
    for symmetry in list_symmetries(game.ruleset):
        assert stands(game.ruleset, [map_position(game.ruleset, symmetry, game.position_text)])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_led_to_one_that_stands_in_the_image_of_its_position(slug):
    """Also where its turns are still without their keys."""
    over, running = play_plies(slug, FROM_PLY), GameFactory(ruleset_slug=slug)
    image = map_position(over.ruleset, list_symmetries(over.ruleset)[-1], over.position_text)
    play_turns(over, over.position.legal_moves()[0])
    play.resign(over.pk, side=Side.FIRST)
    set_up(running, image.text(), ply=FROM_PLY)
    assert has_led_to_one(over)
    Turn.objects.update(canonical_key="")
    assert has_led_to_one(over)
    set_up(running, image.play(image.legal_moves()[-1]).text(), ply=FROM_PLY + 1)
    assert not has_led_to_one(over)


def test_it_is_one_query_that_an_index_answers(django_assert_num_queries):
    position = registry.get("mastery").start()
    with django_assert_num_queries(1) as asked:
        stands(registry.get("mastery"), [position])
    if connection.vendor == "sqlite":  # PostgreSQL reads so small a table as a whole
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
            assert "USING INDEX game_standing_alike (canonical_key=? AND ply>?)" in cursor.fetchone()[3]
