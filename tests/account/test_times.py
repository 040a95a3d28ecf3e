"""The account of times knows what is rare in weeks of play: pauses after pauses, and outages after outages."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.time_off import vacation
from engine.contract import Side
from games import clock, play
from games.models import Outage
from tests.account.heard import HeardTimes
from tests.factories import GameFactory, give_vacation, play_turns

BEGINS = datetime(2026, 3, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def at(days: float) -> time_machine.travel:
    return time_machine.travel(BEGINS + days * DAY, tick=False)


class Home:
    weekend, zone = "", "UTC"


@pytest.fixture
def times():
    account = HeardTimes(lambda pk: Home)
    with account.listening():
        yield account


def list_wrong(times):
    return [*times.find_misjudged(), *times.find_lost_too_early(), *times.find_wrong_balances()]


def test_it_knows_of_every_pause(alice, boris, times):
    """A second pause, of three hours, once charged the vacation that the first had covered."""
    give_vacation(alice, days=20, now=BEGINS)

    def pause(until: datetime) -> None:
        play.offers.propose(game.pk, "pause", side=Side.FIRST, until=until)
        play.offers.accept(game.pk, "pause", side=Side.SECOND)
        times.pause(game.pk, until)

    with at(0):
        game = GameFactory(first=alice, second=boris, control=clock.Days(3), vacation_days=2)
        times.follow(game.pk, keeps_weekends=False)
        span = (BEGINS + DAY, BEGINS + 5 * DAY)
        times.begin(alice.pk, at=BEGINS, held=20 * DAY)
        vacation.book(alice, from_at=span[0], until_at=span[1])
        times.go_away(alice.pk, span)
    with at(0.5):
        pause(BEGINS + 4 * DAY)
    with at(4.5):
        pause(BEGINS + 4.5 * DAY + 3 * HOUR)
    assert list_wrong(times) == []
    assert [each.what for each in times.judged] == ["turn", "vacation", "pause", "pause"]


def test_it_knows_how_much_outages_may_give_within_a_month(alice, boris, times):
    """Outages of an hour where the time runs out: five in a row, and, a turn of thirty days later, two more."""

    def fail_at_deadline() -> None:
        game.refresh_from_db()
        until = game.deadline_at + HOUR / 2
        Outage.objects.create(kind=Outage.Kind.SITE, from_at=until - HOUR, until_at=until, found_at=until)
        with time_machine.travel(until, tick=False):
            assert play.settle_outages()

    with at(0):
        game = GameFactory(first=alice, second=boris, control=clock.Days(30))
        times.follow(game.pk, keeps_weekends=False)
    for _ in range(5):
        fail_at_deadline()
    game.refresh_from_db()
    with time_machine.travel(game.deadline_at, tick=False):
        play_turns(game, game.position.legal_moves()[0])
    for _ in range(2):
        fail_at_deadline()
    assert list_wrong(times) == []
    assert [each.what for each in times.judged] == ["turn", *["outage"] * 5, "turn", "outage", "outage"]
