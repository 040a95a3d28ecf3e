"""A game cancelled by agreement, before both sides have moved."""

from functools import partial

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game
from games.results import Results, count_against
from notifications.models import Notice
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON
from tests.games.play.offers.test_offers import refused
from tests.together import run_together

DARK, LIGHT = Side.FIRST, Side.SECOND


def offer(game_id, side=DARK):
    play.offers.propose(game_id, "cancel", side=side, now=NOON)


def accept(game_id, side=LIGHT):
    play.offers.accept(game_id, "cancel", side=side, now=NOON)


@pytest.mark.parametrize("turns", [(), ("Md1-c1",)])
@pytest.mark.parametrize("side", Side)
def test_the_game_ends_without_a_result_and_counts_for_nobody(game, alice, boris, turns, side):
    play_turns(game, *turns, now=NOON)
    offer(game.pk, side)
    accept(game.pk, side.other)
    game.refresh_from_db()
    assert (game.is_over, game.winner, game.termination) == (True, None, "cancelled")
    assert not game.is_draw
    assert count_against(alice, reader=boris) == Results()
    assert Notice.objects.filter(kind="game_over").values("recipient").distinct().count() == 2


def test_once_both_have_moved_it_is_too_late_and_what_was_asked_before_has_lapsed(game):
    play_turns(game, "Md1-c1", now=NOON)
    offer(game.pk)
    play_turns(game, "Mc8-b8", now=NOON)
    assert refused(accept, game, LIGHT) == "no_offer"
    assert refused(offer, game, LIGHT) == "both_moved"


def test_a_first_move_answers_the_request_of_the_other_and_ends_ones_own(game):
    for side in Side:
        one = GameFactory(now=NOON)
        offer(one.pk, side)
        play_turns(one, "Md1-c1", now=NOON)
        assert refused(accept, one, side.other) == "no_offer"


def test_its_page_says_so_and_no_longer_offers_it(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(boris)
    assert "Ask to cancel the game" in client.get(game.get_absolute_url()).content.decode()
    play.offers.propose(game.pk, "cancel", side=DARK)
    play.offers.accept(game.pk, "cancel", side=LIGHT)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The game was cancelled: it counts in nobody’s record" in page
    assert "Ask to cancel" not in page


@pytest.mark.django_db(transaction=True)
def test_accepting_against_the_second_move_leaves_exactly_one_of_the_two():
    for _ in range(5):
        game = GameFactory(now=NOON, turns=("Md1-c1",))
        offer(game.pk)
        now = game.revision + 1
        turn = partial(play.play_move, game.pk, side=LIGHT, expected_revision=now, text="Mc8-b8", now=NOON)
        played, cancelled = run_together([turn, partial(accept, game.pk)])
        assert isinstance(played, Refusal) != isinstance(cancelled, Refusal)
        assert Game.objects.get(pk=game.pk).is_over is isinstance(played, Refusal)
