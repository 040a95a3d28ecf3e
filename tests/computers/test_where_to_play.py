"""Play the computer stands wherever somebody may want to: on each home page, rules page and after each lesson, of every
game of the registry."""

import pytest
from django.urls import reverse

from engine import lessons, registry
from engine.contract import Side
from games import play
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
RULESETS = registry.all_rulesets()


def solve(ruleset, place: int) -> str:
    """The page of a task of a game's lessons, solved."""
    task = lessons.find(ruleset.slug).tasks[place]
    turn = next(move for move in ruleset.read(task.position).legal_moves() if task.is_solved_by(move))
    return f"{reverse('lesson_task', args=[ruleset.slug, task.name])}?turn={turn}"


PLACES = {
    "home": lambda ruleset: reverse("home"),
    "rules": lambda ruleset: reverse("rules", args=[ruleset.slug]),
    "first lesson": lambda ruleset: solve(ruleset, 0),
    "last lesson": lambda ruleset: solve(ruleset, -1),
}


@pytest.fixture(params=["visitor", "new member", "member who plays", "member who has played"])
def reader(request, client, alice, boris):
    if request.param != "visitor":
        client.force_login(alice)
    if "who" in request.param:
        game = GameFactory(first=alice, second=boris)
        if "has" in request.param:
            play.resign(game.pk, side=Side.SECOND)
    return client


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
@pytest.mark.parametrize("place", PLACES)
def test_one_click_plays_the_computer(reader, place, ruleset):
    page = reader.get(PLACES[place](ruleset)).content.decode()
    assert page.count(f'action="{reverse("play_computer", args=[ruleset.slug])}"') == 1


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_on_a_page_of_rules_it_stands_before_them(client, ruleset):
    page = client.get(reverse("rules", args=[ruleset.slug])).content.decode()
    assert page.index(reverse("play_computer", args=[ruleset.slug])) < page.index("<h2")


def test_a_member_may_choose_the_hardest_level_at_home(client, alice, boris):
    GameFactory(first=alice, second=boris)
    client.force_login(alice)
    assert "(sign up)" not in client.get(reverse("home")).content.decode()
