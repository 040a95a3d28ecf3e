"""Ladder games can’t be paused, cancelled or taken back by their players; all else is as in any game."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games.play import offers
from games.play.pause_by_staff import pause
from tests.competition.ladder.conftest import Rungs
from tests.factories import GameFactory, play_turns

REFUSED = {
    "pause": "Ladder games can’t be paused.",
    "cancel": "Ladder games can’t be cancelled.",
    "takeback": "Turns of ladder games can’t be taken back.",
}


@pytest.fixture
def game(db):
    rungs = Rungs()
    rungs.join("AB", now=timezone.now())
    return rungs.start("B", "A", now=timezone.now())


def propose(game, name: str, **more) -> None:
    chosen = {"until": timezone.now() + timedelta(days=9)} if name == "pause" else more
    offers.propose(game.pk, name, side=Side.FIRST, **chosen)


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(game, name):
    with pytest.raises(Refusal) as refused:
        propose(game, name)
    assert (refused.value.sentence, refused.value.status) == (REFUSED[name], 409)
    game.refresh_from_db()
    assert game.offers == {}


def test_the_page_has_no_button_for_it(client, game):
    client.force_login(game.seats.get(side=Side.FIRST).user)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Offer a draw" in page
    for label in ("Offer a pause", "Ask to cancel the game", "Ask for a takeback"):
        assert label not in page


def test_other_offers_stay(game):
    propose(game, "more_time", days=2)
    propose(game, "draw")
    game.refresh_from_db()
    assert set(game.offers) == {"more_time", "draw"}


def test_staff_may_pause_it(game, admin):
    pause(game.pk, staff=admin, reason="A test", until=timezone.now() + timedelta(days=3))


def test_other_games_are_as_before(db):
    game = GameFactory()
    propose(game, "pause")
    propose(game, "cancel")
    game.refresh_from_db()
    assert {"pause", "cancel"} <= set(game.offers)


def test_turns_of_a_ladder_game_are_played_as_ever(game):
    mover = game.ruleset.read(game.position_text)
    assert play_turns(game, mover.legal_moves()[0]).ply == 1
