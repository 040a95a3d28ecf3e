"""Rated games since a day are taken out against one opponent alone, or without some, and put back as one."""

import re
from datetime import date

import pytest
from django.utils import timezone

from core.refusal import Refusal
from games.models import RatedGame
from moderation import acting
from moderation.actions.contract import Order
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(alice, boris, carol) -> list[int]:
    """Two of Alice with Boris, one with Carol."""
    return [GameFactory(first=alice, second=other, rated=True).pk for other in (boris, boris, carol)]


def order(staff, **answers) -> Order:
    return Order(staff, timezone.now(), told="Arranged.", answers={"since": date(2000, 1, 1), **answers})


def list_out() -> list[int]:
    return list(RatedGame.objects.exclude(taken_out_at=None).order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("answers", "out"),
    [
        ({}, [0, 1, 2]),
        ({"opponent": "boris"}, [0, 1]),
        ({"without": [1]}, [0, 2]),
        ({"opponent": "Boris", "without": [0]}, [1]),
    ],
)
def test_what_is_taken_out_is_what_was_shown_and_all_is_put_back(mira, alice, games, answers, out):
    if "without" in answers:
        answers = {**answers, "without": ", ".join(str(games[at]) for at in answers["without"])}
    kind, expected = ACTIONS.get("take_rated_out_since"), [games[at] for at in out]
    said = [str(each) for each in acting.foresee(kind, alice, order=order(mira, **answers))]
    assert [pk for pk in games if any(re.search(rf"Game {pk}\b.* against ", each) for each in said)] == expected
    acting.perform(kind, alice, order=order(mira, **answers))
    assert list_out() == expected
    acting.undo(LoggedAction.objects.get(), order=order(mira))
    assert list_out() == []


@pytest.mark.parametrize("answers", [{"opponent": "Nobody"}, {"without": "the first"}])
def test_an_unknown_opponent_and_what_is_no_number_are_refused(mira, alice, games, answers):
    with pytest.raises(Refusal) as refused:
        acting.foresee(ACTIONS.get("take_rated_out_since"), alice, order=order(mira, **answers))
    assert refused.value.status == 422
    assert list_out() == []
