"""Whoever sees a game can take its turns with them, as text that the practice board reads again."""

import pytest
from django.test import Client
from django.urls import reverse

from games.lines import read_line
from tests.factories import GameFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def fetch(client: Client, game):
    return client.get(reverse("game_record", args=[game.pk]))


def test_it_has_each_turn_on_a_line_after_its_number(client, game):
    answer = fetch(client, game)
    assert answer.content.decode() == "1. Pd4-d5\n2. Pe5-e4\n3. Pd5xc5\n"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_the_practice_board_reads_it_again(client, game):
    line = read_line(game.ruleset, {"turns": fetch(client, game).content.decode()})
    assert (line.fault, tuple(line.turns)) == ("", TURNS)


def test_the_file_is_named_after_game_and_players(client, game):
    assert fetch(client, game)["Content-Disposition"] == f'attachment; filename="mastery-alice-boris-{game.pk}.txt"'


def test_it_has_all_turns_where_the_page_lists_the_last_ones(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    position = game.position
    turns = []
    while len(turns) < 50 and not position.outcome():
        turns.append(next(turn for turn in reversed(position.legal_moves()) if game.ruleset.is_quiet(turn)))
        position = position.play(turns[-1])
    play_turns(game, *turns)
    assert len(fetch(client, game).content.decode().splitlines()) == len(turns) > 40


def test_the_page_offers_it_once_there_are_turns(client, game, alice):
    address = reverse("game_record", args=[game.pk])
    assert f'href="{address}" download' in client.get(game.get_absolute_url()).content.decode()
    fresh = GameFactory(first=alice)
    assert "turns.txt" not in client.get(fresh.get_absolute_url()).content.decode()


def test_a_private_game_gives_it_to_its_players_alone(client, alice, boris, carol):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    assert fetch(client, game).status_code == 404
    client.force_login(carol)
    assert fetch(client, game).status_code == 404
    client.force_login(boris)
    assert fetch(client, game).status_code == 200


def test_the_number_of_queries_does_not_depend_on_the_turns(client, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        fetch(client, game)
