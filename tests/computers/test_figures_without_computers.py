"""Games against computers count by themselves: in nobody's record and habits, and in none of the day's figures."""

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game
from games.results import COMPUTER, FEWEST_TURNS, Results, count_results, find_habits
from mastery_site.administration.figures import count_figures
from tests.computers.conftest import play_first, side_of
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


def test_the_record_of_a_person_tells_them_apart_and_that_of_a_computer_has_them_all(client, alice, boris, against):
    game = against()
    play.resign(game.pk, side=side_of(game, alice))
    against("masters")
    GameFactory(first=alice, second=boris)
    assert count_results(alice, reader=boris) == {"mastery": Results(running=1), COMPUTER: Results(running=1, lost=1)}
    computer = User.objects.get(computer__ruleset_slug="mastery")
    assert count_results(computer, reader=boris) == {"mastery": Results(won=1)}
    page = client.get("/people/Alice/").content.decode()
    assert "Games against the computer aren’t counted above: 0 won, 0 drawn, 1 lost, 1 running." in page
    assert "aren’t counted" not in client.get(computer.get_absolute_url()).content.decode()


def test_habits_come_from_games_against_people(alice, against):
    from computers import thinking

    game = against()
    for _ in range(2 * FEWEST_TURNS):
        if game.is_over:
            break
        play_first(game, alice)
        thinking.think(game.pk)
        game.refresh_from_db()
    habits = find_habits(alice, reader=alice)
    assert (habits.slug, habits.turn, habits.terms) == ("", None, None)


def test_the_days_figures_count_them_by_themselves(alice, boris, against):
    play_first(against(), alice)
    GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    counted = {each.name: each.day for each in count_figures(timezone.now()).counted}
    assert counted["Games started"] == counted["Games against computers"] == counted["Turns played"] == 1


def test_the_days_figures_count_no_guests(client, against):
    against()
    client.post("/computers/mastery/play/", {"level": "newcomer"})
    assert Game.objects.filter(seats__user__kind=User.Kind.GUEST).count() == 1
    counted = {each.name: each.day for each in count_figures(timezone.now()).counted}
    assert (counted["Games started"], counted["Games against computers"], counted["Turns played"]) == (0, 1, 0)
