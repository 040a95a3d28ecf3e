"""Games that could be taken for one another have a subtitle, and computers are named by their level."""

import pytest

from accounts.profile.computers import tell_computer
from computers import starting
from engine import card, registry
from engine.contract import Side
from games import play
from games.telling.cards import introduce_games
from tests.factories import ChallengeFactory
from tests.rows import each_row

pytestmark = pytest.mark.django_db
SHOWN = "Computer, level 1 (beginner)"


def test_each_game_has_its_name_and_subtitle():
    assert [each.name for each in card.list_introduced()] == ["Mastery", "MASTER · dice", "Masters · Ember & Frost"]


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/masters/", "/practice/masters/", "/challenges/"])
def test_pages_name_it_whole(client, address):
    assert "Masters · Ember &amp; Frost" in client.get(address).content.decode()


def test_a_card_says_how_the_game_is_won_how_long_it_lasts_and_how_hard_it_is():
    mastery = introduce_games()[0]
    assert mastery.comes_first
    assert mastery.goal == "You win when your opponent has no Masters left, or nothing left but Masters."
    assert mastery.length == "Usually 15 to 40 turns each"
    assert mastery.difficulty == "Easy to learn"
    assert [each.comes_first for each in introduce_games()] == [True, False, False]


def test_a_game_without_a_card_comes_last_and_says_nothing(monkeypatch):
    find = registry.find_module
    monkeypatch.setattr(registry, "find_module", lambda slug, name: None if slug == "mastery" else find(slug, name))
    last = introduce_games()[-1]
    assert (last.ruleset.slug, last.length, last.difficulty, last.goal) == ("mastery", "", "", "")


@each_row(
    ("username", "told"),
    [
        ("Mastery-newcomer", SHOWN),
        ("Mastery-newcomera", SHOWN),
        ("Masters-regular", "Computer, level 7 (club player)"),
        ("Mastery-beginner", "Computer (former level: beginner)"),
        ("Masters-cluba", "Computer (former level: club player)"),
        ("Mastery-level-1", "Computer (former level: beginner)"),
        ("Mastery-level-5b", "Computer, level 13 (strongest)"),
        ("Mastery-level-9", "Mastery-level-9"),
        ("Checkers-beginner", "Checkers-beginner"),
    ],
)
def test_a_computer_is_told_by_its_level_whatever_its_account_is_called(username, told):
    assert tell_computer(username) == told


def test_its_games_its_profile_and_the_lists_tell_it_so(client, carol):
    game = starting.start(carol, slug="mastery", level="newcomer")
    client.force_login(carol)
    for address in (game.get_absolute_url(), "/", "/people/Mastery-newcomer/"):
        assert SHOWN in client.get(address).content.decode(), address
    play.resign(game.pk, side=Side(game.seats.get(user=carol).side))
    assert SHOWN in client.get("/").content.decode()


def test_the_levels_are_offered_by_number_and_word(client):
    page = client.get("/").content.decode()
    assert "Level 1 (beginner)</option>" in page
    assert "Level 13 (strongest): sign up</option>" in page


def test_a_list_of_challenges_shows_board_tagline_and_terms_in_one_line(client, alice):
    ChallengeFactory(challenger=alice, ruleset_slug="master", side="random", private=True, note="Well?")
    page = client.get("/challenges/").content.decode()
    row = page.split('class="entries game-list challenge-list"', 1)[1].split("</ul>", 1)[0]
    assert '<span class="thumb"><svg' in row
    assert "MASTER · dice from Alice" in row
    assert "Your Pawns are dice" in row
    assert "3 days per turn · clock runs on weekends · no vacation · private" in row
