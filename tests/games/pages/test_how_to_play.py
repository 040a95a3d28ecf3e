"""Beside the board stands how the game is played: open while it is new to a player, folded later."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine import registry
from engine.brief import find_brief, list_piece_briefs
from engine.contract import Side
from games import play
from tests.factories import GameFactory, UserFactory, play_turns

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]


def read_panel(client: Client, game) -> str:
    page = client.get(game.get_absolute_url()).content.decode()
    return page.partition('<details class="how-to-play"')[2].partition("</details>")[0]


def is_open(panel: str) -> bool:
    return panel.partition(">")[0].endswith(" open")


@pytest.mark.parametrize("slug", SLUGS)
def test_it_has_the_goal_every_kind_of_piece_with_its_moves_and_what_is_special(client, alice, slug):
    game = GameFactory(ruleset_slug=slug, first=alice)
    client.force_login(alice)
    panel, brief = read_panel(client, game), find_brief(game.ruleset)
    for sentence in (brief.goal, brief.turn, brief.special, *(one.moves for one in list_piece_briefs(game.ruleset))):
        assert sentence.text in panel
    for kind, name in game.ruleset.kinds.items():
        assert f"<strong>{name}</strong>" in panel
        assert kind in {one.kind for one in list_piece_briefs(game.ruleset)}


def test_pieces_are_those_of_the_readers_side(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    for reader, side in ((alice, Side.FIRST), (boris, Side.SECOND)):
        client.force_login(reader)
        assert f'aria-label="{game.ruleset.sides[side]} Master"' in read_panel(client, game)


def test_it_is_open_in_the_first_three_games_of_each_ruleset_and_folded_later(client, alice):
    games = [GameFactory(first=alice) for _ in range(4)]
    client.force_login(alice)
    assert [is_open(read_panel(client, game)) for game in games] == [True, True, True, False]
    assert is_open(read_panel(client, GameFactory(ruleset_slug="master", second=alice)))


def test_it_is_folded_for_who_looks_on_and_once_a_game_is_over(client, alice):
    game = GameFactory(first=alice)
    assert not is_open(read_panel(client, game))
    client.force_login(alice)
    assert is_open(read_panel(client, game))
    play.resign(game.pk, side=Side.FIRST)
    assert not is_open(read_panel(client, game))


def test_it_costs_no_query_of_its_own_however_many_games_there_are(client, alice):
    client.force_login(alice)
    counts = set()
    for _ in range(5):
        game = GameFactory(first=alice, second=UserFactory())
        client.get(game.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            client.get(game.get_absolute_url())
        counts.add(len(asked))
    assert len(counts) == 1


def test_what_a_player_has_lost_is_labelled_beside_their_name(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5", "Pe5-e4", "Pd5xc5")
    page = client.get(game.get_absolute_url()).content.decode()
    assert page.count('<span class="lost">Lost:</span>') == 1
    assert "<title>Light has lost 1 Pawn</title>" in page
