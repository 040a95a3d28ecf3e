"""What staff may still do to a game that is over: a cheat is found later, or a clock ran out by no player's fault."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import events, play, telling
from games.models import CALLED_OFF, CANCELLED, VOID
from games.play.act import Act
from games.play.ending import end_game
from games.play.locking import locked
from games.results import count_results
from notifications.models import Notice
from tests.games.play.conftest import NOON, ended
from tests.games.staff.conftest import record_of

ENDED, FOUND = NOON + timedelta(hours=1), NOON + timedelta(days=20)


@pytest.fixture
def over(game, news):
    """Boris (Light) has resigned."""
    play.resign(game.pk, side=Side.SECOND, now=ENDED)
    news.clear()
    game.refresh_from_db()
    return game


def test_a_game_declared_void_afterwards_loses_its_result_and_is_in_nobody_s_record(over, mira, alice, boris, news):
    play.void(over.pk, staff=mira, reason="Both are the same person.", now=FOUND)
    over.refresh_from_db()
    assert (over.winner, over.termination, over.ended_at) == (None, "void", ENDED)
    assert all(count_results(player, reader=player) == {} for player in (alice, boris))
    assert news == [ended(over, before=events.Result(Side.FIRST, "resignation", ENDED), by_staff=True)]
    [recorded] = record_of(over)
    assert recorded["what"] == "After 0 turns."
    assert (recorded["kind"], recorded["revision"]) == ("voided", 3)


def test_both_players_are_told_again(over, mira):
    play.void(over.pk, staff=mira, reason="Both are the same person.", now=FOUND)
    told = Notice.objects.filter(kind__in=("game_over", "staff_decided"), channel="email")
    kinds = [(name, kind) for name in ("Alice", "Boris") for kind in ("game_over", "staff_decided")]
    assert sorted(told.values_list("recipient__username", "kind")) == kinds


def test_a_result_is_decided_anew(over, mira):
    play.adjudicate(over.pk, winner=None, staff=mira, reason="Agreed before he resigned.", now=FOUND)
    over.refresh_from_db()
    assert (over.winner, over.termination, over.ended_at) == (None, "adjudication", ENDED)
    assert telling.result_of(over) == "The game was drawn by decision of the site’s staff."
    assert record_of(over)[0]["what"] == "A draw."


@pytest.mark.parametrize("termination", [CANCELLED, CALLED_OFF, VOID])
def test_a_game_without_a_result_may_be_decided_as_a_draw(game, mira, news, termination):
    with locked(game.pk) as held:
        end_game(Act(held, ENDED), winner=None, termination=termination)
    news.clear()
    play.adjudicate(game.pk, winner=None, staff=mira, reason="They had agreed on a draw.", now=FOUND)
    game.refresh_from_db()
    assert (game.has_result, game.winner, game.termination) == (True, None, "adjudication")
    assert news == [ended(game, before=events.Result(None, termination, ENDED), by_staff=True)]


def test_a_game_void_in_error_gets_its_result_back(over, mira):
    play.void(over.pk, staff=mira, reason="Both are the same person.", now=FOUND)
    play.adjudicate(over.pk, winner=Side.FIRST, staff=mira, reason="They are brothers.", now=FOUND)
    over.refresh_from_db()
    assert (over.winner, over.termination) == (Side.FIRST, "adjudication")
    assert len(record_of(over)) == 2


def test_a_decision_that_would_change_nothing_is_refused(over, mira):
    with pytest.raises(Refusal) as refusal:
        play.adjudicate(over.pk, winner=Side.FIRST, staff=mira, reason="To be sure.", now=FOUND)
    assert refusal.value.code == "same_result"
    play.void(over.pk, staff=mira, reason="Both are the same person.", now=FOUND)
    with pytest.raises(Refusal) as refusal:
        play.void(over.pk, staff=mira, reason="To be sure.", now=FOUND)
    assert refusal.value.code == "void_already"
    assert len(record_of(over)) == 1


def test_staff_decide_nothing_about_a_finished_game_of_their_own(over, alice):
    with pytest.raises(Refusal) as refusal:
        play.void(over.pk, staff=alice, reason="I did not mean to win.", now=FOUND)
    assert refusal.value.code == "own_game"
