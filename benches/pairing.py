"""Measures pairing of standing challenges: rounds in which all are due, rounds as usual, and idle ones.

    python -m benches.pairing [--players 100000] [--standing 20000] [--on postgres sqlite] [--rounds 11] [--start 300]

All standing challenges have room at first and are due, as after a long outage: a round reads them all and finds who
fits; that it starts so many games is measured apart, by the first few (a round ends after 40 seconds, the next goes
on). Then those that fit have no room any more, and the rest wait: a round in which all of these are due and nobody
fits, a usual one, in which some have room again, and idle ones.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from statistics import median
from typing import Any

from benches import stage

GOAL_ROUND, GOAL_IDLE = 5.0, 0.05
"""Seconds."""
DAY = timedelta(days=1)
BATCH = 2_000
USUAL = 10
"""Standing challenges that have room again in a usual round: games last for weeks, and so ten a minute are many."""


def fill(options: argparse.Namespace, *, now: datetime) -> None:
    """Players, half of them rated, and standing challenges of some, all with room."""
    stage.tell(f"Making {options.players:,} players")
    rng = Random(1)
    players = stage.make_players(options.players)
    make_figures(players, rng=rng, now=now)
    stage.tell(f"Making {options.standing:,} standing challenges")
    owners = [owner for owner in rng.sample(players, options.standing // 2) for _ in range(rng.choice((1, 1, 2, 4)))]
    make_standing(owners[: options.standing], rng=rng, now=now)
    settle()


def make_figures(players: list[int], *, rng: Random, now: datetime) -> None:
    from accounts.models import User
    from engine import glicko
    from games.models import OnTimeRecord, PlayerRating

    User.objects.update(last_visit_at=now)
    rows, records = [], []
    for user_id in players:
        kept = round(50 * rng.choice((1, 1, 0.98, 0.94, 0.88, 0.72)))
        records.append(OnTimeRecord(user_id=user_id, kept=kept, games=50, counted_at=now))
        for slug in ("mastery", "masters", "master"):
            if rng.random() < 0.5:
                row = PlayerRating(user_id=user_id, ruleset_slug=slug, games=20)
                value = glicko.Rating(rng.gauss(1500, 250), rng.choice((60, 75, 90, 160)), 0.06)
                row.take(value, at=now - rng.random() * 60 * DAY)
                rows.append(row)
    PlayerRating.objects.bulk_create(rows, batch_size=BATCH)
    OnTimeRecord.objects.bulk_create(records, batch_size=BATCH)


def make_standing(owners: list[int], *, rng: Random, now: datetime) -> None:
    """Most in Mastery, with the usual options; every third sets limits."""
    from competition.models import StandingChallenge
    from games.challenges.standing import check_standing
    from games.models import Challenge

    made, known = [], dict[Any, dict[str, Any]]()
    for number, owner in enumerate(owners):
        terms = choose_terms(rng)
        if (key := repr(terms)) not in known:
            known[key] = check_standing(terms)
        open_to = {"audience": "anyone", "stands": True, "expires_at": now + 9_000 * DAY, "token": f"bench{number}"}
        made.append(Challenge(challenger_id=owner, created_at=now, **open_to, **known[key]))
    Challenge.objects.bulk_create(made, batch_size=BATCH)
    rows = []
    for challenge in made:
        since = now - rng.choice((0.1, 0.5, 1, 1.5, 3, 6, 12)) * rng.random() * DAY
        at = {"made_at": since, "waiting_since": since, "look_at": now, "check_at": now + DAY}
        rows.append(StandingChallenge(owner_id=challenge.challenger_id, challenge=challenge, keep=1, **at))
    StandingChallenge.objects.bulk_create(rows, batch_size=BATCH)


def choose_terms(rng: Random) -> Any:
    from games.challenges import Terms
    from games.terms import PRESETS, Limits

    slug = rng.choice(("mastery", "mastery", "mastery", "masters", "master"))
    side = "random" if slug == "master" else rng.choice(("random", "random", "random", "first", "second"))
    limits = Limits(
        rating_within=rng.choice((None, None, None, 100, 200, 400)),
        established_only=rng.random() < 0.1,
        on_time_least=rng.choice((None, None, None, 70, 80, 90)),
    )
    presets = rng.sample(list(PRESETS), rng.choice((1, 1, 2, 3, 4)))
    return Terms(slug, {}, presets, side, rated=rng.random() < 0.6, vacation_days=14, limits=limits)


def settle() -> None:
    """Lets the database look at its rows, as it does by itself in time."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def clock(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = act()
    return time.perf_counter() - began, found


def report(what: str, value: float, unit: str, *, goal: float | None = None) -> None:
    """A line; the goal is the most there should be."""
    told = "" if goal is None else f"   goal {goal:g}: {'met' if value <= goal else 'MISSED'}"
    print(f"{what:64}{value:10,.3f} {unit}{told}", flush=True)


def make_all_due() -> int:
    from competition.models import StandingChallenge

    return StandingChallenge.objects.with_room().update(look_at=datetime.now().astimezone())


def withhold_matched(pairs: list[Any]) -> list[int]:
    """Takes those that fit off the list, as if their games had started; their numbers."""
    from competition.models import StandingChallenge
    from games import challenges

    numbers = [each.number for pair in pairs for each in pair[:2]]
    for some in batch(numbers):
        found = StandingChallenge.objects.filter(pk__in=some)
        challenges.withhold(list(found.values_list("challenge", flat=True)))
        found.update(look_at=None)
    return numbers


def batch(numbers: list[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while some := list(islice(left, BATCH)):
        yield some


def measure(options: argparse.Namespace) -> None:
    from django.db import connection
    from django.utils import timezone

    from competition.models import StandingChallenge
    from competition.standing import pairing
    from competition.standing.meeting import Unavailable, meet
    from games import challenges

    print(f"\n{connection.vendor}")
    now = timezone.now()

    def read_and_match() -> tuple[Any, list[Any]]:
        due = pairing._find_due(now)
        return due, list(pairing._prepare(now))

    own = time.process_time()
    took, (due, pairs) = clock(read_and_match)
    own = time.process_time() - own
    put_off, _ = clock(lambda: pairing.put_off(due, now=now))
    report(f"{len(due):,} due, {len(pairs):,} pairs: read and matched", took, "s", goal=GOAL_ROUND)
    report("… by this process’s time", own, "s")
    report("… and put off", put_off, "s")

    def start(pair: Any) -> None:
        """As a round does: whoever has played no turn yet has one opponent, whatever else they offer."""
        with suppress(Unavailable):
            meet(pair)

    starts = [clock(lambda pair=pair: start(pair))[0] for pair in pairs[: options.start]]
    if starts:
        report(f"one of {len(starts)} games that start, median", median(starts) * 1000, "ms")
        report("… all of them", sum(starts), "s")
    matched = withhold_matched(pairs)
    waiting = make_all_due()
    settle()
    took, met = clock(pairing.pair)
    report(f"a whole round, {waiting:,} due, {met} games", took, "s", goal=GOAL_ROUND)
    idle = [clock(pairing.pair)[0] for _ in range(options.rounds)]
    report("an idle round, median", median(idle), "s", goal=GOAL_IDLE)
    rng, usual, games = Random(2), [], 0
    for _ in range(options.rounds):
        again = StandingChallenge.objects.filter(pk__in=rng.sample(matched[2 * options.start :], USUAL))
        challenges.list_again(list(again.values_list("challenge", flat=True)))
        again.update(look_at=timezone.now())
        took, met = clock(pairing.pair)
        usual.append(took)
        games += met
    what = f"a usual round, {USUAL} have room again, {games / options.rounds:.1f} games"
    report(what, median(usual), "s", goal=GOAL_ROUND)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--standing", type=int, default=20_000)
    parser.add_argument("--start", type=int, default=300, help="games to start of those that fit at first")
    parser.add_argument("--rounds", type=int, default=11, help="of those that are measured more than once")
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgres"), default=["postgres", "sqlite"])
    options = parser.parse_args()
    if len(options.on) > 1:  # a process has one database
        for kind in options.on:
            asked = [sys.executable, "-W", "ignore", "-m", "benches.pairing", *sys.argv[1:], "--on", kind]
            subprocess.run(asked, check=True)
        return
    with stage.open_database(options.on[0]):
        from django.utils import timezone

        fill(options, now=timezone.now())
        measure(options)


if __name__ == "__main__":
    main()
