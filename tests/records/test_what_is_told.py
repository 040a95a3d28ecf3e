"""A record tells its reader what the page of the game tells them, and no more: a table of readers and forms."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import chat, play
from games.models import Game, Turn
from records import reading
from tests.factories import GameFactory, UserFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
SECRET = "a secret sentence"
FORMS = ("game_text", "game_json")
INSTANT = re.compile(r"\d\d:\d\d:\d\d")

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    """It has a chat, an armed line, an armed turn, and a turn that was taken back."""
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    chat.send(alice, game_id=game.pk, text=SECRET)
    Turn.objects.filter(game=game, ply=2).update(armed=True)
    back = Turn.objects.get(game=game, ply=3)
    Turn.objects.filter(pk=back.pk).update(taken_back_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(ply=2)
    return Game.objects.get(pk=game.pk)


def browse(user) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def fetch(user, name: str, game):
    return browse(user).get(reverse(name, args=[game.pk]))


@pytest.mark.parametrize("form", FORMS)
def test_the_two_players_get_instants_and_turns_taken_back(form, game, alice, boris):
    for player in (alice, boris):
        told = fetch(player, form, game).content.decode()
        assert INSTANT.search(told)
        assert "Pd5xc5" in told, "the turn that was taken back"


@pytest.mark.parametrize("form", FORMS)
def test_everybody_else_gets_days_and_what_stands(form, game, carol):
    staff = UserFactory(is_staff=True)
    for reader in (None, carol, staff):
        told = fetch(reader, form, game).content.decode()
        assert not INSTANT.search(told)
        assert "Pd5xc5" not in told
        assert "Pd4-d5" in told
        assert timezone.now().date().isoformat() in told


@pytest.mark.parametrize("form", FORMS)
def test_nobody_gets_chat_nor_which_turns_were_armed(form, game, alice, boris, carol):
    armed = {reader: fetch(reader, form, game).content for reader in (None, alice, boris, carol)}
    Turn.objects.filter(game=game).update(armed=False)
    for reader, told in armed.items():
        assert SECRET not in told.decode()
        assert fetch(reader, form, game).content == told


@pytest.mark.parametrize("form", FORMS)
def test_time_left_is_rounded_down_to_days_for_the_public(form, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    Turn.objects.filter(game=game, ply=1).update(time_left=timedelta(days=2, hours=23, minutes=59))
    (read,) = reading.read_all(fetch(None, form, game).content.decode())
    assert read.record.turns[0].left == timedelta(days=2)
    (read,) = reading.read_all(fetch(boris, form, game).content.decode())
    assert read.record.turns[0].left == timedelta(days=2, hours=23, minutes=59)


@pytest.mark.parametrize("form", [*FORMS, "game_abstract_play"])
def test_a_private_game_is_found_by_its_players_alone(form, alice, boris, carol):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    play.resign(game.pk, side=1, expected_revision=game.revision)
    found = {
        name: fetch(user, form, game).status_code
        for name, user in {"nobody": None, "carol": carol, "alice": alice, "boris": boris}.items()
    }
    assert found == {"nobody": 404, "carol": 404, "alice": 200, "boris": 200}


def test_the_record_of_a_game_that_never_was_is_like_that_of_a_private_one(alice, boris, carol):
    game = GameFactory(first=alice, second=boris, private=True)
    for form in FORMS:
        gone = browse(carol).get(reverse(form, args=[game.pk + 1000]))
        assert (gone.status_code, fetch(carol, form, game).status_code) == (404, 404)


def test_the_licence_stands_in_finished_public_games_between_people_alone(settings, alice, boris):
    settings.RECORDS_LICENCE = "CC0-1.0"
    running = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    assert b"CC0" not in fetch(None, "game_text", running).content
    play.resign(running.pk, side=1, expected_revision=running.revision)
    assert b'[Licence "CC0-1.0"]' in fetch(None, "game_text", running).content
    private = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    play.resign(private.pk, side=1, expected_revision=private.revision)
    assert b"CC0" not in fetch(alice, "game_text", private).content


@pytest.mark.parametrize("form", FORMS)
def test_the_number_of_queries_does_not_depend_on_the_turns(form, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        fetch(None, form, game)


def test_script_in_a_name_is_text(client, game, alice):
    told = json.loads(fetch(None, "game_json", game).content)
    assert told["players"] == {"first": "Alice", "second": "Boris"}
    assert fetch(None, "game_text", game)["Content-Type"] == "text/plain; charset=utf-8"
    assert fetch(None, "game_text", game)["X-Content-Type-Options"] == "nosniff"


def test_the_file_is_named_after_game_and_players(game):
    name = f"mastery-alice-boris-{game.pk}"
    assert fetch(None, "game_text", game)["Content-Disposition"] == f'attachment; filename="{name}.txt"'
    assert fetch(None, "game_json", game)["Content-Disposition"] == f'attachment; filename="{name}.json"'


def test_the_former_address_leads_to_the_record(client, game):
    answer = client.get(f"/games/{game.pk}/turns.txt")
    assert (answer.status_code, answer["Location"]) == (301, f"/games/{game.pk}.txt")


def test_the_page_of_a_game_offers_its_record_once_there_are_turns(client, game, alice):
    page = client.get(game.get_absolute_url()).content.decode()
    for form in FORMS:
        assert f'href="{reverse(form, args=[game.pk])}" download' in page
    fresh = GameFactory(first=alice)
    assert reverse("game_text", args=[fresh.pk]) not in client.get(fresh.get_absolute_url()).content.decode()
