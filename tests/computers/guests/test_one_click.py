"""A visitor plays the computer at once: from a click to another game, with all that a player may offer."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import User
from computers import starting, thinking
from engine import lessons, registry
from engine.contract import Side
from games import play
from games.models import Game, Turn
from notifications.models import Notice
from tests.computers.guests.conftest import click, guest_of, submit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_one_click_leads_a_visitor_to_a_board_to_play_on(client, asked, slug):
    answer = click(client, slug)
    game = Game.objects.get()
    assert (answer.url, game.private) == (game.get_absolute_url(), True)
    thinking.think(game.pk)
    game.refresh_from_db()
    page = client.get(answer.url).content.decode()
    assert "Your turn." in page
    assert "You’re playing as a guest" in page
    assert guest_of(game).username not in page
    assert submit(client, game).url == game.get_absolute_url()
    page = client.get(answer.url).content.decode()
    assert "The computer is thinking." in page
    assert " data-soon" in page
    thinking.think(game.pk)
    state = client.get(reverse("game_state", args=[game.pk]), {"revision": game.revision})
    assert "Your turn." in state.content.decode()
    assert Turn.objects.filter(game=game).count() >= 2
    assert not Session.objects.exists()


@pytest.mark.parametrize("page", ["/", "/rules/mastery/", "/learn/mastery/{last}/?turn={turn}"])
def test_the_button_is_where_a_visitor_looks_for_it(client, page, db):
    task = lessons.find("mastery").tasks[-1]
    position = registry.get("mastery").read(task.position)
    turn = next(move for move in position.legal_moves() if task.is_solved_by(move))
    answer = client.get(page.format(last=task.name, turn=turn))
    assert 'action="/computers/mastery/play/"' in answer.content.decode()
    assert not Session.objects.exists()
    assert not User.objects.exists()


def test_the_front_page_leads_back_to_the_board_and_costs_others_no_query(client, game, django_assert_num_queries):
    assert game.get_absolute_url() in client.get("/").content.decode()
    client.cookies.clear()
    with django_assert_num_queries(2):
        assert game.get_absolute_url() not in client.get("/").content.decode()


def test_the_sign_up_page_says_how_much_will_be_kept_in_two_queries(client, game, django_assert_num_queries):
    page, said = (
        reverse("account_signup"),
        "against the computer will be kept on your account once you’ve signed up and confirmed your email address",
    )
    Client().get(page)  # fills the caches that all visitors share
    with django_assert_num_queries(2):
        answer = client.get(page)
    assert f"Your game {said}" in answer.content.decode()
    assert answer.headers["Cache-Control"] == "private, no-store"
    click(client)
    with django_assert_num_queries(2):
        assert f"Your 2 games {said}" in client.get(page).content.decode()
    assert f"Your 2 games {said}" in client.post(page, {"username": "Dora"}).content.decode()
    client.cookies.clear()
    with django_assert_num_queries(0):
        assert said not in client.get(page).content.decode()


def test_the_hardest_level_is_for_members(client, asked):
    hardest = starting.list_levels(registry.get("mastery"))[-1]
    assert click(client, level=hardest.name).url == "/rules/mastery/"
    assert not Game.objects.exists()


def test_a_guest_can_resign_and_is_shown_how_to_play_again(client, game):
    client.post(reverse("resign", args=[game.pk]))
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Play again?" in page
    assert 'action="/computers/mastery/play/"' in page


@pytest.mark.parametrize("level", ["newcomer", "regular"])
def test_a_guest_plays_again_at_the_same_level(client, asked, level):
    game = Game.objects.get(pk=click(client, level=level).url.split("/")[2])
    client.post(reverse("resign", args=[game.pk]))
    page = client.get(game.get_absolute_url()).content.decode()
    assert re.findall(r'<option value="(\w+)" selected>Level', page) == [level]


@pytest.mark.parametrize("kind", ["takeback", "draw", "cancel"])
def test_a_guest_offers_what_a_player_may_and_the_computer_answers(client, game, kind, monkeypatch):
    monkeypatch.setattr(thinking.playing, "takes_draw", lambda *_, **__: True)
    if kind == "takeback":
        submit(client, game)
        thinking.think(game.pk)
        game.refresh_from_db()
    plies = game.ply
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'name="kind" value="{kind}"' in page
    client.post(reverse("make_offer", args=[game.pk]), {"kind": kind, "revision": game.revision})
    assert "Withdraw" in client.get(game.get_absolute_url()).content.decode()
    thinking.think(game.pk)
    assert guest_of(game).username not in client.get(f"{game.get_absolute_url()}?turns=all").content.decode()
    game.refresh_from_db()
    assert (game.ply, game.is_over) == ((plies - 2, False) if kind == "takeback" else (plies, True))
    assert not Notice.objects.exists()


def test_a_guest_answers_the_draw_that_the_computer_offers(client, game):
    play.offers.propose(game.pk, "draw", side=Side(game.side_to_move).other)
    game.refresh_from_db()
    assert "You’re offered a draw." in client.get(game.get_absolute_url()).content.decode()
    answer = {"answer": "accept", "revision": game.revision}
    client.post(reverse("answer_offer", args=[game.pk, "draw"]), answer)
    assert Game.objects.get().is_draw


def test_another_game_is_begun_by_its_own_button_and_limit_and_not_as_a_rematch(client, game):
    play.resign(game.pk, side=Side(game.side_to_move))
    page = client.get(game.get_absolute_url()).content.decode()
    assert ">Rematch</button>" not in page
    game.refresh_from_db()
    answer = client.post(reverse("make_offer", args=[game.pk]), {"kind": "rematch", "revision": game.revision})
    assert answer.status_code == 403
    assert "A rematch is for people with an account." in answer.content.decode()
