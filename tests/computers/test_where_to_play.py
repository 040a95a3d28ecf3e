"""Play the computer stands wherever somebody may want to: on each home page, rules page and after each lesson, of every
game of the registry."""

import pytest
from django.urls import reverse

from games import lessons, play
from games.engine import registry
from games.engine.contract import Side
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db
RULESETS = registry.all_rulesets()


def solve_last(ruleset) -> str:
    """The page of the last task of a game, solved."""
    task = lessons.find(ruleset.slug).tasks[-1]
    turn = next(move for move in ruleset.read(task.position).legal_moves() if task.is_solved_by(move))
    return f"{reverse('lesson_task', args=[ruleset.slug, task.name])}?turn={turn}"


PLACES = {
    "home": lambda ruleset: reverse("home"),
    "rules": lambda ruleset: reverse("rules", args=[ruleset.slug]),
    "lesson": solve_last,
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


def test_a_member_may_choose_the_hardest_level_at_home(client, alice, boris):
    GameFactory(first=alice, second=boris)
    client.force_login(alice)
    assert "(sign up)" not in client.get(reverse("home")).content.decode()
