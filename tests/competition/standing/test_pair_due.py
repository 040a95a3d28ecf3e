"""When pairing looks at a standing challenge, what a round costs, and what one that fails does to the others."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.conduct import blocks, restrictions
from accounts.models import Restriction
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping, pairing
from competition.standing.pairing import pair
from engine.contract import Side
from games import challenges, clock, play
from tests.competition.standing.conftest import NOON, see
from tests.competition.standing.pairing_world import DAY, MINUTE, give_rating, list_met, read, stand_for
from tests.factories import UserFactory, prove

pytestmark = pytest.mark.django_db


def count_queries(now) -> int:
    with CaptureQueriesContext(connection) as queries:
        pair(now=now)
    return len(queries)


# --- What is due -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("waited", "days"), [(0, 1), (0.5, 0.5), (3.75, 0.25)])
def test_what_was_looked_at_is_looked_at_again_when_another_day_of_waiting_is_over(waited, days):
    standing = stand_for("ann", waited=waited)
    pair(now=NOON)
    assert read(standing).look_at == NOON + days * DAY


def test_a_new_one_meets_one_that_was_looked_at_before():
    stand_for("ann")
    pair(now=NOON)
    stand_for("bob", now=NOON + MINUTE)
    assert pair(now=NOON + 2 * MINUTE) == 1


def test_a_changed_one_meets_one_that_was_looked_at_before():
    ann, _ = stand_for("ann", side="first"), stand_for("bob", side="first")
    assert pair(now=NOON) == 0
    terms = challenges.Terms("mastery", {}, ["days-3"], side="second")
    keeping.change(ann.pk, owner=ann.owner, terms=terms, keep=1, pairs=True, now=NOON + MINUTE)
    assert pair(now=NOON + 2 * MINUTE) == 1


def test_a_rating_that_has_changed_and_a_block_that_has_ended_are_found_within_a_day():
    ann, bob = stand_for("ann", 1500), stand_for("bob", 1700)
    cid, dee = stand_for("cid", 2500), stand_for("dee", 2500)
    blocks.make(cid.owner, dee.owner, mute=False, now=NOON)
    assert pair(now=NOON) == 0
    give_rating(bob.owner, 1600)
    blocks.end(cid.owner, dee.owner)
    assert pair(now=NOON + DAY - MINUTE) == 0
    assert pair(now=NOON + DAY) == 2
    assert list_met() == [("ann", "bob"), ("cid", "dee")]
    assert ann != dee


def test_one_that_changes_while_a_round_looks_at_it_is_looked_at_again():
    ann, bob = stand_for("ann"), stand_for("bob", 2500)
    due = {each.pk: NOON for each in (ann, bob)}
    StandingChallenge.objects.filter(pk=ann.pk).update(look_at=NOON + timedelta(seconds=1))
    pairing.put_off(due, now=NOON)
    assert read(ann).look_at == NOON + timedelta(seconds=1)
    assert read(bob).look_at == NOON + DAY


def test_a_round_that_ends_early_leaves_the_rest_to_the_next():
    for _ in range(4):
        stand_for(UserFactory())
    assert pair(now=NOON, lasts=timedelta(0)) == 0
    assert pair(now=NOON) == 2


def test_the_round_itself_pauses_who_is_away_by_then():
    ann, _ = stand_for("ann", keep=2), stand_for("bob", now=NOON + 15 * DAY)
    assert pair(now=NOON + 15 * DAY) == 0
    assert read(ann).paused == "unseen"
    see(ann.owner, NOON + 15 * DAY)
    assert pair(now=NOON + 15 * DAY + MINUTE) == 1


# --- What cannot start -------------------------------------------------------------------------------------------
def test_who_is_barred_by_then_is_left_out_and_the_other_looks_further(admin):
    ann, bob = stand_for("ann", 1500, waited=1), stand_for("bob", 1500)
    stand_for("cid", 1540)
    restrictions.impose(bob.owner, Restriction.Kind.BARRED_OPEN, reason="Rude.", by=admin, now=NOON)
    assert pair(now=NOON) == 1
    assert list_met() == [("ann", "cid")]
    assert ann != bob


def test_who_is_about_to_close_their_account_meets_nobody():
    ann, _ = stand_for("ann"), stand_for("bob")
    type(ann.owner).objects.filter(pk=ann.owner_id).update(closing_at=NOON + 7 * DAY)
    assert pair(now=NOON) == 0


def test_one_that_fails_stops_no_other_and_is_tried_again(monkeypatch, caplog):
    for name in ("ann", "bob"):
        stand_for(name, 2500, waited=2)
    stand_for("cid"), stand_for("dee")
    real = pairing.meet

    def fail(found, **given):
        if found.longer.points == 2500:
            raise RuntimeError("Broken for this test")
        return real(found, **given)

    monkeypatch.setattr(pairing, "meet", fail)
    assert pair(now=NOON) == 1
    assert list_met() == [("cid", "dee")]
    assert [record.exc_info is not None for record in caplog.records] == [True]
    monkeypatch.setattr(pairing, "meet", real)
    assert pair(now=NOON + MINUTE) == 1


def test_whoever_met_one_that_fails_looks_further(monkeypatch, caplog):
    stand_for("ann", waited=2), stand_for("bob", waited=1), stand_for("cid"), stand_for("dee")
    real = pairing.meet

    def fail(found, **given):
        if read(StandingChallenge(pk=found.longer.number)).owner.username == "ann":
            raise RuntimeError("Broken for this test")
        return real(found, **given)

    monkeypatch.setattr(pairing, "meet", fail)
    assert pair(now=NOON) == 1
    assert list_met() == [("bob", "cid")]
    assert len(caplog.records) == pairing.MOST_FAILED


def test_who_has_thirty_running_games_meets_nobody(alice):
    terms = {"ruleset_slug": "masters", "options": {}, "control": clock.Days(3), "arranged": "standing", "now": NOON}
    for _ in range(30):
        game = play.start_game(first=alice, second=UserFactory(), **terms)
        StandingGame.objects.create(game=game, one=game.seats.get(side=Side.SECOND).user, other=alice)
    prove(alice, now=NOON)
    stand_for(alice, keep=10, waited=1)
    stand_for("bob")
    assert pair(now=NOON) == 0
    play.resign(game.pk, side=Side.FIRST, now=NOON)
    assert pair(now=NOON) == 1


# --- What it costs -----------------------------------------------------------------------------------------------
def test_a_round_without_anything_due_takes_four_queries():
    for number in range(6):
        stand_for(UserFactory(), 1500 + 300 * number)
    pair(now=NOON)
    assert count_queries(NOON + MINUTE) == 4  # three of them ask who is paused or resumed by the time alone


def test_a_round_in_which_nobody_meets_takes_as_many_queries_for_twenty_as_for_four():
    def measure(count: int, lowest: int) -> int:
        for number in range(count):
            stand_for(UserFactory(), lowest + 300 * number)
        return count_queries(NOON)

    few, many = measure(4, 1000), measure(20, 3000)
    assert few == many
