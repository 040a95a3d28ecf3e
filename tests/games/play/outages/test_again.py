"""Outages again and again: their own length is always given back, and little beyond it in a month."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import play
from games.clock import Days
from games.models import ClockChange, Game, Outage, Seat
from tests.factories import GameFactory

pytestmark = pytest.mark.long

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FROM = datetime(2026, 5, 6, 10, 0, tzinfo=UTC)
"""A Wednesday."""


def fail(*, from_at: datetime, lasts: timedelta = HOUR, kind: str = "site") -> datetime:
    """An outage, made good at its end, which is returned."""
    until = from_at + lasts
    Outage.objects.create(kind=kind, from_at=from_at, until_at=until, found_at=until)
    assert play.settle_outages(now=until)
    return until


def make_due(game: Game, *, at: datetime, began: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(turn_started_at=began, deadline_at=at)


def list_given(game: Game) -> list[timedelta]:
    return list(game.clock_changes.order_by("pk").values_list("given", flat=True))


def fail_near(game: Game, *, times: int, every: timedelta, since=FROM, **outage) -> list[timedelta]:
    """Outages of an hour, in each of which the game falls due; what each gave it."""
    for number in range(times):
        at = since + number * every
        make_due(game, at=at + HOUR / 2, began=at - DAY)
        fail(from_at=at, **outage)
    return list_given(game)


@pytest.fixture(params=["", "67"], ids=["in the database", "by calendar"])
def game(request, db):
    game = GameFactory(control=Days(3), now=FROM - DAY)
    Seat.objects.filter(game=game).update(weekend=request.param, zone="Europe/Berlin")
    return game


def test_half_a_day_is_given_until_a_day_beyond_the_outages_is_used_up(game):
    given_back = fail_near(game, times=5, every=13 * HOUR)
    assert given_back == [12 * HOUR, 12 * HOUR, 3 * HOUR, HOUR, HOUR]  # 11 + 11 + 2 beyond an hour each


def test_mail_that_fails_gives_half_a_day_each_time_and_uses_nothing_up(game):
    """It is found after an hour and may go on for eleven more, which nobody outside the site can bring about."""
    assert fail_near(game, times=4, every=13 * HOUR, kind="mail") == [12 * HOUR] * 4
    assert fail_near(game, times=2, every=13 * HOUR, since=FROM + 5 * DAY)[4:] == [12 * HOUR, 12 * HOUR]


def test_the_length_of_each_outage_is_always_given_back(game):
    fail_near(game, times=4, every=13 * HOUR)
    at = FROM + 4 * DAY
    make_due(game, at=at + HOUR, began=at - DAY)
    fail(from_at=at, lasts=5 * HOUR)
    make_due(game, at=at + 20 * HOUR, began=at)
    fail(from_at=at + 10 * HOUR, lasts=15 * HOUR)
    assert list_given(game)[4:] == [5 * HOUR, 15 * HOUR]


def test_outages_of_one_game_use_up_nothing_of_another(game):
    fail_near(game, times=4, every=13 * HOUR)
    other = GameFactory(control=Days(3), now=FROM)
    at = FROM + 4 * DAY
    make_due(other, at=at, began=FROM)
    fail(from_at=at)
    assert list_given(other) == [12 * HOUR]


def test_a_month_later_there_is_another_day(game):
    fail_near(game, times=4, every=13 * HOUR)
    assert fail_near(game, times=1, every=DAY, since=FROM + 33 * DAY)[4:] == [12 * HOUR]


def test_a_long_outage_uses_nothing_up(game):
    assert fail_near(game, times=2, every=2 * DAY, lasts=14 * HOUR) == [14 * HOUR, 14 * HOUR]
    assert fail_near(game, times=2, every=13 * HOUR, since=FROM + 5 * DAY)[2:] == [12 * HOUR, 12 * HOUR]


def test_an_outage_from_before_this_was_counted_counts_for_nothing(game):
    fail_near(game, times=4, every=13 * HOUR)
    ClockChange.objects.update(given=None)
    assert fail_near(game, times=1, every=DAY, since=FROM + 4 * DAY)[4:] == [12 * HOUR]


OUTAGES = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 20), st.integers(-4, 30), st.sampled_from(["site", "mail"])),
    min_size=1,
    max_size=6,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(drawn=OUTAGES)
def test_the_database_and_the_calendar_give_the_same_and_no_more_than_a_day_beyond(db, drawn):
    plain, fine = (GameFactory(control=Days(3), now=FROM - DAY) for _ in range(2))
    Seat.objects.filter(game=fine).update(weekend="1", zone="UTC")
    at = FROM
    for pause, lasts, due, kind in drawn:
        at += pause * HOUR
        for game in (plain, fine):
            make_due(game, at=at + due * HOUR, began=at - timedelta(hours=due % 5) if due < 20 else at + HOUR / 3)
        at = fail(from_at=at, lasts=lasts * HOUR, kind=kind)
    given_back = list_given(plain)
    assert given_back == list_given(fine)
    beyond = [
        max(change.given - (change.outage.until_at - change.outage.from_at), timedelta())
        for change in plain.clock_changes.select_related("outage")
        if change.outage.kind == "site"
    ]
    assert sum(beyond, timedelta()) <= DAY
    ClockChange.objects.all().delete()
    Outage.objects.all().delete()
