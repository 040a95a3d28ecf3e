"""Measures turns, pages and ends of games in this process, with prepared SQL and with what Django writes each time.

    python -m benches.prepared [--rounds 100] [--on sqlite]

First each by all four ways, in turn; then each query that was asked, by itself with the values it was asked with, and
the most that a page or turn as a whole would be slower without it; then the names of those that were not asked.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

from benches import stage

WARM_UP = 8
PAGES = (
    "/games/",
    "/challenges/",
    "/standing/",
    "/leaderboard/mastery/",
    "/ladder/mastery/",
    "/people/",
    "/inbox/",
    "/puzzles/",
)
"""Further pages that are looked at as a whole."""
Work = Callable[[], None]
Asked = dict[str, tuple[Any, tuple[Any, ...], dict[str, Any]]]
"""By the name of a query, itself, and the values and the shape it was asked with last."""
Often = dict[str, dict[str, int]]
"""By the name of a work, how often it asks each query."""


@contextmanager
def unprepared(*, reads: bool, writes: bool) -> Iterator[None]:
    """Django's own queries in place of prepared ones: the switch for this bench, which the site does without."""
    from core.prepared import PreparedQuery
    from core.prepared_writes import PreparedInsert, PreparedUpdate

    def insert(self: PreparedInsert, rows: list[Any]) -> None:
        self.model._default_manager.bulk_create(rows, **self.conflicts)

    with ExitStack() as stack:
        if reads:
            stack.enter_context(patch.object(PreparedQuery, "__call__", ask_plainly))
        if writes:
            stack.enter_context(patch.object(PreparedUpdate, "__call__", lambda self, row: row.save(force_update=True)))
            stack.enter_context(patch.object(PreparedInsert, "__call__", insert))
        yield


def ask_plainly(query: Any, *values: Any, **shape: Any) -> list[Any]:
    return list(query.make(*values, **shape))


WAYS = {
    "prepared": {"reads": False, "writes": False},
    "plain reads": {"reads": True, "writes": False},
    "plain writes": {"reads": False, "writes": True},
    "plain": {"reads": True, "writes": True},
}


def make_works(players: list[int], *, times: int, rng: Random) -> dict[str, Work]:
    """What is measured: a turn as a browser sends it, also with vacation, the home page of ten games, pages of games, a
    game lost on time, by itself and found by the sweep."""
    from django.test import Client
    from django.utils import timezone

    from accounts.models import User
    from games import clock as game_clock
    from games import play
    from games.models import Game

    clients = []
    for session in stage.log_in(players[:2]):
        clients.append(Client(SERVER_NAME="localhost"))
        clients[-1].cookies["sessionid"] = session
    pair = (players[0], players[1])
    for number in range(9):
        stage.play_game(pair, stage.choose_moves(4 + number, rng=rng), resigned=number % 3 == 0)
    shown = stage.play_game(pair, stage.choose_moves(40, rng=rng))
    finished = stage.play_game(pair, stage.choose_moves(40, rng=rng), resigned=True)
    others = (players[2], players[3])
    now = timezone.now()
    due, swept = ([stage.play_game(others, []) for _ in range(times)] for _ in range(2))
    Game.objects.filter(pk__in=due).update(deadline_at=now - timedelta(hours=1))
    deadlines = [now - timedelta(days=1) + timedelta(minutes=number) for number in range(times)]
    for pk, deadline in zip(swept, deadlines, strict=True):
        Game.objects.filter(pk=pk).update(deadline_at=deadline)
    sweeps = iter(deadlines)

    def run_out() -> None:
        assert play.run_out(due.pop())

    def sweep() -> None:
        """As of an instant at which one game is due, whatever the time is."""
        late = next(sweeps) + game_clock.GRACE + timedelta(seconds=1)
        assert play.run_out_due(now=late) == 1

    def take_turns(*, vacation_days: int) -> Work:
        played = stage.play_game(pair, [], vacation_days=vacation_days)
        moves = enumerate(stage.choose_moves(times, rng=rng))

        def work() -> None:
            ply, move = next(moves)
            client = clients[ply % 2]
            sent = {"revision": ply + 1, "key": f"bench-{ply}", "text": move}
            assert client.post(f"/games/{played}/play/", sent).status_code == 302
            client.cookies.pop("messages", None)

        return work

    def get(path: str) -> Work:
        def work() -> None:
            assert clients[0].get(path).status_code == 200

        return work

    person = User.objects.get(pk=players[1]).get_absolute_url()
    return {
        "turn": take_turns(vacation_days=0),
        "turn with vacation": take_turns(vacation_days=14),
        "home page": get("/"),
        "game page": get(f"/games/{shown}/"),
        "finished game": get(f"/games/{finished}/"),
        "profile": get(person),
        **{path.strip("/").replace("/", " of "): get(path) for path in PAGES},
        "end on time": run_out,
        "sweep of one due": sweep,
    }


def measure(works: dict[str, Work], *, rounds: int) -> dict[str, dict[str, float]]:
    """Milliseconds of each by each way, medians; the ways alternate, so that what else runs holds up all alike."""
    found = {}
    for name, work in works.items():
        took: dict[str, list[float]] = {way: [] for way in WAYS}
        for number in range(rounds + WARM_UP):
            for way, switches in WAYS.items():
                with unprepared(**switches):
                    spent = clock(work)
                if number >= WARM_UP:
                    took[way].append(spent)
        found[name] = {way: median(each) * 1e3 for way, each in took.items()}
    return found


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def note_asked(works: dict[str, Work]) -> tuple[Asked, Often]:
    """The queries that they ask, and how often each work asks each."""
    from core.prepared import PreparedQuery

    asked: Asked = {}
    often: Often = {name: {} for name in works}
    ask = PreparedQuery.__call__

    for name, work in works.items():

        def note(query: PreparedQuery, *values: Any, of: dict[str, int] = often[name], **shape: Any) -> list[Any]:
            called = f"{query.make.__module__}.{query.make.__qualname__}"
            asked[called] = query, values, shape
            of[called] = of.get(called, 0) + 1
            return ask(query, *values, **shape)

        with patch.object(PreparedQuery, "__call__", note):
            work()
    return asked, often


def find_most(called: str, *, saved: float, often: Often, found: dict[str, dict[str, float]]) -> tuple[float, str]:
    """The largest share of a work's time, in per cent, that a query saves by being prepared, and which work that is.
    `saved` is in microseconds a call."""
    shares = ((often[work].get(called, 0) * saved / (took["prepared"] * 10), work) for work, took in found.items())
    return max(shares)


def list_unasked(asked: Asked) -> list[str]:
    """Those of the site that no work asks."""
    from core.prepared import PreparedQuery

    known = {id(query) for query, *_ in asked.values()}
    made = [one.make for one in gc.get_objects() if isinstance(one, PreparedQuery) and id(one) not in known]
    return sorted(f"{make.__module__}.{make.__qualname__}" for make in made)


def measure_queries(asked: Asked, *, rounds: int) -> dict[str, tuple[float, float]]:
    """Microseconds of each query, prepared and plain."""
    from django.db import transaction

    found: dict[str, Any] = {}
    for name, (query, values, shape) in asked.items():
        took = []
        with transaction.atomic():  # some of them lock
            for _ in range(rounds + WARM_UP):
                prepared, plain = partial(query, *values, **shape), partial(ask_plainly, query, *values, **shape)
                took.append((clock(prepared), clock(plain)))
        ways = zip(*took[WARM_UP:], strict=True)
        found[name] = tuple(median(way) * 1e6 for way in ways)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="postgres")
    options = parser.parse_args()
    with stage.open_database(options.on):
        times = (options.rounds + WARM_UP) * len(WAYS) + 1
        works = make_works(stage.make_players(4), times=times, rng=Random(1))
        found = measure(works, rounds=options.rounds)
        asked, often = note_asked(works)
        queries = measure_queries(asked, rounds=options.rounds)
    print(f"\nMilliseconds, medians of {options.rounds} rounds\n{'':20}" + "".join(f"{way:>14}" for way in WAYS))
    for name, took in found.items():
        print(f"{name:20}" + "".join(f"{each:14.2f}" for each in took.values()))
    print(f"\n{'Microseconds of a query':60}{'prepared':>10}{'plain':>8}")
    for name, (prepared, plain) in queries.items():
        share, work = find_most(name, saved=plain - prepared, often=often, found=found)
        print(f"{name:60}{prepared:10.0f}{plain:8.0f}{plain / prepared:7.2f} times{share:6.0f} % of {work}")
    print(*("\nNot asked:", *list_unasked(asked)), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
