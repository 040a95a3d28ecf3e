"""Some days of virtual time: every invariant holds, and each breach would be found."""

import heapq
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction

from accounts.models import User
from engine.contract import Side
from games import clock, play
from notifications.models import Notice
from tests import actions
from tests.account.misusing import MISUSES
from tests.factories import GameFactory, UserFactory
from tests.simulation import command, habits, invariants, silence
from tests.simulation.breaking import BREAKERS, RARE
from tests.simulation.command import read_seeds
from tests.simulation.journal import write_journal
from tests.simulation.playing import Playing
from tests.simulation.world import BEGINS, World

pytestmark = [pytest.mark.long, pytest.mark.late]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def world(db, settings):
    """Three days of six people, an outage and a failure of mail among them."""
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    return run_world(days=3, players=6)


def run_world(*, days: int, players: int, seed: int = 4) -> World:
    world = World(days=days, players=players, seed=seed, advance=lambda now: None)
    world.run(lambda world: Playing(world).going_on())
    return world


def test_everything_holds_and_each_breach_would_be_found(world):
    findings = {finding.sentence: finding for finding in invariants.check(world)}
    assert {sentence: finding.broken for sentence, finding in findings.items() if finding.broken} == {}
    assert {sentence for sentence, finding in findings.items() if not finding.asked} <= RARE
    assert set(findings) == set(BREAKERS)
    words = " ".join(write_journal(world))
    assert all(word in words for word in (": turn 1 ", ": outage from ", "mail to ", "push to ", "notice to "))
    broken = {sentence: set() for sentence in BREAKERS}
    for sentence, break_it in BREAKERS.items():
        before = broken[sentence]  # by what broke others
        break_it(world)
        broken = {finding.sentence: set(finding.broken) for finding in invariants.check(world)}
        assert broken[sentence] - before, sentence


DEADLINES = "Every deadline is what a second reckoning comes to"
LOSSES = "Nobody loses on time who has a day of vacation to use for it"
BALANCES = "Everybody has the vacation that a second reckoning comes to"


def test_used_days_of_vacation_are_checked_independently_of_the_site(db, settings):
    """One of the misuses breaks all of these; tests/stateful/test_found.py has each seen by the same account."""
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    with MISUSES["no day is ever used"]():
        world = run_world(days=7, players=10, seed=1)
    assert {DEADLINES, LOSSES, BALANCES} <= {finding.sentence for finding in invariants.check(world) if finding.broken}


def test_one_seed_gives_one_run(db, settings):
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    journals = []
    for _ in range(2):
        before = transaction.savepoint()  # not `atomic`, within which no turn may be played
        journals.append(write_journal(run_world(days=1, players=6)))
        transaction.savepoint_rollback(before)
    assert journals[0] == journals[1]


def test_habits_are_of_what_there_is_to_do():
    rooms, names = set(actions.ROOMS), {action.name for action in actions.ACTIONS}
    assert set(habits.OTHERWISE) <= rooms | names
    assert {*habits.OFTEN, *habits.BY_STAFF} <= {each.name for each in habits.DONE} | rooms
    assert {name for name, _ in habits.SOON.values()} <= names


def test_seeds_are_given_as_a_range_or_one_by_one():
    assert read_seeds("3..5") == [3, 4, 5]
    assert read_seeds("7,20261122") == [7, 20261122]


@contextmanager
def undone() -> Iterator[None]:
    """In place of a database of its own: what was written is taken back."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)


def test_several_seeds_end_in_a_table(db, capsys, monkeypatch):
    monkeypatch.setattr(command, "own_database", undone)
    monkeypatch.setattr(command, "Playing", lambda world: SimpleNamespace(going_on=nullcontext))
    call_command(command.Command(), days=1, players=2, seeds=[1, 2])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[-3][:3] == ["seed", "turns", "deadlines"]
    assert [row[0] for row in rows[-2:]] == ["1", "2"]


def test_people_take_a_refusal_for_an_answer_and_each_is_counted(alice, boris):
    """As on day 52 of seed 20261122: a pause is agreed on in the last minute, when the time is up already."""
    world = World(days=1, players=2, seed=1, advance=lambda now: None)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3), now=BEGINS)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=BEGINS + 9 * DAY, now=BEGINS)
    with time_machine.travel(BEGINS + 3 * DAY + timedelta(seconds=30), tick=False):
        Playing(world).reply(game.pk, Side.SECOND, "pause", play.offers.accept)
    assert world.refusals == {"time_is_up": 1}


def test_a_legal_turn_that_is_refused_is_a_breach(db):
    world = World(days=1, players=2, seed=1, advance=lambda now: None)
    world.refusals.update(too_late=7, over=1)
    assert invariants.find_wronged(world).broken == []
    world.refusals.update(illegal=2)
    assert invariants.find_wronged(world).broken == ["2 times somebody was told: illegal"]


def test_a_run_that_is_stopped_says_what_held_up_to_there(db):
    def stop_soon(now: datetime) -> None:
        if now >= BEGINS + timedelta(hours=9):
            world.stop()

    world = World(days=30, players=3, seed=3, advance=stop_soon)
    world.run(lambda world: Playing(world).going_on())
    assert world.ends - BEGINS < timedelta(hours=10)
    assert [finding.broken for finding in invariants.check(world) if finding.broken] == []


def test_a_player_who_leaves_for_good_loses_by_claims_only(alice, boris, carol):
    """As runs of weeks do it, without the weeks: only what is planned happens."""
    world = World(days=60, players=3, seed=1, advance=lambda now: None)
    world.people = {
        user.pk: SimpleNamespace(user=user, visits=[BEGINS + DAY], leaves_at=None) for user in (alice, boris, carol)
    }
    with time_machine.travel(BEGINS, tick=False) as traveller:
        silence.begin(world)
        User.objects.filter(pk=carol.pk).update(last_visit_at=BEGINS + DAY)
        while world._to_come:
            at, _, act = heapq.heappop(world._to_come)
            traveller.move_to(at)
            act()
        assert [claim.at for claim in world.claims] == [BEGINS + 31 * DAY] * 2
        traveller.move_to(BEGINS + 37.9 * DAY)
        assert play.run_out_due() == 0
        traveller.move_to(BEGINS + 39 * DAY)
        assert play.run_out_due() == 2
    finding = silence.check_claims(world)
    assert (finding.asked, finding.broken) == (2, [])
    play.void(world.claims[1].game, staff=UserFactory(is_staff=True), reason="Both had asked for it.")
    assert silence.check_claims(world).broken == []
    Notice.objects.filter(kind="win_claimed", payload__game=world.claims[0].game).delete()
    world.people[carol.pk].visits.append(BEGINS + 30 * DAY)
    assert len(silence.check_claims(world).broken) == 3
