"""The public page of a player: about, games, record."""

import pytest

from games import play
from games.engine.contract import Side
from games.models import Game
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up


def finish(first, second, loser, **terms):
    game = GameFactory(first=first, second=second, **terms)
    play.resign(game.pk, side=loser)
    return game


def test_the_record_counts_won_lost_drawn_and_lost_on_time(client, alice, boris):
    finish(alice, boris, Side.SECOND)
    play_turns(set_up(GameFactory(first=alice, second=boris), LAST_MASTER), "Md4xd5")
    late = finish(alice, boris, Side.FIRST)
    Game.objects.filter(pk=late.pk).update(termination="time")
    drawn = finish(alice, boris, Side.FIRST, private=True)
    Game.objects.filter(pk=drawn.pk).update(winner=None, termination="agreement")
    GameFactory(first=alice, second=boris)
    [row] = client.get("/people/Alice/").context["record"]
    assert (row["name"], row["won"], row["lost"], row["drawn"], row["on_time"]) == ("Mastery", 2, 1, 1, 1)
    [row] = client.get("/people/Boris/").context["record"]
    assert (row["won"], row["lost"], row["drawn"], row["on_time"]) == (1, 2, 1, 0)


def test_private_games_are_listed_to_their_players_alone(client, alice, boris, carol):
    game = GameFactory(first=alice, second=boris, private=True)
    for viewer, seen in ((None, False), (carol, False), (boris, True), (alice, True)):
        client.logout() if viewer is None else client.force_login(viewer)
        assert (game.get_absolute_url() in client.get("/people/Alice/").content.decode()) is seen


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_name_in_another_case_leads_to_its_page(client, alice, name):
    assert client.get(f"/people/{name}/").url == "/people/Alice/"


def test_unknown_and_closed_accounts_have_no_page(client, alice):
    assert client.get("/people/Nobody/").status_code == 404
    alice.is_active = False
    alice.save()
    assert client.get("/people/Alice/").status_code == 404


def test_what_one_says_about_oneself_is_text(client, alice):
    alice.about = "<img src=x onerror=alert(1)>"
    alice.save()
    page = client.get("/people/Alice/").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_queries_do_not_grow_with_the_games(client, alice, boris, django_assert_max_num_queries):
    finish(alice, boris, Side.FIRST)
    with django_assert_max_num_queries(8) as few:
        client.get("/people/Alice/")
    for _ in range(6):
        finish(boris, alice, Side.FIRST)
    with django_assert_max_num_queries(len(few)):
        client.get("/people/Alice/")
