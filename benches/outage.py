"""Measures how fast the time lost in an outage is given back, on PostgreSQL.

    python -m benches.outage [--games 1000000] [--standing 10000]

Every game is active and its time ran through the outage; `standing` of them have a weekend, and are moved by calendar.
Beside it the least that this could be: one UPDATE of as many rows, and of nothing else.
"""

from __future__ import annotations

import argparse
import time
from datetime import timedelta
from random import Random

from benches import stage
from benches.sweep import PLAYERS, clock

GOAL = 60
"""Seconds."""


def set_stage(count: int, *, standing: int) -> None:
    """Games whose time runs out over the next days."""
    from django.db import connection
    from django.db.models import F

    from games.models import Game, Seat

    players = stage.make_players(max(min(PLAYERS, count // 50), 200))
    rng = Random(1)
    stock = [stage.play_game((players[0], players[1]), stage.choose_moves(length, rng=rng)) for length in range(10)]
    stage.tell(f"Copying games to {count:,}")
    spread = "interval '1 minute' * (copy.n % 4000)"
    stage.copy_games(
        stock,
        count=count - len(stock),
        players=players,
        turns=False,
        deadline_at=f"original.deadline_at + {spread}",
    )
    Game.objects.update(turn_started_at=F("turn_started_at") - timedelta(days=1), vacation_days=14)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL ANALYZE games_game")
    some = Game.objects.order_by("-pk").values("pk")[:standing]
    Seat.objects.filter(game__in=list(some.values_list("pk", flat=True))).update(weekend="67", zone="Europe/Berlin")


def move_bare() -> None:
    """One statement that moves every deadline, with no log, no revision and no question asked."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET deadline_at = deadline_at + interval '1 second' WHERE ended_at IS NULL")
        cursor.execute("VACUUM games_game")


def check(count: int, *, length: timedelta) -> None:
    """Every game moved once, and by what it should."""
    from django.db.models import F

    from games.models import ClockChange, Game, Outage

    outage = Outage.objects.get()
    assert (outage.games_moved, outage.settled_at is not None) == (count, True)
    assert ClockChange.objects.filter(outage=outage, after_at__gte=F("before_at") + length).count() == count
    assert (
        Game.objects.filter(clock_changes__revision=F("revision"), clock_changes__after_at=F("deadline_at")).count()
        == count
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--standing", type=int, default=10_000, help="games whose clocks are paused on weekends")
    options = parser.parse_args()
    with stage.open_site():
        from django.utils import timezone

        from games import play
        from games.models import Outage

        set_stage(options.games, standing=options.standing)
        stage.tell("Measuring")
        bare = clock(move_bare)
        now, length = timezone.now(), timedelta(hours=3)
        Outage.objects.create(kind="site", from_at=now - length, until_at=now, found_at=now)
        began = time.perf_counter()
        assert play.settle_outages()
        took = time.perf_counter() - began
        again = clock(play.settle_outages)
        check(options.games, length=length)
        print(f"\n{options.games:,} active games, {options.standing:,} of them with weekends, moved and logged")
        print(f"an outage    {took:8.1f} s   {took / bare:5.2f} × a bare UPDATE", end="   ")
        print(f"goal {GOAL} s for 1,000,000: {'met' if took <= GOAL * options.games / 1_000_000 else 'MISSED'}")
        print(f"once more    {again * 1000:8.2f} ms")


if __name__ == "__main__":
    main()
