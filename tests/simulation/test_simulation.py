"""Some days of virtual time: everything holds of them, and what does not would be found."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction

from accounts import restrictions, vacation
from accounts.models import User
from games import clock, play
from games.engine.contract import Side
from games.models import Challenge, ClockChange, Game, Outage
from notifications.models import Notice
from tests.factories import GameFactory, give_vacation, play_turns
from tests.simulation import command, invariants, silence
from tests.simulation.command import read_seeds
from tests.simulation.diary import Diary, Terms
from tests.simulation.journal import write_journal
from tests.simulation.playing import Playing
from tests.simulation.reckoning import reckon
from tests.simulation.silence import Claim
from tests.simulation.world import BEGINS, World

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


def shift_a_deadline(world: World) -> None:
    """As if the site had counted a minute too much, and all that it stored said the same."""
    entries = next(entries for entries in world.diary.entries.values() if len(entries) > 1)
    entries[1] = replace(entries[1], deadline=entries[1].deadline + timedelta(minutes=1))


def forget_an_outage(world: World) -> None:
    world.diary.outages.clear()


def arrive_once_more(world: World, **other: object) -> None:
    """A message to somebody who is told of each turn, once more or otherwise."""
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "mail")
    world.watcher.arrivals.append(replace(mail, **{"notice": 0, "games": frozenset(), **other}))


def lose_the_mails_of_turns(world: World) -> None:
    world.watcher.arrivals[:] = [each for each in world.watcher.arrivals if each.kind != "your_turn"]


def lose_the_digests(world: World) -> None:
    world.watcher.arrivals[:] = [each for each in world.watcher.arrivals if each.kind != "digest"]


def lose_the_reminders(world: World) -> None:
    world.watcher.arrivals[:] = [each for each in world.watcher.arrivals if each.kind != "deadline_near"]


def lose_a_row_of_the_bell(world: World) -> None:
    Notice.objects.filter(kind="your_turn", channel="bell").first().delete()


def leave_a_notice(world: World) -> None:
    Notice.objects.filter(pk=Notice.objects.first().pk).update(closed_at=None, due_at=world.ends - 2 * HOUR)


def send_a_mail_twice(world: World) -> None:
    world.watcher.arrivals.append(world.watcher.arrivals[0])


def wake_somebody(world: World) -> None:
    sleeper = next(person for person in world.people.values() if person.setting.quiet == (22, 8))
    midnight = world.ends.astimezone(ZoneInfo(sleeper.setting.zone)).replace(hour=0)
    arrive_once_more(world, at=midnight, user=sleeper.user.pk, kind="challenge_received")


def write_to_who_wants_nothing(world: World) -> None:
    person = next(iter(world.people.values()))
    person.settings.append((world.ends - HOUR, replace(person.setting, mode="off", quiet=None)))
    arrive_once_more(world, at=world.ends, user=person.user.pk)


def remind_in_vain(world: World) -> None:
    arrive_once_more(world, kind="deadline_near", deadline=world.begins)


def crowd_somebody(world: World) -> None:
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "mail")
    arrive_once_more(world, at=mail.at + timedelta(minutes=9))


def tell_without_a_visit(world: World) -> None:
    mail = next(each for each in world.watcher.arrivals if each.kind == "your_turn" and each.channel == "mail")
    person = world.people[mail.user]
    person.settings[:] = [(world.begins, replace(person.setting, mode="once"))]
    person.visits.clear()
    arrive_once_more(world, at=mail.at + 2 * HOUR)


def forget_a_change(world: World) -> None:
    ClockChange.objects.filter(kind=ClockChange.Kind.OUTAGE).first().delete()


def overdraw_a_balance(world: World) -> None:
    User.objects.filter(pk=next(iter(world.people))).update(vacation_balance=timedelta(days=-40))


def refuse_a_legal_turn(world: World) -> None:
    world.refusals["illegal"] += 1


def forget_when_a_block_began(world: World) -> None:
    first, second = Game.objects.order_by("pk").first().seats.values_list("user_id", flat=True)
    world.blocks[first, second] = world.begins - DAY


def claim_from_who_was_here(world: World) -> None:
    person = next(each for each in world.people.values() if each.visits)
    game = Game.objects.filter(seats__user=person.user).first()
    world.claims.append(Claim(game.pk, person.visits[-1] + DAY, person.user.pk, Side.SECOND))


def lay_something_before_it_was_done(world: World) -> None:
    """As if somebody who has sent a challenge had been barred before, with no word of it in the log."""
    sent = Challenge.objects.order_by("pk").first()
    staff = User.objects.exclude(pk=sent.challenger_id).first()
    laid = restrictions.impose(sent.challenger, restrictions.Kind.BARRED, reason="Insults", by=staff)
    world.laid.append((laid.pk, world.begins))


BREAKERS: dict[str, Callable[[World], None]] = {
    "No game outlives its deadline by more than two minutes": end_a_game_late,
    "Every change of a clock stands in the game's log": forget_a_change,
    "Every deadline is what a second reckoning comes to": shift_a_deadline,
    "Outages are found as they were": forget_an_outage,
    "Vacation is never below nothing nor above thirty days": overdraw_a_balance,
    "Nobody is refused what was theirs to do": refuse_a_legal_turn,
    "No game and no challenge begins between two of whom one blocks the other": forget_when_a_block_began,
    "A win is claimed from the silent alone, who are told and have a week": claim_from_who_was_here,
    "Nobody does what staff have forbidden them, and the log says what stands": lay_something_before_it_was_done,
    "No message arrives twice": send_a_mail_twice,
    "No message comes within quiet hours": wake_somebody,
    "No reminder comes after its deadline": remind_in_vain,
    "Turn mails keep half an hour apart": crowd_somebody,
    "Who wants one message until they visit gets one": tell_without_a_visit,
    "No message comes that its reader's mode refuses": write_to_who_wants_nothing,
    "Every turn stands at the bell once": lose_a_row_of_the_bell,
    "No notice is left lying": leave_a_notice,
    "Every turn is told to whoever wants that": lose_the_mails_of_turns,
    "Every game that waits is in a digest of whoever wants that": lose_the_digests,
    "Nobody loses on time without having been reminded": lose_the_reminders,
}
RARE = {
    "A win is claimed from the silent alone, who are told and have a week",
    "Nobody does what staff have forbidden them, and the log says what stands",
    "No game and no challenge begins between two of whom one blocks the other",
    "Every game that waits is in a digest of whoever wants that",
    "Nobody loses on time without having been reminded",
    "Who wants one message until they visit gets one",
}
"""What a few days with a few people may not come to. Runs of weeks do, of which `make soak` has ten."""


MADE = (forget_when_a_block_began, claim_from_who_was_here, lay_something_before_it_was_done)
"""These bring with them what they break."""


def test_everything_holds_and_each_breach_would_be_found(world):
    findings = {finding.sentence: finding for finding in invariants.check(world)}
    assert {sentence: finding.broken for sentence, finding in findings.items() if finding.broken} == {}
    assert {sentence for sentence, finding in findings.items() if not finding.asked} <= RARE
    assert set(findings) == set(BREAKERS)
    words = " ".join(write_journal(world))
    assert all(word in words for word in (": turn 1 ", ": outage from ", "mail to ", "push to ", "notice to "))
    for sentence, break_it in BREAKERS.items():
        if findings[sentence].asked or sentence not in RARE or break_it in MADE:
            break_it(world)
            assert sentence in {finding.sentence for finding in invariants.check(world) if finding.broken}


def test_one_seed_gives_one_run(db, settings):
    settings.TURN_NOTICE_WAIT, settings.TURN_NOTICE_GAP = timedelta(minutes=1), timedelta(minutes=30)
    journals = []
    for _ in range(2):
        before = transaction.savepoint()  # not `atomic`, within which no turn may be played
        journals.append(write_journal(run_world(days=2, players=6)))
        transaction.savepoint_rollback(before)
    assert journals[0] == journals[1]


def test_seeds_are_told_as_a_span_or_one_by_one():
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


def test_the_reckoning_knows_of_every_pause(alice, boris):
    """A second pause, of three hours, once charged the vacation that the first had covered."""
    diary = Diary()
    give_vacation(alice, days=20, now=BEGINS)

    def at(days: float) -> time_machine.travel:
        return time_machine.travel(BEGINS + days * DAY, tick=False)

    def pause(until: datetime) -> None:
        play.offers.propose(game.pk, "pause", side=Side.FIRST, until=until)
        play.offers.accept(game.pk, "pause", side=Side.SECOND)
        diary.note(game.pk, "pause", until)

    with diary.listening():
        with at(0):
            game = GameFactory(first=alice, second=boris, control=clock.Days(3), vacation_days=2)
            diary.terms[game.pk] = Terms(clock.Days(3), 2, (alice.pk, boris.pk), ("", ""), ("UTC", "UTC"))
            span = (BEGINS + DAY, BEGINS + 5 * DAY)
            booked = vacation.book(alice, from_at=span[0], until_at=span[1])
            diary.note_away(alice.pk, key=booked.pk, span=span)
        with at(0.5):
            pause(BEGINS + 4 * DAY)
        with at(4.5):
            pause(BEGINS + 4.5 * DAY + 3 * HOUR)
    assert [(entry.what, entry.deadline) for _, entry, _ in reckon(diary)] == [
        (entry.what, expected) for _, entry, expected in reckon(diary)
    ]


def test_the_reckoning_knows_how_much_outages_may_give_within_a_month(alice, boris):
    """Outages of an hour where the time runs out: five in a row, and, a turn of thirty days later, two more."""
    diary, control = Diary(), clock.Days(30)

    def fail_at_deadline() -> None:
        game.refresh_from_db()
        until = game.deadline_at + HOUR / 2
        Outage.objects.create(kind=Outage.Kind.SITE, from_at=until - HOUR, until_at=until, found_at=until)
        with time_machine.travel(until, tick=False):
            assert play.settle_outages()

    with diary.listening():
        with time_machine.travel(BEGINS, tick=False):
            game = GameFactory(first=alice, second=boris, control=control)
            diary.terms[game.pk] = Terms(control, 0, (alice.pk, boris.pk), ("", ""), ("UTC", "UTC"))
        for _ in range(5):
            fail_at_deadline()
        game.refresh_from_db()
        with time_machine.travel(game.deadline_at, tick=False):
            play_turns(game, game.position.legal_moves()[0])
        for _ in range(2):
            fail_at_deadline()
    reckoned = [(entry.what, entry.deadline, expected) for _, entry, expected in reckon(diary)]
    assert [what for what, _, _ in reckoned] == ["turn", *["outage"] * 5, "turn", "outage", "outage"]
    assert [stored for _, stored, _ in reckoned] == [expected for _, _, expected in reckoned]


def test_a_run_that_is_stopped_says_what_held_up_to_there(db):
    def stop_soon(now: datetime) -> None:
        if now >= BEGINS + timedelta(hours=9):
            world.stop()

    world = World(days=30, players=3, seed=3, advance=stop_soon)
    world.run(lambda world: Playing(world).going_on())
    assert world.ends - BEGINS < timedelta(hours=10)
    assert [finding.broken for finding in invariants.check(world) if finding.broken] == []


def test_who_leaves_for_good_loses_by_claims_and_only_by_them(alice, boris, carol):
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
        assert play.flag_due() == 0
        traveller.move_to(BEGINS + 39 * DAY)
        assert play.flag_due() == 2
    finding = silence.check_claims(world)
    assert (finding.asked, finding.broken) == (2, [])
    Notice.objects.filter(kind="win_claimed", payload__game=world.claims[0].game).delete()
    world.people[carol.pk].visits.append(BEGINS + 30 * DAY)
    assert len(silence.check_claims(world).broken) == 3
