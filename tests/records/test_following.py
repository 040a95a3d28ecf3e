"""Following a game or a player: private to the follower, ended by a block, told on the site and in digests."""

import feedparser
import pytest
from django.urls import reverse

from accounts.conduct import blocks
from accounts.limiting import limits
from accounts.own_data import closing
from core.refusal import Refusal
from games import play
from notifications.channels.feed import secret
from records import following
from records.models import Follow
from tests.factories import GameFactory, UserFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(boris, carol):
    return play_turns(GameFactory(first=boris, second=carol), *TURNS)


def test_a_player_is_followed_from_their_page_and_nobody_else_sees_it(client, alice, boris, carol):
    client.force_login(alice)
    address = reverse("follow_person", args=["Boris"])
    assert client.post(address, {"do": "follow"}, follow=True).status_code == 200
    assert following.is_followed(alice, person_id=boris.pk)
    assert "You follow Boris." in client.get(boris.get_absolute_url()).content.decode()
    for reader in (boris, carol):
        client.force_login(reader)
        for page in (boris.get_absolute_url(), alice.get_absolute_url()):
            told = client.get(page).content.decode()
            assert "You follow" not in told
            assert "Alice" not in told or page == alice.get_absolute_url()
    client.force_login(alice)
    client.post(address, {"do": "end"})
    assert not Follow.objects.exists()


def test_a_running_game_of_others_is_followed_and_what_cannot_be_is_refused(client, alice, boris, carol, game):
    client.force_login(alice)
    address = reverse("follow_game", args=[game.pk])
    assert client.post(address, {"do": "follow"}).status_code == 302
    assert "You follow this game." in client.get(game.get_absolute_url()).content.decode()
    private = GameFactory(first=boris, second=carol, private=True)
    assert client.post(reverse("follow_game", args=[private.pk])).status_code == 404
    for user, code in ((boris, "own_game"), (alice, "over")):
        other = game if user == boris else GameFactory(first=boris, second=carol)
        if user == alice:
            play.resign(other.pk, side=0)
            other.refresh_from_db()
        with pytest.raises(Refusal) as refused:
            following.follow_game(user, other)
        assert refused.value.code == code
    for person, code in (
        (alice, "oneself"),
        (UserFactory(kind="computer"), "nobody"),
        (UserFactory(is_active=False), "nobody"),
    ):
        with pytest.raises(Refusal) as refused:
            following.follow_person(alice, person)
        assert refused.value.code == code


def test_a_block_ends_it_in_both_directions_and_keeps_it_from_coming_back(alice, boris):
    following.follow_person(alice, boris)
    following.follow_person(boris, alice)
    blocks.make(boris, alice, mute=True)
    assert Follow.objects.count() == 2
    blocks.make(boris, alice, mute=False)
    assert not Follow.objects.exists()
    for one, other in ((alice, boris), (boris, alice)):
        with pytest.raises(Refusal) as refused:
            following.follow_person(one, other)
        assert refused.value.status == 403


def test_there_is_a_most_of_them(alice, boris, carol, monkeypatch):
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    following.follow_person(alice, boris)
    following.follow_person(alice, boris)
    with pytest.raises(Refusal) as refused:
        following.follow_person(alice, carol)
    assert refused.value.code == "too_many"
    assert limits.MOST_FOLLOWED == 500


def test_the_list_of_games_is_narrowed_to_them(client, alice, boris, carol, game):
    dora = UserFactory()
    other = GameFactory(first=dora, second=carol)
    GameFactory(first=boris, second=dora, private=True)
    following.follow_person(alice, boris)
    following.follow_game(alice, other)
    client.force_login(alice)
    found = client.get(reverse("watch"), {"only": "followed"}).context["games"]
    assert {row.entry.pk for row in found} == {game.pk, other.pk}
    play.resign(game.pk, side=0)
    over = client.get(reverse("watch"), {"only": "followed", "over": 1}).context["games"]
    assert [row.entry.pk for row in over] == [game.pk]
    client.logout()
    assert len(client.get(reverse("watch"), {"only": "followed"}).context["games"]) == 1, "visitors see all"


def test_the_page_lists_all_with_the_way_to_end_each(client, alice, boris, carol, game, django_assert_max_num_queries):
    client.force_login(alice)
    following.follow_person(alice, boris)
    following.follow_game(alice, game)
    page = client.get(reverse("followed")).content.decode()
    assert "Stop following Boris" in page
    assert "Stop following Mastery: Boris and Carol" in page

    def count(more: int) -> int:
        for _ in range(more):
            following.follow_person(alice, UserFactory())
            following.follow_game(alice, GameFactory())
        with django_assert_max_num_queries(30) as queries:
            client.get(reverse("followed"))
        return len(queries)

    assert count(1) == count(5)


def test_the_feed_is_one_for_feedparser(client, alice, boris, carol, game):
    following.follow_person(alice, boris)
    play.resign(game.pk, side=0)
    address = reverse("feed_followed", args=[secret.renew(alice).token])
    answer = client.get(address)
    found = feedparser.parse(answer.content)
    assert not found.bozo
    assert [entry.title for entry in found.entries] == [
        "The game of Boris and Carol is over",
        "Boris and Carol have started a game",
    ]
    assert len({entry.id for entry in found.entries}) == 2
    assert all(entry.link.endswith(f"/games/{game.pk}/") for entry in found.entries)
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_closing_an_account_ends_what_it_follows_and_who_follows_it(alice, boris, carol):
    following.follow_person(alice, boris)
    following.follow_person(boris, carol)
    closing.ask(boris)
    closing.close_due(now=boris.date_joined + 400 * closing.WAIT)
    assert not Follow.objects.exists()


def test_an_ending_costs_one_query_where_nobody_follows(django_assert_num_queries, game):
    with django_assert_num_queries(1):
        following.find_followers(game.pk)
