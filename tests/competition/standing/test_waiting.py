"""Since when a standing challenge waits: since it has room, not since its last game began."""

import pytest
import time_machine

from competition.models import StandingChallenge
from competition.standing import keeping
from competition.standing.pairing import pair
from engine.contract import Side
from games import challenges, play
from games.models import Game
from games.terms import Limits
from tests.competition.standing.conftest import NOON, see
from tests.competition.standing.pairing_world import DAY, MINUTE, list_met, read, stand_for
from tests.factories import prove

pytestmark = pytest.mark.django_db
END = NOON + 20 * DAY


def resign_all(*owners) -> None:
    for owner in owners:
        see(owner, END)
    with time_machine.travel(END, tick=False):
        for game in Game.objects.active():
            Game.objects.filter(pk=game.pk).update(deadline_at=END + DAY)
            play.resign(game.pk, side=Side.FIRST)


def test_after_long_games_two_far_apart_are_not_paired_at_once():
    ann, bob = stand_for("ann", 1100, side="first"), stand_for("bob", 1900, side="first")
    stand_for("cid", 1100, side="second"), stand_for("dee", 1900, side="second")
    assert pair(now=NOON) == 2
    resign_all(ann.owner, bob.owner)
    for name in ("cid", "dee"):
        keeping.end((gone := read_of(name)).pk, owner=gone.owner, now=END)
    for each in (ann, bob):
        terms = challenges.Terms("mastery", {}, ["days-3"])
        keeping.change(each.pk, owner=each.owner, terms=terms, keep=1, pairs=True, now=END)
    assert [read(each).waiting_since for each in (ann, bob)] == [END, END]
    assert pair(now=END + MINUTE) == pair(now=END + DAY) == 0


def read_of(name: str) -> StandingChallenge:
    return StandingChallenge.objects.select_related("owner").get(owner__username=name)


def test_who_has_waited_for_29_days_comes_before_two_who_have_just_met():
    ann, bob = stand_for("ann", 1500, waited=9), stand_for("bob", 1500, waited=9)
    assert pair(now=NOON) == 1
    stand_for("cid", 1560, now=END, waited=29)
    resign_all(ann.owner, bob.owner)
    assert pair(now=END + MINUTE) == 1
    assert "cid" in list_met()[-1]


def test_all_else_alike_it_is_not_the_last_opponent():
    """Four whose two games end at the same time."""
    four = [stand_for(name, 1500) for name in ("ann", "bob", "cid", "dee")]
    assert pair(now=NOON) == 2
    resign_all(*(each.owner for each in four))
    assert pair(now=END + MINUTE) == 2
    met = [frozenset(names) for names in list_met()]
    assert len(set(met)) == 4
    assert read(four[0]).last_opponent_id in {each.owner_id for each in four[2:]}


def test_it_waits_anew_once_it_is_resumed_or_offers_something_else_and_not_by_anything_else():
    standing = stand_for("ann", waited=9)
    owner, terms = standing.owner, challenges.Terms("mastery", {}, ["days-3"])
    since = standing.waiting_since
    keeping.change(standing.pk, owner=owner, terms=terms, keep=2, pairs=True, now=NOON)
    assert read(standing).waiting_since == since
    keeping.change(
        standing.pk, owner=owner, terms=terms._replace(limits=Limits(rating_within=50)), keep=2, pairs=True, now=NOON
    )
    assert read(standing).waiting_since == NOON
    keeping.pause(standing.pk, owner=owner, now=NOON + MINUTE)
    keeping.resume(standing.pk, owner=owner, now=NOON + DAY)
    assert read(standing).waiting_since == NOON + DAY


def test_with_room_for_another_it_waits_since_the_last_game_began_and_goes_on_when_that_ends():
    standing = stand_for("ann", keep=2, side="first")
    prove(standing.owner, now=NOON)
    stand_for("bob", side="second")
    assert pair(now=NOON) == 1
    resign_all(standing.owner)
    assert read(standing).waiting_since == NOON
