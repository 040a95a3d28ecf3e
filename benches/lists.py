"""Measures lists of games and the queue: of a player with hundreds of running games and thousands of finished ones, on
PostgreSQL.

    python -m benches.lists [--running 500] [--over 10000]

Each page is asked for in this process, first with nothing kept and then with what the first time left.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterable
from random import Random
from statistics import median

from benches import stage

GOAL = 300
"""Milliseconds for a page."""
PAGES = {
    "my games": "/",
    "next game": "/next/",
    "my games, second page": "/?page=2",
    "my games, by opponent": "/?sort=opponent",
    "my games, by last turn": "/?sort=last",
    "my games, one game": "/?game=masters",
    "my games, one opponent": "/?opponent=Player1",
    "profile": "/people/Player0/",
    "profile, page 100 of those over": "/people/Player0/?page_over=100",
    "profile, by opponent": "/people/Player0/?sort=opponent",
    "all games": "/games/",
    "all games, by deadline": "/games/?sort=deadline",
    "all games, one player": "/games/?over=1&opponent=Player0",
}


def play_stock(players: list[int], *, rng: Random) -> dict[bool, list[int]]:
    """Thirty games of each ruleset, each with a position of its own; by whether they are over."""
    from accounts.models import User
    from engine import registry
    from games import clock, play

    first, second = (User.objects.get(pk=pk) for pk in players[:2])
    stock: dict[bool, list[int]] = {True: [], False: []}
    for number in range(90):
        ruleset = registry.all_rulesets()[number % 3]
        game = play.start_game(ruleset_slug=ruleset.slug, options={}, control=clock.Days(3), first=first, second=second)
        for ply in range(2 + number % 7):
            game.refresh_from_db()
            moves = game.position.legal_moves()
            side = game.position.turn
            play.play_move(game.pk, side=side, expected_revision=ply + 1, text=rng.choice(list(moves)))
        if number % 2:
            play.resign(game.pk, side=side)
        stock[bool(number % 2)].append(game.pk)
    return stock


def fill(count: int, *, stock: list[int], me: int, others: list[int]) -> None:
    """Copies of these games between one player and many others."""
    from django.db import connection
    from django.db.models import Max

    from games.models import Game

    top = Game.objects.aggregate(top=Max("pk"))["top"]
    stage.copy_games(
        stock,
        count=count,
        players=others,
        deadline_at="original.deadline_at + copy.n * interval '1 minute'",
        ended_at="original.ended_at - copy.n * interval '1 minute'",
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_seat SET user_id = %s WHERE game_id > %s AND side = game_id %% 2", [me, top])


def put_in_queue(me: int) -> None:
    """Of a player's games a seventh is pinned, of those that wait a fifth skipped and a fifth snoozed."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE games_seat SET pinned = game_id %% 7 = 0,
            put_off_at = CASE WHEN game_id %% 5 < 2 THEN now() END,
            snoozed_until = CASE WHEN game_id %% 5 = 0 THEN now() + interval '1 day' END WHERE user_id = %s""",
            [me],
        )
        cursor.execute("VACUUM ANALYZE")  # as the database does by itself in time


def forget() -> None:
    """As in a process that has just begun."""
    from core.bounded_cache import Kept

    for one in gc.get_objects():
        if type(one) is Kept:
            one.clear()


def look(paths: Iterable[str], *, session: str) -> dict[str, tuple[int, list[float], list[float], int]]:
    """Of each page its queries, milliseconds the first time and then (median of nine), the same of what the processor
    worked for this process, and kilobytes; pages that the site does not have are left out."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, found = Client(SERVER_NAME="localhost"), {}
    client.cookies["sessionid"] = session
    client.get("/about/")
    for path in paths:
        forget()
        took, worked = [], []
        for _ in range(10):
            began, before = time.perf_counter(), time.process_time()
            answer = client.get(path)
            took.append((time.perf_counter() - began) * 1000)
            worked.append((time.process_time() - before) * 1000)
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        if answer.status_code in (200, 302):
            times = ([each[0], median(each[1:])] for each in (took, worked))
            found[path] = len(queries), *times, len(answer.content) // 1000
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--running", type=int, default=500)
    parser.add_argument("--over", type=int, default=10_000)
    options = parser.parse_args()
    with stage.open_site(web=True) as _:
        players = stage.make_players(200)
        stage.tell("Playing ninety games")
        stock = play_stock(players[1:], rng=Random(1))
        for over, count in ((False, options.running), (True, options.over)):
            fill(count, stock=stock[over], me=players[0], others=players[1:])
        put_in_queue(players[0])
        stage.tell("Measuring")
        found = look(PAGES.values(), session=stage.log_in(players[:1])[0])
    print(
        f"\n{options.running:,} games running, {options.over:,} over{'first':>18}{'then':>12}{'worked':>12}{'page':>10}"
    )
    for name, path in PAGES.items():
        if path in found:
            queries, took, worked, size = found[path]
            first, then = (f"{wall:7.0f} ({work:3.0f}) ms" for wall, work in zip(took, worked, strict=True))
            verdict = "" if took[1] < GOAL else f"   MISSED the goal of {GOAL} ms"
            print(f"{name:34}{queries:3} queries {first:>17}{then:>18}{size:6} kB{verdict}")


if __name__ == "__main__":
    sys.exit(main())
