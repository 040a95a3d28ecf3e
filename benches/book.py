"""Measures the book of finished games at ten million turns: a look at the set-up, at a position that few games reached,
at one's own games and at those against one opponent; and what a game costs that ends.

    python -m benches.book [--rows 10000000] [--rounds 200] [--on postgres]

The rows are made by SQL: each game has fifty turns; the first turns of all games share few positions, later ones none.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median, quantiles

from benches import stage

GOAL = 5.0
"""Milliseconds of a look."""
TURNS = 50
GAMES = 2000
"""Games that are really there; the rows of the others name these."""
PLAYERS = 1000


def fill(rows: int) -> None:
    from django.db import connection

    from accounts.models import User
    from engine import registry
    from games.models import Game
    from records.book import key_of

    ruleset, rng = registry.get("mastery"), Random(1)
    start = ruleset.start()
    moves = stage.choose_moves(TURNS, rng=rng)
    players = stage.make_players(PLAYERS)
    stage.tell("Playing games")
    stock = [stage.play_game((players[0], players[1]), moves, resigned=True)]
    stage.copy_games(stock, count=GAMES - 1, players=players, turns=False)
    first_game = Game.objects.order_by("pk").values_list("pk", flat=True)[0]
    first_user = User.objects.order_by("pk").values_list("pk", flat=True)[0]
    texts = [move.replace("'", "''") for move in start.legal_moves()]
    options = ", ".join(f"'{text}'" for text in texts)
    stage.tell(f"Making {rows:,} turns of the book")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            f"""
            INSERT INTO records_bookturn (game_id, key, text, by_computer, first, second, result, ended_on)
            SELECT {first_game} + g % {GAMES},
                   CASE p WHEN 0 THEN {key_of(ruleset, start)} WHEN 1 THEN g % 20 WHEN 2 THEN 1000 + g % 400
                          ELSE hashint8extended(g * 64 + p, 7) END,
                   (ARRAY[{options}])[1 + (g * 7 + p) % {len(texts)}], g % 10 = 0,
                   {first_user} + (g * 31) % {PLAYERS}, {first_user} + (g * 17 + 5) % {PLAYERS},
                   g % 3, DATE '2026-01-01' + g % 300
            FROM generate_series(0, {rows // TURNS - 1}) AS g, generate_series(0, {TURNS - 1}) AS p
            """
        )
        cursor.execute(
            """
            INSERT INTO records_bookentry (key, by_computer, text, games, first_won, second_won, drawn, last_on)
            SELECT key, by_computer, text, count(*), count(*) FILTER (WHERE result = 0),
                   count(*) FILTER (WHERE result = 1), count(*) FILTER (WHERE result = 2), max(ended_on)
            FROM records_bookturn GROUP BY key, by_computer, text
            """
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE records_bookturn")
        cursor.execute("ANALYZE records_bookentry")


def measure(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The median and the 95th percentile, in milliseconds."""
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        took.append(1000 * (time.perf_counter() - began))
    return median(took), quantiles(took, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    with stage.open_database("postgres"):
        fill(options.rows)
        report(options)


def report(options: argparse.Namespace) -> None:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from engine import registry
    from games.models import Game
    from records import book, explorer
    from records.explorer import Asked
    from records.models import BookTurn

    ruleset, rng = registry.get("mastery"), Random(2)
    start, reader = ruleset.start(), AnonymousUser()
    players = list(User.objects.order_by("pk").values_list("pk", flat=True)[:PLAYERS])
    rare = list(BookTurn.objects.order_by("-pk").values_list("key", flat=True)[:1000])

    def look(asked: Callable[[], Asked]) -> Callable[[], object]:
        return lambda: explorer.look_up(ruleset, start, asked(), reader=reader)

    def look_at_rare() -> object:
        key = rng.choice(rare)
        return explorer.find_turns(key, Asked()), explorer.find_newest(key, Asked())

    looks = {
        "the set-up, all games": look(Asked),
        "the set-up, one's own games": look(lambda: Asked(player=rng.choice(players))),
        "the set-up, against one opponent": look(
            lambda: Asked(player=rng.choice(players), opponent=rng.choice(players))
        ),
        "a position of one game": look_at_rare,
    }
    print(f"{BookTurn.objects.count():,} turns of the book; milliseconds, median and 95th percentile")
    for name, work in looks.items():
        work()
        middle, most = measure(work, options.rounds)
        print(f"{name:36} {middle:7.2f} {most:7.2f}   {'met' if middle <= GOAL else 'MISSED'} ({GOAL:.0f})")
    first, second = stage.make_players(2)
    game_id = stage.play_game((first, second), stage.choose_moves(TURNS, rng=rng), resigned=True)
    for name in ("a game that ends, by the worker", "the same, taken out again"):
        book.mark(game_id)
        began = time.perf_counter()
        book.update_game(game_id)
        print(f"{name:36} {1000 * (time.perf_counter() - began):7.2f}")
        Game.objects.filter(pk=game_id).update(private=True)


if __name__ == "__main__":
    main()
