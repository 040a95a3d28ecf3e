"""What was agreed on besides time is told in words that need no rules page."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games import telling
from tests.factories import ChallengeFactory, GameFactory

THIRD, QUIET = (
    "The same position for the third time is a draw.",
    "A hundred turns in a row without a capture are a draw.",
)
DRAWS = {"draws": ["repetition", "quiet-50"]}


def read(client, address):
    return unescape(client.get(address).content.decode())


def test_the_page_of_a_game_explains_its_draws(client, alice, boris):
    game = GameFactory(first=alice, second=boris, options=DRAWS)
    page = read(client, game.get_absolute_url())
    assert THIRD in page
    assert QUIET in page


def test_the_page_of_a_challenge_explains_its_draws(client, alice):
    challenge = ChallengeFactory(challenger=alice, options=DRAWS)
    page = read(client, challenge.get_absolute_url())
    assert THIRD in page
    assert QUIET in page


def test_a_list_of_challenges_has_them_in_short(alice):
    terms = telling.terms_of(ChallengeFactory(challenger=alice, options=DRAWS))
    assert "Draws: Same position three times, 100 turns without a capture" in terms


def test_a_game_without_house_rules_tells_of_none(client, alice, boris):
    page = read(client, GameFactory(first=alice, second=boris).get_absolute_url())
    assert THIRD not in page


@pytest.mark.parametrize("reader", ["alice", "boris"])
def test_a_challenge_of_which_no_side_is_chosen_says_that_sides_are_random(client, alice, boris, reader):
    client.force_login({"alice": alice, "boris": boris}[reader])
    page = read(client, ChallengeFactory(challenger=alice, side="random").get_absolute_url())
    assert "<dt>Sides</dt><dd>random, drawn when the game starts</dd>" in page
    assert "You play" not in page


def test_the_site_describes_itself_in_the_words_of_its_pages(client, db):
    assert "days per turn" in read(client, reverse("home"))
    assert "days per move" not in read(client, reverse("home"))


def test_lessons_use_ordinary_words(client, db):
    for name in ("treason", "devour"):
        page = read(client, reverse("lesson_task", args=["mastery", name]))
        assert "Control and capture" in page
        told = re.sub(r"<[^>]*>", "", page.split('id="main"')[1].split("game-data")[0]).lower()
        assert not any(word in told for word in ("treason", "traitor"))
