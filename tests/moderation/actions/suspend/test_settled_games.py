"""What becomes of the games of somebody who is suspended, and of each of them when the suspension ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction
from engine.contract import Side
from games import play
from games.models import Game
from moderation.models import LoggedAction
from tests.factories import GameFactory
from tests.moderation.games import end, start_game, state_of, undo
from tests.moderation.staff import act, act_on_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, boris) -> Game:
    return start_game(alice, boris)


ENDS = {"lost": ("suspension", Side.FIRST), "void": ("void", None)}


@pytest.mark.parametrize("chosen", ["lost", "void", "paused", "go_on"])
def test_a_suspension_does_to_running_games_what_was_chosen_and_lifting_it_undoes_it(staff, game, boris, chosen):
    before, over = game.deadline_at, GameFactory(first=boris)
    end(over)
    assert act(staff, boris, "suspend", length="30", games=chosen).status_code == 302
    game.refresh_from_db()
    if chosen in ENDS:
        assert (game.termination, game.winner) == ENDS[chosen]
    else:
        assert not game.is_over
        assert (game.deadline_at > before + timedelta(days=20)) == (chosen == "paused")
    assert undo(staff, LoggedAction.objects.get(person=boris)) == 302
    play.settle_suspensions()
    game.refresh_from_db()
    over.refresh_from_db()
    assert not game.is_over
    assert abs(game.deadline_at - before) < timedelta(days=1, minutes=1)
    assert over.termination == "resignation"


def test_a_later_decision_of_staff_stays_when_a_suspension_is_lifted(staff, game, boris):
    act(staff, boris, "suspend", length="30", games="lost")
    act_on_game(staff, game, "void")
    assert undo(staff, LoggedAction.objects.get(person=boris)) == 302
    play.settle_suspensions()
    assert state_of(game)["termination"] == "void"


def test_settling_twice_settles_once(staff, game, boris, mira):
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="lost")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert LoggedAction.objects.filter(game=game).count() == 1


def test_a_game_that_cannot_be_settled_holds_up_no_other_and_is_tried_again(game, alice, boris, mira, caplog):
    other = GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="lost")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert f"game {game.pk} could not be settled" in caplog.text
    Game.objects.filter(pk=game.pk).update(ruleset_slug="mastery")
    assert [play.settle_suspensions(), play.settle_suspensions()] == [1, 0]
    assert {state_of(each)["termination"] for each in (game, other)} == {"suspension"}


@pytest.mark.parametrize("chosen", ENDS)
def test_an_action_of_staff_on_a_settled_game_stays_while_another_cannot_be_settled(
    staff, game, alice, boris, mira, chosen
):
    other = GameFactory(first=alice, second=boris)
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    until = timezone.now() + timedelta(days=3)
    restrictions.impose(boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games=chosen)
    assert play.settle_suspensions() == 1
    act_on_game(staff, other, "reopen")
    assert play.settle_suspensions() == 0
    assert not state_of(other)["termination"]


def test_an_action_of_staff_on_a_restored_game_stays_while_another_cannot_be_restored(staff, game, alice, boris, mira):
    other = GameFactory(first=alice, second=boris)
    until = timezone.now() + timedelta(days=3)
    imposed = restrictions.impose(
        boris, Restriction.Kind.SUSPENDED, reason="Two accounts", by=mira, until=until, games="void"
    )
    assert play.settle_suspensions() == 2
    Game.objects.filter(pk=game.pk).update(ruleset_slug="of a newer release")
    restrictions.close(imposed.pk, how=Restriction.Close.LIFTED)
    assert play.settle_suspensions() == 1
    act_on_game(staff, other, "void")
    assert play.settle_suspensions() == 0
    assert state_of(other)["termination"] == "void"
