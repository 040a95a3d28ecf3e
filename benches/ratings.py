"""Measures ratings: the arithmetic, a correction at the begin of a long chain, time-outs, and the check of all rows.

    python -m benches.ratings [--games 50000] [--chain 10000] [--due 1000] [--rounds 5] [--on sqlite]

Games are copies of two that were played, with entries that the arithmetic makes of them; the check then finds no
difference, which shows that they are what the site would have made. Time-outs are settled by the sweep with all that
hears of them, rated and unrated ones in turn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from statistics import median
from typing import Any

from benches import stage

PLAYERS = 500
GOAL_CHAIN, GOAL_DUE, GOAL_CHECK = 1.0, 200, 20_000
"""Seconds, games a second, rows a second."""
BATCH = 2000


def clock(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def measure_arithmetic(rounds: int) -> list[float]:
    """Games rated per second, of random ratings."""
    from engine import glicko

    rng = Random(1)
    cases = [
        (
            glicko.Rating(rng.gauss(1500, 200), rng.uniform(45, 350), 0.06),
            [glicko.Result(rng.gauss(1500, 200), rng.uniform(45, 350), rng.choice([0.0, 0.5, 1.0]))],
            rng.expovariate(1),
        )
        for _ in range(20_000)
    ]
    return [len(cases) / clock(lambda: [glicko.rate(*case) for case in cases]) for _ in range(rounds)]


def copy_games(source: int, pairs: list[tuple[int, int]], **columns: Callable[[int], Any]) -> list[Any]:
    """Copies of a game, each with its players and columns by its number."""
    from games.models import Game, Seat

    original = Game.objects.get(pk=source)
    seats = list(original.seats.order_by("side"))
    made = []
    for begin in range(0, len(pairs), BATCH):
        part = range(begin, min(begin + BATCH, len(pairs)))
        rows = [_copy(original, **{name: find(number) for name, find in columns.items()}) for number in part]
        games = Game.objects.bulk_create(rows)
        copies = [
            _copy(seat, game=game, user_id=user_id)
            for game, number in zip(games, part, strict=True)
            for seat, user_id in zip(seats, pairs[number], strict=True)
        ]
        Seat.objects.bulk_create(copies)
        made += games
    return made


def _copy(row: Any, **changed: Any) -> Any:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "id"}
    if "game" in changed:
        fields.pop("game_id")
    return type(row)(**{**fields, **changed})


def rate_games(games: list[Any], pairs: list[tuple[int, int]]) -> None:
    """The entries and ratings of games that ended one after another."""
    from games.models import PlayerRating, RatingEntry
    from games.rating.folding import Step, fold

    ratings: dict[int, Any] = {}
    for begin in range(0, len(games), BATCH):
        entries = []
        for game, pair in zip(games[begin : begin + BATCH], pairs[begin : begin + BATCH], strict=True):
            rows = [ratings.setdefault(user, PlayerRating(user_id=user, ruleset_slug="mastery")) for user in pair]
            known = [(row.rating, row.age(game.ended_at)) for row in rows]
            for side, row in enumerate(rows):
                step = Step(None, game.ended_at, game.pk, *known[1 - side], float(game.winner == side))
                [found] = fold([step], start=row.value, at=row.at)
                entry = RatingEntry(game=game, user_id=row.user_id, ruleset_slug="mastery", score=step.score)
                entry.ended_at, entry.opponent_rating, entry.opponent_deviation = game.ended_at, *known[1 - side]
                entry.take(found.before, weeks=found.weeks, after=found.after)
                entries.append(entry)
                row.take(found.after, at=game.ended_at)
                row.games += 1
        RatingEntry.objects.bulk_create(entries)
    PlayerRating.objects.bulk_create(list(ratings.values()))


def measure_chain(rounds: int, *, first: Any) -> list[float]:
    """Seconds of declaring the first of a player's games void, and of restoring it: all later entries change."""
    from accounts.models import User
    from games import play

    staff = User.objects.create(username="Staff", email="staff@example.org", is_staff=True, is_superuser=True)
    winner, termination = first.winner, first.termination
    took = []
    for _ in range(rounds):
        took.append(clock(lambda: play.void(first.pk, staff=staff, reason="A bench.")))
        took.append(
            clock(
                lambda: play.restore_result(
                    first.pk, winner=winner, termination=termination, left={}, staff=staff, reason="A bench."
                )
            )
        )
    return took


def measure_due(rounds: int, *, source: int, players: list[int], due: int) -> dict[bool, list[float]]:
    """Time-outs settled per second, by whether they are rated; each player loses several, of which one counts."""
    from django.utils import timezone

    from games import play
    from games.models import PlayerRating

    rng, speeds = Random(2), {True: [], False: []}
    rows = [PlayerRating(user_id=user, ruleset_slug="mastery") for user in players]
    PlayerRating.objects.bulk_create(rows, ignore_conflicts=True)
    for _ in range(rounds):
        for rated, found in speeds.items():
            pairs = [tuple(rng.sample(players, 2)) for _ in range(due)]
            late = timezone.now() - timedelta(hours=1)
            copy_games(source, pairs, rated=lambda _, rated=rated: rated, deadline_at=lambda _, late=late: late)
            began = time.perf_counter()
            ended = play.run_out_due()
            found.append(ended / (time.perf_counter() - began))
            assert ended == due
    return speeds


def measure_check(rounds: int) -> tuple[list[float], list[float]]:
    """Rows per second, of entries and ratings, and per second of this process's time. Raises AssertionError where there
    is a difference."""
    from django.db import DEFAULT_DB_ALIAS

    from games.rating.checking import Check
    from mastery_site.backup.rows import snapshot

    speeds, own = [], []
    for _ in range(rounds):
        check, began, own_began = Check(), time.perf_counter(), time.process_time()
        with snapshot(DEFAULT_DB_ALIAS):
            differences = list(check.find())
        speeds.append((check.entries + check.ratings) / (time.perf_counter() - began))
        own.append((check.entries + check.ratings) / (time.process_time() - own_began))
        assert differences == [], differences[:5]
    return speeds, own


def report(what: str, value: float, unit: str, *, goal: float | None = None, least: bool = True) -> None:
    """A line; `least` says that the goal is the least there should be, else the most."""
    met = goal is None or (value >= goal if least else value <= goal)
    told = "" if goal is None else f"   goal {goal:,g}: {'met' if met else 'MISSED'}"
    print(f"{what:44}{value:12,.2f} {unit}{told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--chain", type=int, default=10_000, help="games of one player")
    parser.add_argument("--due", type=int, default=1000, help="games that are due at once, a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--on", choices=["postgres", "sqlite"], default="postgres")
    options = parser.parse_args()
    rng = Random(1)
    with stage.open_database(options.on):
        from games.models import Game

        players = stage.make_players(PLAYERS)
        running, ended = (
            stage.play_game((players[0], players[1]), stage.choose_moves(4, rng=rng), resigned=resigned)
            for resigned in (False, True)
        )
        stage.tell(f"Making {options.chain:,} and {options.games:,} games")
        star, *others = players
        pairs = [(star, rng.choice(others)) for _ in range(options.chain)]
        pairs += [tuple(rng.sample(others, 2)) for _ in range(options.games)]
        begin = Game.objects.get(pk=ended).ended_at - timedelta(days=3650)
        made = copy_games(
            ended,
            pairs,
            rated=lambda _: True,
            winner=lambda _: rng.randrange(2),
            ended_at=lambda number: begin + number * timedelta(minutes=60),
        )
        rate_games(made, pairs)
        stage.tell("Measuring")
        report("games rated", median(measure_arithmetic(options.rounds)), "games/s")
        speeds, own = measure_check(options.rounds)
        report("check", median(speeds), "rows/s", goal=GOAL_CHECK)
        report("check, by this process's time", median(own), "rows/s")
        took = median(measure_chain(options.rounds, first=made[0]))
        report(f"correction of {options.chain:,} entries", took, "s", goal=GOAL_CHAIN, least=False)
        assert measure_check(1)
        settled = measure_due(options.rounds, source=running, players=players, due=options.due)
        report("time-outs, rated", median(settled[True]), "games/s", goal=GOAL_DUE)
        report("time-outs, unrated", median(settled[False]), "games/s")
        ratios = [one / other for one, other in zip(settled[True], settled[False], strict=True)]
        report("time-outs, rated beside unrated", median(ratios), "×")
        assert measure_check(1)


if __name__ == "__main__":
    main()
