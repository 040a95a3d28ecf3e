"""Two standing challenges that fit and may not meet yet: both pages say so, and until when; a block is never told."""

import pytest
import time_machine

from accounts.conduct import blocks
from competition.standing.own import read_own
from competition.standing.pairing import pair
from tests.competition.standing.conftest import NOON
from tests.competition.standing.pairing_world import DAY, stand_for
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    """Ann and Bob, whose twelve rated games of Mastery began from 1 to 12 days ago."""
    ann, bob = stand_for("ann", 1500, rated=True), stand_for("bob", 1520, rated=True)
    for days in range(1, 13):
        GameFactory(first=ann.owner, second=bob.owner, rated=True, now=NOON - days * DAY)
    assert pair(now=NOON) == 0
    return ann.owner, bob.owner


def tell(owner) -> list[str]:
    (own,) = read_own(owner, now=NOON)
    return [str(each) for each in own.kept_apart]


def test_both_read_that_they_fit_and_from_when_they_may_meet(two):
    with time_machine.travel(NOON, tick=False):
        assert [tell(owner) for owner in two] == [
            [
                f"{name}’s standing challenge fits this one, but you two have started 12 rated games of Mastery in the "
                "last 90 days. You can be paired again from 23 March."
            ]
            for name in ("bob", "ann")
        ]
    assert pair(now=NOON + 78 * DAY) == 0
    for owner in two:
        type(owner).objects.filter(pk=owner.pk).update(last_visit_at=NOON + 78 * DAY)
    assert pair(now=NOON + 79 * DAY) == 1


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_is_told_to_neither(two, blocker):
    blocks.make(two[blocker], two[1 - blocker], mute=False, now=NOON)
    assert [tell(owner) for owner in two] == [[], []]


@pytest.mark.parametrize(
    "terms",
    [{"rated": False}, {"points": 1900}, {"presets": ["days-7"]}, {"pairs": False}],
    ids=["unrated", "too far apart", "another time limit", "not paired"],
)
def test_of_those_that_do_not_fit_nothing_is_told(terms):
    points = terms.pop("points", 1520)
    ann, bob = stand_for("ann", 1500, rated=True), stand_for("bob", points, **{"rated": True, **terms})
    for _ in range(12):
        GameFactory(first=ann.owner, second=bob.owner, rated=True, now=NOON - DAY)
    assert [tell(each.owner) for each in (ann, bob)] == [[], []]
