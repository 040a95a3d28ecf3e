"""If a game changes while a computer thinks about it, the computer looks again: its result is for another position."""

import pytest

from computers import hindrances, thinking
from computers.models import Thought
from engine.search.playing import Decision
from games import play
from games.models import Game
from tests.computers.conftest import play_first, side_of
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def meanwhile(monkeypatch):
    """Has something happen once, while a computer thinks, and then has it decide as it is told to."""

    def patch(name, happen, decision):
        found = getattr(thinking.playing, name)

        def decide(*args, **more):
            monkeypatch.setattr(thinking.playing, name, found)
            happen()
            return decision

        monkeypatch.setattr(thinking.playing, name, decide)

    return patch


def test_it_does_not_resign_a_game_of_which_staff_have_taken_turns_back(against, alice, meanwhile):
    game = against()
    for _ in range(2):
        play_first(game, alice)
        thinking.think(game.pk)
        game.refresh_from_db()
    play_first(game, alice)
    staff = UserFactory(is_staff=True, is_superuser=True)
    lost = Decision(turn=game.position.legal_moves()[0], score=-900, resigns=True, offers_draw=False, nodes=1)
    meanwhile("choose", lambda: play.take_back_by_staff(game.pk, turns=2, staff=staff, reason="A mistake"), lost)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert not game.is_over


def test_it_answers_no_draw_for_a_position_that_is_not_on_the_board_any_more(against, alice, monkeypatch, meanwhile):
    monkeypatch.setattr(thinking.playing, "takes_draw", lambda *args, **more: False)
    game = against()
    play.offers.propose(game.pk, "draw", side=side_of(game, alice))
    game.refresh_from_db()
    meanwhile("takes_draw", lambda: play_first(game, alice), True)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert not game.is_over


def test_an_offer_that_is_withdrawn_while_it_is_thought_about_stops_nothing(against, alice, meanwhile):
    game = against()
    side = side_of(game, alice)
    play.offers.propose(game.pk, "draw", side=side)
    meanwhile("takes_draw", lambda: play.offers.withdraw(game.pk, "draw", side=side), True)
    thinking.think(game.pk)
    assert (hindrances.find_hindrance(game), Thought.objects.exists()) == (None, False)


def test_a_rematch_that_is_offered_before_it_knows_of_the_end_is_answered(against, alice, meanwhile):
    game = against()
    play_first(game, alice)
    side = side_of(game, alice)

    def end_and_offer_rematch():
        play.resign(game.pk, side=side)
        play.offers.propose(game.pk, "rematch", side=side)

    turn = Decision(turn=game.position.legal_moves()[0], score=0, resigns=False, offers_draw=False, nodes=1)
    meanwhile("choose", end_and_offer_rematch, turn)
    thinking.think(game.pk)
    assert Game.objects.count() == 2
