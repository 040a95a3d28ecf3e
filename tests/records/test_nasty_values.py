"""What no page has a field for: numbers in addresses of replays and animations, and which game of a text is chosen."""

import pytest
from django.test import Client
from django.urls import reverse

from records.models import Animation
from tests.factories import GameFactory, play_turns
from tests.faults.nasty import NASTY
from tests.rows import each_row

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
TWO = '[Game "mastery"]\n\n1. Pd4-d5\n*\n\n' * 2

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


@each_row("value", NASTY)
def test_a_turn_that_is_none_is_refused(game, value):
    """0 and 1, however they are written, are turns. No address may hold NUL: 400."""
    client = Client()
    for name in ("game_frames", "embed_frames"):
        assert client.get(reverse(name, args=[game.pk]), {"from": value}).status_code in (200, 400, 404, 422)
    line = reverse("line_frames", args=["mastery"])
    for send in (client.get, client.post):
        assert send(line, {"turns": "; ".join(TURNS), "from": value}).status_code in (200, 400, 422)
        told = send(line, {"turns": "; ".join(TURNS), "jumps": value, "material": value})
        assert told.status_code == 400 or {"jumps", "material"} <= told.json().keys()


@each_row("value", NASTY)
@each_row("field", ["from", "to", "side", "size", "theme", "coordinates", "last", "captured"])
def test_no_look_or_part_of_an_animation_breaks_it(game, field, value):
    answer = Client().get(reverse("game_gif", args=[game.pk]), {field: value})
    assert answer.status_code in (202, 400, 422)
    assert Animation.objects.count() == (answer.status_code == 202)


@each_row("value", NASTY)
def test_a_game_that_is_not_in_the_text_is_not_chosen(client, value):
    page = client.post("/records/", {"text": TWO, "chosen": value})
    assert page.status_code == 200
    assert ("record" in page.context) == (value in ("0", "1"))
