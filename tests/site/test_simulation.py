"""Some days of virtual time: everything holds of them, and what does not would be found."""

import inspect
from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from pkgutil import walk_packages

import pytest
import time_machine
from django.db import transaction

import accounts
import games
from accounts.models import User
from games import clock, play
from games.engine.contract import Side
from games.models import ClockChange, Game
from mastery_site.simulation import invariants
from mastery_site.simulation.journal import write_journal
from mastery_site.simulation.playing import REFUSALS, Playing
from mastery_site.simulation.watching import Arrival
from mastery_site.simulation.world import BEGINS, World
from notifications.models import Kind, Notice
from tests.factories import GameFactory

pytestmark = pytest.mark.long

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def world(db, settings):
    """Three days of six people, an outage and a failure of mail among them."""
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    return run_world(days=3, players=6)


def run_world(*, days: int, players: int) -> World:
    world = World(days=days, players=players, seed=3, advance=lambda now: None)
    world.run(lambda world: Playing(world).going_on())
    return world


def end_a_game_late(world: World) -> None:
    game = Game.objects.exclude(deadline_at=None).first()
    Game.objects.filter(pk=game.pk).update(
        ended_at=game.deadline_at + 3 * HOUR, termination="time", winner=1 - game.side_to_move
    )


def lose_a_notice(world: World) -> None:
    turns = Notice.objects.filter(kind=Kind.YOUR_TURN, channel="mail", recipient__notice_preferences__mode="each")
    turns.first().delete()


def send_a_mail_twice(world: World) -> None:
    world.watcher.arrivals.append(world.watcher.arrivals[0])


def wake_somebody(world: World) -> None:
    sleeper = next(person for person in world.people.values() if person.quiet == (22, 8))
    midnight = world.ends.astimezone(sleeper.user.zone).replace(hour=0)
    world.watcher.arrivals.append(Arrival(midnight, sleeper.user.pk, Kind.CHALLENGE_RECEIVED, "<notice-0@x>", None))


def remind_in_vain(world: World) -> None:
    mail = Arrival(world.ends, world.watcher.arrivals[0].user, Kind.DEADLINE_NEAR, "<notice-0@x>", world.ends - HOUR)
    world.watcher.arrivals.append(mail)


def crowd_somebody(world: World) -> None:
    mail = next(arrival for arrival in world.watcher.arrivals if arrival.kind == Kind.YOUR_TURN)
    world.watcher.arrivals.append(Arrival(mail.at + timedelta(minutes=9), mail.user, mail.kind, "<notice-0@x>", None))


def forget_a_change(world: World) -> None:
    ClockChange.objects.filter(kind=ClockChange.Kind.OUTAGE).first().delete()


def shorten_a_clock(world: World) -> None:
    change = ClockChange.objects.filter(kind=ClockChange.Kind.OUTAGE).first()
    change.after_at -= HOUR
    change.save()


def overdraw_a_balance(world: World) -> None:
    User.objects.filter(pk=next(iter(world.people))).update(off_time_balance=timedelta(days=-40))


def refuse_a_legal_turn(world: World) -> None:
    world.refusals["illegal"] += 1


BREAKERS: dict[str, Callable[[World], None]] = {
    "No game outlives its deadline by more than two minutes": end_a_game_late,
    "No notice arrives twice": send_a_mail_twice,
    "Every turn has its notice, and no notice is left lying": lose_a_notice,
    "No mail comes within quiet hours": wake_somebody,
    "No reminder comes after its deadline": remind_in_vain,
    "Turn mails keep half an hour apart": crowd_somebody,
    "Every change of a clock stands in the game's log": forget_a_change,
    "No time is lost or gained across an outage": shorten_a_clock,
    "Nobody is refused what was theirs to do": refuse_a_legal_turn,
    "Off-time is never below nothing nor above thirty days": overdraw_a_balance,
}


def test_everything_holds_and_each_breach_would_be_found(world):
    findings = {finding.sentence: finding for finding in invariants.check(world)}
    assert {sentence: finding.broken for sentence, finding in findings.items() if finding.broken} == {}
    assert all(finding.asked for finding in findings.values()), "each was asked of something"
    assert set(findings) == set(BREAKERS)
    for sentence, break_it in BREAKERS.items():
        break_it(world)
        broken = [finding.sentence for finding in invariants.check(world) if finding.broken]
        assert sentence in broken


def test_one_seed_gives_one_run(db, settings):
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    journals = []
    for _ in range(2):
        before = transaction.savepoint()  # not `atomic`, within which no turn may be played
        journals.append(write_journal(run_world(days=2, players=6)))
        transaction.savepoint_rollback(before)
    assert journals[0] == journals[1]
    words = " ".join(journals[0])
    assert all(word in words for word in (": turn 1 ", ": outage from ", "mail to ", "notice to "))


def test_people_take_a_refusal_for_an_answer_and_each_is_counted(alice, boris):
    """As on day 52 of seed 20261122: a pause is agreed on in the last minute, when the time is up already."""
    world = World(days=1, players=2, seed=1, advance=lambda now: None)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3), now=BEGINS)
    play.offer_pause(game.pk, side=Side.FIRST, until=BEGINS + 9 * DAY, now=BEGINS)
    with time_machine.travel(BEGINS + 3 * DAY + timedelta(seconds=30), tick=False):
        Playing(world).reply(game.pk, Side.SECOND, play.accept_pause)
    assert world.refusals == {"time_is_up": 1}


def test_a_legal_turn_that_is_refused_is_a_breach(db):
    world = World(days=1, players=2, seed=1, advance=lambda now: None)
    world.refusals.update(too_late=7, over=1)
    assert invariants.find_wronged(world).broken == []
    world.refusals.update(illegal=2)
    assert invariants.find_wronged(world).broken == ["2 times somebody was told: illegal"]


def test_every_refusal_of_the_site_is_known_to_the_people():
    modules = [name for app in (accounts, games) for _, name, _ in walk_packages(app.__path__, f"{app.__name__}.")]
    named = [getattr(import_module(name), "Refusal", None) for name in modules if ".migrations" not in name]
    assert {each for each in named if inspect.isclass(each) and issubclass(each, Exception)} == set(REFUSALS)


def test_a_run_that_is_stopped_says_what_held_up_to_there(db):
    def stop_soon(now: datetime) -> None:
        if now >= BEGINS + timedelta(hours=9):
            world.stop()

    world = World(days=30, players=3, seed=3, advance=stop_soon)
    world.run(lambda world: Playing(world).going_on())
    assert world.ends - BEGINS < timedelta(hours=10)
    assert [finding.broken for finding in invariants.check(world) if finding.broken] == []
