"""The machine finds a result that changes untold, and one that is told of twice."""

import pytest

from engine.contract import Side
from games import events
from games.models import Game


@pytest.fixture
def decided(told):
    """A game that staff decided, reopened, decided otherwise, and declared void: all that is found right."""
    told.open()
    told.decide(number=0, side=Side.FIRST, result="wins")
    told.reopen(number=0)
    told.decide(number=0, side=Side.FIRST, result="draw")
    told.decide(number=0, side=Side.FIRST, result="void")
    told.reverse_decision(number=2)
    told.decide(number=0, side=Side.FIRST, result="void")
    return Game.objects.get()


def test_a_result_that_changes_untold_is_found(told, decided):
    Game.objects.update(termination="agreement")
    with pytest.raises(AssertionError, match=f"game {decided.pk} has .*'agreement'.* was announced"):
        told.machine.holds()


def test_a_result_that_is_told_of_twice_is_found(told, decided):
    told_again = {"before": None, "after": events.Result(None, "void", decided.ended_at), "revision": 9}
    events.result_changed.send(
        sender=Game, game_id=decided.pk, **told_again, answers=0, planned_by=None, by_staff=False
    )
    with pytest.raises(AssertionError, match=f"game {decided.pk} had .*'void'"):
        told.machine.holds()
