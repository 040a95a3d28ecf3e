"""What the page of a game tells of time: its terms, why a clock stands, how the time left comes about, its log."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from accounts.time_off import vacation
from engine.contract import Side
from games import clock, play
from games.models import Outage
from tests.factories import GameFactory

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)  # a Friday
SATURDAY = NOW + timedelta(days=1)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _friday():
    with travel(NOW, tick=False):
        yield


@pytest.fixture
def alice(alice):
    """Alice, in Berlin, has ten days of vacation."""
    alice.vacation_balance, alice.vacation_counted_at = 10 * DAY, NOW
    alice.save()
    return alice


@pytest.fixture
def read(client):
    """The words of a game's page at an instant, for a reader."""

    def words(game, *, at=NOW, reader=None, query="") -> str:
        if reader:
            client.force_login(reader)
        with travel(at, tick=False):
            page = client.get(game.get_absolute_url() + query).content.decode()
        return " ".join(re.sub(r"<[^>]*>", " ", page).split()).replace(" , ", ", ")

    return words


def test_the_page_tells_the_terms_with_the_days_and_zones_fixed_at_the_start(read, alice, boris):
    boris.weekend = "56"
    game = GameFactory(first=alice, second=boris, control=clock.Reserve(2, 7), weekends=True, vacation_days=5)
    alice.weekend, alice.time_zone = "12", "Asia/Tokyo"
    alice.save()
    words = read(game)
    assert "2 days per turn, plus a reserve of 7 days" in words
    assert "Alice’s weekend: Saturday and Sunday (Europe, Berlin)" in words
    assert "Boris’s weekend: Friday and Saturday (America, New York)" in words
    assert "vacation up to 5 days each, none used yet" in words
    assert "7 days in reserve" in words


def test_a_game_with_none_of_it_says_so(read, alice, boris):
    words = read(GameFactory(first=alice, second=boris))
    assert "clock runs on weekends no vacation" in words


def test_a_game_without_limit_speaks_of_no_days_off(read, alice, boris):
    words = read(GameFactory(first=alice, second=boris, control=clock.Unlimited()))
    assert "no time limit" in words
    assert "clock runs on weekends" not in words


def test_the_page_shows_that_the_weekend_of_the_player_to_move_stops_the_clock(read, alice, boris):
    game = GameFactory(first=alice, second=boris, weekends=True)
    assert "weekend until" not in read(game)
    words = read(game, at=SATURDAY, reader=alice)
    assert "weekend until Mon 00:00" in words
    assert "Left on Alice’s clock 2 days 13 hours" in words
    assert "Stopped on weekends 1 day 11 hours" in words
    assert "Time runs out Wed 25 Nov 2026, 13:00 CET, in 4 days" in words


def test_vacation_stops_the_clock_in_view_and_is_counted_up_to_the_cap(read, alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=2)
    vacation.book(alice, from_at=NOW + DAY, until_at=NOW + 5 * DAY)
    assert "vacation until" not in read(game, reader=alice)
    words = read(game, at=NOW + 1.5 * DAY, reader=alice)
    assert "vacation until Mon 23 Nov, 13:00" in words
    assert "used: Boris nothing, Alice 12 hours" in words
    assert "You have 6 days 3 hours of vacation" in words
    assert "Alice set vacation" in words
    assert "Alice’s deadline was Mon 23 Nov, 13:00, and is now Wed 25 Nov, 13:00" in words


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, "You have 10 days of vacation. If your time ran out now, a day of it would be used automatically."),
        ({"vacation_automatic": False}, "ran out now, you would lose, because automatic vacation is off."),
        (
            {"vacation_balance": DAY - timedelta(hours=1)},
            "ran out now, you would lose, because less than a day of it is left.",
        ),
    ],
)
def test_the_page_says_whether_a_day_would_be_used_automatically(read, alice, boris, change, told):
    for name, value in change.items():
        setattr(alice, name, value)
    alice.save()
    assert told in read(GameFactory(first=alice, second=boris, vacation_days=2), reader=alice)


def test_no_day_is_promised_where_the_game_allows_no_more(read, alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=1)
    vacation.book(alice, from_at=NOW, until_at=NOW + DAY)
    words = read(game, at=NOW + 2 * DAY, reader=alice)
    assert "you would lose, because you have used all that this game allows." in words


def test_where_the_clock_stands_for_two_reasons_the_sum_is_right(read, alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=5, weekends=True)
    vacation.book(alice, from_at=NOW + timedelta(hours=11), until_at=NOW + timedelta(hours=11) + 3 * DAY)
    words = read(game, reader=alice)
    assert "Left on Alice’s clock 3 days Stopped on weekends 2 days Stopped for vacation 1 day Time" in words
    assert "Time runs out Thu 26 Nov 2026, 13:00 CET, in 6 days" in words


def test_the_page_shows_the_vacation_of_an_opponent_who_waits(read, alice, boris):
    game = GameFactory(first=boris, second=alice, vacation_days=2)
    vacation.book(alice, from_at=NOW, until_at=NOW + DAY)
    assert "vacation until Sat 21 Nov, 07:00" in read(game, reader=boris)


def test_a_pause_is_shown_and_logged(read, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=NOW + 4 * DAY)
    play.offers.accept(game.pk, "pause", side=Side.SECOND)
    words = read(game, reader=alice)
    assert words.count("paused until Tue 24 Nov, 13:00") == 2
    assert "Paused by agreement 4 days" in words
    assert "Both agreed on a pause until Tue 24 Nov 2026, 13:00 ( 20 Nov 2026, 13:00, before the first turn)" in words
    assert "deadline was Mon 23 Nov, 13:00, and is now Fri 27 Nov, 13:00 CET" in words


def test_the_page_shows_how_a_reserve_is_drawn_on(read, alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Reserve(2, 7))
    assert "Left on Alice’s clock 9 days, of which 7 days in reserve" in read(game)
    assert "Left on Alice’s clock 6 days, all of it in reserve" in read(game, at=NOW + 3 * DAY)


def test_players_do_not_read_what_staff_wrote(read, alice, boris, carol):
    game = GameFactory(first=alice, second=boris)
    play.move_deadline(game.pk, deadline=NOW + 9 * DAY, staff=carol, reason="Boris cheats.")
    words = read(game, reader=alice)
    assert "The site’s staff moved the deadline" in words
    assert "cheats" not in words
    assert "Carol" not in words


def test_an_outage_is_logged_with_a_way_to_what_is_known_of_it(read, client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    hours = timedelta(hours=3)
    Outage.objects.create(kind="site", from_at=NOW + DAY, until_at=NOW + DAY + hours, found_at=NOW + DAY + hours)
    play.settle_outages(now=NOW + DAY + hours)
    assert "The site or its email was down" in read(game)
    assert "is now Mon 23 Nov, 15:00" in read(game)
    log = client.get(game.get_absolute_url()).content.decode().partition("Clock history")[2]
    assert 'href="/status/"' in log.partition("</details>")[0]


def lengthen(game, *, times: int) -> None:
    for _ in range(times):
        play.offers.propose(game.pk, "more_time", side=Side.FIRST, days=1)
        play.offers.accept(game.pk, "more_time", side=Side.SECOND)


def test_the_last_ten_changes_are_listed_and_all_on_demand(read, alice, boris):
    game = GameFactory(first=alice, second=boris)
    lengthen(game, times=11)
    assert read(game).count("Both agreed to add 1 day") == 10
    assert "All changes" in read(game)
    assert read(game, query="?clock=all").count("Both agreed to add 1 day") == 11


def test_the_page_costs_no_more_for_a_long_log_and_much_vacation(client, alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=14, weekends=True)
    client.force_login(alice)

    def count(address: str) -> int:
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    before = count(game.get_absolute_url())
    lengthen(game, times=3)
    vacation.book(alice, from_at=NOW, until_at=NOW + DAY)
    vacation.book(alice, from_at=NOW + 2 * DAY, until_at=NOW + 3 * DAY)
    assert count(game.get_absolute_url()) == before
    plain = GameFactory(first=alice, second=boris)
    assert before - 1 <= count(plain.get_absolute_url()) <= before
