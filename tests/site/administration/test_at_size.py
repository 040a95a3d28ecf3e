"""The administration's lists cost the same at 10 rows and at many. The rows are made in SQL.

What a page costs is counted in pages of 8 kB that PostgreSQL touches: seconds say as much about the machine.
"""

import os

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Vacation
from engine.contract import Side
from games import chat, play
from moderation.retention import retention
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory

pytestmark = pytest.mark.long

MANY = int(os.environ.get("ADMIN_ROWS", 10_000))
"""ADMIN_ROWS=100000, as `make soak` has it, for the size that the promise is about."""
MOST = MANY // 10
"""Pages of the database: a page of the site that touches 10,000 takes less than 0.3 seconds on two quiet cores."""
PAGES = {
    "users": "/admin/accounts/user/",
    "a user by name": "/admin/accounts/user/?q=copy99",
    "a user by address": "/admin/accounts/user/?q=copy4711@",
    "staff": "/admin/accounts/user/?is_staff__exact=1",
    "games": "/admin/games/game/",
    "games, page 50": "/admin/games/game/?p=50",
    "games of a player": "/admin/games/game/?q=alice",
    "a game by number": "/admin/games/game/?q=7",
    "lost on time": "/admin/games/game/?state=time",
    "a game": "/admin/games/game/1/change/",
    "turns": "/admin/games/turn/?q=1",
    "seats": "/admin/games/seat/?q=alice",
    "changes of clocks": "/admin/games/clockchange/",
    "changes of a game's clock": "/admin/games/clockchange/?q=2",
    "messages": "/admin/games/message/?q=2",
    "vacation": "/admin/accounts/vacation/",
    "vacation of a player": "/admin/accounts/vacation/?q=alice",
    "challenges": "/admin/games/challenge/",
    "challenges of a player": "/admin/games/challenge/?q=alice",
    "notices": "/admin/notifications/notice/",
    "notices of a player": "/admin/notifications/notice/?q=alice",
    "notices to an address": "/admin/notifications/notice/?q=alice@",
    "notices about a turn": "/admin/notifications/notice/?q=turn:1:",
    "failed notices": "/admin/notifications/notice/?state__exact=failed",
    "figures": "/admin/figures/",
}
VARIED = {
    "accounts_user": {"username": "copy", "look": "copy", "email": "copy"},
    "games_challenge": {"token": "copy"},
    "notifications_notice": {"dedupe_key": "copy"},
}
"""Columns that must differ from copy to copy, or be empty."""


MULTIPLIED = (
    *("accounts_user", "accounts_vacation", "games_game", "games_challenge", "games_clockchange", "games_message"),
    "notifications_notice",
)


def multiply(table: str, *, times: int) -> None:
    """Copies the table's newest row so many times, with `VARIED` columns told apart by a number."""
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        varied = VARIED.get(table, {})
        columns = [name for name in columns if name != "id" and (name not in varied or varied[name])]
        quote = connection.ops.quote_name
        value = {name: f"'{prefix}' || n" for name, prefix in varied.items() if prefix}
        if "email" in value:
            value["email"] += " || '@example.org'"
        cursor.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {times}) "
            f"INSERT INTO {table} ({', '.join(map(quote, columns))}) "
            f"SELECT {', '.join(value.get(name, quote(name)) for name in columns)} FROM {table}, numbers "
            f"WHERE id = (SELECT MAX(id) FROM {table})"
        )


def analyze() -> None:
    """Lets the database see how large its tables have become; PostgreSQL also clears away what earlier tests left in
    them, as it does by itself, but at a time that nobody knows."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def give_seats() -> None:
    """Seats two of the first 2,000 people in every game that was copied."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_seat (game_id, side, user_id) "
            "SELECT game.id, seat.side, (SELECT MIN(id) FROM accounts_user) + game.id % 1000 + 1000 * seat.side "
            "FROM games_game game, games_seat seat "
            "WHERE seat.game_id = 1 AND game.id > (SELECT MAX(game_id) FROM games_seat)"
        )


def change_time(alice, boris) -> None:
    """A change of the clock and a message in game 2, and vacation of Alice."""
    play.offers.propose(2, "more_time", side=Side.FIRST, days=1)
    play.offers.accept(2, "more_time", side=Side.SECOND)
    chat.send(boris, game_id=2, text="Well?")
    Vacation.objects.create(user=alice, **dict.fromkeys(["from_at", "until_at", "booked_at"], timezone.now()))


def queries_of(client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)


def touched_by(client, page: str) -> int:
    """How many pages of the database PostgreSQL touches to answer what this page asks it."""
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    with connection.cursor() as cursor:
        return sum(touched(cursor, query["sql"]) for query in queries if query["sql"].startswith("SELECT"))


def touched(cursor, query: str) -> int:
    cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query}")
    plan = cursor.fetchone()[0][0]["Plan"]
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]


@pytest.fixture
def emptied_at_once(transactional_db):
    """PostgreSQL takes four times as long as the test to delete so many rows one by one, with all that may refer to
    each."""
    yield
    if connection.vendor == "postgresql":
        with retention(), connection.cursor() as cursor:
            cursor.execute("TRUNCATE accounts_user, games_game CASCADE")


@pytest.mark.django_db(reset_sequences=True, transaction=True)
@pytest.mark.usefixtures("emptied_at_once")
@pytest.mark.late
def test_every_list_costs_the_same(client, admin, alice, boris):
    analyze()
    GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    for _ in range(9):
        GameFactory(first=alice, second=boris)
        ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    for _ in range(10):
        change_time(alice, boris)
    enter(client, admin)
    assert queries_of(client, "/admin/") < 20
    for page in PAGES.values():
        client.get(page.replace("p=50", "p=1"))  # content types are asked for once
    few = {name: queries_of(client, page.replace("p=50", "p=1")) for name, page in PAGES.items()}
    for table in MULTIPLIED:
        multiply(table, times=MANY)
    analyze()  # before seats refer to the rows: a plan made for empty tables reads all of them for each seat
    give_seats()
    analyze()
    assert {name: queries_of(client, page) for name, page in PAGES.items()} == few
    if connection.vendor == "postgresql":
        costs = {name: touched_by(client, page) for name, page in PAGES.items()}
        assert {name: cost for name, cost in costs.items() if cost > MOST} == {}
