"""The page of a finished game: a rematch is offered, answered, and leads both to the new game."""

import pytest
from django.urls import reverse

from engine.contract import Side
from games import play
from games.models import Game, Rematch, RematchWish
from tests.factories import GameFactory


@pytest.fixture
def game(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=("Md1-c1",))
    play.resign(game.pk, side=Side.SECOND)
    return game


def read(client, game) -> str:
    page = client.get(game.get_absolute_url()).content.decode()
    return page.split('id="offers"')[-1].split("</section>")[0] if 'id="offers"' in page else ""


def post(client, name, game, **fields):
    game.refresh_from_db()
    return client.post(reverse(name, args=[game.pk]), {"revision": game.revision, **fields})


def test_it_is_offered_by_one_click_and_leads_both_to_the_new_game(client, game, alice, boris, carol):
    client.force_login(alice)
    assert ">Rematch</button>" in read(client, game)
    post(client, "make_offer", game, kind="rematch")
    assert "Rematch offered, with sides swapped." in read(client, game)
    client.force_login(boris)
    assert "Your opponent offers a rematch, with sides swapped." in read(client, game)
    answer = client.post(
        reverse("answer_offer", args=[game.pk, "rematch"]),
        {"revision": Game.objects.get(pk=game.pk).revision, "answer": "accept"},
    )
    following = Rematch.objects.get(game=game).following
    assert answer.url == following.get_absolute_url()
    client.force_login(alice)
    assert f'href="{following.get_absolute_url()}">Go to the rematch</a>' in read(client, game)
    client.force_login(carol)
    assert read(client, game) == ""


def test_the_player_who_offers_second_comes_to_the_new_game(client, game, boris):
    client.force_login(boris)
    sent = {"revision": Game.objects.get(pk=game.pk).revision, "kind": "rematch"}
    play.offers.propose(game.pk, "rematch", side=Side.FIRST)
    answer = client.post(reverse("make_offer", args=[game.pk]), sent)
    assert answer.url == Rematch.objects.get(game=game).following.get_absolute_url()


def test_a_player_sets_whether_it_is_always_offered(client, game, alice, boris):
    client.force_login(alice)
    for wished, checked in (("yes", "true"), ("no", "false"), ("nonsense", "false")):
        assert post(client, "always_rematch", game, wished=wished).status_code == 302
        assert RematchWish.objects.filter(user=alice, other=boris).exists() is (wished == "yes")
        assert f'aria-checked="{checked}">Offer Boris a rematch after every game<' in read(client, game)


def test_a_declined_one_is_not_offered_again_but_a_new_challenge_is(client, game, alice):
    play.offers.propose(game.pk, "rematch", side=Side.FIRST)
    play.offers.decline(game.pk, "rematch", side=Side.SECOND)
    client.force_login(alice)
    shown = read(client, game)
    assert "You can still send a new challenge" in shown
    assert ">Rematch</button>" not in shown
    assert f"again={game.pk}" in client.get(game.get_absolute_url()).content.decode()


def test_a_page_of_the_settings_lists_these_wishes_and_ends_them(client, game, alice, boris, carol):
    for user, other in ((alice, boris), (alice, carol), (boris, alice)):
        play.wish_rematches(user.pk, other_id=other.pk, wished=True)
    client.force_login(alice)
    page = reverse("wished_rematches")
    assert page in client.get("/settings/").content.decode()
    shown = client.get(page)
    assert shown.context["names"] == ["Boris", "Carol"]
    for name in ("Boris", "Nobody", "", "\0"):
        assert client.post(page, {"other": name}).url == page
    assert list(RematchWish.objects.values_list("user", "other")) == [(alice.pk, carol.pk), (boris.pk, alice.pk)]
    client.logout()
    assert client.post(page, {"other": "Carol"}).url.startswith("/account/login/")
