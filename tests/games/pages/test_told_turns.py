"""What a turn did is told on the pages of its game, to each reader as they read it."""

import re

import pytest
from django.utils.translation import get_language, override

from core import words
from engine.contract import Side
from games import play
from games.telling import played
from tests.factories import GameFactory, play_turns

MINE = "Your Master on d1 devoured your own Officer on d2."
THEIRS = "Dark’s Master on d1 devoured its own Officer on d2."


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), "Md1xd2")


@pytest.fixture
def read(client):
    def read(reader, address):
        client.force_login(reader)
        page = client.get(address).content.decode()
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page.partition('id="status"')[2].partition("</div>")[0]))

    return read


def test_the_status_line_tells_the_last_turn(read, game, alice, boris, carol):
    address = game.get_absolute_url()
    assert f"{MINE} Waiting for your opponent." in read(alice, address)
    assert f"{THEIRS} Your turn." in read(boris, address)
    assert f"{THEIRS} You are watching this game." in read(carol, address)


def test_an_earlier_position_tells_the_turn_that_led_there(read, game, alice):
    play_turns(game, "Pb6-b5")
    assert f"After turn 1 of 2. {MINE}" in read(alice, f"{game.get_absolute_url()}1/")
    start = read(alice, f"{game.get_absolute_url()}0/")
    assert "At the start." in start
    assert "moved" not in start


def test_after_the_end_the_page_says_the_last_turn_apart_from_how_it_ended(read, game, alice):
    play.resign(game.pk, side=Side.SECOND)
    words = read(alice, game.get_absolute_url())
    assert f"Last turn: {MINE}" in words
    assert "resigned" not in words, "which the card says"


def test_the_list_of_turns_has_each_in_words_beside_its_notation(client, game, boris):
    client.force_login(boris)
    assert f'title="{THEIRS}">Md1xd2</a>' in client.get(game.get_absolute_url()).content.decode()


def test_turns_far_into_a_game_are_told_from_the_position_before_them(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    for _ in range(11):
        play_turns(game, "Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8")
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Light moved its Master from b8 to c8." in page
    assert len(re.findall(r'title="(?:You|Light) moved ', page)) == 40


def test_what_is_kept_of_a_turn_is_kept_for_its_language(game, monkeypatch, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "German")]
    words.find_form.cache_clear()
    monkeypatch.setattr(words, "gettext", lambda text: f"{get_language()}: {text}")
    played.tell_in.clear()
    before, turn = game.ruleset.start().text(), game.turns.get()
    said = []
    for language in ("en", "de", "en"):
        with override(language):
            said.append(played.tell_turn(game.ruleset, before, turn.text, turn.position_text, side=None))
    played.tell_in.clear()
    words.find_form.cache_clear()
    assert said == [f"en: {THEIRS}", f"de: {THEIRS}", f"en: {THEIRS}"]


def test_a_turn_that_does_not_fit_the_position_before_it_is_told_by_its_text(game):
    before, after = "8/8/8/8/8/8/8/M1O1P1mp d M2O3P5/M2O4P5 - imperial,ross", game.position_text
    assert played.tell_turn(game.ruleset, before, "Md1xd2", after, side=1) == "Dark played Md1xd2."
