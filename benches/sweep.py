"""Measures the sweep that ends games on time, on PostgreSQL.

    python -m benches.sweep [--games 1000000] [--due 1000] [--rounds 5]

First over a million active games of which none is due, beside one bare query; then over games that are due, each ended
by the real code with all that hears of it, beside a bare transaction of four statements.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from statistics import median

from benches import stage

PLAYERS = 20_000
GOAL_IDLE = 0.005
"""Seconds."""
GOAL_DUE = 200
"""Games a second."""


def clock(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def ask_once() -> None:
    """What any look at the database costs."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_game WHERE id = 1")
        cursor.fetchall()


def end_bare(ids: list[int]) -> None:
    """The least that ending a game on time could be: lock, end, and a row for each of its players."""
    from django.db import connection, transaction

    for game_id in ids:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE SKIP LOCKED", [game_id])
            cursor.execute("UPDATE games_game SET ended_at = now(), termination = 'time' WHERE id = %s", [game_id])
            for place in (0, 1):
                cursor.execute("INSERT INTO bench_told (game, place) VALUES (%s, %s)", [game_id, place])


def find_active(count: int) -> list[int]:
    """Games of distinct places in the table that nobody has ended yet."""
    from games.models import Game

    return list(Game.objects.active().order_by("turn_started_at", "pk").values_list("pk", flat=True)[:count])


def make_due(ids: list[int]) -> None:
    from django.utils import timezone

    from games.models import Game

    Game.objects.filter(pk__in=ids).update(deadline_at=timezone.now() - timedelta(hours=1))


def measure_idle(rounds: int) -> tuple[list[float], list[float]]:
    from games import play

    sweep, bare = [], []
    for _ in range(rounds):
        bare.append(median(clock(ask_once) for _ in range(20)))
        sweep.append(median(clock(play.run_out_due) for _ in range(20)))
    assert play.run_out_due() == 0
    return sweep, bare


def measure_due(rounds: int, *, due: int) -> tuple[list[float], list[float]]:
    """Games ended per second."""
    from django.db import connection

    from games import play
    from notifications.models import Notice

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_told (id bigserial PRIMARY KEY, game bigint, place int)")
    sweep, bare = [], []
    for _ in range(rounds):
        ids = find_active(2 * due)
        bare.append(due / clock(lambda ids=ids: end_bare(ids[due:])))
        make_due(ids[:due])
        mails = Notice.objects.filter(kind="game_over", channel="email")
        told = mails.count()
        began = time.perf_counter()
        ended = play.run_out_due()
        sweep.append(ended / (time.perf_counter() - began))
        assert ended == due
        assert mails.count() == told + 2 * due
    return sweep, bare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--due", type=int, default=1000, help="games that are due at once, a round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rng = Random(1)
    with stage.open_site():
        players = stage.make_players(max(min(PLAYERS, options.games // 50), 200))
        pair = (players[0], players[1])
        stock = [stage.play_game(pair, stage.choose_moves(length, rng=rng)) for length in range(10)]
        stage.tell(f"Copying games to {options.games:,}")
        spread = "interval '1 minute' * (copy.n % 4000)"
        stage.copy_games(
            stock,
            count=options.games,
            players=players,
            turns=False,
            deadline_at=f"original.deadline_at + {spread}",
            turn_started_at=f"original.turn_started_at - interval '1 second' * (copy.n * 7919 % {options.games})",
        )
        stage.tell("Measuring")
        sweep, bare = measure_idle(options.rounds)
        took, beside = median(sweep), median(one / other for one, other in zip(sweep, bare, strict=True))
        print(f"\n{options.games:,} active games, medians of {options.rounds} rounds")
        print(f"nothing due  {took * 1000:8.2f} ms a sweep   {beside:5.2f} × a bare query", end="   ")
        print(f"goal {GOAL_IDLE * 1000:g} ms: {'met' if took <= GOAL_IDLE else 'MISSED'}")
        sweep, bare = measure_due(options.rounds, due=options.due)
        rate, beside = median(sweep), median(one / other for one, other in zip(sweep, bare, strict=True))
        print(f"time-outs    {rate:8.0f} games/s      {beside:5.2f} × a bare transaction", end="   ")
        print(f"goal {GOAL_DUE}/s: {'met' if rate >= GOAL_DUE else 'MISSED'}")


if __name__ == "__main__":
    main()
