"""The card at the top of a finished game: who won and how, what it brought, what to do next, and what was new."""

import re

import pytest
from django.urls import reverse

from engine.contract import Side
from games import play
from tests.factories import GameFactory, play_turns
from tests.games.rating.test_told import give_rating

pytestmark = pytest.mark.django_db
TURNS = ("Md1-c1", "Me8-f8")


@pytest.fixture
def game(alice, boris):
    """Alice, who is Dark, won since Boris resigned."""
    game = GameFactory(first=alice, second=boris, turns=TURNS)
    play.resign(game.pk, side=Side.SECOND)
    return game


def read(client, game, reader=None, at="") -> str:
    """The card as words and marks; empty where there is none."""
    client.logout()
    if reader:
        client.force_login(reader)
    page = client.get(game.get_absolute_url() + at).content.decode()
    return page.split('id="over"')[1].split("</section>")[0] if 'id="over"' in page else ""


def list_buttons(card: str) -> list[str]:
    found = re.findall(r'class="(button[^"]*)"[^>]*>([^<]+)<', card.split('class="over-more"')[0])
    return [("*" if "primary" in classes else "") + label for classes, label in found]


def test_whoever_won_may_want_another_and_whoever_lost_a_look_back(client, game, alice, boris, carol):
    mine = read(client, game, alice)
    assert "You won</h2>" in mine
    assert "Boris (Light) resigned." in mine
    assert list_buttons(mine)[:2] == ["*Rematch", "Analyse"]
    theirs = read(client, game, boris)
    assert "You lost</h2>" in theirs
    assert "You (Light) resigned." in theirs
    assert list_buttons(theirs)[:2] == ["*Analyse", "Rematch"]
    for reader in (carol, None):
        other = read(client, game, reader)
        assert "Dark won</h2>" in other
        assert "Light resigned." in other
        assert list_buttons(other)[:2] == ["*Analyse", "Share"]


def test_a_draw_is_told_alike_to_all(client, alice, boris, carol):
    game = GameFactory(first=alice, second=boris, turns=TURNS)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    play.offers.accept(game.pk, "draw", side=Side.FIRST)
    for reader in (alice, boris, carol):
        card = read(client, game, reader)
        assert "A draw</h2>" in card
        assert "The game was drawn by agreement." in card
        assert list_buttons(card)[0] == "*Analyse"


def test_it_stands_on_no_running_game_and_beside_no_earlier_position(client, game, alice, boris):
    running = GameFactory(first=alice, second=boris, turns=TURNS)
    assert read(client, running, alice) == ""
    assert read(client, game, alice, at="1/") == ""


def test_a_game_without_turns_or_result_has_nothing_to_analyse(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.FIRST)
    card = read(client, game, alice)
    assert list_buttons(card)[0] == "*Rematch"
    assert "Analyse" not in card


def test_the_next_game_is_one_click_away(client, game, alice, boris):
    assert "Next game" not in read(client, game, alice)
    GameFactory(first=alice, second=boris)
    assert f'href="{reverse("next_game")}" data-key="n">Next game' in read(client, game, alice)
    assert "Next game" not in read(client, game, boris)


def test_a_private_game_is_not_shared(client, game, alice, boris):
    assert f'value="http://testserver{game.get_absolute_url()}"' in read(client, game, alice)
    private = GameFactory(first=alice, second=boris, private=True, turns=TURNS)
    play.resign(private.pk, side=Side.SECOND)
    card = read(client, private, alice)
    assert "You won" in card
    assert "Share" not in card


def test_it_tells_the_rating_before_and_after_to_who_wants_to_know(client, alice, boris):
    game = GameFactory(first=alice, second=boris, rated=True, turns=TURNS)
    give_rating(alice, 1500, 60, at=game.started_at)
    give_rating(boris, 1700, 80, at=game.started_at)
    play.resign(game.pk, side=Side.SECOND)
    card = read(client, game, alice)
    assert re.search(r"<strong>\+1\d</strong> <span>Mastery rating 1500 → 151\d</span>", card)
    assert "Your first win against a player rated at least 100 points above you." in card
    alice.show_ratings = False
    alice.save()
    card = read(client, game, alice)
    assert "→" not in card
    assert "rated at least" not in card
    assert "Your first win at Mastery." in card


def test_a_page_of_a_finished_game_asks_one_query_more_for_its_player_and_none_for_others(
    client, game, alice, boris, carol, django_assert_max_num_queries
):
    def count(reader) -> list[str]:
        client.force_login(reader)
        client.get(game.get_absolute_url())
        with django_assert_max_num_queries(60) as queries:
            client.get(game.get_absolute_url())
        return [each["sql"] for each in queries if "EXISTS" in each["sql"] and '"games_seat"' in each["sql"]]

    assert len(count(alice)) == 1
    assert count(boris) == [], "a short game that was lost may be no first"
    assert count(carol) == []
    running = GameFactory(first=alice, second=boris, turns=TURNS)
    client.force_login(alice)
    client.get(running.get_absolute_url())
    with django_assert_max_num_queries(60) as queries:
        client.get(running.get_absolute_url())
    assert not [each for each in queries if "winner" in each["sql"].split("WHERE")[-1]]


def test_what_ended_is_there_to_be_said_aloud(client, game, alice):
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'data-over="You won. Dark won: Light resigned."' in page
    running = play_turns(GameFactory(first=alice), *TURNS)
    assert "data-over" not in client.get(running.get_absolute_url()).content.decode()
