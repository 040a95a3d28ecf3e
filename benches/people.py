"""Measures the pages of people on SQLite and on PostgreSQL: the list of players, and profiles of who has played much.

    python -m benches.people [--players 100000] [--games 10000] [--others 200000] [--on sqlite postgres]

One player has so many games, of all rulesets; the others have the rest among them. Each page is asked for by one reader
alone: its queries, and the median of seven times, none of which may be above 300 ms.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median

from benches import stage

GOAL = 0.3
"""Seconds."""
ROUNDS = 7
TURNS = 14
"""Of each game that is copied."""
CHUNK = 50_000
EARLIER = {
    "sqlite": "strftime('%%Y-%%m-%%d %%H:%%M:%%f', {column}, '-' || ({seconds}) || ' seconds')",
    "postgresql": "{column} - ({seconds}) * interval '1 second'",
}


def play_stock(pair: tuple[int, int], *, rng: Random) -> list[int]:
    """Games of all rulesets that have been played a little, nine of ten resigned; their ids."""
    from accounts.models import User
    from engine import registry
    from engine.contract import Side
    from games import clock, play

    first, second = (User.objects.get(pk=pk) for pk in pair)
    made = []
    for number in range(30):
        ruleset = registry.all_rulesets()[number % 3]
        terms = {"ruleset_slug": ruleset.slug, "options": {}, "control": clock.Days(3)}
        game = play.start_game(first=first, second=second, private=number == 7, **terms)
        for _ in range(TURNS):
            game.refresh_from_db()
            text = rng.choice(game.position.legal_moves()[:20])
            side = Side(game.side_to_move)
            play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
        if number % 10:
            play.resign(game.pk, side=Side(number % 2))
        made.append(game.pk)
    return made


def copy(stock: list[int], *, count: int, user: Callable[[str], str], turns: bool) -> None:
    """Copies games in turn; `user` gives the SQL of a seat's user by that of its side, and `n` counts the copies."""
    from django.db import connection
    from django.db.models import Max

    from games.models import Game, Seat, Turn

    base = (Game.objects.aggregate(top=Max("pk"))["top"] or 0) + 1
    earlier = {
        name: EARLIER[connection.vendor].format(column=f"original.{name}", seconds="n * 97")
        for name in ("started_at", "turn_started_at", "ended_at")
    }
    tables = [(Game, "id", earlier), (Seat, "game_id", {"user_id": user("original.side")})]
    tables += [(Turn, "game_id", {})] if turns else []
    with connection.cursor() as cursor:
        for begin in range(0, count, CHUNK):
            end = min(begin + CHUNK, count) - 1
            for model, link, own in tables:
                given = {**own, link: f"{base} + n"}
                columns = [field.column for field in model._meta.local_fields if field.column != "id" or link == "id"]
                chosen = ", ".join(given.get(column, f"original.{column}") for column in columns)
                cursor.execute(
                    f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
                    f" WITH RECURSIVE numbers(n) AS"
                    f" (SELECT {begin} UNION ALL SELECT n + 1 FROM numbers WHERE n < {end})"
                    f" SELECT {chosen} FROM numbers JOIN {model._meta.db_table} original"
                    f" ON original.{link} = {stock[0]} + n %% {len(stock)}",
                    [],
                )
        if connection.vendor == "postgresql":
            cursor.execute(f"SELECT setval('games_game_id_seq', {base + count})")


def fill(options: argparse.Namespace) -> tuple[int, int]:
    """The player of many games, and one who has played them now and then."""
    from django.apps import apps
    from django.db import connection

    stage.tell(f"Making {options.players:,} players")
    players = stage.make_players(options.players)
    star, crowd, others = players[0], players[1], options.players - 2
    stock = play_stock((star, crowd), rng=Random(1))
    stage.tell(f"Copying {options.games:,} games of one, and {options.others:,} of the others")
    of_star = f"CASE WHEN n %% 2 = {{side}} THEN {star} ELSE {crowd} + n * 7919 %% {others} END"
    copy(stock, count=options.games, user=lambda side: of_star.format(side=side), turns=True)
    of_others = f"{crowd} + (n * 31 + {{side}} * (1 + n %% 97)) %% {others}"
    copy(stock, count=options.others, user=lambda side: of_others.format(side=side), turns=False)
    here = EARLIER[connection.vendor].format(column="date_joined", seconds="id * 7919 %% 20000000")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE accounts_user SET last_visit_at = {here}", [])
    import_module("games.migrations.0003_fill_played_ruleset").fill(apps, None)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return star, crowd


def measure(star: int, crowd: int) -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    sessions = dict(zip(("themselves", "an opponent"), stage.log_in([star, crowd]), strict=True))
    profile = "/people/Player0/"
    pages = [("profile", profile, reader) for reader in ("a visitor", *sessions)]
    pages += [
        ("by opponent", f"{profile}?sort=opponent", "an opponent"),
        ("of an opponent", f"{profile}?opponent=player9", "an opponent"),
        ("finished, page 180", f"{profile}?page_over=180", "an opponent"),
        ("profile of a player of few games", "/people/Player500/", "an opponent"),
        *((f"players{query}", f"/people/{query}", "an opponent") for query in ("", "?page=20")),
        *((f"players{query}", f"/people/{query}", "a visitor") for query in ("?name=p", "?name=player12&page=20")),
        *((f"players{query}", f"/people/{query}", "a visitor") for query in ("?game=masters", "?game=masters&name=p")),
    ]
    print(f"\n{connection.vendor}\n{'page':36}{'reader':14}{'queries':>8}{'median':>12}")
    for name, path, reader in pages:
        client = Client(SERVER_NAME="localhost")
        if reader in sessions:
            client.cookies["sessionid"] = sessions[reader]
        took = [clock(partial(get, client, path)) for _ in range(ROUNDS)]
        with CaptureQueriesContext(connection) as queries:
            get(client, path)
        verdict = "" if median(took) < GOAL else f"  MISSED: the goal is {GOAL * 1000:.0f} ms"
        print(f"{name:36}{reader:14}{len(queries):8}{median(took) * 1000:9.0f} ms{verdict}")


def get(client: object, path: str) -> None:
    assert client.get(path).status_code == 200, path  # type: ignore[attr-defined]


def clock(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=10_000, help="of one player")
    parser.add_argument("--others", type=int, default=200_000, help="games of all other players")
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    options = parser.parse_args()
    if len(options.on) > 1:  # a process has one database
        for kind in options.on:
            subprocess.run(
                [sys.executable, "-W", "ignore", "-m", "benches.people", *sys.argv[1:], "--on", kind], check=True
            )
        return
    with stage.open_database(options.on[0]):
        measure(*fill(options))


if __name__ == "__main__":
    main()
