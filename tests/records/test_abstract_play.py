"""The form that Abstract Play has published: rounds by seats, and a higher number for who won."""

import json

import pytest
from django.urls import reverse

from engine import registry
from games import play
from records import abstract_play
from records.record import Played, Record
from tests.factories import GameFactory, play_turns

pytestmark = pytest.mark.django_db


def test_a_finished_game_has_rounds_and_results(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5", "Pe5-e4", "Pd5xc5")
    assert client.get(reverse("game_abstract_play", args=[game.pk])).status_code == 404
    play.resign(game.pk, side=1, expected_revision=game.revision)
    told = json.loads(client.get(reverse("game_abstract_play", args=[game.pk])).content)
    assert set(told) == {"header", "moves"}
    assert told["moves"] == [["Pd4-d5", "Pe5-e4"], ["Pd5xc5", None]]
    players = told["header"]["players"]
    assert [(each["name"], each["result"], each["is_ai"]) for each in players] == [
        ("Alice", 1, False),
        ("Boris", 0, False),
    ]
    assert told["header"]["unrated"] is True
    assert told["header"]["game"] == {"name": "Mastery", "variants": []}
    assert told["header"]["date-end"].endswith("T00:00:00Z"), "a day, told as an instant"


def test_who_plays_twice_in_a_row_opens_a_new_round(monkeypatch):
    """The side comes from the position, never from the number of the turn."""
    ruleset = registry.get("mastery")
    start = ruleset.start()
    first, *_ = start.legal_moves()
    record = Record("mastery", 1, {}, "", start.play(first).text(), "A", "B", ())
    second, *_ = start.play(first).legal_moves()
    record = Record("mastery", 1, {}, "", start.play(first).text(), "A", "B", (Played(second),))
    assert abstract_play.list_rounds(record) == [[None, second]]
