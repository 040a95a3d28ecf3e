"""The queue on pages: its menu, where a turn leads, how many games wait."""

import pytest
from django.urls import reverse

from games import clock
from games.models import Game, Seat
from tests.factories import GameFactory
from tests.versions import see

DAYS = (2, 4, 9)


@pytest.fixture
def games(client, alice, boris):
    client.force_login(alice)
    return [GameFactory(first=alice, second=boris, control=clock.Days(days)) for days in DAYS]


def put(client, game, do, **form):
    return client.post(reverse("put_in_queue", args=[game.pk]), {"do": do, **form})


def play_in(client, game):
    game.refresh_from_db()
    move = next(iter(game.position.legal_moves()))
    return client.post(reverse("play_move", args=[game.pk]), {"text": move, "revision": game.revision, "ply": game.ply})


def choose(client, game, **look):
    address = reverse("board_look")
    seen = see(client, game.get_absolute_url(), action=address)
    return client.post(address, {**seen, "size": "large", **look})


def list_shown(client, query=""):
    return [row.entry.pk for row in client.get(f"/{query}").context["waiting"]]


@pytest.mark.parametrize("query", ["", "?page=1"])  # read by the way for few games, and by that for many
def test_lists_follow_the_queue_and_the_title_leaves_snoozed_games_out(client, games, query):
    a, b, c = games
    assert put(client, c, "pin", next="/").url == "/"
    assert put(client, a, "skip", next="/").url == "/"
    assert put(client, b, "3d", next="/").url == "/"
    assert list_shown(client, query) == [c.pk, a.pk, b.pk]
    page = client.get(f"/{query}").content.decode()
    assert "<title>(2) My games" in page
    assert 'data-waiting="2"' in page
    for tag in ("pinned</span>", "skipped</span>", "snoozed until"):
        assert f'<span class="tag">{tag}' in page
    put(client, b, "return", next="/")
    assert list_shown(client, query) == [c.pk, b.pk, a.pk]
    assert client.get("/next/").url == c.get_absolute_url()


def test_skipping_or_snoozing_a_game_on_its_page_leads_to_the_next_one(client, games, alice):
    a, b, c = games
    untimed = GameFactory(first=alice, control=clock.Unlimited())
    told = ["before its deadline" in client.get(game.get_absolute_url()).content.decode() for game in (a, untimed)]
    assert told == [True, False]
    play_in(client, untimed)
    assert put(client, a, "skip").url == b.get_absolute_url()
    assert put(client, b, "1d").url == c.get_absolute_url()
    assert put(client, c, "skip").url == a.get_absolute_url()
    assert put(client, a, "4h").url == c.get_absolute_url()
    assert put(client, c, "7d").url == "/"
    assert "It’s not your turn anywhere" not in client.get("/").content.decode(), "they are listed all the same"
    page = client.get(b.get_absolute_url()).content.decode()
    assert "Snoozed until" in page
    assert "Bring back" in page


@pytest.mark.parametrize(("after_turn", "leads"), [("stay", 0), ("next", 1), ("list", None)])
def test_a_turn_leads_where_its_player_likes_to_come(client, alice, games, after_turn, leads):
    a, b, c = games
    choose(client, games[0], after_turn=after_turn)
    answer = play_in(client, a)
    assert answer.url == ("/" if leads is None else games[leads].get_absolute_url())
    assert "You have played" in client.get(answer.url).content.decode()
    if after_turn == "next":
        put(client, c, "1d")
        assert play_in(client, b).url == b.get_absolute_url(), "where no other waits, one stays"


def test_after_the_last_turn_of_a_game_one_stays_to_see_how_it_ended(client, alice, games, monkeypatch):
    choose(client, games[0], after_turn="next")
    monkeypatch.setattr(Game, "is_over", property(lambda game: game.ply == 1))
    assert play_in(client, games[0]).url == games[0].get_absolute_url()


def test_titles_count_the_games_that_wait_where_there_are_others(client, games):
    page = client.get(games[0].get_absolute_url()).content.decode()
    assert "<title>(3) ● Your turn: Mastery" in page
    for game in games[1:]:
        put(client, game, "1d")
    assert "<title>● Your turn: Mastery" in client.get(games[0].get_absolute_url()).content.decode()


@pytest.mark.parametrize(("do", "status"), [("", 422), ("99d", 422), ("4h\0", 422), ("unpin", 302), ("return", 302)])
def test_nonsense_is_refused_and_nothing_leads_to_another_site(client, games, do, status):
    answer = put(client, games[0], do, next="https://example.org/")
    assert answer.status_code == status
    if status == 302:
        assert answer.url == games[0].get_absolute_url()


def test_only_the_player_changes_and_sees_the_queue(client, games, alice, boris, carol):
    put(client, games[0], "pin")
    put(client, games[0], "1d")
    for who, status in ((boris, 409), (carol, 403)):
        client.force_login(who)
        assert put(client, games[0], "1d").status_code == status
        pages = client.get(games[0].get_absolute_url()), client.get("/"), client.get("/people/Alice/")
        assert not any(word in page.content.decode() for page in pages for word in ("Snoozed", "snoozed", "pinned<"))
    assert list(Seat.objects.filter(game=games[0], user=alice).values_list("pinned", flat=True)) == [True]


def test_keys_are_named_on_the_page_unless_they_are_switched_off(client, games):
    page = client.get("/").content.decode()
    assert "data-keys" in page
    assert page.count('data-key="p"') == 3
    choose(client, games[0])
    assert "data-keys" not in client.get("/").content.decode()
